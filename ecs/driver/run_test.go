package driver

import (
	"math/rand/v2"
	"testing"
)

func TestConsecutive(t *testing.T) {
	for n := 1; n <= 40; n++ {
		for try := range 40 * n {
			stop := 1 + try%n
			es, rows := make([]Entity, n), make([]uint32, n)
			for i := range n {
				index := uint32(100 + i)
				switch {
				case i == stop:
					index += 1 + rand.Uint32N(7)
				case i > stop && try%3 > 0:
					index = 90 + rand.Uint32N(60)
				}
				es[i], rows[i] = MakeEntity(index, uint32(1+i%3)), index
			}
			if got := Consecutive(es); got != stop {
				t.Errorf("Consecutive of %d with a gap after %d is %d", n, stop, got)
			}
			if got := ConsecutiveRows(rows); got != stop {
				t.Errorf("ConsecutiveRows of %d with a gap after %d is %d", n, stop, got)
			}
		}
	}
}

// TestRunAtEnd: wherever a list breaks, the handles after it are counted.
func TestRunAtEnd(t *testing.T) {
	for n := 1; n < 60; n++ {
		es := make([]Entity, n)
		count(es, MakeEntity(1000, 3))
		if got := runAtEnd(es); got != n {
			t.Errorf("%d of %d", got, n)
		}
		for at := range n - 1 {
			es[at] ^= 1 << (at % 40)
			if got := runAtEnd(es); got != n-1-at {
				t.Errorf("broken at %d: %d of %d", at, got, n)
			}
			es[at] ^= 1 << (at % 40)
		}
	}
}

func TestCommon(t *testing.T) {
	list := make([]Entity, 5000)
	for i := range list {
		list[i] = MakeEntity(uint32(i), 7)
	}
	for _, n := range []int{0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 4096, 5000} {
		if got := Common(list, list[:n]); got != n {
			t.Errorf("prefix of %d: %d", n, got)
		}
		for _, at := range []int{0, 1, 3, 7, 8, 31, 255, 256, 300, 999, 4095} {
			if at >= n {
				continue
			}
			other := append([]Entity(nil), list[:n]...)
			other[at] = MakeEntity(uint32(at), 8)
			if got := Common(other, list); got != at {
				t.Errorf("%d with a difference at %d: %d", n, at, got)
			}
		}
	}
}
