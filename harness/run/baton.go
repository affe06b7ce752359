package run

import (
	"math/rand/v2"
	"sync"
)

// baton lets two children work by turns: never both, in every pair of turns
// each once, and which of them is first is drawn anew for each pair.
//
// Invariants:
//
//  1. At most one child is running: it started, or was granted a turn, and has
//     not asked again or ended since.
//  2. A turn is granted only while nobody runs.
type baton struct {
	mu      sync.Mutex
	changed *sync.Cond
	rng     *rand.Rand
	state   [2]turnState
	next    []int // who is still to come in this pair of turns
}

type turnState int

const (
	starting turnState = iota // has not asked yet; does nothing before it does
	waiting
	running
	ended
)

func newBaton(rng *rand.Rand) *baton {
	b := &baton{rng: rng}
	b.changed = sync.NewCond(&b.mu)
	return b
}

// wait says that child i asks, and returns when it is its turn.
func (b *baton) wait(i int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state[i] = waiting
	b.grant()
	for b.state[i] == waiting {
		b.changed.Wait()
	}
}

// end says that child i does nothing any more.
func (b *baton) end(i int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state[i] = ended
	b.grant()
}

// grant gives the turn away if nobody has it and both have spoken.
func (b *baton) grant() {
	for _, s := range b.state {
		if s == running || s == starting {
			return
		}
	}
	for {
		if len(b.next) == 0 {
			first := b.rng.IntN(2)
			b.next = []int{first, 1 - first}
		}
		i := b.next[0]
		b.next = b.next[1:]
		if b.state[i] == waiting {
			b.state[i] = running
			b.changed.Broadcast()
			return
		}
		if b.state[0] == ended && b.state[1] == ended {
			return
		}
	}
}
