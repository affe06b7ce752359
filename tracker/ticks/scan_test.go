package ticks

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ecslab/ecs/driver"
)

// densities are the percentages of rows in the window that the tests try.
var densities = []int{0, 1, 2, 5, 20, 50, 90, 100}

// has is the rule as it is written, for the tests.
func (w window) has(stamp uint32) bool { return uint64(w.now-stamp) < w.width }

// stampsOf are n stamps of which about percent lie in the window. The others
// have ages over the whole range, those at the window's edge often.
func stampsOf(r *rand.Rand, w window, n, percent int) []uint32 {
	stamps := make([]uint32, n)
	for i := range stamps {
		age := uint64(0)
		switch {
		case r.IntN(100) < percent && w.width > 0:
			age = r.Uint64N(w.width)
			if r.IntN(4) == 0 {
				age = w.width - 1
			}
		case r.IntN(3) == 0:
			age = w.width
		default:
			age = w.width + r.Uint64N(1<<32-w.width)
		}
		stamps[i] = w.now - uint32(age)
	}
	return stamps
}

// someWindows have their widths and their ends at all the edges.
func someWindows(r *rand.Rand) (ws []window) {
	nows := []uint32{0, 1, 5, 1 << 31, 1<<31 - 1, 0xFFFFFFFF, r.Uint32()}
	widths := []uint64{0, 1, 2, 100, foldWidth - 1, foldWidth, foldWidth + 1, maxAge - 1, maxAge, r.Uint64N(maxAge)}
	for _, now := range nows {
		for _, width := range widths {
			ws = append(ws, window{now, width})
		}
	}
	return ws
}

func TestScan(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	sizes := []int{0, 1, 15, 16, 17, 31, 63, 64, 65, 127, 128, 200, 4095, 4096}
	for _, w := range someWindows(r) {
		for _, percent := range densities {
			for _, n := range append(sizes, r.IntN(driver.ChunkRows)) {
				stamps := stampsOf(r, w, n, percent)
				var out driver.Bits
				for i := range out {
					out[i] = r.Uint64() // what was there before must not show
				}
				w.scan(stamps, &out)
				for i, stamp := range stamps {
					age := min(uint64(w.now-stamp), maxAge)
					if want := w.width > age; out.Has(i) != want || w.has(stamp) != want {
						t.Fatalf("seed %d: %+v, %d rows, %d %%, row %d of age %d: got %t, want %t",
							seed, w, n, percent, i, age, out.Has(i), want)
					}
				}
			}
		}
	}
}

// TestScanOneRow has a single row in the window among old ones that make
// borrows or none, at each place and age: what the fold must not lose.
func TestScanOneRow(t *testing.T) {
	for _, width := range []uint64{1, 2, 100, foldWidth - 1, foldWidth, foldWidth + 1, maxAge} {
		for _, now := range []uint32{uint32(width), uint32(width) + 5, uint32(width) - 1, 0xFFFFFFFF, 1 << 31} {
			w := window{now, width}
			for _, older := range []uint64{0, 1, 15, 1<<31 - 1, 1 << 31} {
				if width+older > 1<<32-1 {
					continue
				}
				for row := range word {
					for _, age := range []uint32{0, uint32(width - 1)} {
						stamps := make([]uint32, word)
						for i := range stamps {
							stamps[i] = now - uint32(width+older)
						}
						stamps[row] = now - age
						var out driver.Bits
						w.scan(stamps, &out)
						if out[0] != 1<<row {
							t.Fatalf("%+v, others %d older: row %d of age %d gives %x", w, older, row, age, out[0])
						}
					}
				}
			}
		}
	}
}

func TestClamp(t *testing.T) {
	for _, now := range []uint32{0, 1, 1000, maxAge, 0xFFFFFFFF} {
		for _, c := range []struct{ age, want uint32 }{
			{0, 0}, {1, 1}, {maxAge - 1, maxAge - 1}, {maxAge, maxAge}, {maxAge + 1, maxAge}, {0xFFFFFFFF, maxAge},
		} {
			stamps := []uint32{now - c.age}
			clamp(stamps, now)
			if age := now - stamps[0]; age != c.want {
				t.Errorf("at %d, age %d became %d, want %d", now, c.age, age, c.want)
			}
		}
	}
}

// plain is the scan that a reader would write first: the floor of the others.
//
//go:noinline
func plain(w window, stamps []uint32, out *driver.Bits) {
	clear(out[:(len(stamps)+63)>>6])
	for i, stamp := range stamps {
		if w.has(stamp) {
			out[i>>6] |= 1 << (i & 63)
		}
	}
}

func BenchmarkScan(b *testing.B) {
	w := window{1_000_000, 100}
	for _, percent := range []int{0, 1, 5, 50, 100} {
		r := rand.New(rand.NewPCG(1, 1))
		stamps := make([]uint32, driver.ChunkRows)
		for i := range stamps {
			stamps[i] = w.now - 5000 - r.Uint32N(1000)
			if r.IntN(100) < percent {
				stamps[i] = w.now - r.Uint32N(100)
			}
		}
		var out driver.Bits
		for _, way := range []struct {
			name string
			scan func(window, []uint32, *driver.Bits)
		}{{"plain", plain}, {"scan", window.scan}} {
			b.Run(fmt.Sprintf("%d%%/%s", percent, way.name), func(b *testing.B) {
				for b.Loop() {
					way.scan(w, stamps, &out)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/driver.ChunkRows, "ns/row")
			})
		}
	}
}

func BenchmarkFill(b *testing.B) {
	stamps := make([]uint32, driver.ChunkRows)
	for _, way := range []struct {
		name string
		fill func([]uint32, uint32)
	}{
		{"loop", func(s []uint32, v uint32) {
			for i := range s {
				s[i] = v
			}
		}},
		{"fill", driver.Fill[uint32]},
	} {
		b.Run(way.name, func(b *testing.B) {
			for b.Loop() {
				way.fill(stamps, 3)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/driver.ChunkRows, "ns/row")
		})
	}
}
