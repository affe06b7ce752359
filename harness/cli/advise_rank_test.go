package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

func timed(pair string, samples ...float64) *ranked {
	r := &ranked{Pair: pair, Most: "each", Round: len(samples), samples: samples}
	r.NS, _, _ = middle(samples)
	return r
}

func told(t *testing.T, ranks ...*ranked) (pairs, out string) {
	t.Helper()
	order(ranks)
	var b bytes.Buffer
	if err := tellRanks(&b, ranks, "benchrun"); err != nil {
		t.Fatal(err)
	}
	narrow(t, b.String())
	for _, r := range ranks {
		pairs += r.Pair + " "
	}
	return strings.TrimSpace(pairs), strings.Join(strings.Fields(b.String()), " ")
}

// The order is that of the ratios that are shown, also where that of the median
// times is another one.
func TestRankedByRatio(t *testing.T) {
	pairs, out := told(t,
		timed("slow", 20, 40, 60, 80, 100, 120, 140), // twice as slow in each round
		timed("first", 10, 20, 30, 40, 50, 60, 70),
		timed("lucky", 11, 22, 33, 39, 55, 66, 77)) // the least median, and in most rounds slower
	if pairs != "first lucky slow" || !strings.Contains(out, "first 0.04 1 [1–1]") || !strings.Contains(out, "lucky 0.039 1.1 [") {
		t.Errorf("%s in\n%s", pairs, out)
	}
	if strings.Contains(out, "noisy") || !regexp.MustCompile(`=: cannot be told from the first: 1 other pair\.`).MatchString(out) {
		t.Errorf("the first may be counted, or noise be seen:\n%s", out)
	}
	// Each is beaten by another: a by c, by much, b by a and c by b, by little.
	pairs, out = told(t, timed("a", 30, 10, 20, 30, 10, 20), timed("b", 31, 11, 1, 31, 11, 1), timed("c", 10, 12, 2, 10, 12, 2))
	if n := strings.Count(pairs, " "); n != 2 || !strings.Contains(out, " 1 [1–1]") {
		t.Errorf("%s in\n%s", pairs, out)
	}
}

// An interval that says nothing does not stand there without a word.
func TestRankSaysTooNoisy(t *testing.T) {
	_, out := told(t, timed("first", 10, 10, 10, 10, 10, 10, 10), timed("wild", 3, 5, 9, 12, 40, 80, 110))
	if !strings.Contains(out, "Machine too noisy: 1 of 2 intervals are wider than a factor of 2; see benchrun doctor.") {
		t.Error(out)
	}
}
