package model

import (
	"slices"
	"testing"

	"ecslab/replay"
)

// The published first outputs of SplitMix64 for the seed 1234567.
func TestSplitMix64(t *testing.T) {
	random := splitMix64{1234567}
	for _, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821,
	} {
		if got := random.next(); got != want {
			t.Fatalf("next() = %d, want %d", got, want)
		}
	}
}

func TestSpawnBeyondTheLimit(t *testing.T) {
	file, err := replay.Parse("limit.trace", []byte("spawn a*3\nspawn b\nspawn c*2\ndespawn b\nspawn c\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := NewMachine(file, "ticks")
	m.world.limit = 4
	var failed []int
	m.execAll(file.Body, func(o Outcome) {
		if o.Mismatch != "" {
			failed = append(failed, o.Line())
		}
	})
	if want := []int{3}; !slices.Equal(failed, want) {
		t.Errorf("unexpected errors in lines %v, want %v", failed, want)
	}
}
