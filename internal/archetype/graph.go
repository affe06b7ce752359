package archetype

import "ecslab/ecs/driver"

// SetID numbers the sets of a graph in the order in which they are met.
type SetID uint32

// Graph numbers the component sets that were met. An edge leads from a set to
// the one that differs in a component: where the set has it, that is the way
// to remove it, else to add it, so one edge a component serves both.
type Graph struct {
	sets        []driver.Mask
	edges       [][]SetID // by set, by component: the set on the other side + 1; 0: not walked yet
	index       map[driver.Mask]SetID
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
	if id, ok := g.index[*set]; ok {
		return id, false
	}
	if g.index == nil {
		g.index = map[driver.Mask]SetID{}
	}
	id = SetID(len(g.sets))
	g.index[*set] = id
	g.sets = append(g.sets, *set)
	g.edges = append(g.edges, nil)
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		for len(g.byComponent) <= int(c) {
			g.byComponent = append(g.byComponent, nil)
		}
		g.byComponent[c] = append(g.byComponent[c], id)
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
	c, single := difference(&set, &g.sets[from])
	if !single {
		return g.Find(&set)
	}
	if edges := g.edges[from]; int(c) < len(edges) && edges[c] != 0 {
		return edges[c] - 1, false
	}
	to, made = g.Find(&set)
	g.connect(from, to, c)
	g.connect(to, from, c)
	return to, made
}

func (g *Graph) connect(a, b SetID, c driver.ComponentID) {
	edges := g.edges[a]
	if int(c) >= len(edges) {
		edges = append(edges, make([]SetID, int(c)+1-len(edges))...)
		edges = edges[:min(cap(edges), len(g.byComponent))]
		g.edges[a] = edges
	}
	edges[c] = b + 1
}

// difference is the one component that only one of the sets has.
func difference(a, b *driver.Mask) (c driver.ComponentID, single bool) {
	d := driver.Mask{a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]}
	c, ok := d.Next(0)
	if !ok {
		return 0, false
	}
	d.Unset(c)
	return c, d.Empty()
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
