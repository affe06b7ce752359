package ecs_test

import (
	"io"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/impl/bitset"
)

func TestSnapshotIsRefused(t *testing.T) {
	w := newWorld()
	populate(t, w, 3)
	s, err := w.Save()
	check(t, err)
	other := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
	ecs.Register[position](other)
	err = other.Load(s)
	expect(t, err, ecs.ErrSnapshot)
	for _, side := range []string{"snapshot has component 1", "velocity", "the world 1 component"} {
		if !strings.Contains(err.Error(), side) {
			t.Errorf("%v does not say %q", err, side)
		}
	}
	if other.Len() != 0 {
		t.Error("a refused load changed the world")
	}
}

func TestSnapshotOnAnotherWorld(t *testing.T) {
	w, other := newWorld(), newWorld()
	es := populate(t, w, 5)
	old := populate(t, other, 9)
	s, err := w.Save()
	check(t, err)
	check(t, other.Load(s))
	a, err := ecs.NewAccess[position](other)
	check(t, err)
	for i, e := range es {
		if p := a.Get(e); p == nil || p.X != float64(i) {
			t.Errorf("%v: %v", e, p)
		}
	}
	for _, e := range old {
		if other.Alive(e) {
			t.Errorf("%v, of before the load, lives", e)
		}
	}
}

// scarce is a storage that has no place after so many calls.
type scarce struct {
	driver.Storage
	left *int
}

const plenty = 1 << 30

func (s scarce) take() error {
	if *s.left == 0 {
		return driver.ErrFull
	}
	*s.left--
	return nil
}

func (s scarce) Spawn(es []ecs.Entity, set *ecs.Mask, ch *ecs.Chunk) (int, error) {
	if err := s.take(); err != nil {
		return 0, err
	}
	return s.Storage.Spawn(es, set, ch)
}

func (s scarce) Exchange(es []ecs.Entity, add, remove *ecs.Mask, ch *ecs.Chunk) (int, error) {
	if err := s.take(); err != nil {
		return 0, err
	}
	return s.Storage.Exchange(es, add, remove, ch)
}

// TestLoadIntoFullStorage: wherever the place ends, a load leaves an empty world,
// that of a part one in which nobody is incomplete, and both can be used.
func TestLoadIntoFullStorage(t *testing.T) {
	for _, tracker := range snapshotTrackers {
		left := plenty
		w, _ := tracked(t, func(env driver.Env) driver.Storage { return scarce{bitset.New(env), &left} }, tracker())
		s, err := w.Save()
		check(t, err)
		sets := map[ecs.Entity]ecs.Mask{}
		every, err := w.MustQuery().Entities(nil)
		check(t, err)
		for _, e := range every {
			sets[e], err = w.ComponentsOf(e)
			check(t, err)
		}
		failed := true
		for n := 0; failed; n++ {
			check(t, w.Load(s))
			left = n
			err := w.LoadChunk(s, 0, 100)
			left = plenty
			if failed = err != nil; failed {
				expect(t, err, driver.ErrFull)
			}
			living, err := w.MustQuery().Entities(nil)
			check(t, err)
			if len(living) != w.Len() || failed != (len(living) < len(every)) {
				t.Fatalf("%s, place for %d: %d of %d entities, told as %d", w.Tracker(), n, len(living), len(every), w.Len())
			}
			for _, e := range living {
				if set, _ := w.ComponentsOf(e); set != sets[e] {
					t.Errorf("%s, place for %d: %v has %v, want %v", w.Tracker(), n, e, set, sets[e])
				}
			}
			use(t, w)
			left = n
			err = w.Load(s)
			left = plenty
			if failed {
				expect(t, err, driver.ErrFull)
				if w.Len() != 0 || w.Alive(every[0]) {
					t.Errorf("%s, place for %d: %d entities", w.Tracker(), n, w.Len())
				}
				use(t, w)
			} else {
				check(t, err)
			}
		}
	}
}

// silent is a storage that answers no more queries once it is told so.
type silent struct {
	driver.Storage
	on *bool
}

func (s silent) Query(q *driver.Query) (driver.Cursor, error) {
	if *s.on {
		return nil, io.ErrClosedPipe
	}
	return s.Storage.Query(q)
}

// TestFailedSaveIsNone: what was saved before it failed must not pass for a world.
func TestFailedSaveIsNone(t *testing.T) {
	var on bool
	w := ecs.NewWorld(func(env driver.Env) driver.Storage { return silent{naive.New(env), &on} }, nil, ecs.DefaultOptions())
	ecs.Register[position](w)
	populateOne(t, w)
	s := save(t, w)
	ecs.Register[frozen](w) // which makes a save ask anew
	on = true
	expect(t, w.SaveInto(s), io.ErrClosedPipe)
	expect(t, w.Load(s), ecs.ErrSnapshot)
	if w.Len() != 1 {
		t.Errorf("%d live", w.Len())
	}
}

func populateOne(t *testing.T, w *ecs.World) {
	t.Helper()
	sp, err := w.Spawner(ecs.Write[position]())
	check(t, err)
	check(t, sp.Batch(1, nil))
}

// TestLoadChunkWhileSpawnsWait: the handle of one could have the index of an
// entity that comes back.
func TestLoadChunkWhileSpawnsWait(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		es := populate(t, w, 3)
		s := save(t, w)
		check(t, w.Despawn(es...))
		check(t, w.EndFrame(1))
		e, err := w.Commands().Spawn()
		check(t, err)
		expect(t, w.LoadChunk(s, 0, 10), ecs.ErrWaiting)
		expect(t, w.LoadEntities(s, es[0]), ecs.ErrWaiting)
		check(t, w.Flush())
		if w.Len() != 1 || !w.Alive(e) {
			t.Errorf("%d live", w.Len())
		}
		check(t, w.LoadChunk(s, 0, 10))
		for _, e := range es {
			if !w.Alive(e) {
				t.Errorf("%v does not live", e)
			}
		}
		consistent(t, w)
	})
}
