package backends

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"ecslab/ecs"
)

// TestDamagedStreams: on every pair, a stream that is cut off anywhere or has
// any byte changed is refused with the offset, and the world answers as before.
func TestDamagedStreams(t *testing.T) {
	for _, backend := range All() {
		t.Run(backend.Pair(), func(t *testing.T) {
			const seed = 7
			r := rand.New(rand.NewPCG(seed, 4))
			k := newKept(backend)
			for k.Len() < 20 {
				k.step(t, r)
			}
			s, err := k.Save()
			if err != nil {
				t.Fatal(err)
			}
			var stream bytes.Buffer
			if _, err := s.WriteTo(&stream); err != nil {
				t.Fatal(err)
			}
			for range 10 {
				k.step(t, r)
			}
			before := k.values()
			refused := func(what string, at int, p []byte) {
				t.Helper()
				err := k.ReadSnapshot(bytes.NewReader(p))
				switch {
				case errors.Is(err, ecs.ErrDamaged) && strings.Contains(err.Error(), "at byte "):
				case errors.Is(err, ecs.ErrSnapshot) && at >= 8 && at < 12: // the version
				default:
					t.Fatalf("seed %d: %s at byte %d of %d: %v", seed, what, at, len(stream.Bytes()), err)
				}
			}
			for at := range stream.Len() {
				refused("cut off", at, stream.Bytes()[:at])
				p := bytes.Clone(stream.Bytes())
				p[at] ^= byte(1 + r.IntN(255))
				refused("changed", at, p)
			}
			now := k.values()
			if len(now) != len(before) {
				t.Fatalf("%d entities, %d before", len(now), len(before))
			}
			for e, v := range before {
				if now[e] != v {
					t.Fatalf("%v is %q, before %q", e, now[e], v)
				}
			}
			if err := k.ReadSnapshot(&stream); err != nil {
				t.Fatal(err)
			}
		})
	}
}
