package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/harness/cli"
	"ecslab/scenarios/catalog"
)

// asBroken makes the test binary serve the measuring processes of the suite
// that broken gives.
const asBroken = "ECSLAB_BROKEN"

func TestMain(m *testing.M) {
	if os.Getenv(asBroken) != "" && len(os.Args) > 1 && os.Args[1] == "measure" {
		os.Exit(broken().Main(os.Args[1:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// broken are our scenarios on table storage and on one that is broken on
// purpose: its passes leave out what came last.
func broken() cli.Suite {
	sound := backends.All()[0]
	wrong := sound
	wrong.Storage = "broken"
	wrong.NewStorage = func(env driver.Env) driver.Storage { return forgetful{sound.NewStorage(env)} }
	return cli.Suite{Backends: []ecs.Backend{sound, wrong}, Scenarios: catalog.All()}
}

// forgetful leaves the last entity of every chunk out of a pass.
type forgetful struct{ driver.Storage }

func (s forgetful) Query(q *driver.Query) (driver.Cursor, error) {
	c, err := s.Storage.Query(q)
	return forgetfulCursor{c}, err
}

type forgetfulCursor struct{ driver.Cursor }

func (c forgetfulCursor) Next(ch *driver.Chunk) bool {
	ok := c.Cursor.Next(ch)
	if ok && ch.N > 0 {
		ch.N--
	}
	return ok
}

// TestBrokenBackend measures it, from the command to the report: its cells have
// no time, the run fails, and the sound storage beside it is measured.
func TestBrokenBackend(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	t.Setenv(asBroken, "yes")
	dir := filepath.Join(t.TempDir(), "run")
	var stdout, stderr bytes.Buffer
	code := broken().Main([]string{
		"run", "-o", dir, "-seed", "1", "-processes", "2", "-rounds", "2", "-time-per-cell", "20us",
		"-filter", "n=1000", "iterate/pair", "spawn/churn",
	}, &stdout, &stderr)
	if code != 1 {
		t.Errorf("exit code %d, expected 1\n%s\n%s", code, &stdout, &stderr)
	}
	const what = "INCORRECT: iterate/pair/n=1000 broken/none"
	if !strings.Contains(stderr.String(), what) {
		t.Errorf("standard error does not say %q:\n%s", what, &stderr)
	}
	report := readFile(t, filepath.Join(dir, "REPORT.md"))
	for _, want := range []string{"This run failed", "**INCORRECT**", "expected"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not say %q", want)
		}
	}
	times := 0
	files, err := filepath.Glob(filepath.Join(dir, "raw", "iterate-*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for line := range strings.Lines(readFile(t, f)) {
			switch {
			case strings.HasPrefix(line, "BenchmarkIterate/pair") && strings.Contains(line, "backend=broken"):
				t.Errorf("%s publishes %s", filepath.Base(f), line)
			case strings.HasPrefix(line, "BenchmarkIterate/pair") && strings.Contains(line, "backend=table"):
				times++
			}
		}
	}
	if times == 0 {
		t.Error("the sound storage beside it has no time")
	}
}
