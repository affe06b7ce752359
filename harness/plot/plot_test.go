package plot

import (
	"bytes"
	"image/color"
	"image/png"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
)

func pictures(t *testing.T, o synthetic.Options) []Picture {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	f := analyse.Make(r)
	s := Sheet{NewStyles(r.Plan.Storages, r.Plan.Trackers), r.Machine}
	out := slices.Concat(s.Overview(f), s.TimeMemory(f), s.Shares(f), s.Profiles(f.Profiles))
	for _, sc := range f.Scenarios {
		out = slices.Concat(out, s.Scaling(sc), s.Density(sc), s.Heat(sc), s.Roofline(sc, f.Bandwidth))
	}
	return out
}

func TestPicturesAreTheSameEachTimeAndNothingTouchesTheEdge(t *testing.T) {
	all := pictures(t, synthetic.Options{Processes: 3, Rounds: 7, Profiles: true})
	var names []string
	for _, p := range all {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "overview time-memory roofline profile-iterate-cpu profile-iterate-heap profile-track-cpu profile-track-heap profile-spawn-cpu profile-spawn-heap iterate-pair-scaling iterate-pair-roofline track-density-changed-n=10000 track-density-heat-n=10000" {
		t.Fatalf("pictures: %s", got)
	}
	for _, p := range all {
		for name, draw := range map[string]func() ([]byte, error){"PNG": p.PNG, "SVG": p.SVG} {
			a, err := draw()
			if err != nil {
				t.Fatal(err)
			}
			b, err := draw()
			if err != nil || !bytes.Equal(a, b) {
				t.Errorf("%s: two %ss differ (%v)", p.Name, name, err)
			}
		}
		b, _ := p.PNG()
		img, err := png.Decode(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		r := img.Bounds()
		if r.Dx() != 1040 {
			t.Errorf("%s is %d pixels wide", p.Name, r.Dx())
		}
		for x := r.Min.X; x < r.Max.X; x++ {
			for y := r.Min.Y; y < r.Max.Y; y++ {
				if x > 2 && x < r.Max.X-3 && y > 2 && y < r.Max.Y-3 {
					continue
				}
				if c, _, _, _ := img.At(x, y).RGBA(); c != 0xffff {
					t.Fatalf("%s: ink at the edge, %d, %d", p.Name, x, y)
				}
			}
		}
		s, _ := p.SVG()
		if strings.Contains(string(s), "font-family:Liberation Sans;") || !strings.Contains(string(s), "Arial") {
			t.Errorf("%s: no fallback for the font", p.Name)
		}
	}
}

func TestPicturesOfAlmostNothing(t *testing.T) {
	for _, p := range pictures(t, synthetic.Options{Processes: 3, Rounds: 2, Complete: 1}) {
		if _, err := p.PNG(); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	s := Sheet{NewStyles(nil, nil), synthetic.Machine}
	if got := s.Overview(&analyse.Figures{}); got != nil {
		t.Errorf("a picture of nothing: %v", got)
	}
}

func TestSeparate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		want := make([]vg.Length, n)
		y := vg.Length(0)
		for i := range want {
			y += vg.Length(rapid.Float64Range(0, 40).Draw(t, "step"))
			want[i] = y
		}
		got := separate(want, 12, 0, 200)
		if len(got) != n {
			t.Fatalf("%d positions of %d", len(got), n)
		}
		for i := range got {
			if i > 0 && got[i]-got[i-1] < 12-1e-6 {
				t.Fatalf("labels %d and %d are %g apart: %v", i-1, i, got[i]-got[i-1], got)
			}
			if got[i] < -1e-6 || got[i] > 200+1e-6 {
				t.Fatalf("label %d stands at %g", i, got[i])
			}
		}
		roomy := true
		for i := 1; i < n; i++ {
			roomy = roomy && want[i]-want[i-1] >= 12
		}
		if roomy && (n == 0 || want[n-1] <= 200) {
			for i := range got {
				if math.Abs(float64(got[i]-want[i])) > 1e-6 {
					t.Fatalf("label %d was moved without need: %v to %v", i, want, got)
				}
			}
		}
	})
}

func TestTicks(t *testing.T) {
	labels := func(s scale) string {
		var out []string
		for _, tick := range s.Ticks(s.lo, s.hi) {
			if !tick.IsMinor() {
				out = append(out, tick.Label)
			}
		}
		return strings.Join(out, ", ")
	}
	for _, c := range []struct {
		values []float64
		format func(float64) string
		want   string
	}{
		{[]float64{1000, 100000}, count, "1 k, 2 k, 5 k, 10 k, 20 k, 50 k, 100 k"},
		{[]float64{0.6, 4}, duration, "1 ns, 2 ns"},
		{[]float64{0.5, 1e6}, duration, "1 ns, 100 ns, 10 µs, 1 ms"},
		{[]float64{3, 4}, count, "3, 4"},
		{[]float64{0, 1, 100}, count, "0, 1, 2, 5, 10, 20, 50, 100"},
	} {
		if got := labels(newScale(c.values, c.format)); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
	if got := labels(newScale([]float64{3, 4}, count).spread(0, 0.6)); got != "2, 3, 4, 5, 6" {
		t.Errorf("widened: %s", got)
	}
	if s := newScale([]float64{0, 0}, count); math.IsNaN(s.at(0)) || math.IsInf(s.at(0), 0) {
		t.Errorf("zero alone stands at %g", s.at(0))
	}
}

func TestStylesKeepTheirColours(t *testing.T) {
	s := NewStyles([]string{"table", "sparse"}, []string{"none", "ticks"})
	if s.Of("table", "none", false).Color != s.Of("table", "ticks", false).Color {
		t.Error("a storage has two colours")
	}
	if s.Of("table", "none", false).Color == s.Of("sparse", "none", false).Color {
		t.Error("two storages have one colour")
	}
	if s.Of("x", "", true).Color != grey {
		t.Error("the floor is not grey")
	}
}

// TestStoragesDifferInGreyscale: the four storages of the suite have four
// shades of grey.
func TestStoragesDifferInGreyscale(t *testing.T) {
	shade := func(i int) int { return int(color.GrayModel.Convert(palette[i]).(color.Gray).Y) }
	for i := range 4 {
		for j := range i {
			if d := shade(i) - shade(j); d > -30 && d < 30 {
				t.Errorf("colours %d and %d have shades %d and %d", i, j, shade(i), shade(j))
			}
		}
	}
}
