package ecstest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// inOrder fails where a choice of at least a comes some steps before one of at least b.
func inOrder(a, b int, steps *int) func(source) error {
	return func(src source) error {
		seen := -1
		for ; !src.done(); *steps++ {
			switch v := src.intn(100); {
			case seen >= 0 && v >= b:
				return fmt.Errorf("%d and %d", seen, v)
			case v >= a:
				seen = v
			}
		}
		return nil
	}
}

// TestShortest: what is left of a sequence are the steps without which it does not
// fail, with choices that cannot be lower.
func TestShortest(t *testing.T) {
	for seed := range uint64(50) {
		steps := 0
		err := shortest(&seedSource{state: seed, steps: 300}, 40, inOrder(97, 60, &steps))
		if err == nil || !strings.HasPrefix(err.Error(), "97 and 60\n(shrunk from ") || !strings.HasSuffix(err.Error(), " steps to 2)") {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

// TestShrinkingEnds: no more than so many steps are tried.
func TestShrinkingEnds(t *testing.T) {
	steps := 0
	all := func(src source) error {
		n := 0
		for ; !src.done(); steps++ {
			n += min(src.intn(1_000_000), 1)
		}
		if n == 200 {
			return fmt.Errorf("after %d", n)
		}
		return nil
	}
	err := shortest(&seedSource{steps: 200}, 1000, all)
	if err == nil || !strings.HasPrefix(err.Error(), "after 200\n") {
		t.Error(err)
	}
	if most := shrinkWork/1000 + 2*200; steps > most {
		t.Errorf("%d steps were tried, at the most %d may be", steps, most)
	}
}

// negligent is a naive storage that loses the string of who loses a pair.
type negligent struct {
	driver.Storage
	schema *driver.Schema
}

func (s negligent) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.Storage.Exchange(es, add, remove, ch)
	for _, c := range s.schema.Components {
		var at driver.Cell
		if s.lostPair(ch) && c.Name == "string" && s.Locate(es[0], c.ID, &at) {
			*(*string)(at.Value) = ""
		}
	}
	return n, err
}

func (s negligent) lostPair(ch *driver.Chunk) bool {
	return slices.ContainsFunc(ch.Lost.Append(nil), func(c driver.ComponentID) bool {
		return s.schema.Of(c).Name == "ecstest.pair"
	})
}

// TestSequenceShrinks: an author reads all of a short sequence, and always the same.
func TestSequenceShrinks(t *testing.T) {
	b := ecs.Backend{Storage: "negligent", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
		return negligent{naive.New(env), env.Schema}
	}}
	found := 0
	for seed := range uint64(10) {
		err := Sequence(b, false, seed, 400, 40)
		if err == nil {
			continue
		}
		found++
		if n := strings.Count(err.Error(), "\n\t"); n > 5 || strings.Contains(err.Error(), "…") {
			t.Errorf("seed %d: %d lines of operations: %v", seed, n, err)
		}
		if again := Sequence(b, false, seed, 400, 40); again.Error() != err.Error() {
			t.Errorf("seed %d: another time it is %v and not %v", seed, again, err)
		}
	}
	if found == 0 {
		t.Error("nothing was found")
	}
}
