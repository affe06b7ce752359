package scenarios

import (
	"math/rand/v2"
	"reflect"
	"slices"
)

// Placement makes the slices of floors. Where they begin relative to a page
// differs from seed to seed, so that placement is noise and not bias; and no
// two of them begin on the same offset, because a loop over two columns whose
// addresses agree modulo 4096 took 1.36 times as long.
type Placement struct {
	line int // cache line of its page in which the next slice begins
}

const (
	lineBytes    = 64
	linesInPage  = 4096 / lineBytes
	linesBetween = 9 // coprime to linesInPage: the offsets repeat after 64 slices
)

// NewPlacement begins at an offset that the seed decides.
func NewPlacement(seed uint64) *Placement { return &Placement{line: int(seed % linesInPage)} }

// Slice makes a slice of n zero values.
func Slice[T any](p *Placement, n int) []T {
	skip := p.line * lineBytes / max(int(reflect.TypeFor[T]().Size()), 1)
	p.line = (p.line + linesBetween) % linesInPage
	return make([]T, skip+n)[skip : skip+n : skip+n]
}

// Shuffled is a copy of list in an order that the seed decides.
func Shuffled[T any](list []T, seed uint64) []T {
	out := slices.Clone(list)
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
