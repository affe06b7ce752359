package sparse

import (
	"errors"
	"fmt"

	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// ErrGroup is the error of a group that cannot be.
var ErrGroup = errors.New("sparse: group")

// group owns the order of some sets, as EnTT's full-owning groups do.
type group struct {
	mask driver.Mask
	sets []*sparseset.Set
	n    int // members: rows below n in each set
}

// Group implements driver.Grouper. Grouping the same components again does nothing.
func (s *Storage) Group(set *driver.Mask) error {
	for _, g := range s.groups {
		if g.mask == *set {
			return nil
		}
	}
	if set.Len() < 2 {
		return fmt.Errorf("%w: it needs two components at least", ErrGroup)
	}
	if both := s.grouped.And(set); !both.Empty() {
		c, _ := both.Next(0)
		return fmt.Errorf("%w: %s is in another group", ErrGroup, s.env.Schema.Of(c).Name)
	}
	g := &group{mask: *set, sets: s.appendSets(nil, set)}
	s.groups = append(s.groups, g)
	s.grouped = s.grouped.Or(set)
	least := g.sets[0]
	for _, one := range g.sets {
		if one.Len() < least.Len() {
			least = one
		}
	}
	for row := range least.Len() { // enter swaps only what row has passed
		e := least.Entities()[row]
		if have := s.Components(e); have.Contains(set) {
			g.enter(e)
		}
	}
	for _, one := range g.sets {
		one.Touch()
	}
	s.check()
	return nil
}

// groupOf is the group that a set belongs to.
func (s *Storage) groupOf(set *sparseset.Set) *group {
	c := set.Component().ID
	if !s.grouped.Has(c) {
		return nil
	}
	for _, g := range s.groups {
		if g.mask.Has(c) {
			return g
		}
	}
	return nil
}

// enter makes an entity that has all of the components a member.
func (g *group) enter(e driver.Entity) {
	for _, set := range g.sets {
		set.Swap(int(set.Row(uint32(e))), g.n)
	}
	g.n++
}

// leave ends the membership of an entity that still has all of the components.
func (g *group) leave(e driver.Entity) {
	g.n--
	row := int(g.sets[0].Row(uint32(e)))
	for _, set := range g.sets {
		set.Swap(row, g.n)
	}
}
