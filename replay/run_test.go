package replay_test

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/ecstest/naive"
	"ecslab/replay"
)

// all are the pairs that traces are run on: those of this module, and the naive storage.
var all = func() []ecs.Backend {
	list := backends.All()
	first := list[0].Storage
	for _, b := range list {
		if b.Storage == first {
			b.Storage, b.NewStorage = "naive", naive.New
			list = append(list, b)
		}
	}
	return list
}()

func parse(t testing.TB, name, text string) *replay.File {
	t.Helper()
	f, err := replay.Parse(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func run(f *replay.File, b ecs.Backend, plain bool) *replay.Result {
	if plain {
		return replay.RunPlain(f, b)
	}
	return replay.Run(f, b)
}
