package bitmap

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"ecslab/ecs/driver"
)

// TestModel runs random operations and compares every answer with the model.
func TestModel(t *testing.T) {
	seeds, steps := uint64(4), 200
	if testing.Short() {
		seeds, steps = 2, 120
	}
	for _, ring := range []int{1, 2, 3, 8, 255} {
		for _, base := range []int{0, driver.ChunkRows - 40, 2*driver.ChunkRows - 30} {
			for seed := range seeds {
				created, unheld := seed%3 != 2, seed%2 == 1
				name := fmt.Sprintf("ring=%d/base=%d/seed=%d", ring, base, seed)
				t.Run(name, func(t *testing.T) { sequence(t, seed, ring, base, steps, created, unheld) })
			}
		}
	}
}

// sequence works on the indices around base; those before are of entities that
// are born and left alone.
func sequence(t *testing.T, seed uint64, ring, base, steps int, created, unheld bool) {
	w := newWorld(seed, ring, created, unheld)
	if base > 0 { // the last of them are a run that crosses into the next index chunk
		w.spawn(base)
		w.filler, w.living = slices.Clone(w.living[:base-30]), slices.Clone(w.living[base-30:])
	}
	type save struct {
		state   any
		model   model
		living  []driver.Entity
		moments []driver.Moment
		ran     driver.Timeline
	}
	var saves []save
	var unwanted any // a state of another time
	for step := range steps {
		what := ""
		switch op := w.rng.IntN(20); op {
		case 0, 1, 2:
			n := 1 + w.rng.IntN(40)
			what = fmt.Sprint("spawn ", n)
			w.spawn(n)
		case 3, 4, 5:
			es := w.some(w.rng.IntN(40))
			what = fmt.Sprint("despawn ", len(es))
			w.despawn(es)
		case 6, 7, 8, 9:
			ch, es, there := w.chunk()
			c := driver.ComponentID(w.rng.IntN(len(trackedKinds)))
			k := []driver.Kinds{driver.Added, driver.Changed, driver.Added | driver.Changed}[w.rng.IntN(3)]
			what = fmt.Sprintf("mark %d of %v, run %t", ch.N, k, ch.Run)
			w.t.Mark(c, k, ch, 0)
			for i, e := range es {
				if there[i] {
					w.modelMark(k, c, e)
				}
			}
		case 10:
			c := driver.ComponentID(w.rng.IntN(len(trackedKinds)))
			what = "single marks"
			for _, e := range w.some(3) {
				w.t.MarkCell(c, driver.Changed, e, nil)
				w.modelMark(driver.Changed, c, e)
			}
			if shape := w.t.Shape(driver.Changed, 0); shape.Way != driver.MarkBit {
				t.Fatalf("shape is %d", shape.Way)
			}
			for _, e := range w.some(3) {
				w.t.Shape(driver.Changed, 0).Bits.Set(e)
				w.modelMark(driver.Changed, 0, e)
			}
		case 11, 12:
			c := driver.ComponentID(w.rng.IntN(len(trackedKinds)))
			es := w.some(20)
			what = fmt.Sprint("lost ", len(es))
			w.t.Lost(c, es)
			for _, e := range es {
				w.modelMark(driver.Removed, c, e)
			}
		case 13, 14, 15, 16:
			n := uint64(1)
			switch w.rng.IntN(12) {
			case 0:
				n = 1 + w.rng.Uint64N(uint64(ring)+3)
			case 1:
				n = 1_000_000
			}
			what = fmt.Sprint("end of frames ", n)
			w.endFrame(n)
		case 17:
			if w.rng.IntN(40) == 0 {
				what = "reset"
				w.reset()
				saves = nil
				break
			}
			if w.rng.IntN(3) > 0 {
				continue
			}
			k := driver.Kinds(w.rng.IntN(16))
			c, all := driver.ComponentID(w.rng.IntN(len(trackedKinds))), w.rng.IntN(3) == 0
			what = fmt.Sprintf("clear %v of %d, all %t", k, c, all)
			w.clear(k, c, all)
		case 18:
			what = "save"
			saves = append(saves, save{w.t.Save(unwanted), w.model.clone(), slices.Clone(w.living), slices.Clone(w.moments), w.timeline})
			unwanted = w.t.Save(nil)
		case 19:
			if len(saves) == 0 || w.rng.IntN(2) > 0 {
				continue
			}
			s := saves[w.rng.IntN(len(saves))]
			what = "load"
			w.restore(s.living)
			w.t.Load(s.state)
			w.old = []driver.Window{{}}
			w.model, w.living, w.moments, w.timeline = s.model.clone(), slices.Clone(s.living), slices.Clone(s.moments), s.ran
		}
		if err := w.t.validate(); err != nil {
			t.Fatalf("seed %d step %d, %s: %v", seed, step, what, err)
		}
		if err := w.compare(); err != nil {
			t.Fatalf("seed %d step %d, %s: %v", seed, step, what, err)
		}
		if err := w.t.validate(); err != nil {
			t.Fatalf("seed %d step %d, after the questions: %v", seed, step, err)
		}
	}
}

// compare asks everything for some windows.
func (w *world) compare() error {
	win := w.t.Begin(&w.timeline)
	after := uint64(1)
	if w.timeline.Ran {
		after = uint64(w.timeline.Last)
	}
	if err := w.compareWindow(win, span{after, w.model.cur}); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	w.t.Close(&w.timeline)
	if w.rng.IntN(3) == 0 {
		w.t.Finish(&w.timeline)
	}
	m := w.moments[max(0, len(w.moments)-1-w.rng.IntN(8))]
	if err := w.compareWindow(w.t.Since(m), span{uint64(m), w.model.cur}); err != nil {
		return fmt.Errorf("since %d at %d: %w", m, w.t.cur, err)
	}
	// A window that frames have ended since, as a pass that stays open has.
	win = w.old[w.rng.IntN(len(w.old))]
	if err := w.compareWindow(win, span{uint64(win.After), uint64(win.Upto)}); err != nil {
		return fmt.Errorf("old window %v at %d: %w", win, w.t.cur, err)
	}
	if w.old = append(w.old, w.t.Since(m)); len(w.old) > 5 {
		w.old = w.old[1:]
	}
	return nil
}

func (w *world) compareWindow(win driver.Window, at span) error {
	if win.Overflow {
		return fmt.Errorf("overflow")
	}
	for _, r := range w.records() {
		if err := w.compareWords(r, win, at); err != nil {
			return fmt.Errorf("words of %v %d: %w", r.Kind, r.Component, err)
		}
		ch, es, _ := w.chunk()
		var out driver.Bits
		for i := range out {
			out[i] = w.rng.Uint64()
		}
		w.t.Filter(r, win, ch, -1, &out)
		for k, e := range es {
			if got, want := out.Has(k), w.model.sees(r, e, at); got != want {
				return fmt.Errorf("filter of %v %d (run %t, rows %t): match %d, %v: %t, want %t",
					r.Kind, r.Component, ch.Run, ch.Entities.Rows != nil, k, e, got, want)
			}
		}
	}
	return w.compareRemovals(win, at)
}

func (w *world) compareWords(r driver.Record, win driver.Window, at span) error {
	found := map[uint32]bool{}
	for chunk, ok := w.t.NextChunk(r, win, 0); ok; chunk, ok = w.t.NextChunk(r, win, chunk+1) {
		var out driver.Bits
		for i := range out { // words outside the summary count as zero
			out[i] = w.rng.Uint64()
		}
		for s := w.t.Words(r, win, chunk, &out); s != 0; s &= s - 1 {
			k := bits.TrailingZeros64(s)
			for word := out[k]; word != 0; word &= word - 1 {
				found[chunk<<driver.RowBits+uint32(k<<6+bits.TrailingZeros64(word))] = true
			}
		}
	}
	for _, e := range w.living {
		if got, want := found[e.Index()], w.model.sees(r, e, at); got != want {
			return fmt.Errorf("%v: %t, want %t", e, got, want)
		}
	}
	return nil
}

func (w *world) compareRemovals(win driver.Window, at span) error {
	for c := range trackedKinds {
		r := driver.Record{Kind: driver.Removed, Component: driver.ComponentID(c)}
		var want []driver.Entity
		for _, e := range w.living {
			if w.model.sees(r, e, at) {
				want = append(want, e)
			}
		}
		slices.SortFunc(want, byIndex)
		if got := w.t.Removals(r.Component, win, nil); !slices.Equal(got, want) {
			return fmt.Errorf("removals of %d: %v, want %v", c, got, want)
		}
	}
	return nil
}
