package model

import (
	"cmp"
	"slices"

	"ecslab/replay"
)

// observe answers an observation.
func (w *world) observe(s replay.Observation) (*Answer, error) {
	switch s := s.(type) {
	case *replay.ReadStmt:
		return w.read(s)
	case *replay.HasStmt:
		_, id, ok := w.find(s.Target)
		return yesOrNo(ok && w.holds(id, s.Component)), nil
	case *replay.AliveStmt:
		_, id, ok := w.find(s.Target)
		return yesOrNo(ok && w.entities[id].alive), nil
	case *replay.WasStmt:
		return w.was(s)
	case *replay.CountStmt:
		matches, err := w.matches(s.Terms)
		return &Answer{Form: replay.AnswerCount, Count: int64(len(matches))}, err
	case *replay.SumStmt:
		return w.sum(s)
	case *replay.QueryStmt:
		matches, err := w.matches(s.Terms)
		return w.list(matches), err
	case *replay.RemovedStmt:
		return w.removed(s)
	default:
		panic("model: an unknown observation")
	}
}

func yesOrNo(b bool) *Answer { return &Answer{Form: replay.AnswerBool, Bool: b} }

func (w *world) list(ids []entityID) *Answer {
	a := &Answer{Form: replay.AnswerList}
	for _, id := range ids {
		n := w.entities[id].name
		a.Entities = append(a.Entities, Name{n.label, n.index})
	}
	slices.SortFunc(a.Entities, func(a, b Name) int {
		return cmp.Or(cmp.Compare(w.file.Labels[a.Label], w.file.Labels[b.Label]), cmp.Compare(a.Index, b.Index))
	})
	return a
}

func (w *world) read(s *replay.ReadStmt) (*Answer, error) {
	id, err := w.findAlive(s.Target)
	if err != nil {
		return nil, err
	}
	if !w.holds(id, s.Component) {
		return nil, w.absent(id, s.Component)
	}
	return &Answer{Form: replay.AnswerValues, Values: slices.Clone(w.entities[id].values[s.Component])}, nil
}

// sum adds in the order of spawning.
func (w *world) sum(s *replay.SumStmt) (*Answer, error) {
	matches, err := w.matches(s.Terms)
	if err != nil {
		return nil, err
	}
	var total float64
	for _, id := range matches {
		total += w.entities[id].values[s.Component][0]
	}
	return &Answer{Form: replay.AnswerValues, Values: []float64{total}}, nil
}

func (w *world) was(s *replay.WasStmt) (*Answer, error) {
	recorded, err := w.recorded(s.Kind, s.Component, s.Mark)
	if err != nil {
		return nil, err
	}
	n, id, ok := w.find(s.Target)
	if !ok {
		return nil, w.unnamed(n)
	}
	return yesOrNo(w.entities[id].alive && recorded(id)), nil
}

// removed lists what the tracker reports: the living once each under bitmap,
// an event for each removal under the others.
func (w *world) removed(s *replay.RemovedStmt) (*Answer, error) {
	window, err := w.window(replay.Removed, s.Component, replay.NoMark)
	if err != nil {
		return nil, err
	}
	ids := w.history.removals(window, s.Component)
	if _, ok := w.history.(*bitmap); ok {
		ids = slices.DeleteFunc(ids, func(id entityID) bool { return !w.entities[id].alive })
	}
	return w.list(ids), nil
}
