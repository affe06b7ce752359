package trackertest

import (
	"testing"

	"ecslab/ecs/driver"
	"pgregory.net/rapid"
)

// Subject is a kind of tracker to be driven.
type Subject struct {
	// New makes one, with the first value of the clock where that matters (ticks).
	New func(first uint32) driver.Tracker
	// Validate is nil if the tracker's own invariants hold. It is called after
	// every operation.
	Validate func(driver.Tracker) error
}

// Run drives trackers by random operations.
func Run(t *testing.T, s Subject) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.OneOf(rapid.Just(uint32(1)), rapid.Just(uint32(0)),
			rapid.Uint32Range(0xFFFFFFFF-20, 0xFFFFFFFF), rapid.Uint32()).Draw(t, "first tick")
		start := rapid.SampledFrom([]int{0, 1, 60, 4090, 4095, 9000}).Draw(t, "first index")
		m := newMachine(s, first, start)
		t.Repeat(map[string]func(*rapid.T){
			"spawn": m.spawn, "spawn again": m.spawn, "add": m.add, "change": m.change, "change again": m.change,
			"remove": m.remove, "despawn": m.despawn, "run": m.run, "run again": m.run,
			"moment": m.moment, "frames": m.frames, "frame": m.frame,
			"clear": m.clear, "save": m.save, "load": m.load, "reset": m.reset, "": func(t *rapid.T) { m.ask(t) },
		})
	})
}

// machine is a world beside its model.
type machine struct {
	valid   func(driver.Tracker) error
	w       *World
	m       *model
	systems [3]system
	running *system // nil: none
	body    bool    // of the running system: its body, not what it deferred, is open
	window  driver.Window
	span    span
	moments []moment
	saves   []save
}

type system struct {
	timeline driver.Timeline
	last     int64
}

type moment struct {
	tracker driver.Moment
	model   int64
}

type save struct {
	world   saved
	model   *model
	systems [3]system
	moments []moment
}

func newMachine(s Subject, first uint32, start int) *machine {
	t := s.New(first)
	m := &machine{valid: s.Validate, w: NewWorld(t, start), m: &model{name: t.Name(), stamps: map[subject]int64{}}}
	if m.m.isTicks() {
		m.m.clock = int64(first)
	}
	for i := range m.systems {
		m.systems[i].last = never
	}
	return m
}

// some are living entities for which ok holds, at least one, or none to be had.
func (m *machine) some(t *rapid.T, ok func(driver.Entity) bool) (es []driver.Entity) {
	for _, e := range m.w.living {
		if ok(e) {
			es = append(es, e)
		}
	}
	if len(es) == 0 {
		t.Skip("no such entity")
	}
	from := rapid.IntRange(0, len(es)-1).Draw(t, "from")
	es = es[from : from+rapid.IntRange(1, min(len(es)-from, 70)).Draw(t, "n")]
	es = append([]driver.Entity(nil), es...)
	if rapid.Bool().Draw(t, "shuffled") {
		es = rapid.Permutation(es).Draw(t, "order")
	}
	return es
}

func component(t *rapid.T) driver.ComponentID {
	return driver.ComponentID(rapid.IntRange(0, len(kindsOf)-1).Draw(t, "component"))
}

func (m *machine) spawn(t *rapid.T) {
	if len(m.w.living) > 300 {
		t.Skip("enough")
	}
	var cs []driver.ComponentID
	for c := range kindsOf {
		if rapid.Bool().Draw(t, "has") {
			cs = append(cs, driver.ComponentID(c))
		}
	}
	m.doSpawn(rapid.SampledFrom([]int{1, 2, 7, 63, 64, 65, 130}).Draw(t, "n"), cs...)
}

func (m *machine) add(t *rapid.T) {
	c := component(t)
	m.doAdd(c, m.some(t, func(e driver.Entity) bool { return m.w.rowIn(c, e) == driver.NoRow }))
}

// change marks values changed, in one of the forms of a chunk, or one by one.
// What it marks may lack the component.
func (m *machine) change(t *rapid.T) {
	c := component(t)
	es := m.some(t, func(driver.Entity) bool { return true })
	f := form(rapid.IntRange(0, int(forms)).Draw(t, "form"))
	if f == forms {
		for _, e := range es {
			m.doChangeCell(c, e)
		}
		return
	}
	if ch := m.w.chunk(f, c, es); ch != nil {
		m.doChange(c, ch)
	}
}

func (m *machine) remove(t *rapid.T) {
	c := component(t)
	m.doRemove(c, m.some(t, func(e driver.Entity) bool { return m.w.rowIn(c, e) != driver.NoRow }))
}

func (m *machine) despawn(t *rapid.T) {
	m.doDespawn(m.some(t, func(driver.Entity) bool { return true }))
}

// run takes a run one step on: into its body, to its deferred operations, to its end.
func (m *machine) run(t *rapid.T) {
	switch {
	case m.running == nil:
		m.doBegin(rapid.IntRange(0, len(m.systems)-1).Draw(t, "system"))
	case m.body:
		m.doClose()
	default:
		m.doFinish()
	}
}

func (m *machine) moment(*rapid.T) { m.doMoment() }

func (m *machine) outside(t *rapid.T) {
	if m.running != nil {
		t.Skip("in a run")
	}
}

func (m *machine) frame(t *rapid.T) {
	m.outside(t)
	m.doFrames(1)
}

// frames ends many: about as many as a clock or a buffer can bear.
func (m *machine) frames(t *rapid.T) {
	m.outside(t)
	m.doFrames(rapid.OneOf(
		rapid.Uint64Range(2, 5),
		rapid.SampledFrom([]uint64{1_000_000, 518_399_999, 518_400_000, 518_400_001, maxAge - 1, maxAge, maxAge + 1,
			1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 40}),
		rapid.Uint64Range(1, 1<<33),
	).Draw(t, "n"))
}

func (m *machine) clear(t *rapid.T) {
	k := driver.Kinds(rapid.IntRange(0, 15).Draw(t, "kinds"))
	m.doClear(k, component(t), rapid.Bool().Draw(t, "all"))
}

func (m *machine) save(t *rapid.T) {
	m.outside(t)
	m.doSave()
}

func (m *machine) load(t *rapid.T) {
	m.outside(t)
	if len(m.saves) == 0 {
		t.Skip("nothing saved")
	}
	m.doLoad(rapid.IntRange(0, len(m.saves)-1).Draw(t, "save"))
}

func (m *machine) reset(t *rapid.T) {
	m.outside(t)
	if rapid.IntRange(0, 4).Draw(t, "really") > 0 {
		t.Skip("rarely")
	}
	m.doReset()
}
