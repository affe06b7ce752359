package tracegen

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

var (
	firstSeed = flag.Uint64("seed", 1, "first seed of the random traces")
	seeds     = flag.Uint64("seeds", 100, "random traces to make")
)

func generated(seed uint64, cfg Config) *replay.File {
	return Generate(rand.New(rand.NewPCG(seed, 0)), cfg)
}

// agrees fails the test where a file expects something else than the model.
func agrees(t *testing.T, about string, file *replay.File) {
	t.Helper()
	for _, tracker := range model.Trackers() {
		for _, o := range model.Run(file, tracker).Mismatches() {
			t.Errorf("%s: line %d: %s: %s", about, o.Line(), tracker, o.Mismatch)
		}
	}
}

func TestGenerated(t *testing.T) {
	for seed := *firstSeed; seed < *firstSeed+*seeds; seed++ {
		cfg := Config{LongSleeps: seed%5 == 0}
		about := fmt.Sprint("seed ", seed)
		file := generated(seed, cfg)
		agrees(t, about, file)
		again, err := replay.Parse(file.Name, file.Format())
		if err != nil {
			t.Fatalf("%s: %v", about, err)
		}
		if !reflect.DeepEqual(file, again) {
			t.Errorf("%s: formatted and parsed, the file is another", about)
		}
		refilled, err := canonical(again)
		if err != nil || string(refilled.Format()) != string(file.Format()) {
			t.Errorf("%s: filled again, the answers are others: %v", about, err)
		}
		if string(generated(seed, cfg).Format()) != string(file.Format()) {
			t.Errorf("%s: the same seed gives another trace", about)
		}
		if t.Failed() {
			t.Fatalf("%s:\n%s", about, file.Format())
		}
	}
}
