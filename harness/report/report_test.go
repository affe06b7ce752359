package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
)

func reported(t *testing.T, o synthetic.Options) (*Result, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, o); err != nil {
		t.Fatal(err)
	}
	r, err := Write(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(r.Path)
	if err != nil {
		t.Fatal(err)
	}
	return r, string(b)
}

func TestSentencesAreComputed(t *testing.T) {
	_, text := reported(t, synthetic.Options{Processes: 5, Rounds: 10})
	for _, want := range []string{
		"none is separated; no difference below 2.",
		"Between dirty=10 and dirty=100, n=10000 **table/ticks** overtakes table/bitmap, at about dirty=",
		"From n=1000 to n=100000 the price of an entity goes from 0.6",
		"n=10000 dirty=0.1 … 10",
		"**table/none** is fastest, at 1.0",
		"Source: claim B10b.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, never := range []string{"NaN", "Inf", "%!", "map[", "0x", "<nil>"} {
		if strings.Contains(text, never) {
			t.Errorf("the report holds %q", never)
		}
	}
}

// TestLinksLeadSomewhere follows every relative link and every anchor.
func TestLinksLeadSomewhere(t *testing.T) {
	r, text := reported(t, synthetic.Options{Processes: 2, Rounds: 3, Profiles: true})
	anchors := map[string]bool{}
	for _, l := range strings.Split(text, "\n") {
		if strings.HasPrefix(l, "#") {
			title := strings.ToLower(strings.TrimSpace(strings.TrimLeft(l, "#")))
			anchors[strings.ReplaceAll(regexp.MustCompile(`[^a-z0-9 -]`).ReplaceAllString(title, ""), " ", "-")] = true
		}
	}
	links := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1)
	if len(links) < 10 {
		t.Fatalf("only %d links", len(links))
	}
	for _, m := range links {
		if a, ok := strings.CutPrefix(m[1], "#"); ok {
			if !anchors[a] {
				t.Errorf("no heading has the anchor %s", a)
			}
			continue
		}
		if _, err := os.Stat(filepath.Join(filepath.Dir(r.Path), m[1])); err != nil {
			t.Error(err)
		}
	}
}

// TestTablesAreWhole checks that every row of a table has as many cells as its
// header, whatever the cells hold.
func TestTablesAreWhole(t *testing.T) {
	_, text := reported(t, synthetic.Options{Processes: 2, Rounds: 3, Profiles: true,
		Incorrect: "Track/density/n=10000/dirty=10/backend=sparse/track=bitmap"})
	columns := 0
	bar := regexp.MustCompile(`(^|[^\\])\|`)
	for i, l := range strings.Split(text, "\n") {
		if !strings.HasPrefix(l, "|") {
			columns = 0
			continue
		}
		n := len(bar.FindAllString(l, -1))
		if columns == 0 {
			columns = n
		}
		if n != columns {
			t.Errorf("line %d has %d bars, its table %d: %s", i+1, n, columns, l)
		}
	}
}

func TestPartialRunsAreReported(t *testing.T) {
	_, text := reported(t, synthetic.Options{Processes: 5, Rounds: 3, Complete: 1})
	for _, want := range []string{"not complete", "3 of 18 processes", "Not measured: the memory pass"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}

func TestABadDirectoryIsLeftAlone(t *testing.T) {
	r, text := reported(t, synthetic.Options{Processes: 2, Rounds: 3})
	dir := filepath.Dir(r.Path)
	if err := os.Truncate(filepath.Join(dir, "raw", "track-01.txt"), 900); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "results.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(dir, ""); err == nil || !strings.Contains(err.Error(), "track-01.txt:") {
		t.Errorf("got %v", err)
	}
	if b, err := os.ReadFile(r.Path); err != nil || string(b) != text {
		t.Error("the old report was overwritten")
	}
	if _, err := os.Stat(filepath.Join(dir, "results.json")); err == nil {
		t.Error("results.json was written")
	}
}

func TestSummaryFitsSixtyColumns(t *testing.T) {
	r, _ := reported(t, synthetic.Options{Processes: 3, Rounds: 5})
	for _, l := range Summary(r.Figures) {
		if n := len([]rune(l)); n > 60 {
			t.Errorf("%d columns: %s", n, l)
		}
	}
}

func TestNumbers(t *testing.T) {
	lo, hi := 0.648, 0.6554
	for _, c := range []struct{ got, want string }{
		{three(0), "0"}, {three(0.0299), "0.0299"}, {three(1.005), "1.00"}, {three(99.96), "100"}, {three(123456), "123000"},
		{duration(0.0299), "0.0299 ns"}, {duration(0.00597), "5.97 ps"}, {duration(999.6), "1.00 µs"}, {duration(1.5e9), "1.50 s"},
		{size(32), "32.0 B"}, {size(1 << 20), "1.00 MiB"},
		{timed(&analyse.Estimate{Median: 0.6512, Lo: &lo, Hi: &hi}), "0.651 ns [0.648, 0.655]"},
		{timed(&analyse.Estimate{Median: 1500}), "1.50 µs"},
		{times(1.071), "1.07 ×"}, {times(23.44), "23.4 ×"},
		{span([]float64{3, 1, 2}, duration), "1.00 – 3.00 ns"}, {span([]float64{500, 2000}, duration), "500 ns – 2.00 µs"},
		{percent(0.0213), "2.1 %"}, {number3(120), "120"}, {escape("a|b<c"), `a\|b&lt;c`},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
