package cli

import (
	"bytes"
	"flag"
	"testing"
)

// An unset variable of a script is never taken for a default.
func TestEmptyValuesAreRefused(t *testing.T) {
	for _, words := range [][]string{
		{"run", "-resume", ""},
		{"run", "-resume="},
		{"run", "-o", ""},
		{"run", "-backend", "", "good"},
		{"run", "good", "-filter", ""},
		{"run", "-preset", ""},
		{"list", "-backend", ""},
		{"report", "-o", "", "some"},
		{"merge", "-o", "", "some"},
		{"replay", "-pair", "", "good.trace"},
		{"advise", "-pair", ""},
		{"run", ""},
		{"list", "good", ""},
		{"report", ""},
		{"merge", "-o", "x", ""},
		{"compare", "", "some"},
		{"replay", "", "good.trace"},
		{"why", "good.trace:1", ""},
		{"advise", ""},
		{"profile", ""},
		{"doctor", ""},
		{"selftest", ""},
		{"ab", "-old", "x", "-new", "x", ""},
	} {
		var out, errs bytes.Buffer
		code := fake().Main(words, &out, &errs)
		wantExit(t, exitUsage, code, out.String(), errs.String())
		oneLine(t, errs.String(), "needs a value")
	}
}

// Flags stand anywhere, and a flag with an empty default may be left out.
func TestParse(t *testing.T) {
	f := newFlags("x")
	name := f.String("name", "", "")
	f.String("other", "", "")
	words, err := parse(f, []string{"a", "-name", "n", "b"})
	if err != nil || *name != "n" || len(words) != 2 {
		t.Errorf("%q, name %q, %v", words, *name, err)
	}
	f.VisitAll(func(x *flag.Flag) {
		if given(f)[x.Name] != (x.Name == "name") {
			t.Errorf("-%s", x.Name)
		}
	})
}
