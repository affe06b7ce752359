package trackertest

import (
	"slices"
	"unsafe"

	"ecslab/ecs/driver"
)

// failer is a test, or one of rapid's.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// form is how a chunk shows matches.
type form int

const (
	dense     form = iota // rows of one table from the first entity's on
	rows                  // a list of rows, in the order of the entities
	shuffled              // handles by rows too
	allAbsent             // a column that no match has
	run                   // consecutive indices, with a list of rows
	forms
)

// chunk shows entities in a form, nil if they cannot be shown so. Column 0 is
// the component's; a dense chunk may be of other entities than those given.
func (w *World) chunk(f form, c driver.ComponentID, es []driver.Entity) *driver.Chunk {
	t := w.tables[c]
	if f == dense {
		row, ok := t.row[es[0]]
		if !ok {
			return nil
		}
		es = t.entities[row:min(row+len(es), len(t.entities))]
		ch := &driver.Chunk{N: len(es), Cols: []driver.Column{t.column(row)}}
		ch.Entities.Base = unsafe.SliceData(es)
		ch.Run, ch.First = isRun(es)
		return ch
	}
	if f == run {
		es = slices.Clone(es)
		slices.Sort(es)
		n := 1
		for n < len(es) && es[n].Index() == es[0].Index()+uint32(n) {
			n++
		}
		es = es[:n]
	}
	ch := &driver.Chunk{N: len(es), Cols: []driver.Column{t.column(0)}}
	if f == run {
		ch.Run, ch.First = true, es[0].Index()
	}
	list := make([]uint32, len(es))
	for i, e := range es {
		list[i] = w.rowIn(c, e)
	}
	switch {
	case f == allAbsent:
		ch.Cols[0] = driver.Column{Absent: true}
		if slices.ContainsFunc(list, func(row uint32) bool { return row != driver.NoRow }) {
			return nil
		}
	default:
		ch.Cols[0].Rows = list
	}
	ch.Entities.Base = unsafe.SliceData(es)
	if f == shuffled {
		order := make([]driver.Entity, len(es)+1)
		ch.Entities.Rows = make([]uint32, len(es))
		for i, e := range es { // backwards, behind an entry of no use
			order[len(es)-i] = e
			ch.Entities.Rows[i] = uint32(len(es) - i)
		}
		ch.Entities.Base = unsafe.SliceData(order)
	}
	return ch
}

// ask compares all answers, and validates the tracker.
func (m *machine) ask(t failer) {
	t.Helper()
	if err := m.valid(m.w.tracker); err != nil {
		t.Fatalf("%v", err)
	}
	if m.running != nil && m.body {
		m.askWindow(t, m.window, m.span)
	}
	for _, at := range m.moments {
		m.askWindow(t, m.w.tracker.Since(at.tracker), m.m.since(at.model))
	}
}

func (m *machine) askWindow(t failer, w driver.Window, s span) {
	t.Helper()
	m.askRecord(t, driver.Record{Kind: driver.Created}, w, s)
	for c, kinds := range kindsOf {
		for _, k := range []driver.Kinds{driver.Added, driver.Changed, driver.Removed} {
			if kinds&k != 0 {
				m.askRecord(t, driver.Record{Kind: k, Component: driver.ComponentID(c)}, w, s)
			}
		}
		if kinds&driver.Removed != 0 {
			c := driver.ComponentID(c)
			got, want := m.w.tracker.Removals(c, w, nil), m.m.removed(c, s)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("removals of %d in %+v: got %v, want %v", c, w, got, want)
			}
			m.askIndexed(t, driver.Record{Kind: driver.Removed, Component: c}, w, s)
		}
	}
}

// askRecord asks about all living entities, in all forms.
func (m *machine) askRecord(t failer, r driver.Record, w driver.Window, s span) {
	t.Helper()
	for f := range forms {
		for at := 0; at < len(m.w.living); {
			es := m.w.living[at:min(at+150, len(m.w.living))]
			ch := m.w.chunk(f, r.Component, es)
			at += len(es)
			if ch == nil {
				continue
			}
			if f == run {
				at += ch.N - len(es)
			}
			column := 0
			if !m.w.tracker.Implies(r.Kind) || m.w.tables[r.Component].beside == 0 {
				column = -1
			}
			var out driver.Bits
			out.Fill(driver.ChunkRows)
			m.w.tracker.Filter(r, w, ch, column, &out)
			for k := range ch.N {
				e := ch.Entities.At(k)
				want := m.m.has(r, e, s)
				if out.Has(k) != want {
					t.Fatalf("%v of %d, %v, form %d, match %d of %d, window %+v: got %t, want %t (model: %+v)",
						r.Kind, r.Component, e, f, k, ch.N, w, !want, want, s)
				}
			}
		}
	}
}

// askIndexed asks for the indices with records.
func (m *machine) askIndexed(t failer, r driver.Record, w driver.Window, s span) {
	indexed, ok := m.w.tracker.(driver.Indexed)
	if !ok || !indexed.Indexes(r.Kind) {
		return
	}
	got := map[uint32]bool{}
	for from := uint32(0); ; {
		chunk, ok := indexed.NextChunk(r, w, from)
		if !ok {
			break
		}
		if chunk < from {
			t.Fatalf("next chunk from %d is %d", from, chunk)
		}
		var out driver.Bits
		summary := indexed.Words(r, w, chunk, &out)
		for i := range driver.Bits(out) {
			if summary>>i&1 == 0 {
				continue
			}
			for k := range 64 {
				if out[i]>>k&1 != 0 {
					got[chunk<<driver.RowBits|uint32(i*64+k)] = true
				}
			}
		}
		from = chunk + 1
	}
	for _, e := range m.w.living {
		if want := m.m.has(r, e, s); got[e.Index()] != want {
			t.Fatalf("index set of removed %d, %v, window %+v: got %t, want %t", r.Component, e, w, !want, want)
		}
	}
}
