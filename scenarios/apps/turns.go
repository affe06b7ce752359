package apps

import (
	"math/rand/v2"

	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

type (
	position = component.Position
	velocity = component.Velocity
	health   = component.Health
	stun     = component.Stun
)

// turns says whose turn it is: k of n entities in every frame, in a fixed
// random order that goes round.
type turns struct {
	order []uint32
	k     int
	next  int // place in order of the next one
	taken int // turns taken in all
}

func newTurns(n, k int) *turns {
	t := &turns{order: make([]uint32, n), k: k}
	for i, j := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
		t.order[i] = uint32(j)
	}
	return t
}

// frame are those of this frame: two stretches, the second of which begins the
// next round.
func (t *turns) frame() (a, b []uint32) {
	from := t.next
	t.taken += t.k
	t.next = (from + t.k) % len(t.order)
	if from+t.k <= len(t.order) {
		return t.order[from : from+t.k], nil
	}
	return t.order[from:], t.order[:from+t.k-len(t.order)]
}

// of is how many turns each entity has had.
func (t *turns) of() []int {
	had := make([]int, len(t.order))
	for at, i := range t.order {
		had[i] = t.taken / len(t.order)
		if at < t.taken%len(t.order) {
			had[i]++
		}
	}
	return had
}

// share is a part of n in hundredths of a percent, at least one.
func share(n, part int) int { return max(n*part/10000, 1) }

// shares are parts of the entities as they stand in names, in percent.
var shares = map[string]int{"0.05": 5, "0.1": 10, "1": 100, "10": 1000, "100": 10000}

// must ends a kernel that cannot go on; the harness reports it as incorrect.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// everyFrame is the kernel of a frame.
func everyFrame(frame func(), check func() error) scenarios.Kernel {
	return scenarios.Kernel{Check: check, Run: func(n int) {
		for range n {
			frame()
		}
	}}
}
