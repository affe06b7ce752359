package ecstest

import (
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// wrong is a naive storage with one promise broken.
type wrong struct {
	driver.Storage
	spoil  func(ch *driver.Chunk)
	spawns bool
}

func (s *wrong) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.Storage.Spawn(es, set, ch)
	if s.spawns {
		s.spoil(ch)
	}
	return n, err
}

func (s *wrong) Query(q *driver.Query) (driver.Cursor, error) {
	c, err := s.Storage.Query(q)
	return &wrongCursor{c, s}, err
}

type wrongCursor struct {
	driver.Cursor
	storage *wrong
}

func (c *wrongCursor) Next(ch *driver.Chunk) bool {
	more := c.Cursor.Next(ch)
	if more && !c.storage.spawns {
		c.storage.spoil(ch)
	}
	return more
}

// TestStrict breaks one promise at a time and wants it named.
func TestStrict(t *testing.T) {
	for want, c := range map[string]struct {
		spawns bool
		spoil  func(ch *driver.Chunk)
	}{
		"Spawn: the chunk is not dense": {true, func(ch *driver.Chunk) { ch.Entities.Rows = []uint32{0} }},
		"Spawn: it served 1 entities":   {true, func(ch *driver.Chunk) { ch.N = 2 }},
		"Spawn: Run from":               {true, func(ch *driver.Chunk) { ch.Run, ch.First = true, 77 }},
		"is beyond Extent 0":            {false, func(ch *driver.Chunk) { ch.Cols[0].Rows = []uint32{0} }},
		"lies elsewhere":                {false, func(ch *driver.Chunk) { ch.Cols[0].Base = ch.Cols[1].Base }},
		"is Absent":                     {false, func(ch *driver.Chunk) { ch.Cols[0].Absent = true }},
		"a chunk of 0":                  {false, func(ch *driver.Chunk) { ch.N = 0 }},
		"the chunk has 1 columns":       {false, func(ch *driver.Chunk) { ch.Cols = ch.Cols[:1] }},
	} {
		t.Run(want, func(t *testing.T) {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, want) {
					t.Errorf("panic %q, expected one of %q", got, want)
				}
			}()
			make := func(env driver.Env) driver.Storage { return &wrong{naive.New(env), c.spoil, c.spawns} }
			w := strict(ecs.Backend{NewStorage: make}).New(ecs.Options{Plain: true})
			ecs.Register[int32](w)
			ecs.Register[string](w)
			a, b := ecs.Write[int32](), ecs.Write[string]()
			sp, err := w.Spawner(a, b)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := sp.Spawn(); err != nil {
				t.Fatal(err)
			}
			q := w.MustQuery(ecs.Read[int32](), ecs.Read[string]())
			if _, err := q.Count(); err != nil {
				t.Fatal(err)
			}
			t.Error("nothing was found")
		})
	}
}
