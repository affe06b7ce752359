package ecstest

import (
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
)

// hoarder is a naive storage that keeps copies of what the others drop.
type hoarder struct {
	driver.Storage
	kept  []*held
	after string // the operation before which it copies
}

func (h *hoarder) keep(es []driver.Entity) {
	for _, e := range es {
		var at driver.Cell
		if h.Storage.Locate(e, 0, &at) {
			h.kept = append(h.kept, *(**held)(at.Value))
		}
	}
}

func (h *hoarder) Despawn(es []driver.Entity) {
	if h.after == "despawned" {
		h.keep(es)
	}
	h.Storage.Despawn(es)
}

func (h *hoarder) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	if h.after == "removed" {
		h.keep(es)
	}
	return h.Storage.Exchange(es, add, remove, ch)
}

// TestForget wants a storage found that forgets to forget.
func TestForget(t *testing.T) {
	for _, after := range []string{"despawned", "removed", ""} {
		b := ecs.Backend{Storage: "hoarder", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
			return &hoarder{Storage: naive.New(env), after: after}
		}}
		err := Forget(b, true)
		if after == "" && err != nil || after != "" && (err == nil || !strings.Contains(err.Error(), after)) {
			t.Errorf("after %q: %v", after, err)
		}
	}
}

func TestSaneStats(t *testing.T) {
	var s ecs.Stats
	if err := sane(s); err != nil {
		t.Error(err)
	}
	s.UsedRows = 1
	if err := sane(s); err == nil || !strings.Contains(err.Error(), "1 rows are used of 0") {
		t.Errorf("more rows used than reserved: %v", err)
	}
	s.UsedRows, s.SparseBytes = 0, -1
	if err := sane(s); err == nil || !strings.Contains(err.Error(), "below zero") {
		t.Errorf("negative bytes: %v", err)
	}
}
