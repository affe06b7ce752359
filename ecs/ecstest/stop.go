package ecstest

import (
	"errors"
	"fmt"
)

// errStop is what some fills panic with.
var errStop = errors.New("the fill stops")

// stop is after how many of n entities a fill panics, at the end of the chunk; -1,
// mostly, if it does not. The reference's chunks are of one entity, so both worlds
// stop after the same one.
func (s *sequence) stop(n int) int {
	if s.src.intn(8) > 0 {
		return -1
	}
	return s.src.intn(n + 1)
}

func stopping(stop int) string {
	if stop < 0 {
		return ""
	}
	return fmt.Sprintf(", panicking after %d or more", stop)
}

// stoppable makes a batch, whose fill may stop it.
func stoppable(batch func() error) error {
	defer func() {
		if r := recover(); r != nil && r != error(errStop) {
			panic(r)
		}
	}()
	return batch()
}
