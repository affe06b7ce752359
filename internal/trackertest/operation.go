package trackertest

import (
	"slices"
	"unsafe"

	"ecslab/ecs/driver"
)

// The operations, each on the world and on the model.

func (m *machine) doSpawn(n int, cs ...driver.ComponentID) []driver.Entity {
	es := m.w.spawn(n, cs)
	for _, e := range es {
		m.m.mark(driver.Created, 0, e)
		for _, c := range cs {
			m.m.mark(driver.Added|driver.Changed, c, e)
		}
	}
	return es
}

func (m *machine) doAdd(c driver.ComponentID, es []driver.Entity) {
	m.w.gain(c, es)
	for _, e := range es {
		m.m.mark(driver.Added|driver.Changed, c, e)
	}
}

// doChange marks the matches of a chunk whose only column is the component's.
func (m *machine) doChange(c driver.ComponentID, ch *driver.Chunk) {
	m.w.tracker.Mark(c, driver.Changed, ch, 0)
	for k := range ch.N {
		if e := ch.Entities.At(k); m.w.rowIn(c, e) != driver.NoRow {
			m.m.mark(driver.Changed, c, e)
		}
	}
}

func (m *machine) doChangeCell(c driver.ComponentID, e driver.Entity) {
	row := m.w.rowIn(c, e)
	if row == driver.NoRow {
		return
	}
	at := driver.Cell{}
	for i := range m.w.tables[c].beside {
		at.Beside[i] = unsafe.Pointer(&m.w.tables[c].stamps[i][row])
	}
	m.w.tracker.MarkCell(c, driver.Changed, e, &at)
	m.m.mark(driver.Changed, c, e)
}

func (m *machine) doRemove(c driver.ComponentID, es []driver.Entity) {
	m.w.lose(c, es)
	for _, e := range es {
		m.m.lost(c, e)
	}
}

func (m *machine) doDespawn(es []driver.Entity) {
	for c := range kindsOf {
		for _, e := range es {
			if m.w.rowIn(driver.ComponentID(c), e) != driver.NoRow {
				m.m.lost(driver.ComponentID(c), e)
			}
		}
	}
	m.w.despawn(es)
}

func (m *machine) doBegin(i int) {
	m.running, m.body = &m.systems[i], true
	m.window = m.w.tracker.Begin(&m.running.timeline)
	m.span = m.m.begin(m.running.last)
}

func (m *machine) doClose() {
	m.body = false
	m.w.tracker.Close(&m.running.timeline)
	m.m.close()
}

func (m *machine) doFinish() {
	m.w.tracker.Finish(&m.running.timeline)
	m.running.last = m.m.finish()
	m.running = nil
}

func (m *machine) doMoment() {
	if len(m.moments) == 6 {
		m.moments = m.moments[1:]
	}
	m.moments = append(m.moments, moment{m.w.tracker.Moment(), m.m.moment()})
}

func (m *machine) doFrames(n uint64) {
	m.w.tracker.EndFrame(n)
	m.m.endFrames(int64(n))
}

func (m *machine) doClear(k driver.Kinds, c driver.ComponentID, all bool) {
	m.w.tracker.Clear(k, c, all)
	m.m.clear(k, c, all)
}

func (m *machine) doSave() {
	m.saves = append(m.saves, save{m.w.save(), m.m.clone(), m.systems, slices.Clone(m.moments)})
}

func (m *machine) doLoad(i int) {
	s := &m.saves[i]
	m.w.load(s.world)
	m.m = s.model.clone()
	m.systems = s.systems
	m.moments = slices.Clone(s.moments)
}

func (m *machine) doReset() {
	m.w.reset()
	m.m.reset()
	for i := range m.systems {
		m.systems[i] = system{last: never}
	}
}
