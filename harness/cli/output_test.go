package cli

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/harness/internal/synthetic"
)

// fullDisk takes so many bytes.
type fullDisk int

func (f *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), int(*f))
	*f -= fullDisk(n)
	if n < len(b) {
		return n, errors.New("no space left on device")
	}
	return n, nil
}

// TestOutputThatIsLost lets standard output fill up under every command that
// only prints: what was lost is told and is no success, and an exit code that
// says more stays.
func TestOutputThatIsLost(t *testing.T) {
	dir := synthesized(t, synthetic.Options{Processes: 2, Rounds: 3})
	trace := filepath.Join(t.TempDir(), "x.trace")
	if err := os.WriteFile(trace, []byte("component A\nspawn a A=1\nread a A => 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args string
		code int
	}{
		{"help", exitWrong}, {"help run", exitWrong}, {"list", exitWrong}, {"list -cells", exitWrong},
		{"report " + dir, exitWrong}, {"compare " + dir + " " + dir, exitWrong},
		{"doctor -json -time 100ms", exitWrong},
		{"replay nosuch", exitUsage},
	} {
		for _, room := range []fullDisk{0, 10} {
			var errs strings.Builder
			disk := room
			code := fake().Main(strings.Fields(c.args), &disk, &errs)
			if code != c.code || strings.Count(errs.String(), "no space left on device") != 1 {
				t.Errorf("%s with room for %d: exit code %d, standard error:\n%s", c.args, room, code, &errs)
			}
		}
	}
}

// TestFilesWithoutEnd: a device in the place of a file is refused, neither read
// without end nor replaced.
func TestFilesWithoutEnd(t *testing.T) {
	const device = "/dev/zero"
	before, err := os.Stat(device)
	if err != nil || before.Mode()&os.ModeDevice == 0 {
		t.Skip("this system has no " + device)
	}
	dir := synthesized(t, synthetic.Options{Processes: 2, Rounds: 3})
	code, out, errs := benchrun(t, "report", "-o", device, dir)
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, "not a regular file")
	after, err := os.Stat(device)
	if err != nil || after.Mode() != before.Mode() {
		t.Errorf("the device is now %v, %v", after, err)
	}
	raw := filepath.Join(dir, "raw", "track-01.txt")
	if err := os.Remove(raw); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(device, raw); err != nil {
		t.Fatal(err)
	}
	code, out, errs = benchrun(t, "report", dir)
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, "track-01.txt: not a regular file")
	if _, err := readAtMost(device, 1<<20); err == nil || !strings.Contains(err.Error(), "longer than 1 MiB") {
		t.Errorf("a trace without end: %v", err)
	}
}
