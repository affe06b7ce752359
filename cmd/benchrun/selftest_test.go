package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// selftested is what README.md says of results/selftest/selftest.json.
type selftested struct {
	Created time.Time
	Seeds   int
	Machine struct {
		Commit string
		Dirty  bool
	}
	Findings []struct{ Question, Due, Got, Holds string }
	Errors   []string
}

// TestReadmeSelftest holds README.md to the committed selftest, whatever came
// out of it.
func TestReadmeSelftest(t *testing.T) {
	var s selftested
	if err := json.Unmarshal([]byte(readFile(t, "../../results/selftest/selftest.json")), &s); err != nil {
		t.Fatal(err)
	}
	generated(t, "README.md", "selftest", s.sentence())
}

// sentence is when and of what the selftest was, and what came out of each
// question.
func (s selftested) sentence() string {
	var b strings.Builder
	fmt.Fprintf(&b, "The method tested on itself ([how and what](results/selftest/SELFTEST.md), %d runs", s.Seeds)
	if !s.Created.IsZero() {
		fmt.Fprintf(&b, ", %s", s.Created.Format(time.DateOnly))
	}
	if c := s.Machine.Commit; c != "" {
		fmt.Fprintf(&b, ", commit %s", c[:min(7, len(c))])
		if s.Machine.Dirty {
			b.WriteString(" with changes")
		}
	}
	b.WriteString("): ")
	for i, f := range s.Findings {
		if i > 0 {
			b.WriteString("; ")
		}
		got, _, _ := strings.Cut(f.Got, ";")
		verdict := map[string]string{"yes": "holds", "no": "**fails**", "too noisy": "**too noisy** to tell"}[f.Holds]
		fmt.Fprintf(&b, "%s – %s (%s, due %s)", f.Question, verdict, got, f.Due)
	}
	b.WriteString(".")
	if len(s.Errors) > 0 {
		fmt.Fprintf(&b, " **With errors: %d.**", len(s.Errors))
	}
	return fill(b.String(), 110) + "\n"
}

// fill breaks a paragraph into lines.
func fill(text string, width int) string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len([]rune(line))+1+len([]rune(w)) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+w, " ")
	}
	return strings.Join(append(lines, line), "\n")
}

// Each verdict that a selftest can come to is told as what it is.
func TestSelftestSentence(t *testing.T) {
	var s selftested
	text := `{"created":"2026-01-02T03:04:05Z","seeds":20,"machine":{"commit":"0123456789","dirty":true},"errors":["x"],"findings":[
		{"question":"a","due":"never","got":"0 of 7; by chance 1","holds":"yes"},
		{"question":"b","due":"in 90 %","got":"1 of 2","holds":"no"},
		{"question":"c","due":"in 90 %","got":"1 of 1","holds":"too noisy"}]}`
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(s.sentence()), " ")
	for _, want := range []string{"20 runs, 2026-01-02, commit 0123456 with changes)", "a – holds (0 of 7, due never); ", "b – **fails** (1 of 2, due in 90 %); ", "c – **too noisy** to tell (1 of 1, due in 90 %).", "With errors: 1"} {
		if !strings.Contains(flat, want) {
			t.Errorf("no %q in %s", want, flat)
		}
	}
	if flat := (selftested{Seeds: 2}).sentence(); strings.Contains(flat, "0001") || strings.Contains(flat, "commit") {
		t.Errorf("a run without a date has %s", flat)
	}
}
