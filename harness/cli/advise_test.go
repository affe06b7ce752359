package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/replay"
)

func advise(t *testing.T, args string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = Suite{Backends: backends.All()}.Main(append([]string{"advise"}, strings.Fields(args)...), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

// There is no results/reference beside a test, so what these ask is measured.
const few = "-entities 100 -rounds 6 -pair table/none,table/ticks,sparse/bitmap"

func TestAdvise(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	code, out, errs := advise(t, few)
	wantExit(t, exitFine, code, out, errs)
	for _, want := range []string{"Workload: 100 entities of 4 components of 2 fields, 2", "µs/frame", "table/ticks", "sparse/bitmap", "refused, for want of a tracker: table/none"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for line := range strings.Lines(out) {
		if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > tableWidth {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	code, out, errs = advise(t, few+" -json -observers 0")
	wantExit(t, exitFine, code, out, errs)
	var told struct{ Measured []ranked }
	if err := json.Unmarshal([]byte(out), &told); err != nil || len(told.Measured) != 3 {
		t.Fatalf("%v: %s", err, out)
	}
	got := told.Measured
	for i, r := range got {
		if r.NS <= 0 || r.Low > r.Ratio || r.Ratio > r.High || !r.Frame || r.Round != 6 || i == 0 && r.Ratio != 1 || i > 1 && r.Ratio < got[i-1].Ratio {
			t.Errorf("place %d: %+v", i, r)
		}
	}
}

// The trace that a demand makes is well-formed, whatever is asked, and runs
// everywhere without a disagreement.
func TestAdviseTrace(t *testing.T) {
	for _, args := range []string{"", "-components 2", "-every 6 -observers 3", "-changed 0 -toggled 0 -churn 0", "-systems 0", "-churn 100 -changed 100"} {
		code, out, errs := advise(t, "-trace -entities 100 "+args)
		wantExit(t, exitFine, code, out, errs)
		f, err := replay.Parse("made", []byte(out))
		if err != nil {
			t.Fatalf("%s: %v in\n%s", args, err, out)
		}
		for _, b := range backends.All() {
			if r := replay.Run(f, b); r.Verdict == replay.Disagree {
				t.Errorf("%s: %s: %v", args, b.Pair(), r.First)
			}
		}
	}
}

func TestAdviseFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range someTraces {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{"empty.trace": "# nothing\n", "set-up.trace": "tick\nmeasure\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		args string
		code int
		out  string
		errs string
	}{
		{"good.trace", exitFine, "table/ticks", ""},
		{"wrong.trace", exitWrong, "no pair can run", "expected 2, got 1"},
		{"bad.trace", exitUsage, "", "bad.trace:2:1"},
		{"missing.trace", exitUsage, "", "missing.trace: "},
		{"empty.trace", exitUsage, "", "empty.trace has no statement to measure"},
		{"set-up.trace", exitUsage, "", "set-up.trace has no statement to measure"},
		{"-every 5", exitUsage, "", "a divisor of 12"},
		{"-components 1", exitUsage, "", "2 to 64"},
		{"-entities many", exitUsage, "", "-entities"},
		{"-entities 0", exitUsage, "", "100 to 1000000 are possible"},
		{"-entities -5", exitUsage, "", "100 to 1000000 are possible"},
		{"-entities 99999999999999999999", exitUsage, "", "value out of range"},
		{"-churn -1", exitUsage, "", "0 to 100"},
		{"-changed 101", exitUsage, "", "0 to 100"},
		{"-changed 0.5", exitUsage, "", "-changed"},
		{"-models", exitUsage, "", "-models"},
		{"-models nowhere", exitWrong, "", "nowhere: no such results directory"},
		{"-churn 1 good.trace", exitUsage, "", "a trace has its own"},
		{"-trace good.trace", exitUsage, "", "a trace has its own"},
		{"-observer 1", exitUsage, "", `did you mean "-observers"?`},
		{"good.trace wrong.trace", exitUsage, "", "one trace file"},
	} {
		code, out, errs := advise(t, "-rounds 6 -pair table/ticks "+c.args)
		if code != c.code || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) {
			t.Errorf("%s: exit %d\n%s%s", c.args, code, out, errs)
		}
	}
}
