package ecstest

import (
	"slices"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// oneAtATime forgets the pass of one query when that of another begins.
type oneAtATime struct {
	driver.Storage
	current driver.Cursor
}

func (s *oneAtATime) Query(q *driver.Query) (driver.Cursor, error) {
	c, err := s.Storage.Query(q)
	return &currentCursor{c, s}, err
}

type currentCursor struct {
	driver.Cursor
	storage *oneAtATime
}

func (c *currentCursor) Rewind() {
	c.storage.current = c
	c.Cursor.Rewind()
}

func (c *currentCursor) Next(ch *driver.Chunk) bool {
	return c.storage.current == c && c.Cursor.Next(ch)
}

// settled knows the components that were registered before its first entity.
type settled struct {
	driver.Storage
	env   driver.Env
	known int
}

func (s *settled) Locate(e driver.Entity, c driver.ComponentID, at *driver.Cell) bool {
	if s.known == 0 {
		s.known = len(s.env.Schema.Components)
	}
	return int(c) < s.known && s.Storage.Locate(e, c, at)
}

// narrow has one word for a set of components.
type narrow struct{ driver.Storage }

func (s narrow) Components(e driver.Entity) driver.Mask {
	return driver.Mask{s.Storage.Components(e)[0]}
}

// hasty places all entities of a batch and then hands out one after the other.
type hasty struct {
	driver.Storage
	placed map[driver.Entity]*driver.Chunk
}

func (s *hasty) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	for i, e := range es {
		if s.placed[e] != nil {
			continue
		}
		own := &driver.Chunk{Cols: make([]driver.Column, set.Len())}
		if _, err := s.Storage.Spawn(es[i:i+1], set, own); err != nil {
			return 0, err
		}
		s.placed[e] = own
	}
	cols, order := ch.Cols, ch.Order
	*ch = *s.placed[es[0]]
	copy(cols, ch.Cols)
	ch.Cols, ch.Order = cols, order
	return 1, nil
}

// TestSequenceFinds: storages that are wrong only where somebody does what few
// programs do.
func TestSequenceFinds(t *testing.T) {
	for name, make := range map[string]func(driver.Env) driver.Storage{
		"one pass at a time":                   func(env driver.Env) driver.Storage { return &oneAtATime{Storage: naive.New(env)} },
		"no components after the first entity": func(env driver.Env) driver.Storage { return &settled{Storage: naive.New(env), env: env} },
		"no components from number 64 on":      func(env driver.Env) driver.Storage { return narrow{naive.New(env)} },
		"batches that are placed as a whole":   func(env driver.Env) driver.Storage { return &hasty{naive.New(env), map[driver.Entity]*driver.Chunk{}} },
	} {
		t.Run(name, func(t *testing.T) {
			seeds := []uint64{1, 2, 3, 4, 5, 6}
			if !slices.ContainsFunc(seeds, func(seed uint64) bool {
				err := Sequence(ecs.Backend{Storage: "liar", Tracker: "none", NewStorage: make}, false, seed, 400, 40)
				if err != nil {
					t.Logf("seed %d: %v", seed, err)
				}
				return err != nil
			}) {
				t.Error("nothing was found")
			}
		})
	}
}
