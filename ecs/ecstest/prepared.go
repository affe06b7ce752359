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

func (w *world) spawner(s *sequence, key spawnKey) (*spawner, error) {
	if sp := w.spawn[key]; sp != nil {
		return sp, nil
	}
	sp := &spawner{views: make([]view, len(s.kinds))}
	var terms []ecs.Term
	for i, k := range s.kinds {
		if key.set>>i&1 != 0 {
			sp.views[i] = k.write()
			terms = append(terms, sp.views[i])
		}
	}
	var err error
	sp.Spawner, err = w.Spawner(terms...)
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
	x := &exchanger{views: make([]view, len(s.kinds))}
	var views []ecs.Term
	for i, k := range s.kinds {
		if key.set>>i&1 != 0 {
			x.views[i] = k.write()
			views = append(views, x.views[i])
		}
	}
	var err error
	x.Exchange, err = w.Exchange(ecs.Adding(s.components(key.add)...), ecs.Setting(views...), ecs.Removing(s.components(key.remove)...))
	w.swap[key] = x
	return x, err
}
