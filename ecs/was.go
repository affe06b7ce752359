package ecs

import (
	"fmt"

	"ecslab/ecs/driver"
)

// Was reports whether e lives and all of the components have a record of the kind,
// which is a single one, since a moment or, if that is nil, in the running system's
// window: whether a query of that one term would list it. For Created no component
// is named. The error is that of such a query.
func (w *World) Was(e Entity, k Kinds, since *Moment, cs ...Component) (bool, error) {
	return w.was(e, Tracked{all, k, cs, since})
}

// WasAny is Was for at least one of the components.
func (w *World) WasAny(e Entity, k Kinds, since *Moment, cs ...Component) (bool, error) {
	return w.was(e, Tracked{anyOf, k, cs, since})
}

func (w *World) was(e Entity, t Tracked) (bool, error) {
	answer, err := w.ask(e, t)
	if err == nil && w.watch != nil {
		w.watch.Asked(e, w.shapesOf([]Term{t})[0], answer)
	}
	return answer, err
}

func (w *World) ask(e Entity, t Tracked) (bool, error) {
	switch t.kind {
	case Added, Changed, Removed:
	case Created:
		if err := w.checkTracked(Created, 0); err != nil {
			return false, err
		}
	default:
		return false, fmt.Errorf("%w: %v is not one kind", ErrUntracked, t.kind)
	}
	for _, c := range t.cs {
		id, err := c.resolve(w)
		if err != nil {
			return false, err
		}
		if err := w.checkTracked(t.kind, id); err != nil {
			return false, err
		}
	}
	win, err := w.windowSince(t.since)
	if err != nil {
		return false, err
	}
	switch {
	case !w.dir.Alive(e):
		return false, nil
	case t.kind == Created:
		return w.wasOne(e, driver.Record{Kind: Created}, win), nil
	}
	for _, c := range t.cs {
		id, _ := c.resolve(w)
		if w.wasOne(e, driver.Record{Kind: t.kind, Component: id}, win) != (t.mode == all) {
			return t.mode != all, nil
		}
	}
	return t.mode == all, nil
}

// wasOne asks the tracker about a chunk of one match.
func (w *World) wasOne(e Entity, r driver.Record, win driver.Window) bool {
	if w.tracker.Implies(r.Kind) && r.Kind != Created && !w.storage.Locate(e, r.Component, &w.cell) {
		return false
	}
	ch := &w.chunk
	if ch.Cols == nil {
		ch.Cols = make([]driver.Column, 1)
		ch.Answers = make([]driver.Bits, 1)
	}
	w.asked[0] = e
	ch.N, ch.Entities.Base, ch.Run, ch.First = 1, &w.asked[0], true, e.Index()
	ch.Cols[0] = driver.Column{Base: w.cell.Value, Beside: w.cell.Beside}
	column := 0
	if r.Kind == Created || r.Kind == Removed || w.tracker.Beside(r.Component) == 0 {
		column = -1
	}
	w.tracker.Filter(r, win, ch, column, &ch.Answers[0])
	return ch.Answers[0].Has(0)
}
