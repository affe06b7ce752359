package measure

import (
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/scenarios/component"
)

// TestLedgerAgreesWithStats makes a world of every pair through the ledger and
// compares with what the world says of itself.
func TestLedgerAgreesWithStats(t *testing.T) {
	l := &ledger{}
	tracked, beside := 0, 0
	for _, b := range l.watch(backends.All()) {
		l.reset()
		w := b.New(ecs.DefaultOptions())
		ecs.Register[component.Position](w, ecs.Track(ecs.Added|ecs.Changed))
		sp, err := w.Spawner(ecs.All(ecs.Of[component.Position]()))
		if err != nil {
			t.Fatal(err)
		}
		if err := sp.Into(make([]ecs.Entity, 300), nil); err != nil {
			t.Fatal(err)
		}
		own, columns := l.bytes()
		s := w.Stats()
		if own != float64(s.TrackerBytes) || columns != float64(s.BesideBytes) {
			t.Errorf("%s: %g and %g bytes, its world says %d and %d", b.Pair(), own, columns, s.TrackerBytes, s.BesideBytes)
		}
		if archetypes, tables := l.sets(); archetypes != float64(s.Archetypes) || tables != float64(s.Tables) {
			t.Errorf("%s: %g archetypes and %g tables, its world says %d and %d", b.Pair(), archetypes, tables, s.Archetypes, s.Tables)
		}
		if own > 0 {
			tracked++
		}
		if columns > 0 {
			beside++
		}
	}
	if tracked == 0 || beside == 0 {
		t.Errorf("%d pairs with a tracker's own bytes, %d with columns", tracked, beside)
	}
}

func TestPercentiles(t *testing.T) {
	var took []float64
	for i := range 1000 {
		took = append(took, float64(1000-i))
	}
	for i, want := range []float64{500, 990, 1000} {
		if got := percentiles(took)[i].Value; got != want {
			t.Errorf("percentile %d is %g, want %g", i, got, want)
		}
	}
	if got := percentiles([]float64{7}); got[0].Value != 7 || got[2].Value != 7 {
		t.Errorf("of one frame: %v", got)
	}
}
