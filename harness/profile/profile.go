package profile

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/google/pprof/profile"
)

// Profile is a parsed profile with the one of its values that is looked at.
type Profile struct {
	p     *profile.Profile
	value int // index into each sample's values

	Type    string // "cpu", "inuse_space"
	Unit    string // "nanoseconds", "bytes"
	Samples int    // distinct stacks, each of them taken once or more
	Total   int64  // in Unit
}

// incorrectPrefix begins the comment of a profile without samples: the cell
// gave a wrong answer, and where it spends its time is of no interest.
const incorrectPrefix = "INCORRECT: "

// Parse reads a profile as runtime/pprof writes it. Of several values the one
// that "go tool pprof" shows by default is taken.
func Parse(b []byte) (*Profile, error) {
	p, err := profile.ParseData(b)
	if err != nil {
		return nil, err
	}
	if len(p.SampleType) == 0 {
		return nil, errors.New("a profile without sample types")
	}
	out := &Profile{p: p, value: len(p.SampleType) - 1, Samples: len(p.Sample)}
	for i, t := range p.SampleType {
		if t.Type == p.DefaultSampleType {
			out.value = i
		}
	}
	out.Type, out.Unit = p.SampleType[out.value].Type, p.SampleType[out.value].Unit
	for _, s := range p.Sample {
		out.Total += s.Value[out.value]
	}
	return out, nil
}

// Wrong says why the cell has no profile; "" if it has one.
func (p *Profile) Wrong() string {
	for _, c := range p.p.Comments {
		if reason, ok := strings.CutPrefix(c, incorrectPrefix); ok {
			return reason
		}
	}
	return ""
}

// Labels are the values that some sample carries under a label, sorted.
func (p *Profile) Labels(key string) []string {
	var out []string
	for _, s := range p.p.Sample {
		out = append(out, s.Label[key]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Function is one line of a table of functions.
type Function struct {
	Name string
	Flat int64
	Cum  int64
}

// Top are all functions, those with most of their own first.
func (p *Profile) Top() []Function {
	byName := map[string]*Function{}
	get := func(name string) *Function {
		if byName[name] == nil {
			byName[name] = &Function{Name: name}
		}
		return byName[name]
	}
	for _, s := range p.p.Sample {
		v := s.Value[p.value]
		names := stack(s)
		if v == 0 || len(names) == 0 {
			continue
		}
		get(names[len(names)-1]).Flat += v
		slices.Sort(names)
		for _, n := range slices.Compact(names) {
			get(n).Cum += v
		}
	}
	var out []Function
	for _, f := range byName {
		out = append(out, *f)
	}
	slices.SortFunc(out, func(a, b Function) int {
		return cmp.Or(cmp.Compare(b.Flat, a.Flat), cmp.Compare(b.Cum, a.Cum), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// Packages are the packages of all functions by what these have of their own,
// the heaviest first. What has no package, such as assembly, is left out.
func (p *Profile) Packages() []Function {
	flat := map[string]int64{}
	for _, f := range p.Top() {
		flat[packageOf(f.Name)] += f.Flat
	}
	var out []Function
	for name, v := range flat {
		if name != "" {
			out = append(out, Function{Name: name, Flat: v})
		}
	}
	slices.SortFunc(out, func(a, b Function) int {
		return cmp.Or(cmp.Compare(b.Flat, a.Flat), cmp.Compare(a.Name, b.Name))
	})
	return out
}

// stack gives the functions of a sample, the outermost first.
func stack(s *profile.Sample) []string {
	var out []string
	for _, l := range s.Location {
		for _, line := range l.Line {
			if line.Function != nil {
				out = append(out, line.Function.Name)
			}
		}
	}
	slices.Reverse(out)
	return out
}

// Incorrect is the profile of a cell that gave a wrong answer: no samples, and
// a comment that says why.
func Incorrect(kind, reason string) ([]byte, error) {
	t := &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}
	if kind == Heap {
		t = &profile.ValueType{Type: "inuse_space", Unit: "bytes"}
	}
	p := &profile.Profile{
		SampleType: []*profile.ValueType{t},
		Comments:   []string{incorrectPrefix + strings.Join(strings.Fields(reason), " ")},
	}
	var b bytes.Buffer
	err := p.Write(&b)
	return b.Bytes(), err
}

// Kinds of profile.
const (
	CPU  = "cpu"
	Heap = "heap"
)
