package synthetic

import (
	"bytes"
	"strings"

	"github.com/google/pprof/profile"

	"ecslab/harness/plan"
	"ecslab/harness/raw"
)

// profiled are the cells that a synthetic run profiles: of each group the first
// of each storage.
func profiled(p *plan.Plan) []plan.Profiled {
	var out []plan.Profiled
	for _, g := range p.Groups() {
		seen := map[string]bool{}
		for _, f := range p.InGroup(g) {
			for _, c := range f.Cells {
				if !c.Floor() && !seen[c.Backend] {
					seen[c.Backend] = true
					out = append(out, plan.Profiled{Group: g, Storage: c.Backend, Benchmark: f.Benchmark(c)})
				}
			}
		}
	}
	return out
}

// Stacks makes a profile of stacks, each written from the innermost function
// outwards, with its value.
func Stacks(kind string, stacks []string, values []int64) ([]byte, error) {
	t := &profile.ValueType{Type: "cpu", Unit: "nanoseconds"}
	if kind == raw.PassHeap {
		t = &profile.ValueType{Type: "inuse_space", Unit: "bytes"}
	}
	p := &profile.Profile{SampleType: []*profile.ValueType{t}, PeriodType: t, Period: 1}
	at := map[string]*profile.Location{}
	for i, names := range stacks {
		s := &profile.Sample{Value: values[i : i+1]}
		for _, n := range strings.Fields(names) {
			if at[n] == nil {
				f := &profile.Function{ID: uint64(len(p.Function) + 1), Name: n, SystemName: n}
				p.Function = append(p.Function, f)
				at[n] = &profile.Location{ID: f.ID, Address: 16 * f.ID, Line: []profile.Line{{Function: f, Line: 1}}}
				p.Location = append(p.Location, at[n])
			}
			s.Location = append(s.Location, at[n])
		}
		p.Sample = append(p.Sample, s)
	}
	var b bytes.Buffer
	err := p.Write(&b)
	return b.Bytes(), err
}

// cellProfile is the profile of a cell whose storage is a package of its own.
func cellProfile(kind string, x plan.Profiled) ([]byte, error) {
	outer := " ecslab/harness/measure.(*meter).work main.main"
	scenario, storage := "ecslab/scenarios/"+x.Group, "ecslab/impl/"+x.Storage
	return Stacks(kind, []string{
		storage + ".(*cursor).Next ecslab/ecs.(*Query).Next " + scenario + ".run" + outer,
		storage + ".(*" + strings.ToUpper(x.Storage[:1]) + x.Storage[1:] + ").Reset ecslab/ecs.(*Query).Open " + scenario + ".run" + outer,
		scenario + ".run" + outer,
		"ecslab/ecs.(*View[go.shape.struct{x|y}]).Slice " + scenario + ".run" + outer,
		"runtime.scanobject runtime.gcBgMarkWorker",
	}, []int64{int64(len(x.Storage)) * 100e6, 120e6, 2800e6, 350e6, 40e6})
}
