package ecs_test

import (
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// idle is a storage that serves nobody of a batch once it is idle.
type idle struct {
	driver.Storage
	idle bool
}

func (s *idle) Spawn(es []ecs.Entity, set *ecs.Mask, ch *ecs.Chunk) (int, error) {
	if s.idle {
		return 0, nil
	}
	return s.Storage.Spawn(es, set, ch)
}

func (s *idle) Exchange(es []ecs.Entity, add, remove *ecs.Mask, ch *ecs.Chunk) (int, error) {
	if s.idle {
		return 0, nil
	}
	return s.Storage.Exchange(es, add, remove, ch)
}

// A batch for which the storage does nothing stops, whoever asks for it.
func TestIdleStorageIsFound(t *testing.T) {
	for name, ask := range map[string]func(*ecs.World, *ecs.Spawner, *ecs.Exchange, []ecs.Entity) error{
		"batch":    func(_ *ecs.World, sp *ecs.Spawner, _ *ecs.Exchange, _ []ecs.Entity) error { return sp.Batch(9, nil) },
		"into":     func(_ *ecs.World, sp *ecs.Spawner, _ *ecs.Exchange, es []ecs.Entity) error { return sp.Into(es, nil) },
		"exchange": func(_ *ecs.World, _ *ecs.Spawner, x *ecs.Exchange, es []ecs.Entity) error { return x.Batch(es, nil) },
		"commands": func(w *ecs.World, _ *ecs.Spawner, _ *ecs.Exchange, _ []ecs.Entity) error {
			for range 9 {
				_, err := w.Commands().Spawn()
				check(t, err)
			}
			return w.Flush()
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &idle{}
			w := ecs.NewWorld(func(e driver.Env) driver.Storage { s.Storage = naive.New(e); return s }, nil, ecs.DefaultOptions())
			ecs.Register[position](w)
			ecs.Register[velocity](w)
			sp, err := w.Spawner(ecs.Write[position]())
			check(t, err)
			x, err := w.Exchange(ecs.Adding(ecs.Of[velocity]()))
			check(t, err)
			es := make([]ecs.Entity, 9)
			check(t, sp.Into(es, nil))
			s.idle = true
			defer func() {
				if r, ok := recover().(string); !ok || !strings.Contains(r, "none of a batch") {
					t.Errorf("%v, expected a panic that tells of the storage", r)
				}
			}()
			t.Error("no panic but", ask(w, sp, x, es))
		})
	}
}
