package cli

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"ecslab/harness/host"
)

func TestDoctor(t *testing.T) {
	var out, errs bytes.Buffer
	code := Suite{}.Main([]string{"doctor", "-time", "100ms"}, &out, &errs)
	wantExit(t, exitFine, code, out.String(), errs.String())
	for line := range strings.Lines(out.String()) {
		if n := len([]rune(strings.TrimRight(line, "\n"))); n > tableWidth {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	if !strings.Contains(out.String(), "noise: ") || strings.Contains(out.String(), "\x1b") {
		t.Errorf("output:\n%s", out.String())
	}
	out.Reset()
	code = Suite{}.Main([]string{"doctor", "-json", "-time=100ms"}, &out, &errs)
	wantExit(t, exitFine, code, out.String(), errs.String())
	var got struct {
		Machine  host.Machine
		Findings []struct{ Subject, Grade, Found string }
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil || len(got.Findings) < 9 || got.Machine.Cores < 1 {
		t.Errorf("%v in %s", err, out.String())
	}
}

func TestDoctorUsage(t *testing.T) {
	for args, want := range map[string]string{
		"doctor now":       `"now" is not expected`,
		"doctor -time 1s1": "-time",
		"doctor -time 1h":  "100ms to 10m",
		"doctor -jsno":     `did you mean "-json"?`,
	} {
		var out, errs bytes.Buffer
		code := Suite{}.Main(strings.Fields(args), &out, &errs)
		wantExit(t, exitUsage, code, out.String(), errs.String())
		oneLine(t, errs.String(), want)
	}
}
