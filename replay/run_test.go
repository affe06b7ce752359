package replay_test

import (
	"os"
	"path/filepath"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/impl/bitset"
	"ecslab/replay"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/ticks"
)

// all are the pairs that traces are run on: those of this module, and the naive storage.
var all = func() (list []ecs.Backend) {
	for _, s := range []struct {
		name string
		make func(driver.Env) driver.Storage
	}{
		{"naive", naive.New}, {"bitset", bitset.New}} {
		list = append(list,
			ecs.Backend{Storage: s.name, Tracker: "none", NewStorage: s.make},
			ecs.Backend{Storage: s.name, Tracker: "ticks", NewStorage: s.make, NewTracker: func(o ecs.Options) driver.Tracker { return ticks.New(o.Clock) }},
			ecs.Backend{Storage: s.name, Tracker: "bitmap", NewStorage: s.make, NewTracker: func(o ecs.Options) driver.Tracker { return bitmap.New(o.Ring, o.OverflowError) }})
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

func run(t testing.TB, f *replay.File, b ecs.Backend, plain bool) *replay.Result {
	t.Helper()
	execute := replay.Run
	if plain {
		execute = replay.RunPlain
	}
	return execute(f, b)
}

func TestTraces(t *testing.T) {
	names, err := filepath.Glob("testdata/traces/*.trace")
	if err != nil || len(names) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f := parse(t, name, string(text))
		for _, b := range all {
			for _, plain := range []bool{false, true} {
				if r := run(t, f, b, plain); r.Verdict == replay.Disagree {
					t.Errorf("%s, plain=%t: %v (%d in all)", b.Pair(), plain, r.First, r.Disagreements)
				}
			}
		}
	}
}
