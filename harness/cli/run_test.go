package cli

import (
	"bufio"
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/raw"
)

// benchrun runs the fake suite in this process; its children are processes.
func benchrun(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = fake().Main(args, &out, &err)
	return code, out.String(), err.String()
}

// small makes a run short.
func small(args ...string) []string {
	return append([]string{"run", "-seed", "7", "-processes", "2", "-rounds", "3", "-time-per-cell", "20us"}, args...)
}

// interrupted runs a command of the fake suite as a process, and sends it an
// interrupt at each line of its standard error that when picks. It gives that
// output; a command that does not end as interrupted fails the test.
func interrupted(t *testing.T, cmd *exec.Cmd, when func(line string) bool) string {
	t.Helper()
	log, err := followed(t, cmd, func(line string) {
		if when(line) {
			cmd.Process.Signal(os.Interrupt)
		}
	})
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Fatalf("it ended with %v\n%s", err, log)
	}
	return log
}

// followed runs a command of the fake suite as a process, tells each line of its
// standard error when it comes, and gives all of them and how it ended.
func followed(t *testing.T, cmd *exec.Cmd, each func(line string)) (string, error) {
	t.Helper()
	cmd.Env = append(cmd.Environ(), "ECSLAB_FAKE_BENCHRUN=1")
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		log.WriteString(lines.Text() + "\n")
		each(lines.Text())
	}
	err = cmd.Wait()
	return log.String(), err
}

// firstDone picks the line that tells of the first process.
func firstDone(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "1/") }

func wantExit(t *testing.T, want, got int, stdout, stderr string) {
	t.Helper()
	if got != want {
		t.Fatalf("exit code %d, want %d\nstdout:\n%s\nstderr:\n%s", got, want, stdout, stderr)
	}
}

func TestResolution(t *testing.T) {
	for want, margins := range map[string][]float64{
		"": nil,
		"no difference below 48.0 % is claimed in this run":           {0.48, 0.4801},
		"no difference below 2.0–48.0 %, by package, is claimed here": {0.1, 0.48, 0.02},
	} {
		f := &analyse.Figures{}
		for _, m := range margins {
			f.Groups = append(f.Groups, analyse.Group{Margin: m})
		}
		if got := resolution(f); got != want {
			t.Errorf("%v: %q", margins, got)
		}
	}
}

func TestRunWritesAReadableReport(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	code, out, errs := benchrun(t, small("-o", dir, "good", "alloc")...)
	// A floor and a cell that do the same may by bad luck be told apart, so
	// FLOOR BEATEN is no failure of this test.
	if code != exitFine && !strings.Contains(errs, "FLOOR BEATEN") {
		wantExit(t, exitFine, code, out, errs)
	}
	if !strings.Contains(out, "report: "+filepath.Join(dir, "REPORT.md")) {
		t.Errorf("standard output does not name the report:\n%s", out)
	}
	if lines := strings.Split(strings.TrimSpace(out), "\n"); !strings.HasPrefix(lines[len(lines)-1], "no difference below ") {
		t.Errorf("the last line does not say what the noise leaves to be told:\n%s", out)
	}
	for _, l := range strings.Split(errs, "\n") {
		if n := len([]rune(l)); n > 60 && !strings.HasPrefix(l, "FLOOR BEATEN") {
			t.Errorf("a progress line of %d columns: %s", n, l)
		}
	}
	text := read(t, filepath.Join(dir, "REPORT.md"))
	for _, want := range []string{
		"good/sum", "alloc/make", "GOGC=100, alone", "plots/good-sum-scaling.png", "plots/good-change-changed-n=100.svg", "plots/overview.png",
		"-preset quick -seed 7 -processes 2 -rounds 3 -time-per-cell 20µs good alloc", "A/A ratio", "64MiB",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, name := range []string{"results.json", "manifest.json", "plots/good-sum-scaling.png", "raw/good-01.txt", "raw/good-02.txt", "raw/good-memory.txt"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Error(err)
		}
	}
	host, _ := os.Hostname()
	for _, name := range []string{"REPORT.md", "manifest.json", "results.json", "raw/good-01.txt"} {
		content := read(t, filepath.Join(dir, name))
		if strings.Contains(content, filepath.Dir(dir)) || (len(host) > 3 && strings.Contains(content, host)) {
			t.Errorf("%s names a path or the host", name)
		}
	}

	// The report is a function of the raw files.
	before := read(t, filepath.Join(dir, "results.json"))
	os.Remove(filepath.Join(dir, "results.json"))
	os.RemoveAll(filepath.Join(dir, "plots"))
	if code, out, errs := benchrun(t, "report", dir); code != exitFine && code != exitWrong {
		t.Fatalf("report: exit code %d\n%s%s", code, out, errs)
	}
	if read(t, filepath.Join(dir, "REPORT.md")) != text || read(t, filepath.Join(dir, "results.json")) != before {
		t.Error("made again, the report differs")
	}

	// At another place it has the same text with other links.
	other := filepath.Join(filepath.Dir(dir), "OTHER.md")
	benchrun(t, "report", "-o", other, dir)
	if got := read(t, other); !strings.Contains(got, "](r/plots/overview.png)") || strings.ReplaceAll(got, "r/raw/", "raw/") == got {
		t.Error("the links of a report elsewhere do not lead to the results directory")
	}
}

func TestWrongCellsFailTheRun(t *testing.T) {
	for _, c := range []struct{ scenario, want, message string }{
		{"bad/wrong", "INCORRECT", "expected"},
		{"bad/panic", "INCORRECT", "panic: index out of range"},
		{"bad/floor", "FLOOR BEATEN", "of the floor's time"},
	} {
		t.Run(c.scenario, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "r")
			args := small("-o", dir, "-processes", "6", "-time-per-cell", "500us", c.scenario)
			code, out, errs := benchrun(t, args...)
			wantExit(t, exitWrong, code, out, errs)
			if !strings.Contains(errs, c.want) || !strings.Contains(errs, c.message) {
				t.Errorf("standard error does not say %s … %s:\n%s", c.want, c.message, errs)
			}
			text := read(t, filepath.Join(dir, "REPORT.md"))
			if !strings.Contains(text, "**"+c.want+"**") || !strings.Contains(text, "This run failed") {
				t.Errorf("the report does not say %s", c.want)
			}
			if code, out, errs := benchrun(t, "report", dir); code != exitWrong {
				wantExit(t, exitWrong, code, out, errs)
			}
		})
	}
}

func TestIncorrectCellsHaveNoTime(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	benchrun(t, small("-o", dir, "bad/wrong")...)
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range r.Samples {
		if strings.Contains(s.Benchmark, "backend=beta") {
			t.Fatalf("%s was published with %v", s.Benchmark, s.Values)
		}
	}
	if len(r.Failures) == 0 {
		t.Error("no failure was recorded")
	}
}

func TestDyingChildIsExplained(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	code, out, errs := benchrun(t, small("-o", dir, "bad/dies")...)
	wantExit(t, exitWrong, code, out, errs)
	if !strings.Contains(errs, "bad process 1 died") || !strings.Contains(errs, "-resume") {
		t.Errorf("standard error:\n%s", errs)
	}
	if _, err := raw.Load(dir); err != nil {
		t.Errorf("the results directory cannot be read: %v", err)
	}
}

func TestInterruptAndResume(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no interrupt signal")
	}
	dir := filepath.Join(t.TempDir(), "r")
	interrupted(t, exec.Command(os.Args[0], small("-o", dir, "good", "slow")...), firstDone)
	if text := read(t, filepath.Join(dir, "REPORT.md")); !strings.Contains(text, "not complete") {
		t.Error("the report does not say that the run is not complete")
	}
	m, err := raw.LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	kept := m.Files[0]
	if m.Complete() {
		t.Fatal("the run was complete before it could be interrupted")
	}

	if code, out, errs := benchrun(t, "run", "-resume", dir, "-rounds", "4"); code != exitUsage {
		wantExit(t, exitUsage, code, out, errs)
	}
	code, out, errs := benchrun(t, "-resume", dir)
	if code != exitFine && !strings.Contains(errs, "FLOOR BEATEN") {
		wantExit(t, exitFine, code, out, errs)
	}
	m, err = raw.LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	if !m.Complete() || m.Files[0] != kept {
		t.Errorf("after resuming: complete %v, first file %v, before %v", m.Complete(), m.Files[0], kept)
	}
	if text := read(t, filepath.Join(dir, "REPORT.md")); strings.Contains(text, "not complete") {
		t.Error("the report still says that the run is not complete")
	}
}

func TestResumeRefusesWhatIsNotItsOwn(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "r")
	benchrun(t, small("-o", dir, "good/sum")...)
	m, err := raw.LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	raw1 := m.Machine
	m.Plan.Families[0].N++
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	code, out, errs := benchrun(t, "run", "-resume", dir)
	wantExit(t, exitUsage, code, out, errs)
	if !strings.Contains(errs, "plan is another") {
		t.Errorf("standard error:\n%s", errs)
	}
	m.Plan.Families[0].N--
	m.Machine = raw1
	m.Machine.Cores++
	m.Files = nil
	if err := m.Save(dir); err != nil {
		t.Fatal(err)
	}
	code, out, errs = benchrun(t, "run", "-resume", dir)
	wantExit(t, exitUsage, code, out, errs)
	if !strings.Contains(errs, "cores") {
		t.Errorf("standard error does not name the difference:\n%s", errs)
	}
}

func TestDirectoriesThatCannotBeUsed(t *testing.T) {
	base := t.TempDir()
	file := filepath.Join(base, "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := benchrun(t, small("-o", filepath.Join(file, "r"), "good/sum")...)
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, "cannot make the results directory")

	full := filepath.Join(base, "full")
	os.MkdirAll(filepath.Join(full, "x"), 0o755)
	code, out, errs = benchrun(t, small("-o", full, "good/sum")...)
	wantExit(t, exitUsage, code, out, errs)
	oneLine(t, errs, "exists already")

	// Writing fails after a first process is complete: what it measured stays.
	dir := filepath.Join(base, "r")
	os.MkdirAll(dir, 0o755)
	code, out, errs = benchrunBlocked(t, dir)
	wantExit(t, exitWrong, code, out, errs)
	if !strings.Contains(errs, "cannot write raw samples") {
		t.Errorf("standard error:\n%s", errs)
	}
	r, err := raw.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Files) != 1 {
		t.Errorf("%d files are listed, want the first process", len(r.Files))
	}
}

// benchrunBlocked makes the second process's file impossible to write.
func benchrunBlocked(t *testing.T, dir string) (int, string, string) {
	t.Helper()
	var out, errs bytes.Buffer
	block := writerFunc(func(b []byte) (int, error) {
		if strings.Contains(string(b), "1/3 ") {
			os.MkdirAll(filepath.Join(dir, "raw", "good-02.txt.partial", "x"), 0o755)
		}
		return errs.Write(b)
	})
	code := fake().Main(small("-o", dir, "good/sum"), &out, block)
	return code, out.String(), errs.String()
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func oneLine(t *testing.T, text, want string) {
	t.Helper()
	if strings.Count(text, "\n") != 1 || !strings.HasSuffix(text, "\n") || !strings.Contains(text, want) {
		t.Errorf("want one line with %q, got:\n%s", want, text)
	}
}
