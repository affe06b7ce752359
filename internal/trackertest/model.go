package trackertest

import (
	"maps"
	"slices"

	"ecslab/ecs/driver"
)

// maxAge is the age in ticks from which on everything is old.
const maxAge = 1<<32 - 1 - (2*518_400_000 - 1)

// model is what the tracker of that name must answer.
type model struct {
	name   string
	clock  int64 // ticks: W; frame: N; frame-exact: its clock
	frame  int64 // frames that have ended
	inside bool  // ticks: the body of a run is open
	now    int64 // ticks: of that run

	stamps   map[subject]int64
	removals []event
}

type subject struct {
	kind      driver.Kinds
	component driver.ComponentID
	entity    driver.Entity
}

type event struct {
	component    driver.ComponentID
	entity       driver.Entity
	stamp, frame int64
}

// span is a window of the model.
type span struct{ last, now int64 }

const never = -1 << 62 // the last run of a system that never ran

func (m *model) isTicks() bool { return m.name == "ticks" }

// stamp is that of an operation.
func (m *model) stamp() int64 {
	if m.isTicks() && m.inside {
		return m.now
	}
	return m.clock
}

func (m *model) mark(k driver.Kinds, c driver.ComponentID, e driver.Entity) {
	for _, kind := range []driver.Kinds{driver.Added, driver.Changed, driver.Created} {
		if k&kind != 0 && (kind == driver.Created || kindsOf[c]&kind != 0) {
			m.stamps[subject{kind, c, e}] = m.stamp()
		}
	}
}

func (m *model) lost(c driver.ComponentID, e driver.Entity) {
	delete(m.stamps, subject{driver.Added, c, e})
	delete(m.stamps, subject{driver.Changed, c, e})
	if kindsOf[c]&driver.Removed != 0 {
		m.removals = append(m.removals, event{c, e, m.stamp(), m.frame})
	}
}

// begin opens a run and gives its window.
func (m *model) begin(last int64) span {
	if !m.isTicks() {
		return span{last, m.clock}
	}
	m.now, m.inside = m.clock, true
	m.clock++
	return span{last, m.now}
}

func (m *model) close() { m.inside = false }

// finish is the last run of the system whose run ends.
func (m *model) finish() int64 {
	switch m.name {
	case "ticks":
		return m.now
	case "frame":
		return m.clock
	}
	m.clock++
	return m.clock - 1
}

func (m *model) endFrames(n int64) {
	m.frame += n
	kept := int64(2) // frames that can read a removal: ticks its own and the next
	if !m.isTicks() {
		kept = 4 // at the end of frame N go those with N - frame > 2
	}
	m.removals = slices.DeleteFunc(m.removals, func(e event) bool { return e.frame+kept <= m.frame })
	if m.name != "frame-exact" {
		m.clock += n
	}
}

func (m *model) moment() int64 {
	t := m.clock
	if m.name != "frame" {
		m.clock++
	}
	return t
}

func (m *model) since(t int64) span { return span{t, m.stamp()} }

func (m *model) in(s span, stamp int64) bool {
	if !m.isTicks() {
		return stamp > s.last
	}
	width := int64(maxAge)
	if s.last != never {
		width = min(s.now-s.last, maxAge)
	}
	return width > min(s.now-stamp, maxAge)
}

func (m *model) has(r driver.Record, e driver.Entity, s span) bool {
	if r.Kind == driver.Removed {
		return slices.Contains(m.removed(r.Component, s), e)
	}
	if r.Kind == driver.Created {
		r.Component = 0
	}
	stamp, ok := m.stamps[subject{r.Kind, r.Component, e}]
	return ok && m.in(s, stamp)
}

func (m *model) removed(c driver.ComponentID, s span) (es []driver.Entity) {
	for _, e := range m.removals {
		if e.component == c && m.in(s, e.stamp) {
			es = append(es, e.entity)
		}
	}
	return es
}

func (m *model) clear(k driver.Kinds, c driver.ComponentID, all bool) {
	maps.DeleteFunc(m.stamps, func(s subject, _ int64) bool {
		if s.kind == driver.Created {
			return all && k&driver.Created != 0
		}
		return k&s.kind != 0 && (all || s.component == c)
	})
	if k&driver.Removed != 0 {
		m.removals = slices.DeleteFunc(m.removals, func(e event) bool { return all || e.component == c })
	}
}

func (m *model) clone() *model {
	c := *m
	c.stamps = maps.Clone(m.stamps)
	c.removals = slices.Clone(m.removals)
	return &c
}

func (m *model) reset() {
	clear(m.stamps)
	m.removals = nil
}
