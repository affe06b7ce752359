package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"ecslab/ecs"
	"ecslab/harness/host"
	"ecslab/harness/internal/synthetic"
)

// plainTrace needs no cost but those of a synthetic run.
const plainTrace = `component Pos track=changed
component Vel track=none
spawn e*5000 Pos Vel
tick
run o
  count AllChanged(Pos)
end
tick
measure
repeat 6
  run go
    each All(Pos,Vel) mut Vel
  end
  run o
    count AllChanged(Pos)
  end
  tick
end
`

// models writes a synthetic run of a machine, and the trace beside it.
func models(t *testing.T, machine host.Machine) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("plain.trace", []byte(plainTrace), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := synthetic.Write(filepath.FromSlash(referenceDir), synthetic.Options{Processes: 4, Rounds: 4, Machine: &machine}); err != nil {
		t.Fatal(err)
	}
}

const knownPairs = " -pair table/none,table/ticks,table/bitmap,sparse/ticks,sparse/bitmap "

// Costs of this machine give figures, from the run that lies where it is looked for.
func TestAdvisePredicts(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	models(t, host.Describe())
	code, out, errs := advise(t, "plain.trace"+knownPairs)
	wantExit(t, exitFine, code, out, errs)
	for _, want := range []string{"µs/frame", "MiB", "\nWhy\n- table/bitmap spends most on going over all that match", "%)", "asking what changed", "a run of this machine.", "refused, for want of a tracker: table/none"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	narrow(t, out)
	if strings.Contains(errs+out, "Measured") {
		t.Errorf("it was measured:\n%s%s", errs, out)
	}
	_, out, _ = advise(t, "-json plain.trace"+knownPairs)
	var got advice
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Predicted) != 4 || len(got.Refused) != 1 {
		t.Fatalf("%v in %s", err, out)
	}
	for i, p := range got.Predicted {
		if p.NS == nil || p.Low == nil || p.High == nil || *p.Low > *p.NS || *p.NS > *p.High || p.Place != i+1 || len(p.Parts) == 0 || len(p.Parts[0].From) == 0 {
			t.Errorf("%+v", p)
		}
	}
	// 5000 visits at 0.65 ns, and 5000 questions at 0.03 and 0.45: of table, before noise and misfit.
	for pair, want := range map[string]float64{"table/bitmap": 5000 * (0.65 + 0.03), "table/ticks": 5000 * (0.65 + 0.45)} {
		for _, p := range got.Predicted {
			if p.Pair == pair && (*p.NS < 0.8*want || *p.NS > 1.3*want) {
				t.Errorf("%s: %g ns, expected about %g", pair, *p.NS, want)
			}
		}
	}
}

// Costs of another machine give an order and no figure.
func TestAdviseElsewhere(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	models(t, synthetic.Machine)
	code, out, errs := advise(t, "plain.trace"+knownPairs)
	wantExit(t, exitFine, code, out, errs)
	table, rest, _ := strings.Cut(out, "measured on another machine")
	if rest == "" || !strings.Contains(strings.Join(strings.Fields(rest), " "), "so only the order is told") {
		t.Errorf("nothing is said of the other machine:\n%s", out)
	}
	if regexp.MustCompile(`µs|MiB|[0-9]\.[0-9]|%`).MatchString(table) || !strings.Contains(table, "table/bitmap") {
		t.Errorf("figures of another machine:\n%s", table)
	}
	narrow(t, out)
	_, out, _ = advise(t, "-json plain.trace"+knownPairs)
	var got advice
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Predicted) != 4 || len(got.Elsewhere) == 0 {
		t.Fatalf("%v in %s", err, out)
	}
	for _, word := range []string{`"ns"`, `"low"`, `"ratio"`, `"bytes":`, `"share"`} {
		if _, predicted, _ := strings.Cut(out, `"predicted"`); strings.Contains(predicted, word) {
			t.Errorf("%s of another machine in\n%s", word, predicted)
		}
	}
}

// With -measure the prediction is held against a measurement.
func TestAdviseMeasure(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	for name, machine := range map[string]host.Machine{"here": host.Describe(), "elsewhere": synthetic.Machine} {
		t.Run(name, func(t *testing.T) {
			models(t, machine)
			code, out, errs := advise(t, "-measure -rounds 6 plain.trace"+knownPairs)
			wantExit(t, exitFine, code, out, errs)
			for _, want := range []string{"\nMeasured\n", "How well the prediction did", "Rank correlation: "} {
				if !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			narrow(t, out)
			_, out, _ = advise(t, "-measure -json -rounds 6 plain.trace"+knownPairs)
			var got advice
			if err := json.Unmarshal([]byte(out), &got); err != nil || got.Score == nil || len(got.Score.Pairs) != 4 || got.Score.Correlation == nil {
				t.Fatalf("%v in %s", err, out)
			}
			for _, s := range got.Score.Pairs {
				if here := name == "here"; s.Measured <= 0 || (s.Ratio != nil) != here || (s.Predicted != nil) != here {
					t.Errorf("%+v", s)
				}
			}
		})
	}
}

// A cost that the run lacks is named with what would give it, and the workload
// is measured.
func TestAdviseMissingCost(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	models(t, host.Describe())
	code, out, errs := advise(t, few)
	wantExit(t, exitFine, code, out, errs)
	flat := strings.Join(strings.Fields(errs), " ")
	for _, want := range []string{"results/reference lacks a cost of every pair: iterate/get migrate/add-remove spawn/churn track/iterate/order=shuffled.", "So the workload itself is measured, now."} {
		if !strings.Contains(flat, want) {
			t.Errorf("no %q in\n%s", want, errs)
		}
	}
	if !strings.Contains(out, "× first [95 %]") || strings.Contains(out, "Why") {
		t.Errorf("not measured:\n%s", out)
	}
}

// Pairs of which the run lacks a cost are named; the others are predicted.
func TestAdviseNamesWhatItCannotPredict(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	models(t, host.Describe())
	code, out, errs := advise(t, "plain.trace -pair table/ticks,table/frame,bitset/ticks")
	wantExit(t, exitFine, code, out, errs)
	flat := strings.Join(strings.Fields(out), " ")
	if !strings.HasPrefix(out, "Workload: plain.trace.\n\npair ") || !strings.Contains(flat, "Not predicted, for want of iterate/pair track/density in the run: table/frame bitset/ticks.") || strings.Contains(out, "Measured") {
		t.Errorf("%s%s", out, errs)
	}
	narrow(t, out)
}

// A run that was altered is refused.
func TestAdviseAlteredModels(t *testing.T) {
	models(t, host.Describe())
	names, err := filepath.Glob(filepath.FromSlash(referenceDir + "/raw/iterate-01.txt"))
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	if err := os.WriteFile(names[0], []byte("Benchmark"), 0o666); err != nil {
		t.Fatal(err)
	}
	code, out, errs := advise(t, "plain.trace")
	wantExit(t, exitWrong, code, out, errs)
	if out != "" || !strings.Contains(errs, "iterate-01.txt") {
		t.Errorf("%s%s", out, errs)
	}
}

// narrow checks that lines fit a narrow terminal; a word may be longer.
func narrow(t *testing.T, out string) {
	t.Helper()
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > tableWidth && len(strings.Fields(line)) > 1 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}
