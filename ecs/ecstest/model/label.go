package model

import (
	"fmt"
	"slices"
	"strconv"

	"ecslab/replay"
)

// single is the index of an entity that is not of a batch.
const single = -1

// name is what one entity is called.
type name struct {
	label replay.LabelID
	index int // in the batch, or single
}

// label is what a label names at present.
type label struct {
	batch bool
	count int // members ever numbered, the next one's index; 0 for a single entity
}

// show is a name as a trace spells it.
func (w *world) show(n name) string {
	if n.index == single {
		return w.file.Labels[n.label]
	}
	return w.file.Labels[n.label] + "." + strconv.Itoa(n.index)
}

// find gives the entity of a name, living or dead. A name that was forgotten,
// or is not yet made, has none.
func (w *world) find(r replay.Reference) (name, entityID, bool) {
	n := name{r.Label, single}
	if r.Form == replay.RefMember {
		n.index = r.From
	}
	id, ok := w.names[n]
	return n, id, ok
}

// findAlive is find, where nothing but a living entity will do.
func (w *world) findAlive(r replay.Reference) (entityID, error) {
	n, id, ok := w.find(r)
	if !ok {
		return 0, w.unnamed(n)
	}
	if !w.entities[id].alive {
		return 0, fmt.Errorf("%s is dead", w.show(n))
	}
	return id, nil
}

func (w *world) unnamed(n name) error {
	return fmt.Errorf("%s names no entity", w.show(n))
}

// resolve gives the entities that a reference names, in the order of their
// index. Several are the living ones only; in a range, one that a load has
// forgotten is an error, as any use of its name is, and one not yet made is
// none of the living.
func (m *Machine) resolve(r replay.Reference) ([]entityID, error) {
	w := m.world
	if r.Single() {
		id, err := w.findAlive(r)
		return []entityID{id}, err
	}
	l, ok := w.labels[r.Label]
	if !ok {
		return nil, fmt.Errorf("%s names no entities", w.file.Labels[r.Label])
	}
	from, to := 0, l.count-1
	if r.Form == replay.RefRange {
		from, to = r.From, r.To
	}
	var list []entityID
	for i := from; i <= to; i++ {
		n := name{r.Label, i}
		if m.forgotten[n] {
			return nil, w.unnamed(n)
		}
		if id, ok := w.names[n]; ok && w.entities[id].alive {
			list = append(list, id)
		}
	}
	if r.Form == replay.RefSample {
		list = m.sample(list, r.Percent)
	}
	return list, nil
}

// sample draws a percentage of a list, and puts the drawn ones in its order.
func (m *Machine) sample(list []entityID, percent int) []entityID {
	if len(list) == 0 {
		return nil
	}
	position := map[entityID]int{}
	for i, id := range list {
		position[id] = i
	}
	n := max(1, len(list)*percent/100)
	for i := range n {
		j := i + int(m.random.next()%uint64(len(list)-i))
		list[i], list[j] = list[j], list[i]
	}
	drawn := list[:n]
	slices.SortFunc(drawn, func(a, b entityID) int { return position[a] - position[b] })
	return drawn
}

// splitMix64 is the generator of Steele, Lea and Flood, "Fast splittable
// pseudorandom number generators" (OOPSLA 2014).
type splitMix64 struct{ state uint64 }

func (s *splitMix64) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// claim gives a label to n new entities, and the index of the first of them.
func (w *world) claim(s *replay.SpawnStmt) (first int, err error) {
	l, used := w.labels[s.Label]
	if used && s.Form == replay.SpawnMore && l.batch {
		return l.count, nil
	}
	if used {
		if n, ok := w.anyLiving(s.Label, l); ok {
			return 0, fmt.Errorf("the label %s cannot be used again: %s lives", w.file.Labels[s.Label], w.show(n))
		}
	}
	if s.Form == replay.SpawnOne {
		return single, nil
	}
	return 0, nil
}

func (w *world) anyLiving(id replay.LabelID, l label) (name, bool) {
	names := []name{{id, single}}
	if l.batch {
		names = nil
		for i := range l.count {
			names = append(names, name{id, i})
		}
	}
	for _, n := range names {
		if w.entities[w.names[n]].alive {
			return n, true
		}
	}
	return name{}, false
}
