package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/raw"
)

// writeMerged makes the report of merged runs, and in its place that of each
// run by itself.
func writeMerged(dir, out string) (*Result, error) {
	runs, merged, err := raw.LoadMerged(dir)
	if err != nil {
		return nil, err
	}
	for i := range runs {
		if _, err := Write(filepath.Join(dir, filepath.FromSlash(raw.ShardDir(i))), ""); err != nil {
			return nil, err
		}
	}
	out, prefix, err := place(dir, out)
	if err != nil {
		return nil, err
	}
	f, parts := analyse.Merge(runs)
	f.Claims = judgedOnEach(parts)
	f.Run = filepath.Base(filepath.Clean(dir))
	f.Complete = f.Complete && len(merged.Missing) == 0
	d := draw(runs, f)
	d.merged = merged
	return d.write(dir, out, prefix)
}

// shards says what was merged.
func (d *document) shards() {
	if d.merged == nil {
		return
	}
	machines := analyse.Machines(d.runs)
	if len(machines) == 1 {
		d.text("Merged from runs of one kind of machine; each was analysed by itself, with the noise of its own A/A pairs:")
	} else {
		d.p("Merged from runs of **%d different machines**, A to %s. The machine is a parameter of every workload: no figure of one machine "+
			"is set against one of another.", len(machines), machines[len(machines)-1].Letter)
	}
	t := newTable("part", "machine", "processor", ">cores", "kernel", "report")
	for i, r := range d.runs {
		letter := "A"
		for _, m := range machines {
			if len(m.Machine.Elsewhere(r.Machine)) == 0 {
				letter = m.Letter
			}
		}
		t.row(orDash(r.Options.Shard), letter, escape(r.Machine.CPU), fmt.Sprint(r.Machine.Cores), escape(r.Machine.GOOS+" "+r.Machine.Kernel),
			fmt.Sprintf("[%s](%s%s/%s)", r.Run, d.prefix, raw.ShardDir(i), Name))
	}
	d.table(t)
	d.text("Claims are judged on each machine by itself, from all parts that it measured; what stands in two parts was not measured in the same " +
		"processes and is not compared.")
}

// onWhat names the machine, or says how many there were.
func (d *document) onWhat() string {
	if n := len(d.figures.Machines); n > 1 {
		return fmt.Sprintf("%d machines", n)
	}
	m := d.run.Machine
	return fmt.Sprintf("%s (%s), kernel %s %s", m.CPU, plural(m.Cores, "core"), m.GOOS, m.Kernel)
}

// across compares what machines say, not how fast they are.
func (d *document) across() {
	agree := 0
	t := newTable("family", "backend", "machines", "verdicts against the fastest there", ">× fastest there")
	for _, x := range d.figures.Across {
		if x.Agree {
			agree++
			continue
		}
		var ratios []string
		for _, r := range x.Ratios {
			if r == nil {
				ratios = append(ratios, "1")
			} else {
				ratios = append(ratios, ratio(r))
			}
		}
		t.row(x.Family, x.Cell, strings.Join(x.Machines, ", "), strings.Join(x.Verdicts, ", "), strings.Join(ratios, "; "))
	}
	n := len(d.figures.Across)
	d.p("Of %s that several machines measured, %d %s judged alike on all of them. Times are never set against each other here: each "+
		"machine compares its cells with the fastest of its own.", plural(n, "contender"), agree, isAre(agree))
	if len(t.rows) > 0 {
		d.text("**Depends on the machine:**")
		d.table(t)
	}
}

// files are all raw files, with their place below the results directory.
func (d *document) files() []raw.File {
	if d.merged == nil {
		return d.run.Files
	}
	var out []raw.File
	for i, r := range d.runs {
		for _, f := range r.Files {
			f.Path = raw.ShardDir(i) + "/" + f.Path
			out = append(out, f)
		}
	}
	return out
}

// cells counts what is compared: twins, which are measured for the noise, are
// the same cells again.
func (d *document) cells() int {
	n := 0
	for _, r := range d.runs {
		for _, f := range r.Plan.Families {
			for _, c := range f.Cells {
				if !c.Twin {
					n++
				}
			}
		}
	}
	return n
}

func (d *document) families() int {
	n := 0
	for _, r := range d.runs {
		n += len(r.Plan.Families)
	}
	return n
}

// groupName names a scenario package, in merged runs with its part.
func groupName(g analyse.Group) string {
	if g.Shard == "" {
		return g.Name
	}
	return onMachine(g.Name+", part "+g.Shard, g.Machine)
}

func onMachine(s, machine string) string {
	if machine == "" {
		return s
	}
	return s + " on " + machine
}
