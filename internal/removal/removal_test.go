package removal

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ecslab/ecs/driver"
)

const tracked driver.ComponentID = 2

// place makes handles live.
func place(d *driver.Directory, n int) []driver.Entity {
	es := make([]driver.Entity, n)
	d.Allocate(es)
	for _, e := range es {
		d.SetPlace(e, e.Index())
	}
	return es
}

func check(t *testing.T, l *Log) {
	t.Helper()
	if err := l.validate(); err != nil {
		t.Fatal(err)
	}
}

// members lists a set by its index chunks.
func members(t *testing.T, s *Set) (list []uint32) {
	t.Helper()
	for from := uint32(0); ; {
		chunk, ok := s.NextChunk(from)
		if !ok {
			return list
		}
		if chunk < from {
			t.Fatalf("next chunk from %d is %d", from, chunk)
		}
		var out driver.Bits
		for i := range out {
			out[i] = 0xDEADBEEF // words that are not named are not written
		}
		summary := s.Words(chunk, &out)
		if summary == 0 {
			t.Fatalf("chunk %d has no members", chunk)
		}
		for i, w := range out {
			if summary>>i&1 == 0 {
				if w != 0xDEADBEEF {
					t.Fatalf("word %d of chunk %d is written and not named", i, chunk)
				}
				continue
			}
			for k := range 64 {
				if w>>k&1 != 0 {
					list = append(list, chunk<<driver.RowBits+uint32(i*64+k))
				}
			}
		}
		from = chunk + 1
	}
}

// TestLog runs random operations beside a list of all that happened.
func TestLog(t *testing.T) {
	type removed struct {
		e            driver.Entity
		stamp, frame uint64
	}
	for _, kept := range []int{1, 2, 4} {
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 0))
		d := driver.NewDirectory()
		// Indices far apart, beyond the first 64 index chunks too.
		es := place(d, 400_000)
		l := NewLog(kept, d)
		l.Track(tracked)
		l.Track(0)
		var all []removed
		stamp, frame := uint64(1<<40), uint64(10)
		var kept1 Saved
		var all1 []removed
		for step := range 600 {
			switch op := r.IntN(10); {
			case op < 5:
				n := r.IntN(20)
				from := []int{0, 63, 4090, 123_000, 299_000, 399_900}[r.IntN(6)] + r.IntN(80)
				batch := es[from : from+n]
				l.Add(tracked, batch, stamp)
				l.Add(1, batch, stamp) // not tracked
				for _, e := range batch {
					all = append(all, removed{e, stamp, frame})
				}
			case op == 5:
				n := uint64(r.IntN(kept + 2))
				l.EndFrames(n)
				frame += n
				all = slices.DeleteFunc(all, func(ev removed) bool { return ev.frame+uint64(kept) <= frame })
			case op == 6:
				i := []int{0, 63, 4090, 123_000}[r.IntN(4)] + r.IntN(80)
				d.Release(es[i : i+1])
				es[i] = place(d, 1)[0] // on the same index
				l.Died()
			case op == 7:
				kept1, all1 = l.Save(), slices.Clone(all)
				for i := range all1 {
					all1[i].frame -= frame // by age
				}
			case op == 8 && kept1.lists != nil && r.IntN(3) == 0:
				l.Load(kept1)
				all = slices.Clone(all1)
				for i := range all {
					all[i].frame += frame
				}
				stamp += 10
			case op == 9 && r.IntN(10) == 0:
				l.Clear(tracked)
				all = nil
			}
			check(t, l)
			stamp += uint64(r.IntN(2))
			for range 3 {
				after := stamp - uint64(r.IntN(30))
				var want, living []driver.Entity
				for _, ev := range all {
					if ev.stamp > after {
						want = append(want, ev.e)
						if d.Alive(ev.e) {
							living = append(living, ev.e)
						}
					}
				}
				if got := l.Append(tracked, after, nil); !slices.Equal(got, want) {
					t.Fatalf("seed %d, %d kept, step %d: events after %d: %v, want %v", seed, kept, step, after, got, want)
				}
				var indices []uint32
				for _, e := range living {
					indices = append(indices, e.Index())
				}
				slices.Sort(indices)
				indices = slices.Compact(indices)
				s := l.Set(tracked, after)
				if got := members(t, s); !slices.Equal(got, indices) || s.Len() != len(indices) {
					t.Fatalf("seed %d, %d kept, step %d: set after %d: %v, want %v", seed, kept, step, after, got, indices)
				}
				if l.Set(tracked, after) != s {
					t.Fatal("the same question was answered anew")
				}
				check(t, l)
			}
		}
		if l.Set(1, 0).Len() != 0 || l.Append(1, 0, nil) != nil {
			t.Error("an untracked component has events")
		}
		if l.Bytes() < len(all)*eventBytes {
			t.Errorf("%d events in %d bytes", len(all), l.Bytes())
		}
	}
}

// TestFilter compares the forms of a chunk with single bits, at all offsets.
func TestFilter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	d := driver.NewDirectory()
	es := place(d, 3*driver.ChunkRows)
	l := NewLog(2, d)
	l.Track(tracked)
	for _, e := range es {
		if r.IntN(3) == 0 {
			l.Add(tracked, []driver.Entity{e}, 5)
		}
	}
	s := l.Set(tracked, 4)
	for range 500 {
		first := r.IntN(len(es))
		n := 1 + r.IntN(min(driver.ChunkRows, len(es)-first))
		ch := &driver.Chunk{N: n, Run: true, First: uint32(first)}
		ch.Entities.Base = &es[first]
		var run, each driver.Bits
		run.Fill(driver.ChunkRows)
		each.Fill(driver.ChunkRows)
		s.Filter(ch, &run)
		ch.Run = false
		s.Filter(ch, &each)
		for k := range n {
			want := s.bit(uint32(first+k)) != 0
			if run.Has(k) != want || each.Has(k) != want {
				t.Fatalf("from %d, match %d of %d: run %t, each %t, want %t", first, k, n, run.Has(k), each.Has(k), want)
			}
		}
	}
}

// TestSteady makes sure that a frame like the last takes no memory.
func TestSteady(t *testing.T) {
	d := driver.NewDirectory()
	es := place(d, 1000)
	l := NewLog(4, d)
	l.Track(tracked)
	stamp := uint64(0)
	var out driver.Bits
	var list []driver.Entity
	frame := func() {
		stamp++
		l.Add(tracked, es[:100], stamp)
		for _, after := range []uint64{stamp - 1, 0} {
			s := l.Set(tracked, after)
			for chunk, ok := s.NextChunk(0); ok; chunk, ok = s.NextChunk(chunk + 1) {
				s.Words(chunk, &out)
			}
			list = l.Append(tracked, after, list[:0])
		}
		l.Died()
		l.EndFrames(1)
	}
	for range 10 {
		frame()
	}
	if n := testing.AllocsPerRun(100, frame); n > 0 {
		t.Errorf("%.1f allocations a frame", n)
	}
}
