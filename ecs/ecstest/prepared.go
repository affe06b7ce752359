package ecstest

import "ecslab/ecs"

// spawner is an ecs.Spawner with the views of its kinds, by kind; nil: not in it.
type spawner struct {
	*ecs.Spawner
	views []view
}

type exchanger struct {
	*ecs.Exchange
	views []view // of the kinds that are set
}

// query is an ecs.Query with the views of the kinds that it writes or that its
// matches may have, by kind.
type query struct {
	*ecs.Query
	views  []view
	probes []*ecs.Probe
}

func (s *sequence) components(set setKey) (list []ecs.Component) {
	for i, id := range s.ids {
		if set>>i&1 != 0 {
			list = append(list, ecs.ByID(id))
		}
	}
	return list
}

// writing makes views that write those kinds, by kind, and their terms.
func (s *sequence) writing(set setKey) (views []view, terms []ecs.Term) {
	views = make([]view, len(s.kinds))
	for i, k := range s.kinds {
		if set>>i&1 != 0 {
			views[i] = k.write()
			terms = append(terms, views[i])
		}
	}
	return views, terms
}

func (w *world) spawner(s *sequence, key spawnKey) (*spawner, error) {
	if sp := w.spawn[key]; sp != nil {
		return sp, nil
	}
	views, terms := s.writing(key.set)
	made, err := w.Spawner(terms...)
	sp := &spawner{made, views}
	if err == nil && key.full {
		sp.Overwrite()
	}
	w.spawn[key] = sp
	return sp, err
}

func (w *world) exchanger(s *sequence, key swapKey) (*exchanger, error) {
	if x := w.swap[key]; x != nil {
		return x, nil
	}
	views, terms := s.writing(key.set)
	made, err := w.Exchange(ecs.Adding(s.components(key.add)...), ecs.Setting(terms...), ecs.Removing(s.components(key.remove)...))
	x := &exchanger{made, views}
	w.swap[key] = x
	return x, err
}
