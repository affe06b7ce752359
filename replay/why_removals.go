package replay

import "ecslab/ecs"

// removals explains the list of removals.
func (s *story) removals(w *Why, o *RemovedStmt) {
	l := s.leaf(Removed, o.Component, NoMark)
	w.Leaves = []WhyLeaf{l}
	if l.Refused != "" {
		w.Matches = "error"
		return
	}
	var list []ecs.Entity
	for _, x := range s.everybody() {
		e := x.Entity
		x.Answers = []WhyAnswer{s.ask(&l, e)}
		if n := s.reported(&l, e); n > 0 && (s.chron.rules.tracker != Bitmap || x.Alive) {
			x.Match = true
			if s.chron.rules.tracker == Bitmap {
				n = 1
			}
			for range n {
				list = append(list, e)
			}
		}
		w.Entities = append(w.Entities, x)
	}
	w.Matches = s.m.nameList(list)
}

// reported is how many removals of an entity are reported.
func (s *story) reported(l *WhyLeaf, e ecs.Entity) (n int) {
	for _, i := range s.eventsOf(e) {
		ev := &s.chron.events[i]
		if ev.kind != Removed || ev.component != l.Component || ev.cleared != 0 || !l.Window.In(ev.stamp) {
			continue
		}
		if kept, _ := s.chron.rules.kept(ev.frame, s.chron.frame); kept {
			n++
		}
	}
	return n
}
