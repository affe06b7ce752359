package profile

import (
	"bytes"
	"encoding/xml"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
)

// stacks makes a profile of stacks, each given from the innermost function
// outwards with its value.
func stacks(t *testing.T, unit string, list map[string]int64) []byte {
	t.Helper()
	p := &profile.Profile{
		SampleType: []*profile.ValueType{{Type: "samples", Unit: "count"}, {Type: "cpu", Unit: unit}},
		PeriodType: &profile.ValueType{Type: "cpu", Unit: unit}, Period: 1e7,
		Mapping: []*profile.Mapping{{ID: 1, File: "/home/somebody/go-build1/b001/exe/benchrun", HasFunctions: true}},
	}
	at := map[string]*profile.Location{}
	for names, v := range list {
		s := &profile.Sample{Value: []int64{1, v}, Label: map[string][]string{"cell": {"a"}}}
		for _, n := range strings.Fields(names) {
			if at[n] == nil {
				f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: n, SystemName: n, Filename: "/home/somebody/src/x.go"}
				p.Function = append(p.Function, f)
				at[n] = &profile.Location{ID: f.ID, Mapping: p.Mapping[0], Address: 0x1000 * f.ID, Line: []profile.Line{{Function: f, Line: 7}}}
				p.Location = append(p.Location, at[n])
			}
			s.Location = append(s.Location, at[n])
		}
		p.Sample = append(p.Sample, s)
	}
	var b bytes.Buffer
	if err := p.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func sample(t *testing.T) []byte {
	return stacks(t, "nanoseconds", map[string]int64{
		"m/impl/table.(*Table).Next m/ecs.(*Query).Next m/scenarios/iterate.run m/harness/measure.(*meter).run main.main": 50e6,
		"m/scenarios/iterate.run m/harness/measure.(*meter).run main.main":                                                300e6,
		"m/x.walk m/x.walk m/x.walk m/scenarios/iterate.run m/harness/measure.(*meter).run main.main":                     40e6,
		"runtime.scanobject runtime.gcDrain runtime.gcBgMarkWorker":                                                       10e6,
	})
}

func TestTop(t *testing.T) {
	p, err := Parse(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	if p.Type != "cpu" || p.Total != 400e6 || p.Samples != 4 || p.Wrong() != "" {
		t.Fatalf("%+v", p)
	}
	top := p.Top()
	for i, want := range []Function{
		{"m/scenarios/iterate.run", 300e6, 390e6},
		{"m/impl/table.(*Table).Next", 50e6, 50e6},
		{"m/x.walk", 40e6, 40e6}, // once, though it calls itself
		{"runtime.scanobject", 10e6, 10e6},
	} {
		if top[i] != want {
			t.Errorf("line %d is %+v, want %+v", i, top[i], want)
		}
	}
	if got := p.Labels("cell"); len(got) != 1 || got[0] != "a" {
		t.Errorf("labels %v", got)
	}
}

// TestPprofNamesTheSame compares with what "go tool pprof -top" says of the
// same bytes: names, own and summed values, and their order.
func TestPprofNamesTheSame(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	scrubbed, err := Scrub(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "x.pprof")
	if err := os.WriteFile(file, scrubbed, 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "tool", "pprof", "-top", "-nodefraction=0", "-unit=ms", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(scrubbed)
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`(?m)^ *([0-9.]+)(?:ms)? +[0-9.]+% +[0-9.]+% +([0-9.]+)(?:ms)? +[0-9.]+% +(\S+)`).FindAllStringSubmatch(string(out), -1)
	top := p.Top()
	if len(lines) != len(top) {
		t.Fatalf("pprof has %d lines, the profile %d functions:\n%s", len(lines), len(top), out)
	}
	ms := func(v int64) string { return strings.TrimSuffix(Amount(v, "nanoseconds"), " ms") }
	cum := map[string]string{}
	for i, l := range lines {
		cum[l[3]] = l[2]
		if top[i].Flat > 0 && (l[3] != top[i].Name || l[1] != ms(top[i].Flat)) {
			t.Errorf("line %d: pprof has %s, we have %+v", i, l[0], top[i])
		}
	}
	for _, f := range top {
		if cum[f.Name] != ms(f.Cum) {
			t.Errorf("pprof has a cum of %q for %+v", cum[f.Name], f)
		}
	}
}

func TestScrubLeavesNoPath(t *testing.T) {
	b, err := Scrub(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	p, err := profile.ParseData(b)
	if err != nil {
		t.Fatal(err)
	}
	if text := p.String(); strings.Contains(text, "somebody") {
		t.Errorf("a path is left:\n%s", text)
	}
	files := map[string]bool{}
	for _, f := range p.Function {
		files[f.Filename] = true
	}
	for _, want := range []string{"m/impl/table/x.go", "runtime/x.go", "main/x.go"} {
		if !files[want] {
			t.Errorf("no function is in %s: %v", want, files)
		}
	}
}

func TestPackageOf(t *testing.T) {
	for in, want := range map[string]string{
		"ecslab/impl/table.(*Table).Next":                    "ecslab/impl/table",
		"ecslab/ecs.(*View[go.shape.struct { x/y.Z }]).Rows": "ecslab/ecs",
		"ecslab/ecs.(*View[...]).Rows":                       "ecslab/ecs",
		"runtime.mallocgc":                                   "runtime",
		"memeqbody":                                          "",
		"main.main.func1":                                    "main",
		"":                                                   "",
	} {
		if got := packageOf(in); got != want {
			t.Errorf("%q is in %q, want %q", in, got, want)
		}
	}
	if got := Short("a/b.(*V[go.shape.struct { x/y.Z; []int }]).R"); got != "b.(*V[…]).R" {
		t.Errorf("short: %s", got)
	}
}

func TestFlame(t *testing.T) {
	p, err := Parse(sample(t))
	if err != nil {
		t.Fatal(err)
	}
	svg := p.Flame(`a <b> & "c"`, "sub", "m/harness/measure")
	if again := p.Flame(`a <b> & "c"`, "sub", "m/harness/measure"); !bytes.Equal(svg, again) {
		t.Error("the same profile gave two pictures")
	}
	for dec := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("not well-formed: %v", err)
		}
	}
	text := string(svg)
	for _, want := range []string{"all: 400 ms, 100.0 %", "m/scenarios/iterate.run: 390 ms, 97.5 %", "runtime.gcBgMarkWorker: 10 ms, 2.5 %", ">table.(*Table).Next<", "a &lt;b&gt;"} {
		if !strings.Contains(text, want) {
			t.Errorf("the picture lacks %s", want)
		}
	}
	for _, never := range []string{"main.main", "harness/measure", "href", "http://", "url("} {
		if strings.Contains(strings.Replace(text, "http://www.w3.org/2000/svg", "", 1), never) {
			t.Errorf("the picture holds %s", never)
		}
	}
	if n := strings.Count(text, "m/x.walk:"); n != 3 {
		t.Errorf("a recursion of three has %d frames", n)
	}
}

func TestIncorrect(t *testing.T) {
	for kind, unit := range map[string]string{CPU: "nanoseconds", Heap: "bytes"} {
		b, err := Incorrect(kind, "sum is 41,\nexpected 42")
		if err != nil {
			t.Fatal(err)
		}
		p, err := Parse(b)
		if err != nil {
			t.Fatal(err)
		}
		if p.Wrong() != "sum is 41, expected 42" || p.Total != 0 || len(p.Top()) != 0 || p.Unit != unit {
			t.Errorf("%s: %q, %+v", kind, p.Wrong(), p)
		}
		if svg := p.Flame("t", "s", ""); !bytes.Contains(svg, []byte("</svg>")) {
			t.Error("no picture of nothing")
		}
	}
}

func TestParseRefusesOther(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("goos: linux\n"), sample(t)[:40]} {
		if _, err := Parse(b); err == nil {
			t.Errorf("%q was read as a profile", b[:min(len(b), 10)])
		}
	}
}
