package frame

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"ecslab/ecs/driver"
)

// entities are n handles from an index on, some of them of later generations.
func entities(r *rand.Rand, first, n int) []driver.Entity {
	es := make([]driver.Entity, n)
	for i := range es {
		es[i] = driver.MakeEntity(uint32(first+i), 7+r.Uint32N(2))
	}
	return es
}

// chunks are the entities as a run and as a list.
func chunks(es []driver.Entity) (run, list *driver.Chunk) {
	run = &driver.Chunk{N: len(es), Run: true, First: es[0].Index()}
	run.Entities.Base = unsafe.SliceData(es)
	list = &driver.Chunk{N: len(es)}
	list.Entities.Base = unsafe.SliceData(es)
	return run, list
}

// TestFilter compares runs and lists with the records one by one: all
// densities, sizes and offsets, generations that fit and others.
func TestFilter(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	const after = 1000
	for _, percent := range []int{0, 1, 5, 50, 100} {
		for _, fits := range []int{0, 50, 99, 100} {
			for _, n := range []int{1, 2, 63, 64, 65, 1000, 4095, 4096, 1 + r.IntN(4096)} {
				first := []int{0, 1, 63, 4090, 4095, r.IntN(20_000)}[r.IntN(6)]
				es := entities(r, first, n)
				var rec records
				want := make([]bool, n)
				for k, e := range es {
					if r.IntN(10) == 0 {
						continue // nothing was ever recorded
					}
					in, fit := r.IntN(100) < percent, r.IntN(100) < fits
					stamp := 1 + r.Uint64N(after)
					if in {
						stamp = after + 1 + r.Uint64N(1<<60)
					}
					if r.IntN(20) == 0 {
						stamp = after // the bound itself is outside
						in = false
					}
					if !fit {
						e += 1 << 32
					}
					rec.set(e, stamp)
					want[k] = in && fit
				}
				run, list := chunks(es)
				for _, ch := range []*driver.Chunk{run, list} {
					var out driver.Bits
					out.Fill(driver.ChunkRows)
					rec.filter(ch, after, &out)
					for k := range want {
						if out.Has(k) != want[k] {
							t.Fatalf("seed %d: %d %%, %d from %d, run %t, match %d: got %t", seed, percent, n, first, ch.Run, k, out.Has(k))
						}
					}
				}
			}
		}
	}
}

// TestMark compares the ways to mark: run, list, rows with absent matches.
func TestMark(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 5, 64, 1000, 4096} {
		first := 4000 + r.IntN(200)
		es := entities(r, first, n)
		run, list := chunks(es)
		var a, b, c records
		a.mark(run, &driver.Column{}, 5)
		b.mark(list, &driver.Column{}, 5)
		column := driver.Column{Rows: make([]uint32, n)}
		for k := range column.Rows {
			if k%3 == 0 {
				column.Rows[k] = driver.NoRow
			}
		}
		c.mark(run, &column, 5)
		for i := range uint32(3 * driver.ChunkRows) {
			for k, rec := range []*records{&a, &b, &c} {
				p, at := rec.at(i>>driver.RowBits), i&(driver.ChunkRows-1)
				match := int(i) - first
				want := uint32(0)
				if match >= 0 && match < n && (k < 2 || match%3 != 0) {
					want = es[match].Generation()
				}
				if p.generations[at] != want || (want != 0) != (p.stamps[at] == 5) {
					t.Fatalf("%d from %d, way %d, index %d: stamp %d, generation %d, want %d",
						n, first, k, i, p.stamps[at], p.generations[at], want)
				}
			}
		}
	}
	if *empty != (page{}) {
		t.Fatal("the empty page was written")
	}
}

// plain is the scan over one page that a reader would write first.
func plain(p *page, es []driver.Entity, after uint64, out *driver.Bits) {
	clear(out[:(len(es)+63)>>6])
	for k, e := range es {
		if p.stamps[k] > after && p.generations[k] == e.Generation() {
			out[k>>6] |= 1 << (k & 63)
		}
	}
}

func BenchmarkFilter(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	es := make([]driver.Entity, driver.ChunkRows)
	for i := range es {
		es[i] = driver.MakeEntity(uint32(i), 7)
	}
	shuffled := slices.Clone(es)
	r.Shuffle(len(es), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	run, list := chunks(es)
	_, scattered := chunks(shuffled)
	for _, percent := range []int{0, 1, 50, 100} {
		var rec records
		for _, e := range es {
			stamp := uint64(5)
			if r.IntN(100) < percent {
				stamp = 10
			}
			rec.set(e, stamp)
		}
		var out driver.Bits
		for _, way := range []struct {
			name   string
			filter func()
		}{
			{"plain", func() { plain(rec.pages[0], es, 7, &out) }},
			{"run", func() { rec.filter(run, 7, &out) }},
			{"list", func() { rec.filter(list, 7, &out) }},
			{"shuffled", func() { rec.filter(scattered, 7, &out) }},
		} {
			b.Run(fmt.Sprintf("%d%%/%s", percent, way.name), func(b *testing.B) {
				for b.Loop() {
					way.filter()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/driver.ChunkRows, "ns/row")
			})
		}
	}
}

func BenchmarkMark(b *testing.B) {
	es := make([]driver.Entity, driver.ChunkRows)
	for i := range es {
		es[i] = driver.MakeEntity(uint32(i), 7)
	}
	run, list := chunks(es)
	var rec records
	for _, way := range []struct {
		name string
		ch   *driver.Chunk
	}{{"run", run}, {"list", list}} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				rec.mark(way.ch, &driver.Column{}, 3)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/driver.ChunkRows, "ns/row")
		})
	}
}
