package bitmap

import (
	"strings"
	"testing"

	"ecslab/ecs/driver"
)

func TestWindows(t *testing.T) {
	at := func(cur uint64, ring int, strict bool) *tracker {
		tr := New(ring, strict).(*tracker)
		tr.EndFrame(cur - 1)
		return tr
	}
	never := driver.Timeline{}
	ran := func(m driver.Moment) driver.Timeline { return driver.Timeline{Ran: true, Last: m} }
	for _, c := range []struct {
		name   string
		cur    uint64
		ring   int
		strict bool
		line   driver.Timeline
		want   driver.Window
	}{
		{"first run at once", 1, 3, true, never, driver.Window{After: 1, Upto: 1, First: true}},
		{"first run, all kept", 4, 3, true, never, driver.Window{After: 1, Upto: 4, First: true}},
		{"first run is cut, never an error", 9, 3, true, never, driver.Window{After: 6, Upto: 9, First: true}},
		{"every tick", 9, 3, true, ran(8), driver.Window{After: 8, Upto: 9}},
		{"twice in a tick", 9, 3, true, ran(9), driver.Window{After: 9, Upto: 9}},
		{"as far as it goes", 9, 3, true, ran(6), driver.Window{After: 6, Upto: 9}},
		{"too far, cut", 9, 3, false, ran(5), driver.Window{After: 6, Upto: 9}},
		{"too far, error", 9, 3, true, ran(5), driver.Window{After: 6, Upto: 9, Overflow: true}},
		{"young world", 2, 255, true, ran(1), driver.Window{After: 1, Upto: 2}},
		{"ring of one", 3, 1, true, ran(2), driver.Window{After: 2, Upto: 3}},
		{"ring of one, too far", 3, 1, true, ran(1), driver.Window{After: 2, Upto: 3, Overflow: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := at(c.cur, c.ring, c.strict)
			if got := tr.Begin(&c.line); got != c.want {
				t.Errorf("Begin: %+v, want %+v", got, c.want)
			}
			if c.line.Ran {
				if got := tr.Since(c.line.Last); got != c.want {
					t.Errorf("Since: %+v, want %+v", got, c.want)
				}
			}
			tr.Close(&c.line)
			tr.Finish(&c.line)
			if want := ran(driver.Moment(c.cur)); c.line != want || tr.Moment() != want.Last {
				t.Errorf("after the run %+v at %d, want %+v", c.line, tr.Moment(), want)
			}
		})
	}
}

// TestStretch compares the slots of every window with counting them off.
func TestStretch(t *testing.T) {
	for _, ring := range []int{1, 2, 3, 8, 255} {
		tr := New(ring, false).(*tracker)
		slotOf := map[uint64]int{1: ring, 2: tr.slot} // no operation has the stamp 1
		for range 2*ring + 3 {
			tr.EndFrame(1)
			slotOf[tr.cur+1] = tr.slot
			for after := uint64(0); after <= tr.cur+1; after++ {
				for _, upto := range []uint64{after / 2, after, after + 1, tr.cur} {
					slot, n := tr.stretch(driver.Window{After: driver.Moment(after), Upto: driver.Moment(upto)})
					for stamp := max(after, tr.floor()) + 1; stamp <= min(upto, tr.cur); stamp++ {
						if n == 0 || slot != slotOf[stamp] {
							t.Fatalf("ring %d, cur %d, (%d, %d]: stamp %d is in slot %d, got %d, %d left",
								ring, tr.cur, after, upto, stamp, slotOf[stamp], slot, n)
						}
						slot, n = tr.after(slot), n-1
					}
				}
			}
		}
	}
}

func TestNew(t *testing.T) {
	if got := New(0, false).Settings(); got != "ring 8, overflow clamp" {
		t.Errorf("the default is %q", got)
	}
	if got := New(255, true).Settings(); got != "ring 255, overflow error" {
		t.Errorf("a ring of 255 is %q", got)
	}
	for _, ring := range []int{-1, 256} {
		func() {
			defer func() {
				if s, ok := recover().(string); !ok || !strings.Contains(s, "1 … 255") {
					t.Errorf("New(%d): %q", ring, s)
				}
			}()
			New(ring, false)
		}()
	}
}

func TestFixedAnswers(t *testing.T) {
	w := newWorld(1, 8, false, false)
	if w.t.Name() != "bitmap" || w.t.Beside(0) != 0 || w.t.Buries() || w.t.Implies(driver.Added) {
		t.Error("name, beside, buries or implies")
	}
	for _, k := range []driver.Kinds{driver.Added, driver.Changed, driver.Removed, driver.Created} {
		if !w.t.Indexes(k) {
			t.Errorf("does not index %v", k)
		}
	}
	for c, want := range []driver.MarkWay{driver.MarkBit, driver.MarkBit, driver.MarkNothing, driver.MarkNothing, driver.MarkNothing} {
		if got := w.t.Shape(driver.Changed, driver.ComponentID(c)).Way; got != want {
			t.Errorf("component %d is marked by way %d, want %d", c, got, want)
		}
	}
	w.spawn(10)
	w.endFrame(1)
	var out driver.Bits
	out.Fill(64)
	ch, _, _ := w.chunk()
	for _, r := range []driver.Record{{Kind: driver.Created}, {Kind: driver.Added, Component: 1}, {Kind: driver.Changed, Component: 77}} {
		win := w.t.Since(0)
		w.t.Filter(r, win, ch, -1, &out)
		if _, ok := w.t.NextChunk(r, win, 0); ok || out[0] != 0 || w.t.Words(r, win, 0, &out) != 0 {
			t.Errorf("%v of %d is not tracked, and reported", r.Kind, r.Component)
		}
	}
}
