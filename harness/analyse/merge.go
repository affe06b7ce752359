package analyse

import (
	"slices"
	"strings"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// MachineKey is the parameter that tells families of different machines apart.
const MachineKey = "machine"

// MachineEntry is one of several machines.
type MachineEntry struct {
	Letter  string       `json:"letter"` // "A", "B", …: the value of the parameter machine
	Machine host.Machine `json:"machine"`
	Shards  []string     `json:"shards"`
}

// Across is a contender that several machines measured. Its times are not set
// against each other; what is compared is what each machine says by itself.
type Across struct {
	Family   string   `json:"family"`
	Cell     string   `json:"cell"`
	Machines []string `json:"machines"`
	Ratios   []*Ratio `json:"over_best"` // to the fastest on that machine; absent: this is it
	Verdicts []string `json:"verdicts"`
	Agree    bool     `json:"agree"` // no machine calls faster or best what another calls slower
}

// Merge puts the figures of several runs together. Every run is analysed by
// itself, with the noise of its own A/A pairs. Where the runs are of more than
// one machine, the machine becomes a parameter of each family: so no figure of
// one machine stands in a comparison with one of another. It gives the figures
// of each machine as well, by letter, to judge claims by; one machine is A.
func Merge(runs []*raw.Run) (*Figures, map[string]Parts) {
	out := &Figures{Schema: Schema, Complete: true}
	parts := map[string]Parts{}
	machines := Machines(runs)
	index := map[string]int{} // of scenarios
	for i, r := range runs {
		f := Make(r)
		parts[machines.of(r)] = append(parts[machines.of(r)], NewComparer(r, f))
		letter := ""
		if len(machines) > 1 {
			letter = machines.of(r)
		}
		out.Run = r.Run
		out.Complete = out.Complete && f.Complete
		for _, g := range f.Groups {
			g.Shard, g.Machine = r.Options.Shard, letter
			out.Groups = append(out.Groups, g)
		}
		if letter != "" || i == 0 {
			out.addBandwidth(f.Bandwidth, letter)
		}
		for _, s := range f.Scenarios {
			at, ok := index[s.Name]
			if !ok {
				at = len(out.Scenarios)
				index[s.Name] = at
				out.Scenarios = append(out.Scenarios, Scenario{Scenario: s.Scenario})
				if letter != "" {
					out.Scenarios[at].Parameters = append(slices.Clone(s.Parameters), plan.Param{Key: MachineKey, Value: "what it was measured on"})
				}
			}
			for _, x := range s.Fits {
				x.Where = strings.TrimSpace(x.Where + onMachine(letter))
				out.Scenarios[at].Fits = append(out.Scenarios[at].Fits, x)
			}
			for _, x := range s.Crossovers {
				x.Where = strings.TrimSpace(x.Where + onMachine(letter))
				out.Scenarios[at].Crossovers = append(out.Scenarios[at].Crossovers, x)
			}
			for _, family := range s.Families {
				out.Scenarios[at].Families = append(out.Scenarios[at].Families, family.on(letter))
			}
		}
		for _, p := range f.Profiles {
			p.File, p.Flame = raw.ShardDir(i)+"/"+p.File, raw.ShardDir(i)+"/"+p.Flame
			if letter != "" {
				p.Family += "/" + MachineKey + "=" + letter
			}
			out.Profiles = append(out.Profiles, p)
		}
	}
	if len(machines) > 1 {
		out.Machines = machines
		out.across()
	}
	return out, parts
}

func onMachine(letter string) string {
	if letter == "" {
		return ""
	}
	return " " + MachineKey + "=" + letter
}

// on is the family as measured on a machine; itself where there is only one.
func (f Family) on(letter string) Family {
	if letter == "" {
		return f
	}
	f.Params = append(slices.Clone(f.Params), plan.Param{Key: MachineKey, Value: letter})
	f.Name += "/" + MachineKey + "=" + letter
	if f.Point != "" {
		f.Point += " "
	}
	f.Point += MachineKey + "=" + letter
	return f
}

func (f *Figures) addBandwidth(list []Bandwidth, letter string) {
	for _, b := range list {
		b.Machine = letter
		known := slices.ContainsFunc(f.Bandwidth, func(x Bandwidth) bool { return x.Machine == letter && x.Set == b.Set })
		if !known {
			f.Bandwidth = append(f.Bandwidth, b)
		}
	}
}

type machineList []MachineEntry

// Machines are the different machines of some runs, by letter.
func Machines(runs []*raw.Run) machineList {
	var out machineList
	for _, r := range runs {
		at := slices.IndexFunc(out, func(m MachineEntry) bool { return len(m.Machine.Elsewhere(r.Machine)) == 0 })
		if at < 0 {
			at = len(out)
			out = append(out, MachineEntry{Letter: letterOf(at), Machine: r.Machine})
		}
		out[at].Shards = append(out[at].Shards, r.Options.Shard)
	}
	return out
}

// letterOf counts A … Z, AA, AB ….
func letterOf(i int) string {
	if i >= 26 {
		return letterOf(i/26-1) + letterOf(i%26)
	}
	return string(rune('A' + i))
}

func (l machineList) of(r *raw.Run) string {
	for _, m := range l {
		if len(m.Machine.Elsewhere(r.Machine)) == 0 {
			return m.Letter
		}
	}
	return ""
}

// across gathers what several machines say of one contender.
func (f *Figures) across() {
	type key struct{ family, cell string }
	at := map[key]int{}
	for _, s := range f.Scenarios {
		for _, family := range s.Families {
			letter := family.Value(MachineKey)
			base := family.Name[:len(family.Name)-len("/"+MachineKey+"="+letter)]
			for _, c := range family.Contenders() {
				k := key{base, c.Label}
				i, ok := at[k]
				if !ok {
					i = len(f.Across)
					at[k] = i
					f.Across = append(f.Across, Across{Family: base, Cell: c.Label})
				}
				x := &f.Across[i]
				x.Machines = append(x.Machines, letter)
				x.Ratios = append(x.Ratios, c.OverBest)
				x.Verdicts = append(x.Verdicts, c.Verdict)
			}
		}
	}
	f.Across = slices.DeleteFunc(f.Across, func(x Across) bool { return len(x.Machines) < 2 })
	for i := range f.Across {
		x := &f.Across[i]
		slow := slices.Contains(x.Verdicts, string(stat.Slower))
		x.Agree = !slow || !slices.ContainsFunc(x.Verdicts, func(v string) bool {
			return v == Best || v == string(stat.Faster) || v == string(stat.Equivalent)
		})
	}
}
