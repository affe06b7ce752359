package plot

import (
	"testing"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"

	"ecslab/harness/analyse"
)

func TestLabelsOfTicksDoNotMeet(t *testing.T) {
	x := newScale([]float64{0.01, 1e5}, times).spread(0.03, 0.5)
	style := face(tickSize, false)
	for _, length := range []vg.Length{40, 100, 200, 400} {
		end, one := vg.Length(-1e9), false
		for _, tick := range thinned(x.Ticks(x.lo, x.hi), length, x.hi-x.lo) {
			if tick.IsMinor() {
				continue
			}
			at := vg.Length(tick.Value/(x.hi-x.lo)) * length
			if half := style.Width(tick.Label) / 2; at-half < end {
				t.Errorf("%v: %q meets the label before it", length, tick.Label)
			} else {
				end = at + half
			}
			one = one || tick.Label == times(1)
		}
		if !one {
			t.Errorf("%v: 1 has no label", length)
		}
	}
	if got := thinned([]plot.Tick{{Value: 0, Label: "a"}, {Value: 1, Label: "b"}}, 400, 2); got[0].Label != "a" || got[1].Label != "b" {
		t.Errorf("where there is room labels are missing: %v", got)
	}
}

func TestLongNamesLeaveOutTheirMiddle(t *testing.T) {
	style := face(tickSize, false)
	long := "bench=multiple_archetypes_none_changed_detection archetypes=20 each=1000"
	got := shortened(long, style, 150)
	if style.Width(got) > 150 || got[:6] != "bench=" || got[len(got)-4:] != "1000" {
		t.Errorf("%q is %v wide", got, style.Width(got))
	}
	if got := shortened("n=1000", style, 150); got != "n=1000" {
		t.Errorf("a short name became %q", got)
	}
}

// Without colour and dash a pair is known by its marker.
func TestEveryPairHasItsOwnMarker(t *testing.T) {
	s := NewStyles([]string{"table", "sparse", "hybrid", "bitset"}, []string{"none", "ticks", "bitmap", "frame", "frame-exact"})
	seen := map[any]string{}
	for _, storage := range s.storages {
		for _, tracker := range s.trackers {
			m := any(s.Of(storage, tracker, false).Marker)
			if seen[m] != "" {
				t.Errorf("%s/%s has the marker of %s", storage, tracker, seen[m])
			}
			seen[m] = storage + "/" + tracker
		}
	}
}

// A size of a cache is a place on the axis only where what is visited grows.
func TestCachesAreMarkedByWhatIsVisited(t *testing.T) {
	at := func(n int) place { return place{1, analyse.Family{N: n, Bytes: 16}} }
	if (sweep{points: []place{at(10), at(10)}}).visitsMore() {
		t.Error("the same 10 visited are marked")
	}
	if !(sweep{points: []place{at(10), at(1000)}}).visitsMore() {
		t.Error("1000 after 10 are not")
	}
}
