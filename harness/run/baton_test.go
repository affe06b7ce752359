package run

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
)

// TestBaton lets two workers take turns for random lengths: never both at once,
// and in every pair of turns each once as long as both live.
func TestBaton(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 1))
		turns := [2]int{rng.IntN(40), rng.IntN(40)}
		b := newBaton(rand.New(rand.NewPCG(seed, 2)))
		var running atomic.Int32
		var order []int // written by whoever has the turn
		var workers sync.WaitGroup
		for i := range 2 {
			workers.Go(func() {
				defer b.end(i)
				for range turns[i] {
					b.wait(i)
					if running.Add(1) != 1 {
						t.Errorf("seed %d: both have the turn", seed)
					}
					order = append(order, i)
					running.Add(-1)
				}
			})
		}
		workers.Wait()
		if len(order) != turns[0]+turns[1] {
			t.Fatalf("seed %d: %d turns of %v", seed, len(order), turns)
		}
		for k := 0; k+1 < 2*min(turns[0], turns[1]); k += 2 {
			if order[k] == order[k+1] {
				t.Fatalf("seed %d: a pair of turns had %d twice: %v", seed, order[k], order)
			}
		}
	}
}

func TestBatonDrawsWhoIsFirst(t *testing.T) {
	b := newBaton(rand.New(rand.NewPCG(1, 1)))
	first := [2]int{}
	var mu sync.Mutex
	n := 0
	var workers sync.WaitGroup
	for i := range 2 {
		workers.Go(func() {
			defer b.end(i)
			for range 200 {
				b.wait(i)
				mu.Lock()
				if n%2 == 0 {
					first[i]++
				}
				n++
				mu.Unlock()
			}
		})
	}
	workers.Wait()
	if first[0] < 60 || first[1] < 60 {
		t.Errorf("of 200 pairs %d and %d began with one side", first[0], first[1])
	}
}
