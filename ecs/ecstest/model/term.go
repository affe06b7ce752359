package model

import (
	"fmt"

	"ecslab/replay"
)

// condition reports whether a living entity meets a term.
type condition func(entityID) bool

// matches gives the living entities that meet all terms, in the order of their
// spawning. An error does not depend on whether anything could match.
func (w *world) matches(terms []replay.Term) ([]entityID, error) {
	var conditions []condition
	for _, t := range terms {
		c, err := w.condition(t)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, c)
	}
	var list []entityID
	for _, id := range w.living {
		met := true
		for _, c := range conditions {
			met = met && c(id)
		}
		if met {
			list = append(list, id)
		}
	}
	return list, nil
}

func (w *world) condition(t replay.Term) (condition, error) {
	if t.Quantifier == replay.Or {
		return w.or(t.Terms)
	}
	if t.Kind == replay.Present {
		return quantify(t, w.holds), nil
	}
	if t.Kind == replay.Created {
		return w.recorded(replay.Created, replay.NoComponent, t.Mark)
	}
	conditions := map[replay.ComponentID]condition{}
	for _, c := range t.Components {
		recorded, err := w.recorded(t.Kind, c, t.Mark)
		if err != nil {
			return nil, err
		}
		conditions[c] = recorded
	}
	return quantify(t, func(id entityID, c replay.ComponentID) bool { return conditions[c](id) }), nil
}

func (w *world) or(terms []replay.Term) (condition, error) {
	var conditions []condition
	for _, t := range terms {
		c, err := w.condition(t)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, c)
	}
	return func(id entityID) bool {
		for _, c := range conditions {
			if c(id) {
				return true
			}
		}
		return false
	}, nil
}

// quantify combines what holds of each component of a term.
func quantify(t replay.Term, holds func(entityID, replay.ComponentID) bool) condition {
	return func(id entityID) bool {
		n := 0
		for _, c := range t.Components {
			if holds(id, c) {
				n++
			}
		}
		switch t.Quantifier {
		case replay.All:
			return n == len(t.Components)
		case replay.None:
			return n == 0
		default:
			return n > 0
		}
	}
}

// recorded is the condition that an entity has a record in the window of the
// running system or, with a mark, in the window since it.
func (w *world) recorded(k replay.Kind, c replay.ComponentID, mark replay.MarkID) (condition, error) {
	window, err := w.window(k, c, mark)
	if err != nil {
		return nil, err
	}
	return func(id entityID) bool { return w.history.sees(window, subject{k, c, id}) }, nil
}

// window gives the window that a question about records looks at, or the
// error of asking it.
func (w *world) window(k replay.Kind, c replay.ComponentID, mark replay.MarkID) (window, error) {
	if !w.tracks(k, c) {
		if k == replay.Created {
			return window{}, fmt.Errorf("the world does not track what is created")
		}
		return window{}, fmt.Errorf("%s is not tracked for %s", w.file.Components[c].Name, kindNames[k])
	}
	if mark == replay.NoMark {
		return w.history.running()
	}
	m, ok := w.marks[mark]
	if !ok {
		return window{}, fmt.Errorf("the mark %s was forgotten by a load", w.file.Marks[mark])
	}
	return w.history.since(m)
}

var kindNames = [...]string{replay.Added: "added", replay.Changed: "changed", replay.Removed: "removed"}
