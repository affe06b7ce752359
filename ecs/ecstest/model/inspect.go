package model

import (
	"slices"

	"ecslab/replay"
)

// Living are the names of the living entities, in the order of their spawning.
func (m *Machine) Living() []Name {
	var names []Name
	for _, id := range m.world.living {
		n := m.world.entities[id].name
		names = append(names, Name{n.label, n.index})
	}
	return names
}

// Holds reports whether the entity of a name lives and has a component.
func (m *Machine) Holds(n Name, c replay.ComponentID) bool {
	id, ok := m.world.names[name{n.Label, n.Index}]
	return ok && m.world.holds(id, c)
}

// Members is how many entities the batch of a label has, dead ones too; 0 for
// the label of a single entity, and for one that names nothing.
func (m *Machine) Members(l replay.LabelID) int { return m.world.labels[l].count }

// LivingOf are the living entities of a label.
func (m *Machine) LivingOf(l replay.LabelID) []Name {
	return slices.DeleteFunc(m.Living(), func(n Name) bool { return n.Label != l })
}
