package ecstest

import (
	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// fastPaths names the optional interfaces of package driver that a backend has.
func fastPaths(b ecs.Backend) (names []string) {
	var s driver.Storage
	make := b.NewStorage
	b.NewStorage = func(env driver.Env) driver.Storage { s = make(env); return s }
	w := b.New(ecs.DefaultOptions())
	set, none := driver.MaskOf(ecs.Register[small](w)), driver.Mask{}
	has := func(name string, is bool) {
		if is {
			names = append(names, name)
		}
	}
	if p, ok := s.(driver.SpawnPreparer); ok {
		has("SpawnPreparer", true)
		has("Overwriter", is[driver.Overwriter](p.PrepareSpawn(&set)))
	}
	if p, ok := s.(driver.ExchangePreparer); ok {
		x := p.PrepareExchange(&set, &none)
		has("ExchangePreparer", true)
		has("LivingExchanger", is[driver.LivingExchanger](x))
		has("MatchExchanger", is[driver.MatchExchanger](x))
	}
	if c, err := s.Query(&driver.Query{All: set}); err == nil {
		has("RecordCursor", is[driver.RecordCursor](c))
	}
	has("Despawner", is[driver.Despawner](s))
	has("Looker", is[driver.Looker](s))
	has("Placer", is[driver.Placer](s))
	has("Grouper", is[driver.Grouper](s))
	has("Checker", is[driver.Checker](s))
	has("Shrinker", is[driver.Shrinker](s))
	if b.NewTracker != nil {
		t := b.NewTracker(ecs.DefaultOptions())
		has("Indexed", is[driver.Indexed](t))
		has("StateCodec", is[driver.StateCodec](t))
		has("Forgetter", is[driver.Forgetter](t))
	}
	if names == nil {
		names = []string{"none"}
	}
	return names
}

func is[T any](v any) bool { _, ok := v.(T); return ok }
