package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
)

// replaySuite runs "replay" on this module's pairs in a folder that holds the given traces.
func replaySuite(t *testing.T, traces map[string]string, args string) (code int, out, errs string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range traces {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	s := Suite{Backends: backends.All()}
	code = s.Main(append([]string{"replay"}, strings.Fields(args)...), &stdout, &stderr)
	return code, stdout.String(), stderr.String()
}

var someTraces = map[string]string{
	"good.trace":   "component A\nspawn a A=1\ncount All(A) => 1\n",
	"wrong.trace":  "component A\nspawn a A=1\ncount All(A) => 2\nread a A => 7\n",
	"change.trace": "component A\nspawn a A=1\nrun s\n  query AllChanged(A)\n    => a\n    => bitmap: -\nend\n",
	"bad.trace":    "component A\nspwan a\n",
}

func TestReplayVerdicts(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	for _, c := range []struct {
		args string
		code int
		out  string // a part of it
		errs string
	}{
		{"good.trace", exitFine, "good.trace    .....", ""},
		{"change.trace -pair table/none", exitFine, "change.trace  -", ""},
		{"-pair table/ticks,sparse/bitmap change.trace", exitFine, "1 file × 2 pairs: 2 ok, 0 n/a, 0 disagreements", ""},
		{"wrong.trace -pair=table/ticks", exitWrong, "wrong.trace:3: table/ticks: expected 2, got 1 (and 1 more)", ""},
		{"good.trace wrong.trace change.trace", exitWrong, "wrong.trace   XXXXX", ""},
		{"bad.trace good.trace", exitUsage, "good.trace    .....", `bad.trace:2:1: found "spwan"`},
		{"wrong.trace bad.trace", exitUsage, "wrong.trace:3: table/none: expected 2, got 1", "bad.trace:2:1: "},
		{"missing.trace good.trace", exitUsage, "missing.trace  malformed", "missing.trace: "},
		{". good.trace", exitUsage, ".             malformed", ".: "},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, errs := replaySuite(t, someTraces, c.args)
			wantExit(t, c.code, code, out, errs)
			if !strings.Contains(out, c.out) {
				t.Errorf("standard output has no %q:\n%s", c.out, out)
			}
			if c.errs == "" && errs != "" || !strings.Contains(errs, c.errs) {
				t.Errorf("standard error: %s", errs)
			}
		})
	}
}

func TestReplayUsage(t *testing.T) {
	for args, want := range map[string]string{
		"":                                 "a trace file is needed",
		"-time":                            "a trace file is needed",
		"good.trace -pair table/tick":      `did you mean "table/ticks"?`,
		"good.trace -pair tabel/ticks":     `did you mean "table/ticks"?`,
		"good.trace -pair=":                "-pair needs a value",
		"good.trace -pair table/ticks,,":   "no pair",
		"good.trace -pairs table/ticks":    `did you mean "-pair"?`,
		"good.trace -jsno":                 `did you mean "-json"?`,
		"good.trace -time -rounds 1":       "6 to 1000",
		"good.trace -time -rounds several": "-rounds",
	} {
		t.Run(args, func(t *testing.T) {
			code, out, errs := replaySuite(t, someTraces, args)
			wantExit(t, exitUsage, code, out, errs)
			oneLine(t, errs, want)
			if out != "" {
				t.Errorf("standard output: %s", out)
			}
		})
	}
}

func TestReplayJSON(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	code, out, errs := replaySuite(t, someTraces, "-json change.trace wrong.trace bad.trace -pair table/none,table/bitmap")
	wantExit(t, exitUsage, code, out, errs)
	var got []outcome
	for line := range strings.Lines(out) {
		var o outcome
		decoder := json.NewDecoder(strings.NewReader(line))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&o); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		got = append(got, o)
	}
	expected := `a statement (nearest: "spawn")`
	want := []outcome{
		{File: "change.trace", Pair: "table/none", Verdict: "n/a"},
		{File: "change.trace", Pair: "table/bitmap", Verdict: "ok"},
		{File: "wrong.trace", Pair: "table/none", Verdict: "disagree", Line: 3, Column: 1, Expected: "2", Got: "1", More: 1},
		{File: "wrong.trace", Pair: "table/bitmap", Verdict: "disagree", Line: 3, Column: 1, Expected: "2", Got: "1", More: 1},
		{File: "bad.trace", Pair: "table/none", Verdict: "malformed", Line: 2, Column: 1, Expected: expected, Got: `"spwan"`},
		{File: "bad.trace", Pair: "table/bitmap", Verdict: "malformed", Line: 2, Column: 1, Expected: expected, Got: `"spwan"`},
	}
	if !slices.EqualFunc(got, want, func(a, b outcome) bool {
		return a.Times == nil && b.Times == nil && a.File == b.File && a.Pair == b.Pair && a.Verdict == b.Verdict &&
			a.Line == b.Line && a.Column == b.Column && a.Expected == b.Expected && a.Got == b.Got && a.More == b.More
	}) {
		t.Errorf("%+v\nwant %+v", got, want)
	}
}

func TestReplayTime(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	traces := map[string]string{
		"work.trace": "component A\nspawn a*100 A\nmeasure\nset a.3 A=1\nset a.* A=2\nfail spawn a\n",
		"each.trace": "component A\nspawn a A\nrun s\n  each AllAdded(A) All(A) mut A\nend\n",
	}
	code, out, errs := replaySuite(t, traces, "-time -rounds 6 -json -pair table/ticks,table/none work.trace each.trace")
	wantExit(t, exitFine, code, out, errs)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d lines:\n%s", len(lines), out)
	}
	for i, want := range [][]string{{"names", "set*", "set"}, {"names", "set*", "set"}, {"each", "run", "spawn"}, nil} {
		var o outcome
		if err := json.Unmarshal([]byte(lines[i]), &o); err != nil {
			t.Fatal(err)
		}
		var kinds []string
		for _, w := range o.Times {
			kinds = append(kinds, w.Kind)
			if w.Low > w.NS || w.NS > w.High || w.Statements < 1 || w.Rounds != 6 {
				t.Errorf("%s: %+v", lines[i], w)
			}
			if w.Kind == "set*" && w.Entities != 100 {
				t.Errorf("%v entities", w.Entities)
			}
		}
		slices.Sort(kinds)
		slices.Sort(want)
		if !slices.Equal(kinds, want) {
			t.Errorf("%s: kinds %v, want %v", o.Pair, kinds, want)
		}
	}
	code, out, errs = replaySuite(t, traces, "-time -rounds 6 -pair table/ticks,table/none work.trace each.trace")
	wantExit(t, exitFine, code, out, errs)
	for _, want := range []string{"work.trace\nns for a statement", "set*: 1 a run, 100 entities each", "each: 1 a run, 1 entities each"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	for line := range strings.Lines(out) {
		if len([]rune(line)) > 76 {
			t.Errorf("a line of %d: %s", len(line), line)
		}
	}
}

// Rows stay readable on a narrow terminal, however long the names are.
func TestReplayTableWidth(t *testing.T) {
	long := strings.Repeat("very-", 30) + "long.trace"
	code, out, errs := replaySuite(t, map[string]string{long: someTraces["good.trace"]}, long)
	wantExit(t, exitFine, code, out, errs)
	for line := range strings.Lines(out) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > 60 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// Every committed trace agrees on every pair, through the command.
func TestReplayCommittedTraces(t *testing.T) {
	names, err := filepath.Glob("../../replay/testdata/traces/*.trace")
	if err != nil || len(names) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	var stdout, stderr bytes.Buffer
	s := Suite{Backends: backends.All()}
	code := s.Main(append([]string{"replay"}, names...), &stdout, &stderr)
	wantExit(t, exitFine, code, stdout.String(), stderr.String())
}
