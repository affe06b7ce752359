package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestUsageErrorsAreOneLineWithTheNearestChoice(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"rnu", `did you mean "run"?`},
		{"reprot x", `did you mean "report"?`},
		{"run -presett quick", `did you mean "-preset"?`},
		{"-presett quick", `did you mean "-preset"?`},
		{"run -preset quik", `did you mean "quick"?`},
		{"run -backend alhpa", `did you mean "alpha"?`},
		{"run -backend alpha,beta/nnoe", `did you mean "beta/none"?`},
		{"run good/sun", `did you mean "good/sum"?`},
		{"run -filter god/sum", `did you mean "good/sum"?`},
		{"run -filter /bakend:alpha", `did you mean "/backend"?`},
		{"run -filter -/bakend:alpha", `did you mean "/backend"?`},
		{"run -filter /backend:gamma", "selects no cell"},
		{"run -filter /backend:(", "filter"},
		{"run -rounds many", "-rounds"},
		{"run -processes 1000", "1 to 99"},
		{"list -celsl", `did you mean "-cells"?`},
		{"profile", "one cell is needed"},
		{"profile good/sum/n=1000/backend=alhpa/track=ticks", `did you mean "good/sum/n=1000/backend=alpha/track=ticks"?`},
		{"profile -time 0s x", "up to 1h"},
		{"compare a", "two results directories are needed"},
		{"compare -tolerance 101 a b", "0 to 100"},
		{"compare -tolerance NaN a b", "0 to 100"},
		{"ab -old usage_test.go -new x", "-old usage_test.go: no such program"},
		{"ab -old . -new x", "-old .: no such program"},
		{"ab", "-old BINARY is needed"},
		{"report", "one results directory is needed"},
		{"report a b", "one results directory is needed"},
		{"help rum", `did you mean "run"?`},
	} {
		t.Run(c.args, func(t *testing.T) {
			code, out, errs := benchrun(t, strings.Fields(c.args)...)
			wantExit(t, exitUsage, code, out, errs)
			oneLine(t, errs, c.want)
			if out != "" {
				t.Errorf("standard output: %s", out)
			}
			if _, err := os.Stat("results"); err == nil {
				t.Fatal("a results directory was made")
			}
		})
	}
}

func TestReportOfNothing(t *testing.T) {
	code, out, errs := benchrun(t, "report", "no-such-run")
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, "no such results directory")
	code, out, errs = benchrun(t, "report", t.TempDir())
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, filepath.Base("manifest.json")+": missing")
}

func TestHelp(t *testing.T) {
	for _, args := range []string{"help", "-h", "help run", "run -h", "help report", "report -help", "help list", "list -h", "help profile", "help ab", "compare -h", "help help"} {
		code, out, errs := benchrun(t, strings.Fields(args)...)
		wantExit(t, exitFine, code, out, errs)
		if !strings.Contains(out, "usage: go run ./cmd/benchrun") {
			t.Errorf("%s: %s", args, out)
		}
		for _, l := range strings.Split(out, "\n") {
			if len([]rune(l)) > 60 && !strings.Contains(l, "benchrun") {
				t.Errorf("%s: a line of %d columns: %s", args, len(l), l)
			}
		}
	}
	_, out, _ := benchrun(t, "help", "run")
	for _, want := range []string{"Examples:", "-preset size", "-resume directory", "-time-per-cell time"} {
		if !strings.Contains(out, want) {
			t.Errorf("the help of run lacks %q", want)
		}
	}
}

func TestList(t *testing.T) {
	code, out, errs := benchrun(t, "list", "-cells", "-filter", "/track:ticks", "good/sum")
	wantExit(t, exitFine, code, out, errs)
	for _, want := range []string{"good/sum/n=100 ", "BenchmarkGood/sum/n=100/backend=alpha/track=ticks", "BenchmarkGood/sum/n=100/backend=floor/form=index", "twin=yes"} {
		if !strings.Contains(out, want) {
			t.Errorf("the list lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "backend=beta") {
		t.Errorf("the filter left what it should have removed:\n%s", out)
	}
}
