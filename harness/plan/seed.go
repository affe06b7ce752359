package plan

import (
	"hash/fnv"
	"math/rand/v2"
	"strconv"
)

// Derive makes a seed for one purpose out of the run's seed. Different words
// give unrelated seeds; the same words give the same seed on every machine.
func Derive(seed uint64, words ...string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(strconv.FormatUint(seed, 16)))
	for _, w := range words {
		h.Write([]byte{0})
		h.Write([]byte(w))
	}
	// FNV mixes its last bytes badly; a finaliser (Stafford's mix 13) repairs it.
	x := h.Sum64()
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Rand is a generator with a derived seed.
func Rand(seed uint64, words ...string) *rand.Rand {
	s := Derive(seed, words...)
	return rand.New(rand.NewPCG(s, s^0x9e3779b97f4a7c15))
}
