package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/replay"
)

// traces are the committed ones that are well-formed.
func traces(t *testing.T) (files []*replay.File) {
	t.Helper()
	for _, folder := range []string{"../../replay/testdata/traces", "../fidelity/traces"} {
		names, _ := filepath.Glob(filepath.Join(folder, "*.trace"))
		if len(names) == 0 {
			t.Fatalf("no traces in %s", folder)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := replay.Parse(name, text)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	return files
}

var (
	pairLine   = regexp.MustCompile(`^\w+/([\w-]+)(?:, execution \d+ of \d+)?: (.*)$`)
	windowLine = regexp.MustCompile(`^  ([^ ].*?): (-?\d+) < stamp ≤ (-?\d+); `)
	entityLine = regexp.MustCompile(`^  ([^ ]+): (reported|not reported)`)
	answerLine = regexp.MustCompile(`^    (.*?): (yes|no), stamps (none|[-\d,]+): `)
)

// TestWhyCanBeChecked recomputes every answer in the traces from the stamps and
// the windows that are printed, as a reader would.
func TestWhyCanBeChecked(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	suite := Suite{Backends: backends.All()}
	checked := 0
	for _, f := range traces(t) {
		for _, line := range replay.QuestionLines(f) {
			place := fmt.Sprintf("%s:%d", f.Name, line)
			var out, complaints bytes.Buffer
			if code := suite.Main([]string{"why", place}, &out, &complaints); code != exitFine {
				if strings.Contains(complaints.String(), "was not executed") {
					continue
				}
				t.Fatalf("%s: exit %d: %s", place, code, &complaints)
			}
			checked += checkPrinted(t, place, out.String())
		}
	}
	if checked < 500 {
		t.Errorf("only %d answers were found in what is printed", checked)
	}
}

// checkPrinted recomputes what was printed and returns how many answers that were.
func checkPrinted(t *testing.T, place, text string) (checked int) {
	t.Helper()
	type window struct{ after, upto int }
	windows := map[string]window{}
	var pair, answer string
	var reported []string
	first, _, _ := strings.Cut(text, "\n")
	query := strings.Contains(first, ": query ") || strings.Contains(first, ": each ")
	settle := func() {
		if query && pair != "" && !strings.HasPrefix(answer, "error") && len(windows) > 0 {
			if got := spelled(reported); got != spelled(strings.Fields(answer)) {
				t.Errorf("%s, %s: reported are %s, the answer is %s", place, pair, got, answer)
			}
			checked++
		}
		windows, reported = map[string]window{}, nil
	}
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatalf("%s: %v", place, err)
		}
		return n
	}
	for _, line := range strings.Split(text, "\n") {
		if m := pairLine.FindStringSubmatch(line); m != nil {
			settle()
			pair, answer = m[1], m[2]
		} else if m := windowLine.FindStringSubmatch(line); m != nil {
			windows[m[1]] = window{number(m[2]), number(m[3])}
		} else if m := answerLine.FindStringSubmatch(line); m != nil {
			w, ok := windows[m[1]]
			if !ok {
				t.Errorf("%s, %s: %q has no window", place, pair, m[1])
			}
			in := false
			if m[3] != "none" {
				for _, s := range strings.Split(m[3], ",") {
					stamp := number(s)
					in = in || w.after < stamp && stamp <= w.upto
				}
			}
			if in != (m[2] == "yes") {
				t.Errorf("%s, %s: told %s, computed %t: %s", place, pair, m[2], in, line)
			}
			checked++
		} else if m := entityLine.FindStringSubmatch(line); m != nil {
			if m[2] == "reported" {
				reported = append(reported, m[1])
			}
		} else if strings.HasPrefix(line, "  … and ") {
			query = false // too many to be listed
		}
	}
	settle()
	return checked
}

// spelled is a set of names, ranges spelled out.
func spelled(names []string) string {
	set := map[string]bool{}
	for _, name := range names {
		label, span, ok := strings.Cut(name, ".")
		from, to, isRange := strings.Cut(span, "-")
		if !ok || !isRange {
			if name != "-" {
				set[name] = true
			}
			continue
		}
		a, _ := strconv.Atoi(from)
		b, _ := strconv.Atoi(to)
		for i := a; i <= b; i++ {
			set[fmt.Sprintf("%s.%d", label, i)] = true
		}
	}
	return fmt.Sprint(set) // sorted
}

func TestWhyMisused(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	suite := Suite{Backends: backends.All()}
	trace := filepath.Join("..", "fidelity", "traces", "own-writes.trace")
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "a place in a trace is needed"},
		{[]string{trace + ":9", "a", "b"}, "one place and one entity at the most"},
		{[]string{trace}, "is no FILE:LINE"},
		{[]string{trace + ":x"}, "is no FILE:LINE"},
		{[]string{trace + ":3"}, "is no question; those are on lines 9, 15"},
		{[]string{trace + ":9", "zz"}, `no entity "zz"`},
		{[]string{trace + ":9", "-time", "4"}, "is executed 1 time"},
		{[]string{trace + ":9", "-pair", "table/tikcs"}, "table/ticks"},
		{[]string{"nowhere.trace:9"}, "nowhere.trace"},
	} {
		var out, complaints bytes.Buffer
		if code := suite.Main(append([]string{"why"}, c.args...), &out, &complaints); code != exitUsage {
			t.Errorf("%v: exit %d", c.args, code)
		}
		if !strings.Contains(complaints.String(), c.want) {
			t.Errorf("%v: %q does not say %q", c.args, &complaints, c.want)
		}
	}
}

// TestWhyTells: each kind of question has its answer, and what cannot be told
// has an error that says why.
func TestWhyTells(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	const text = `component C
component N track=none
spawn a C=1
spawn b*2 C=1
mark m
each All(C) AllChanged(C)@m mut C
tick
mut a C=2
tick
each All(C) AllChanged(C)@m mut C
despawn b.1
was a changed C @m
count All(C)
read a C
repeat 3
  mut a C
  sum All(C) AllChanged(C)@m of C
end
query AllRemoved(C)@m
fail query AllAdded(N)@m
run s
  removed C
  query Or(AllAdded(C),Created)
end
save s
spawn z C
load s
count AllChanged(C)@m
each All(C) mut C
`
	dir := t.TempDir()
	name := filepath.Join(dir, "w.trace")
	broken, long := filepath.Join(dir, "broken.trace"), filepath.Join(dir, "long.trace")
	for file, text := range map[string]string{name: text, broken: "spawn a\ntick 0\n", long: strings.Repeat("count Or(None(C),All(C))\ntick\n", 50)} {
		if file == long {
			text = "component C\n" + text
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		place, entity string
		code          int
		want          string
	}{
		{name + ":6", "", exitFine, "table/ticks: -\n"},
		{name + ":10", "", exitFine, "table/ticks: a\n"},
		{name + ":10", "b.0", exitFine, "b.0: not reported"},
		{name + ":12", "", exitFine, "table/bitmap: true\n"},
		{name + ":12", "b.0", exitUsage, `asks about a, not about "b.0"`},
		{name + ":13", "", exitFine, "it does not ask for records"},
		{name + ":14", "a", exitFine, "it does not ask for records"},
		{name + ":14", "nobody", exitUsage, `no entity "nobody"`},
		{name + ":17", "a", exitFine, "execution 3 of 3"},
		{name + ":19", "b.1", exitFine, "it is dead"},
		{name + ":19", "b", exitUsage, `no entity "b" at this line`},
		{name + ":19", "b.7", exitUsage, `no entity "b.7" at this line`},
		{name + ":20", "", exitFine, "refused, for it is not tracked"},
		{name + ":22", "b.1", exitFine, "b.1: "},
		{name + ":23", "", exitFine, "created in this run"},
		{name + ":28", "z", exitUsage, `no entity "z" at this line`},
		{name + ":29", "", exitUsage, "is no question; the nearest are on lines"},
		{name + ":4", "", exitUsage, "is no question"},
		{name + ":999999999999999999999", "", exitUsage, "is no FILE:LINE"},
		{name + ":0", "", exitUsage, "is no FILE:LINE"},
		{name + ":4000", "", exitUsage, "is no question"},
		{broken + ":1", "", exitUsage, broken + ":2:6: "},
		{long + ":51", "", exitUsage, "the nearest are on lines 42, 44, 46, 48, 50, 52, 54, 56, 58, 60"},
	} {
		args := []string{"why", c.place}
		if c.entity != "" {
			args = append(args, c.entity)
		}
		var out, complaints bytes.Buffer
		code := Suite{Backends: backends.All()}.Main(args, &out, &complaints)
		if told := out.String() + complaints.String(); code != c.code || !strings.Contains(told, c.want) {
			t.Errorf("%v: exit %d, %q is not in\n%s", args, code, c.want, told)
		}
	}
}
