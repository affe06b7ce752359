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
		"it lies elsewhere":             {false, func(ch *driver.Chunk) { ch.Cols[0].Base = ch.Cols[1].Base }},
		"is Absent":                     {false, func(ch *driver.Chunk) { ch.Cols[0].Absent = true }},
		"a chunk of 0":                  {false, func(ch *driver.Chunk) { ch.N = 0 }},
		"the chunk has 1 columns":       {false, func(ch *driver.Chunk) { ch.Cols = ch.Cols[:1] }},
	} {
		t.Run(want, func(t *testing.T) {
			defer func() {
				if got, _ := recover().(violation); !strings.Contains(string(got), want) {
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

// swapped is a naive storage with one promise of Exchange or Stats broken.
type swapped struct {
	driver.Storage
	spoil func(ch *driver.Chunk, add, remove *driver.Mask)
	none  bool // Stats tells of no entities
	stamp bool // what stands beside component 0 is another thing afterwards
}

func (s *swapped) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.Storage.Exchange(es, add, remove, ch)
	if s.spoil != nil {
		s.spoil(ch, add, remove)
	}
	var at driver.Cell
	if s.stamp && !remove.Has(0) && s.Locate(es[0], 0, &at) {
		*(*uint32)(at.Beside[1])++
	}
	return n, err
}

func (s *swapped) Stats() driver.Stats {
	stats := s.Storage.Stats()
	if s.none {
		stats.Entities = 0
	}
	return stats
}

// TestStrictAlone wants found, without a tracker, what only trackers would notice.
func TestStrictAlone(t *testing.T) {
	for want, c := range map[string]*swapped{
		"Stats: 0 Entities":         {none: true},
		"Gained is":                 {spoil: func(ch *driver.Chunk, add, _ *driver.Mask) { ch.Gained = *add }},
		"Lost is":                   {spoil: func(ch *driver.Chunk, _, remove *driver.Mask) { ch.Lost = *remove }},
		"did not move":              {stamp: true},
		"Beside[1] of":              {spoil: func(ch *driver.Chunk, _, _ *driver.Mask) { movedBeside(ch) }},
		"is neither Absent nor the": {spoil: func(ch *driver.Chunk, _, _ *driver.Mask) { movedBase(ch) }},
	} {
		var err error
		for seed := uint64(1); seed < 5 && err == nil; seed++ { // in some worlds nobody has component 0
			err = Sequence(strict(ecs.Backend{Storage: "swapped", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
				return &swapped{naive.New(env), c.spoil, c.none, c.stamp}
			}}), true, seed, 400, 40)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, expected one of %q", err, want)
		}
	}
}

func movedBeside(ch *driver.Chunk) {
	for i := range ch.Cols {
		ch.Cols[i].Beside[1] = ch.Cols[i].Beside[0]
	}
}

func movedBase(ch *driver.Chunk) {
	for i := range ch.Cols {
		ch.Cols[i].Base = nil
	}
}

func TestDifference(t *testing.T) {
	got := difference([]int{1, 1, 2, 9}, []int{1, 2, 3})
	if want := "got 4 entities of 3; missing: [3]; twice: [1]; surplus: [9]"; got != want {
		t.Errorf("got %q", got)
	}
}

// asked counts how often a storage is asked for the components of an entity.
type asked struct {
	driver.Storage
	times *int
}

func (s asked) Components(e driver.Entity) driver.Mask {
	*s.times++
	return s.Storage.Components(e)
}

// TestStrictOfOneByOne: a batch through a storage that serves one entity a call is checked in
// time proportional to its length.
func TestStrictOfOneByOne(t *testing.T) {
	times := 0
	b := strict(ecs.Backend{Storage: "naive", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
		return asked{naive.New(env), &times}
	}})
	w := b.New(ecs.Options{Plain: true})
	ecs.Register[pair](w)
	s, err := w.Spawner()
	if err != nil {
		t.Fatal(err)
	}
	const n = 3000
	es := make([]ecs.Entity, n)
	if err := s.Into(es, nil); err != nil {
		t.Fatal(err)
	}
	x, err := w.Exchange(ecs.Adding(ecs.Of[pair]()))
	if err != nil {
		t.Fatal(err)
	}
	times = 0
	if err := x.Batch(es, nil); err != nil {
		t.Fatal(err)
	}
	if most := 2*driver.ChunkRows + 200*n; times < n || times > most {
		t.Errorf("%d questions about %d entities", times, n)
	}
}
