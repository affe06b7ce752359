package bitmap

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"ecslab/ecs/driver"
)

// stage is a tracker of many components and n entities in one chunk list.
type stage struct {
	t   *tracker
	dir *driver.Directory
	es  []driver.Entity // in the order of the rows
	run bool            // the chunks say that their indices are consecutive
	ch  driver.Chunk
	out driver.Bits
}

func newStage(n, ring, components int, shuffled bool) *stage {
	s := &stage{t: New(ring, false).(*tracker), dir: driver.NewDirectory(), run: !shuffled}
	s.t.Attach(driver.TrackerEnv{Schema: &driver.Schema{}, Directory: s.dir, Created: true})
	for i := range components {
		s.t.Register(&driver.Component{ID: driver.ComponentID(i), Kinds: driver.PerComponent})
	}
	s.es = make([]driver.Entity, n)
	s.dir.Allocate(s.es)
	for _, e := range s.es {
		s.dir.SetPlace(e, e.Index())
	}
	s.t.Born(s.es)
	if shuffled {
		rng := rand.New(rand.NewPCG(1, 2))
		rng.Shuffle(n, func(i, j int) { s.es[i], s.es[j] = s.es[j], s.es[i] })
	}
	s.ch.Cols = make([]driver.Column, 1)
	s.t.EndFrame(1000)
	return s
}

// each visits the chunks.
func (s *stage) each(visit func(ch *driver.Chunk)) {
	for from := 0; from < len(s.es); from += driver.ChunkRows {
		s.ch.N = min(driver.ChunkRows, len(s.es)-from)
		s.ch.Entities.Base = &s.es[from]
		s.ch.Run, s.ch.First = s.run, s.es[from].Index()
		visit(&s.ch)
	}
}

// touch marks one of every entities as changed, scattered by a fixed seed.
func (s *stage) touch(c driver.ComponentID, every int) {
	rng := rand.New(rand.NewPCG(3, 4))
	bits := s.t.Shape(driver.Changed, c).Bits
	for range len(s.es) / every {
		bits.Set(s.es[rng.IntN(len(s.es))])
	}
}

var changed = driver.Record{Kind: driver.Changed}

func perEntity(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/entity")
}

// BenchmarkNothing is a query from the records with nothing changed, in a
// window of one tick and of eight.
func BenchmarkNothing(b *testing.B) {
	for _, n := range []int{1_000, 100_000, 1_000_000} {
		for _, ticks := range []uint64{1, 8} {
			s := newStage(n, 8, 16, false)
			w := s.t.Since(driver.Moment(s.t.cur - ticks))
			b.Run(fmt.Sprintf("n=%d/ticks=%d", n, ticks), func(b *testing.B) {
				for b.Loop() {
					if _, ok := s.t.NextChunk(changed, w, 0); ok {
						b.Fatal("changed")
					}
				}
			})
			s.touch(1, 100)
			s.t.EndFrame(1)
			w = s.t.Since(driver.Moment(s.t.cur - ticks))
			b.Run(fmt.Sprintf("n=%d/ticks=%d/filter", n, ticks), func(b *testing.B) {
				for b.Loop() {
					s.each(func(ch *driver.Chunk) { s.t.Filter(changed, w, ch, 0, &s.out) })
				}
				perEntity(b, n)
			})
		}
	}
}

// BenchmarkScattered is a scan of the changed entities, 1 % of 100 k, beside
// the hand-written scan of the words.
func BenchmarkScattered(b *testing.B) {
	const n = 100_000
	sink := uint32(0)
	for _, ticks := range []uint64{1, 8} {
		s := newStage(n, 8, 16, false)
		floor := make([]uint64, (n+63)/64)
		for range ticks {
			s.touch(0, 100)
			s.t.EndFrame(1)
		}
		w := s.t.Since(driver.Moment(s.t.cur - ticks))
		for chunk, l := uint32(0), s.t.of(0)[1].slots[(s.t.slot+s.t.slots-1)%s.t.slots]; ; chunk++ {
			c, ok := l.next(chunk)
			if !ok {
				break
			}
			copy(floor[c<<6:], l.blocks[c].Words[:])
			chunk = c
		}
		if ticks == 1 {
			b.Run("floor", func(b *testing.B) {
				for b.Loop() {
					for i, word := range floor {
						for ; word != 0; word &= word - 1 {
							sink += uint32(i<<6 + bits.TrailingZeros64(word))
						}
					}
				}
				perEntity(b, n)
			})
		}
		b.Run(fmt.Sprintf("ticks=%d", ticks), func(b *testing.B) {
			for b.Loop() {
				for chunk, ok := s.t.NextChunk(changed, w, 0); ok; chunk, ok = s.t.NextChunk(changed, w, chunk+1) {
					for sum := s.t.Words(changed, w, chunk, &s.out); sum != 0; sum &= sum - 1 {
						k := bits.TrailingZeros64(sum)
						for word := s.out[k&63]; word != 0; word &= word - 1 {
							sink += chunk<<driver.RowBits + uint32(k<<6+bits.TrailingZeros64(word))
						}
					}
				}
			}
			perEntity(b, n)
		})
	}
	_ = sink
}

// BenchmarkFilter is the filter of all chunks, by run and by entity.
func BenchmarkFilter(b *testing.B) {
	const n = 100_000
	for _, shuffled := range []bool{false, true} {
		for _, ticks := range []uint64{1, 8} {
			s := newStage(n, 8, 16, shuffled)
			for range ticks {
				s.touch(0, 100)
				s.t.EndFrame(1)
			}
			w := s.t.Since(driver.Moment(s.t.cur - ticks))
			if shuffled && ticks == 1 {
				b.Run("shuffled=true/floor", func(b *testing.B) { // a test in a flat array of words
					flat := make([]uint64, (n+63)/64)
					for b.Loop() {
						s.each(func(ch *driver.Chunk) {
							for k, e := range ch.Entities.Slice(ch.N) {
								s.out[k>>6&63] |= flat[uint32(e)>>6] >> (e & 63) & 1 << (k & 63)
							}
						})
					}
					perEntity(b, n)
				})
			}
			for _, fresh := range []bool{false, true} {
				b.Run(fmt.Sprintf("shuffled=%t/ticks=%d/fresh=%t", shuffled, ticks, fresh), func(b *testing.B) {
					for b.Loop() {
						if fresh {
							s.t.dropViews()
						}
						s.each(func(ch *driver.Chunk) { s.t.Filter(changed, w, ch, 0, &s.out) })
					}
					perEntity(b, n)
				})
			}
		}
	}
}

// BenchmarkMark is the mark of all chunks.
func BenchmarkMark(b *testing.B) {
	const n = 100_000
	for _, order := range []string{"run", "inorder", "descending", "shuffled"} {
		s := newStage(n, 8, 1, order == "shuffled")
		s.run = order == "run"
		if order == "descending" {
			for i, j := 0, n-1; i < j; i, j = i+1, j-1 {
				s.es[i], s.es[j] = s.es[j], s.es[i]
			}
		}
		b.Run(order+"/floor", func(b *testing.B) { // an OR in a flat array of words
			flat := make([]uint64, (n+63)/64)
			for b.Loop() {
				s.each(func(ch *driver.Chunk) {
					for _, e := range ch.Entities.Slice(ch.N) {
						flat[uint32(e)>>6] |= 1 << (e & 63)
					}
				})
			}
			perEntity(b, n)
		})
		b.Run(order+"/single", func(b *testing.B) {
			bits := s.t.Shape(driver.Changed, 0).Bits
			for b.Loop() {
				s.each(func(ch *driver.Chunk) {
					for _, e := range ch.Entities.Slice(ch.N) {
						bits.Set(e)
					}
				})
			}
			perEntity(b, n)
		})
		b.Run(order, func(b *testing.B) {
			for b.Loop() {
				s.each(func(ch *driver.Chunk) { s.t.Mark(0, driver.Changed, ch, 0) })
			}
			perEntity(b, n)
		})
	}
}

// BenchmarkEndFrame is a frame end with 48 rings, after marks in so many blocks.
func BenchmarkEndFrame(b *testing.B) {
	for _, blocks := range []int{0, 1, 48, 48 * 25} {
		for _, each := range []int{1, 64} {
			s := newStage(100_000, 8, 16, false)
			b.Run(fmt.Sprintf("blocks=%d/words=%d", blocks, each), func(b *testing.B) {
				for b.Loop() {
					for i := range blocks {
						s.t.rings[4+i%48].markRun(uint32(i/48)<<driver.RowBits, uint32(each*64))
					}
					s.t.EndFrame(1)
				}
				if blocks > 0 {
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(blocks), "ns/block")
				}
			})
		}
	}
}

// BenchmarkChurn is the death and rebirth of entities, one by one and in a
// batch, and a frame end, with 16 components that were all marked.
func BenchmarkChurn(b *testing.B) {
	for _, batch := range []int{1, 1000} {
		for _, held := range []bool{true, false} {
			s := newStage(10_000, 8, 16, false)
			b.Run(fmt.Sprintf("batch=%d/held=%t", batch, held), func(b *testing.B) {
				es := s.es[:1000]
				for b.Loop() {
					for c := range 16 {
						for range 3 {
							s.t.of(driver.ComponentID(c))[0].write.Set(s.es[0])
						}
					}
					for from := 0; from < len(es); from += batch {
						some := es[from : from+batch]
						s.t.Died(some)
						if !held {
							s.t.Born(some)
						}
					}
					s.t.EndFrame(1)
					if held {
						for from := 0; from < len(es); from += batch {
							s.t.Born(es[from : from+batch])
						}
					}
				}
				perEntity(b, len(es))
			})
		}
	}
}
