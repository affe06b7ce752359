package sparse

import (
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

var (
	_ driver.Storage          = (*Storage)(nil)
	_ driver.SpawnPreparer    = (*Storage)(nil)
	_ driver.ExchangePreparer = (*Storage)(nil)
	_ driver.Looker           = (*Storage)(nil)
	_ driver.Shrinker         = (*Storage)(nil)
	_ driver.Grouper          = (*Storage)(nil)
	_ driver.RecordCursor     = (*cursor)(nil)
	_ driver.RecordCursor     = (*walk)(nil)
)

// newWorld makes a world on this storage and gives both.
func newWorld(l limits, tracker driver.Tracker, o ecs.Options) (*ecs.World, *Storage) {
	var s *Storage
	w := ecs.NewWorld(func(env driver.Env) driver.Storage {
		s = newStorage(env, l)
		return s
	}, tracker, o)
	return w, s
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
