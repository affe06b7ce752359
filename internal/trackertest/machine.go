package trackertest

import (
	"fmt"
	"testing"
	"unsafe"

	"ecslab/ecs/driver"
	"pgregory.net/rapid"
)

// Run drives trackers that make gives by random operations, from the first
// value of the clock where that matters (ticks).
func Run(t *testing.T, make func(first uint32) driver.Tracker) {
	rapid.Check(t, func(t *rapid.T) {
		first := rapid.OneOf(rapid.Just(uint32(1)), rapid.Just(uint32(0)),
			rapid.Uint32Range(0xFFFFFFFF-20, 0xFFFFFFFF), rapid.Uint32()).Draw(t, "first tick")
		start := rapid.SampledFrom([]int{0, 1, 60, 4090, 4095, 9000}).Draw(t, "first index")
		m := newMachine(make(first), first, start)
		t.Repeat(map[string]func(*rapid.T){
			"spawn": m.spawn, "spawn again": m.spawn, "add": m.add, "change": m.change, "change again": m.change,
			"remove": m.remove, "despawn": m.despawn, "turn": m.turn, "run": m.run, "run again": m.run,
			"moment": m.moment, "frames": m.frames, "frame": m.frame,
			"clear": m.clear, "save": m.save, "load": m.load, "reset": m.reset, "": m.ask,
		})
	})
}

// machine is a world beside its model.
type machine struct {
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

func newMachine(t driver.Tracker, first uint32, start int) *machine {
	m := &machine{w: NewWorld(t, start), m: &model{name: t.Name(), stamps: map[subject]int64{}}}
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
	es := m.w.spawn(rapid.SampledFrom([]int{1, 2, 7, 63, 64, 65, 130}).Draw(t, "n"), cs)
	for _, e := range es {
		m.m.mark(driver.Created, 0, e)
		for _, c := range cs {
			m.m.mark(driver.Added|driver.Changed, c, e)
		}
	}
}

func (m *machine) add(t *rapid.T) {
	c := component(t)
	es := m.some(t, func(e driver.Entity) bool { return m.w.rowIn(c, e) == driver.NoRow })
	m.w.gain(c, es)
	for _, e := range es {
		m.m.mark(driver.Added|driver.Changed, c, e)
	}
}

// change marks values changed, in one of the forms of a chunk, or one by one.
// What it marks may lack the component.
func (m *machine) change(t *rapid.T) {
	c := component(t)
	es := m.some(t, func(driver.Entity) bool { return true })
	switch f := form(rapid.IntRange(0, int(forms)).Draw(t, "form")); {
	case f == forms:
		for _, e := range es {
			if row := m.w.rowIn(c, e); row != driver.NoRow {
				at := driver.Cell{}
				for i := range m.w.tables[c].beside {
					at.Beside[i] = unsafe.Pointer(&m.w.tables[c].stamps[i][row])
				}
				m.w.tracker.MarkCell(c, driver.Changed, e, &at)
			}
		}
	default:
		ch := m.w.chunk(f, c, es)
		if ch == nil {
			t.Skip("no such chunk")
		}
		m.w.tracker.Mark(c, driver.Changed, ch, 0)
		es = es[:0:0]
		for k := range ch.N {
			es = append(es, ch.Entities.At(k))
		}
	}
	for _, e := range es {
		if m.w.rowIn(c, e) != driver.NoRow {
			m.m.mark(driver.Changed, c, e)
		}
	}
}

func (m *machine) remove(t *rapid.T) {
	c := component(t)
	es := m.some(t, func(e driver.Entity) bool { return m.w.rowIn(c, e) != driver.NoRow })
	m.w.lose(c, es)
	for _, e := range es {
		m.m.lost(c, e)
	}
}

func (m *machine) despawn(t *rapid.T) {
	es := m.some(t, func(driver.Entity) bool { return true })
	for c := range kindsOf {
		for _, e := range es {
			if m.w.rowIn(driver.ComponentID(c), e) != driver.NoRow {
				m.m.lost(driver.ComponentID(c), e)
			}
		}
	}
	m.w.despawn(es)
}

// turn lets indices be used again in another order.
func (m *machine) turn(*rapid.T) { m.w.dir.Turn() }

// run takes a run one step on: into its body, to its deferred operations, to its end.
func (m *machine) run(t *rapid.T) {
	switch {
	case m.running == nil:
		m.running = &m.systems[rapid.IntRange(0, len(m.systems)-1).Draw(t, "system")]
		m.body = true
		m.window = m.w.tracker.Begin(&m.running.timeline)
		m.span = m.m.begin(m.running.last)
	case m.body:
		m.body = false
		m.w.tracker.Close(&m.running.timeline)
		m.m.close()
	default:
		m.w.tracker.Finish(&m.running.timeline)
		m.running.last = m.m.finish()
		m.running = nil
	}
}

func (m *machine) moment(*rapid.T) {
	if len(m.moments) == 6 {
		m.moments = m.moments[1:]
	}
	m.moments = append(m.moments, moment{m.w.tracker.Moment(), m.m.moment()})
}

func (m *machine) outside(t *rapid.T) {
	if m.running != nil {
		t.Skip("in a run")
	}
}

func (m *machine) endFrames(n uint64) {
	m.w.tracker.EndFrame(n)
	m.m.endFrames(int64(n))
}

func (m *machine) frame(t *rapid.T) {
	m.outside(t)
	m.endFrames(1)
}

// frames ends many: about as many as a clock or a buffer can bear.
func (m *machine) frames(t *rapid.T) {
	m.outside(t)
	m.endFrames(rapid.OneOf(
		rapid.Uint64Range(2, 5),
		rapid.SampledFrom([]uint64{1_000_000, 518_399_999, 518_400_000, 518_400_001, maxAge - 1, maxAge, maxAge + 1,
			1<<31 - 1, 1 << 31, 1<<32 - 1, 1 << 32, 1<<32 + 1, 1 << 40}),
		rapid.Uint64Range(1, 1<<33),
	).Draw(t, "n"))
}

func (m *machine) clear(t *rapid.T) {
	k := driver.Kinds(rapid.IntRange(0, 15).Draw(t, "kinds"))
	c, all := component(t), rapid.Bool().Draw(t, "all")
	m.w.tracker.Clear(k, c, all)
	m.m.clear(k, c, all)
}

func (m *machine) save(t *rapid.T) {
	m.outside(t)
	m.saves = append(m.saves, save{m.w.save(), m.m.clone(), m.systems, append([]moment(nil), m.moments...)})
}

func (m *machine) load(t *rapid.T) {
	m.outside(t)
	if len(m.saves) == 0 {
		t.Skip("nothing saved")
	}
	s := rapid.SampledFrom(m.saves).Draw(t, "save")
	m.w.load(s.world)
	m.m = s.model.clone()
	m.systems = s.systems
	m.moments = append([]moment(nil), s.moments...)
}

func (m *machine) reset(t *rapid.T) {
	m.outside(t)
	if rapid.IntRange(0, 4).Draw(t, "really") > 0 {
		t.Skip("rarely")
	}
	m.w.reset()
	m.m.reset()
	for i := range m.systems {
		m.systems[i] = system{last: never}
	}
}

// String keeps rapid's reports short.
func (s save) String() string { return fmt.Sprintf("of %d entities", len(s.world.living)) }
