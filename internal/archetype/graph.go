package archetype

import "ecslab/ecs/driver"

// SetID numbers the sets of a graph in the order in which they are met.
type SetID uint32

// Graph numbers the component sets that were met. The edges from one to another
// are kept where they are walked: a prepared exchange keeps one for each set
// that it was used on.
type Graph struct {
	sets        []driver.Mask
	index       index
	byComponent [][]SetID // the sets that have the component, ascending
}

// Len is the number of sets.
func (g *Graph) Len() int { return len(g.sets) }

// Set is a set by number.
func (g *Graph) Set(id SetID) *driver.Mask { return &g.sets[id] }

// With are the sets that have the component, ascending. The list only grows.
func (g *Graph) With(c driver.ComponentID) []SetID {
	if int(c) >= len(g.byComponent) {
		return nil
	}
	return g.byComponent[c]
}

// Find is the number of a set; made says that it is new.
func (g *Graph) Find(set *driver.Mask) (id SetID, made bool) {
	g.index = g.index.grown(g.sets)
	at := g.index.slot(g.sets, set)
	if n := g.index[at]; n != 0 {
		return n - 1, false
	}
	id = SetID(len(g.sets))
	g.sets = push(g.sets, *set)
	g.index[at] = id + 1
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		for len(g.byComponent) <= int(c) {
			g.byComponent = append(g.byComponent, nil)
		}
		g.byComponent[c] = push(g.byComponent[c], id)
	}
	return id, true
}

// Follow is the set that an entity of a set has after an exchange.
func (g *Graph) Follow(from SetID, add, remove *driver.Mask) (to SetID, made bool) {
	set := g.sets[from]
	set = set.Or(add)
	set = set.AndNot(remove)
	if set == g.sets[from] {
		return from, false
	}
	return g.Find(&set)
}

// Rarest is a list of sets that contains all which have every component of
// all: that of the component that the fewest have. ok is false if all is empty.
func (g *Graph) Rarest(all *driver.Mask) (c driver.ComponentID, ok bool) {
	least := -1
	for x, more := all.Next(0); more; x, more = all.Next(int(x) + 1) {
		if n := len(g.With(x)); least < 0 || n < least {
			c, ok, least = x, true, n
		}
	}
	return c, ok
}
