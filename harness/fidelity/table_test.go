package fidelity

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"reflect"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/driver"
)

var remake = flag.Bool("update", false, "count table.json again")

// inherits is a bitmap tracker that does not look at births, as published: bits
// stay with the index.
type inherits struct{ driver.Tracker }

func (inherits) Born([]driver.Entity) {}

// on are the backends of a storage, one a tracker, and the published bitmap.
func on(storage string) []ecs.Backend {
	var list []ecs.Backend
	for _, b := range backends.All() {
		if b.Storage != storage || b.Tracker == "none" {
			continue
		}
		list = append(list, b)
		if b.Tracker == "bitmap" {
			published := b
			published.Tracker = Published
			published.NewTracker = func(o ecs.Options) driver.Tracker { return inherits{b.NewTracker(o)} }
			list = append(list, published)
		}
	}
	return list
}

// TestTable counts the committed table again, on every storage.
func TestTable(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	if *remake {
		text, err := json.MarshalIndent(Count(on("table")), "", " ")
		if err == nil {
			err = os.WriteFile("table.json", append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		committed = text
	}
	want := Committed()
	for _, storage := range []string{"table", "sparse", "hybrid", "bitset"} {
		got := Count(on(storage))
		if reflect.DeepEqual(got, want) {
			continue
		}
		a, _ := json.MarshalIndent(want, "", " ")
		b, _ := json.MarshalIndent(got, "", " ")
		if !bytes.Equal(a, b) {
			t.Errorf("%s:\n%s\ncommitted:\n%s", storage, b, a)
		}
	}
}
