package bitmap

import (
	"math/bits"
	"testing"

	"ecslab/ecs/driver"
)

// inUse is the number of blocks that are not in the pool.
func (t *tracker) inUse() int { return t.blocks.made - len(t.blocks.free) }

// TestMemoryWhereMarked follows blocks from the first mark to the collector.
func TestMemoryWhereMarked(t *testing.T) {
	const ring = 3
	w := newWorld(1, ring, false, false)
	w.spawn(3*driver.ChunkRows + 10)
	if n := w.t.blocks.made; n != 0 {
		t.Fatalf("spawning untracked took %d blocks", n)
	}
	empty := w.t.Bytes()
	win := func() driver.Window { return w.t.Since(0) }

	w.t.MarkCell(0, driver.Changed, w.living[0], nil)
	w.t.MarkCell(0, driver.Changed, w.living[driver.ChunkRows-1], nil)
	w.t.MarkCell(0, driver.Changed, w.living[3*driver.ChunkRows], nil)
	if n := w.t.inUse(); n != 2 {
		t.Fatalf("marks in two index chunks took %d blocks", n)
	}
	if got := w.t.Bytes(); got < empty+2*520 || got > empty+2*520+512 {
		t.Errorf("two blocks take %d bytes", got-empty)
	}
	for tick := range ring {
		w.endFrame(1)
		if n := w.t.inUse(); n != 2 {
			t.Fatalf("%d blocks after %d ticks", n, tick+1)
		}
		if chunk, ok := w.t.NextChunk(changed, win(), 1); !ok || chunk != 3 {
			t.Fatalf("the next chunk is %d %t", chunk, ok)
		}
	}
	w.endFrame(1)
	if n := w.t.inUse(); n != 0 {
		t.Fatalf("%d blocks after %d ticks", n, ring+1)
	}
	if _, ok := w.t.NextChunk(changed, win(), 0); ok {
		t.Fatal("a record came through")
	}
	w.endFrame(2*idleTicks + 1)
	if n := w.t.blocks.made + w.t.layers.made; n != 0 {
		t.Fatalf("%d blocks and layers are kept after %d idle ticks", n, 2*idleTicks)
	}
	if err := w.t.validate(); err != nil {
		t.Fatal(err)
	}
}

// TestPoolKeepsWhatComesBack has a burst every 20 ticks, which must not
// allocate again and again.
func TestPoolKeepsWhatComesBack(t *testing.T) {
	w := newWorld(1, 2, false, false)
	w.spawn(5 * driver.ChunkRows)
	burst := func() {
		for chunk := range 5 {
			w.t.MarkCell(0, driver.Changed, w.living[chunk*driver.ChunkRows], nil)
		}
		for range 20 {
			w.t.EndFrame(1)
		}
	}
	for range 10 {
		burst()
	}
	if n := testing.AllocsPerRun(30, burst); n != 0 {
		t.Errorf("%v allocations a burst", n)
	}
	if w.t.blocks.made != 5 {
		t.Errorf("%d blocks for bursts of 5", w.t.blocks.made)
	}
}

// TestNoAllocations runs frames of everything that happens in steady state.
func TestNoAllocations(t *testing.T) {
	for _, ring := range []int{1, 8} {
		for _, run := range []bool{true, false} {
			s := newStage(3*driver.ChunkRows-100, ring, 4, !run)
			dst := make([]driver.Entity, 0, len(s.es))
			var line driver.Timeline
			some := s.es[100:400]
			frame := func() {
				s.each(func(ch *driver.Chunk) { s.t.Mark(0, driver.Added|driver.Changed, ch, 0) })
				s.t.MarkCell(1, driver.Changed, s.es[5], nil)
				s.t.Shape(driver.Changed, 1).Bits.Set(s.es[6])
				s.t.Lost(2, some)
				s.t.Died(some)
				s.t.Born(some)
				w := s.t.Begin(&line)
				for c := range driver.ComponentID(3) {
					for _, k := range []driver.Kinds{driver.Added, driver.Changed, driver.Removed, driver.Created} {
						r := driver.Record{Kind: k, Component: c}
						for _, w := range []driver.Window{w, s.t.Since(driver.Moment(s.t.cur - 1)), s.t.Since(0)} {
							s.each(func(ch *driver.Chunk) { s.t.Filter(r, w, ch, 0, &s.out) })
							for chunk, ok := s.t.NextChunk(r, w, 0); ok; chunk, ok = s.t.NextChunk(r, w, chunk+1) {
								s.t.Words(r, w, chunk, &s.out)
							}
						}
					}
					dst = s.t.Removals(c, w, dst[:0])
				}
				s.t.Close(&line)
				s.t.Finish(&line)
				s.t.EndFrame(1)
			}
			for range 3 * (ring + 1) {
				frame()
			}
			if n := testing.AllocsPerRun(100, frame); n != 0 {
				t.Errorf("ring %d, run %t: %v allocations a frame", ring, run, n)
			}
			if err := s.t.validate(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestFarIndices marks indices up to the highest that there can be, so that
// the sets of index chunks have many words.
func TestFarIndices(t *testing.T) {
	w := newWorld(1, 2, true, false)
	indices := []uint32{0, 63, 64, 4095, 4096, 64*4096 - 1, 64 * 4096, 64*4096 + 1, 128 * 4096, 1<<25 - 1}
	var es []driver.Entity
	for _, index := range indices {
		es = append(es, driver.MakeEntity(index, 1))
	}
	w.t.Born(es)
	w.t.EndFrame(1)
	if err := w.t.validate(); err != nil {
		t.Fatal(err)
	}
	var got []uint32
	var out driver.Bits
	r, win := driver.Record{Kind: driver.Created}, w.t.Since(0)
	for chunk, ok := w.t.NextChunk(r, win, 0); ok; chunk, ok = w.t.NextChunk(r, win, chunk+1) {
		for s := w.t.Words(r, win, chunk, &out); s != 0; s &= s - 1 {
			k := bits.TrailingZeros64(s)
			for word := out[k]; word != 0; word &= word - 1 {
				got = append(got, chunk<<driver.RowBits+uint32(k<<6+bits.TrailingZeros64(word)))
			}
		}
	}
	if len(got) != len(indices) {
		t.Fatalf("%v, want %v", got, indices)
	}
	for i, index := range got {
		if index != indices[i] {
			t.Fatalf("%v, want %v", got, indices)
		}
	}
}

// TestFill compares with setting bit by bit.
func TestFill(t *testing.T) {
	for _, from := range []uint32{0, 1, 62, 63, 64, 65, 127, 128, 4000, 4031, 4032, 4094, 4095} {
		for _, n := range []uint32{1, 2, 62, 63, 64, 65, 66, 127, 128, 129, 4095, 4096} {
			if from+n > driver.ChunkRows {
				continue
			}
			var got driver.BitBlock // with bits around that must stay
			got.Words[from>>6], got.Summary = 1<<(n&63), 1<<(from>>6)
			got.Words[(from+n-1)>>6] |= 1 << 63
			got.Summary |= 1 << ((from + n - 1) >> 6)
			want := got
			m := driver.BitMarks{Blocks: []*driver.BitBlock{&want}}
			fill(&got, from, n)
			for k := range n {
				m.Set(driver.MakeEntity(from+k, 1))
			}
			if got != want {
				t.Errorf("%d bits from %d: %x, want %x", n, from, got, want)
			}
		}
	}
}
