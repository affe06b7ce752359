package ecstest

import (
	"fmt"
	"slices"
)

// shrinkWork bounds what is tried to make a failing sequence shorter, in steps times
// the most entities of a batch, which is about the time that it takes: some seconds.
const shrinkWork = 4_000_000

// shortest runs a sequence with batches of so many entities. If it fails, the error
// is that of the shortest one that was found to fail. The same choices are always
// shrunk to the same ones.
func shortest(src source, batch int, run func(source) error) error {
	first := record(src)
	err := run(first)
	if err == nil {
		return nil
	}
	s := &shrinker{run: run, left: shrinkWork / batch, best: first.made, err: err}
	for s.fewer() || s.lower() {
	}
	return fmt.Errorf("%w\n(shrunk from %d steps to %d)", s.err, len(first.made)-1, len(s.best)-1)
}

// shrinker looks for choices with which a sequence still fails, however it does.
type shrinker struct {
	run  func(source) error
	left int // how many steps may still be tried
	best choices
	err  error // that of best
}

// try runs other choices. Where they fail, what of them came to be used is the best.
func (s *shrinker) try(c choices) bool {
	if s.left < len(c) {
		s.left = 0
		return false
	}
	used := record(&replayed{made: c})
	err := s.run(used)
	s.left -= len(used.made)
	if err == nil {
		return false
	}
	s.best, s.err = used.made, err
	return true
}

// fewer leaves steps out: half of them at once first, then ever shorter stretches.
func (s *shrinker) fewer() (found bool) {
	for n := len(s.best) / 2; n > 0; n /= 2 {
		for from := 1; from < len(s.best); {
			if s.try(slices.Delete(slices.Clone(s.best), from, min(from+n, len(s.best)))) {
				found = true
			} else {
				from += n
			}
		}
	}
	return found
}

// lower makes single choices as small as may be: the smallest ones choose the fewest
// entities, and the simplest operation.
func (s *shrinker) lower() (found bool) {
	for step := 0; step < len(s.best); step++ {
		for at := 0; step < len(s.best) && at < len(s.best[step]); at++ {
			for low := 0; step < len(s.best) && at < len(s.best[step]) && low < s.best[step][at]; {
				with := slices.Clone(s.best)
				with[step] = slices.Clone(with[step])
				with[step][at] = low
				if s.try(with) {
					found = true
				} else {
					low += (s.best[step][at] - low + 1) / 2
				}
			}
		}
	}
	return found
}
