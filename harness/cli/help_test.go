package cli

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"
)

// Every help fits a narrow terminal and shows examples.
func TestHelpOfEveryCommand(t *testing.T) {
	for _, c := range commands() {
		t.Run(c.name, func(t *testing.T) {
			var out, errs bytes.Buffer
			code := Suite{}.Main([]string{"help", c.name}, &out, &errs)
			wantExit(t, exitFine, code, out.String(), errs.String())
			for _, want := range []string{"usage: ", "\nExamples:\n  go run ./cmd/benchrun"} {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no %q", want)
				}
			}
			for line := range strings.Lines(out.String()) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > helpWidth {
					t.Errorf("%d columns: %s", n, line)
				}
				if line[0] != ' ' && strings.HasSuffix(line, "\\\n") {
					t.Errorf("prose folded as an example: %s", line)
				}
			}
			if strings.Contains(out.String(), "\x1b") {
				t.Error("colours in a pipe")
			}
		})
	}
}

// Every exit code is told.
func TestExitCodesAreTold(t *testing.T) {
	for _, code := range []string{"\n  0 ", "\n  1 ", "\n  2 ", "\n  3 ", "\n  4 ", "\n  130 "} {
		if !strings.Contains(exitCodes, code) {
			t.Errorf("no %q", code)
		}
	}
}

func TestFold(t *testing.T) {
	for line, want := range map[string]string{
		"  short":                      "  short",
		"  run something/long -flag x": "  run something/long \\|    -flag x",
		"  " + strings.Repeat("x", 40): "  " + strings.Repeat("x", 40),
	} {
		if got := strings.Join(fold(line, 24), "|"); got != want {
			t.Errorf("%q: %q, expected %q", line, got, want)
		}
	}
}
