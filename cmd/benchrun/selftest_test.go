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
	generated(t, "README.md", "selftest", s.table())
}

// table is when and of what the selftest was, and what came out of each question.
func (s selftested) table() string {
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
	b.WriteString("):\n\n| it happens that | due | found | holds |\n| --- | --- | --- | --- |\n")
	for _, f := range s.Findings {
		got, _, _ := strings.Cut(f.Got, ";")
		holds := f.Holds
		if holds != "yes" {
			holds = "**" + holds + "**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", f.Question, f.Due, got, holds)
	}
	if len(s.Errors) > 0 {
		fmt.Fprintf(&b, "\n**With errors: %d.**\n", len(s.Errors))
	}
	return b.String()
}

// Each verdict that a selftest can come to is told as what it is.
func TestSelftestTable(t *testing.T) {
	var s selftested
	text := `{"created":"2026-01-02T03:04:05Z","seeds":20,"machine":{"commit":"0123456789","dirty":true},"errors":["x"],"findings":[
		{"question":"a","due":"never","got":"0 of 7; by chance 1","holds":"yes"},
		{"question":"b","due":"in 90 %","got":"1 of 2","holds":"no"},
		{"question":"c","due":"in 90 %","got":"1 of 1","holds":"too noisy"}]}`
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	got := s.table()
	for _, want := range []string{"20 runs, 2026-01-02, commit 0123456 with changes)", "| a | never | 0 of 7 | yes |", "| b | in 90 % | 1 of 2 | **no** |", "| c | in 90 % | 1 of 1 | **too noisy** |", "With errors: 1"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	if got := (selftested{Seeds: 2}).table(); strings.Contains(got, "0001") || strings.Contains(got, "commit") {
		t.Errorf("a run without a date has %s", got)
	}
}
