package ecstest

import (
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// cramped is a naive storage with place for some entities, which then takes neither more
// of them nor more components.
type cramped struct {
	driver.Storage
	room int
	lie  string
}

func (s *cramped) full() bool { return s.Storage.Stats().Entities >= s.room }

func (s *cramped) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	if !s.full() {
		return s.Storage.Spawn(es, set, ch)
	}
	if s.lie == "spawn" {
		s.Storage.Spawn(es, set, ch)
	}
	return 0, driver.ErrFull
}

func (s *cramped) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	if add.Empty() || !s.full() {
		return s.Storage.Exchange(es, add, remove, ch)
	}
	if s.lie == "exchange" {
		s.Storage.Exchange(es, &driver.Mask{}, remove, &driver.Chunk{})
	}
	return 0, driver.ErrFull
}

// TestFull: a storage that says that it is full, and has changed something, is found.
func TestFull(t *testing.T) {
	for _, c := range []struct {
		room  int
		lie   string
		plain bool
		want  string // "": it is right
	}{
		{300, "", true, ""}, {300, "", false, ""},
		{300, "spawn", true, "Spawn: "}, {300, "spawn", false, "storage is full: "},
		{300, "exchange", true, "Exchange: "}, {300, "exchange", false, "storage is full: "},
		{1 << 30, "", false, "no call was refused"},
	} {
		err := Full(ecs.Backend{Storage: "cramped", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
			return &cramped{naive.New(env), c.room, c.lie}
		}}, c.plain)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("place for %d, lie %q, plain %t: %v", c.room, c.lie, c.plain, err)
		}
	}
}
