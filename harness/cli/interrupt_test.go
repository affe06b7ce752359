//go:build unix

package cli

import (
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"ecslab/harness/raw"
)

// TestSecondInterruptStopsAtOnce: the first keeps what is complete and reports
// it, the second ends the program without a report. What the manifest lists
// stays readable in either case.
func TestSecondInterruptStopsAtOnce(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	log := interrupted(t, exec.Command(os.Args[0], small("-o", dir, "good", "slow")...), func(line string) bool {
		if firstDone(line) {
			// Writing it blocks, so that the report is never done and the second
			// signal has something to stop.
			if err := unix.Mkfifo(filepath.Join(dir, "results.json"+raw.Partial), 0o600); err != nil {
				t.Error(err)
			}
			return true
		}
		return strings.Contains(line, "once more stops at once")
	})
	if !strings.Contains(log, "once more stops at once") || strings.Contains(log, "go on with") {
		t.Errorf("standard error:\n%s", log)
	}
	if _, err := os.Stat(filepath.Join(dir, "REPORT.md")); err == nil {
		t.Error("a report was written after the second interrupt")
	}
	if _, err := raw.Load(dir); err != nil {
		t.Errorf("what was complete cannot be read: %v", err)
	}
}

// TestSignalsToTheGroup: a terminal, a shell or a service manager sends its
// signal to the measuring process too. What is being measured still ends in
// order, and the run as interrupted.
func TestSignalsToTheGroup(t *testing.T) {
	// A program under nohup goes on, and so would those that a test under nohup
	// starts: where a signal is caught, they begin with what is usual.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, unix.SIGHUP)
	defer signal.Stop(caught)
	for _, s := range []unix.Signal{unix.SIGINT, unix.SIGTERM, unix.SIGHUP} {
		dir := filepath.Join(t.TempDir(), "r")
		cmd := exec.Command(os.Args[0], small("-o", dir, "good", "slow")...)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		log := interrupted(t, cmd, func(line string) bool {
			if firstDone(line) {
				unix.Kill(-cmd.Process.Pid, s)
			}
			return false
		})
		if !strings.Contains(log, "keeping what is complete") {
			t.Errorf("%v: standard error:\n%s", s, log)
		}
		if r, err := raw.Load(dir); err != nil || len(r.Files) == 0 || len(r.Failures) > 0 {
			t.Errorf("%v: the results: %+v, %v", s, r, err)
		}
		if text := read(t, filepath.Join(dir, "REPORT.md")); !strings.Contains(text, "not complete") {
			t.Errorf("%v: the report does not say that the run is not complete", s)
		}
	}
}

// TestHangupUnderNohup: a run that was started to outlive its terminal does.
func TestHangupUnderNohup(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	cmd := exec.Command("sh", append([]string{"-c", `trap "" HUP; exec "$0" "$@"`, os.Args[0]}, small("-o", dir, "good")...)...)
	log, err := followed(t, cmd, func(line string) {
		if firstDone(line) {
			cmd.Process.Signal(unix.SIGHUP)
		}
	})
	if r, failed := raw.Load(dir); failed != nil || !r.Complete() {
		t.Errorf("it ended with %v, %v\n%s", err, failed, log)
	}
}

// TestInterruptedSelftestLeavesNothing: however it ends, its runs are removed.
func TestInterruptedSelftestLeavesNothing(t *testing.T) {
	for _, signals := range []int{1, 2} {
		dir := t.TempDir()
		cmd := exec.Command(os.Args[0], "selftest", "-seeds", "50", "-processes", "2", "-rounds", "3", "-time-per-cell", "20us")
		cmd.Env = append(os.Environ(), "TMPDIR="+dir)
		interrupted(t, cmd, func(line string) bool {
			return strings.HasPrefix(line, "1/50") || signals == 2 && strings.Contains(line, "once more stops at once")
		})
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%d signals: left behind: %v, %v", signals, left, err)
		}
	}
}

// TestABResumes stops a comparison after its first process and goes on with it:
// what was complete stays as it was, and the whole is as if it had never ended.
func TestABResumes(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "ab")
	old, now := build(t, "old", ""), build(t, "new", "")
	args := []string{"ab", "-old", old, "-new", now}
	cmd := exec.Command(os.Args[0], append(args, "-processes", "3", "-rounds", "3", "-time-per-cell", "20us", "-seed", "3", "-o", dir, "good", "slow")...)
	log := interrupted(t, cmd, firstDone)
	if !strings.Contains(log, "go on with the same -old and -new and -resume "+dir) {
		t.Errorf("standard error:\n%s", log)
	}
	if text := read(t, filepath.Join(dir, "COMPARISON.md")); !strings.Contains(text, "not complete") {
		t.Error("the comparison does not say that it is a part")
	}
	before := read(t, filepath.Join(dir, "old", "raw", "good-01.txt"))

	r, err := raw.Load(filepath.Join(dir, "new"))
	if err != nil || len(r.Files) == 0 || r.Complete() {
		t.Fatalf("%d files, complete: %t, %v", len(r.Files), r.Complete(), err)
	}
	for _, c := range [][]string{{"-seed", "4"}, {"-processes", "2"}, {"good"}} {
		code, _, errs := benchrun(t, append(append(args, "-resume", dir), c...)...)
		if code != exitUsage {
			t.Errorf("with %v: exit code %d", c, code)
		}
		oneLine(t, errs, "leave out "+c[0])
	}
	code, out, errs := benchrun(t, append(args, "-resume", dir)...)
	wantExit(t, exitFine, code, out, errs)
	for _, side := range []string{"old", "new"} {
		r, err := raw.Load(filepath.Join(dir, side))
		if err != nil || !r.Complete() || len(r.Unlisted) > 0 {
			t.Errorf("%s: complete %t, %v", side, r != nil && r.Complete(), err)
		}
	}
	if read(t, filepath.Join(dir, "old", "raw", "good-01.txt")) != before {
		t.Error("what was complete was measured again")
	}
	if text := read(t, filepath.Join(dir, "COMPARISON.md")); strings.Contains(text, "not complete") {
		t.Error("the comparison says that it is a part")
	}

	// A side that got ahead is taken back to where both were.
	ahead, err := raw.LoadManifest(filepath.Join(dir, "new"))
	if err != nil {
		t.Fatal(err)
	}
	ahead.Files = ahead.Files[:len(ahead.Files)-1]
	if err := ahead.Save(filepath.Join(dir, "new")); err != nil {
		t.Fatal(err)
	}
	code, out, errs = benchrun(t, append(args, "-resume", dir)...)
	wantExit(t, exitFine, code, out, errs)
	if !strings.Contains(errs, "1/1 ") {
		t.Errorf("one process was due:\n%s", errs)
	}
}
