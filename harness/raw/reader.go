package raw

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"ecslab/harness/plan"
	"ecslab/harness/profile"
)

// Sample is what one cell took in one round.
type Sample struct {
	Benchmark  string
	Process    int
	Round      int
	GOGC       string
	Iterations int
	Values     map[string]float64 // by the unit as written: "ns/op"
}

// Failure is a cell that gave a wrong answer.
type Failure struct {
	Benchmark string
	Process   int
	Pass      string
	Message   string
}

// Profile is a profile of one cell.
type Profile struct {
	File
	*profile.Profile
}

// Run is all that was measured.
type Run struct {
	*Manifest
	Samples  []Sample
	Failures []Failure
	Profiles []Profile
	Unlisted []string // raw files that the manifest does not list; not read
}

// Load reads a results directory and refuses it with a *Fault if a file is
// missing, cut short or altered, lacks a cell, or is of another run.
func Load(dir string) (*Run, error) {
	m, err := LoadManifest(dir)
	if err != nil {
		return nil, err
	}
	run := &Run{Manifest: m}
	for _, f := range m.Files {
		b, err := m.read(dir, f)
		if err != nil {
			return nil, err
		}
		if err := run.Add(filepath.Join(dir, filepath.FromSlash(f.Path)), b, f); err != nil {
			return nil, err
		}
	}
	found, _ := filepath.Glob(filepath.Join(dir, rawFolder, "*"))
	for _, p := range found {
		if strings.HasSuffix(p, Partial) {
			continue
		}
		if rel := rawFolder + "/" + filepath.Base(p); !m.Has(rel) {
			run.Unlisted = append(run.Unlisted, rel)
		}
	}
	return run, nil
}

// Add reads one raw file into the run.
func (r *Run) Add(path string, b []byte, f File) error {
	if f.Pass == PassCPU || f.Pass == PassHeap {
		p, err := profile.Parse(b)
		if err != nil {
			return &Fault{Path: path, Message: "not a profile: " + err.Error()}
		}
		if _, _, ok := r.Plan.Locate(f.Cell); !ok {
			return &Fault{Path: path, Message: fmt.Sprintf("a profile of %q, which is not in the plan", f.Cell)}
		}
		r.Profiles = append(r.Profiles, Profile{f, p})
		return nil
	}
	samples, failures, err := Parse(path, b, r.Manifest, f)
	if err != nil {
		return err
	}
	r.Samples = append(r.Samples, samples...)
	r.Failures = append(r.Failures, failures...)
	return nil
}

// Parse reads the text of one raw file and compares it with the plan.
func Parse(path string, b []byte, m *Manifest, f File) ([]Sample, []Failure, error) {
	failures, err := parseFailures(path, b, f)
	if err != nil {
		return nil, nil, err
	}
	var samples []Sample
	r := benchfmt.NewReader(bytes.NewReader(b), path)
	for r.Scan() {
		switch rec := r.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, nil, &Fault{path, rec.Line, rec.Msg}
		case *benchfmt.Result:
			_, line := rec.Pos()
			if err := checkConfig(path, line, rec, m, f); err != nil {
				return nil, nil, err
			}
			s := Sample{
				Benchmark: string(rec.Name), Process: f.Process,
				GOGC: rec.GetConfig("gogc"), Iterations: rec.Iters, Values: map[string]float64{},
			}
			s.Round, _ = strconv.Atoi(rec.GetConfig("round"))
			for _, v := range rec.Values {
				if v.OrigUnit != "" {
					s.Values[v.OrigUnit] = v.OrigValue
				} else {
					s.Values[v.Unit] = v.Value
				}
			}
			samples = append(samples, s)
		}
	}
	if err := r.Err(); err != nil {
		return nil, nil, &Fault{Path: path, Message: err.Error()}
	}
	if err := checkComplete(path, samples, failures, m, f); err != nil {
		return nil, nil, err
	}
	return samples, failures, nil
}

// parseFailures finds the FAIL lines, which benchfmt skips.
func parseFailures(path string, b []byte, f File) ([]Failure, error) {
	var out []Failure
	lines := strings.Split(string(b), "\n")
	for i, l := range lines {
		name, ok := strings.CutPrefix(l, failPrefix)
		if !ok {
			continue
		}
		if i+1 >= len(lines) || !strings.HasPrefix(lines[i+1], incorrectPrefix) {
			return nil, &Fault{path, i + 1, "a FAIL line without its reason"}
		}
		out = append(out, Failure{
			Benchmark: strings.TrimPrefix(name, "Benchmark"), Process: f.Process, Pass: f.Pass,
			Message: strings.TrimPrefix(lines[i+1], incorrectPrefix),
		})
	}
	return out, nil
}

// checkConfig refuses samples of another run, machine or process: averaged in
// silence they would make a figure of nothing.
func checkConfig(path string, line int, r *benchfmt.Result, m *Manifest, f File) error {
	for _, c := range [][2]string{
		{"run", m.Run}, {"group", f.Group}, {"pass", f.Pass}, {"process", strconv.Itoa(f.Process)},
		{"seed", strconv.FormatUint(m.Plan.Seed, 10)},
		{"commit", m.Machine.Commit}, {"go", m.Machine.Go}, {"cpu", m.Machine.CPU}, {"kernel", m.Machine.Kernel},
	} {
		if got := r.GetConfig(c[0]); got != oneLine(c[1]) {
			return &Fault{path, line, fmt.Sprintf("%s is %q here and %q in %s", c[0], got, c[1], ManifestName)}
		}
	}
	return nil
}

// checkComplete looks for cells and rounds that are missing, and for samples
// that no cell of the plan accounts for.
func checkComplete(path string, samples []Sample, failures []Failure, m *Manifest, f File) error {
	type key struct{ benchmark, gogc string }
	got := map[key]int{}
	for _, s := range samples {
		if _, frames := s.Values[FrameP50]; frames {
			got[key{s.Benchmark, "frames"}]++
			continue
		}
		got[key{s.Benchmark, s.GOGC}]++
	}
	known := map[string]bool{}
	for _, family := range m.Plan.InGroup(f.Group) {
		for _, c := range family.Cells {
			b := family.Benchmark(c)
			known[b] = true
			if slices.ContainsFunc(failures, func(x Failure) bool { return x.Benchmark == b }) {
				continue
			}
			for _, w := range wanted(&m.Plan, family, c, f.Pass) {
				if n := got[key{b, w.gogc}]; n != w.lines {
					return &Fault{Path: path, Message: fmt.Sprintf("%d lines of Benchmark%s (gogc %s) where %d are due", n, b, w.gogc, w.lines)}
				}
			}
		}
	}
	for _, s := range samples {
		if !known[s.Benchmark] && !strings.HasPrefix(s.Benchmark, CopyBenchmark) {
			return &Fault{Path: path, Message: "Benchmark" + s.Benchmark + " is not in the plan"}
		}
	}
	return nil
}

// CopyBenchmark begins the names under which a process writes the machine's
// copy bandwidth: "Copy/set=4MiB".
const CopyBenchmark = "Copy/set="

type due struct {
	gogc  string // or "frames"
	lines int
}

// wanted says how many lines of a cell a file must hold.
func wanted(p *plan.Plan, f plan.Family, c plan.Cell, pass string) []due {
	switch {
	case pass == PassMemory && c.Twin:
		return []due{{"off", 0}}
	case pass == PassMemory:
		return []due{{"off", 1}}
	}
	out := []due{{"off", p.Rounds}}
	if f.Allocs && !c.Twin {
		out = append(out, due{"100", p.Rounds})
	}
	if f.Frames && !c.Twin {
		out = append(out, due{"frames", 1})
	}
	return out
}
