package report

import (
	"fmt"
	"strconv"

	"ecslab/harness/analyse"
)

func (d *document) tables() {
	d.p("Every figure stands in [results.json](%sresults.json). benchstat reads the raw samples as they are: "+
		"`benchstat -filter pass:time -ignore process,round,seed -col /backend %sraw/*.txt`.", d.prefix, d.prefix)
	d.appendix("Time of an iteration, and memory, of every cell", func() {
		t := newTable("family", "backend", ">time per iteration [95 %]", ">samples", ">live heap", ">forced GC", ">allocs/op", ">B/op")
		for _, s := range d.figures.Scenarios {
			for _, f := range s.Families {
				for _, c := range f.Cells {
					t.row(append([]string{f.Name, c.Label}, fullRow(c)...)...)
				}
			}
		}
		d.table(t)
	})
	d.details("Raw files with checksums", func() {
		t := newTable("file", ">bytes", ">lines", "SHA-256")
		for _, f := range d.files() {
			t.row(fmt.Sprintf("[%s](%s%s)", f.Path, d.prefix, f.Path), strconv.FormatInt(f.Size, 10), strconv.Itoa(f.Lines), "`"+f.SHA256+"`")
		}
		d.table(t)
	})
	d.environment()
}

func fullRow(c analyse.Cell) []string {
	out := []string{c.Status, "", "", "", "", ""}
	if c.PerOp != nil {
		out[0], out[1] = timed(c.PerOp), strconv.Itoa(c.PerOp.N)
	}
	if m := c.Memory; m != nil {
		out[2], out[3], out[4], out[5] = size(m.LiveBytes), duration(m.ForcedGC), number3(m.AllocsPerOp), size(m.BytesPerOp)
	}
	return out
}

func (d *document) environment() {
	m, o := d.run.Machine, d.run.Plan
	d.details("Environment", func() {
		t := newTable("", "")
		add := func(k, v string) {
			if v != "" {
				t.row(k, escape(v))
			}
		}
		add("processor", m.CPU)
		add("logical cores", strconv.Itoa(m.Cores))
		for _, c := range m.Caches() {
			add(c.Name+" cache", size(float64(c.Bytes)))
		}
		add("system", m.GOOS+"/"+m.GOARCH+" "+m.GOAMD64)
		add("kernel", m.Kernel)
		add("Go", m.Go)
		add("GOMAXPROCS", strconv.Itoa(m.GOMAXPROCS))
		add("commit", m.Commit)
		add("uncommitted changes", strconv.FormatBool(m.Dirty))
		add("begun", d.run.Created.UTC().Format("2006-01-02 15:04:05 UTC"))
		add("measuring took", duration(float64(d.run.Elapsed)))
		add("preset", o.Preset)
		add("seed", strconv.FormatUint(o.Seed, 10))
		add("filter", o.Filter)
		add("backends", o.Backend)
		add("timed part of a cell's round", duration(float64(o.CellTime)))
		d.table(t)
	})
}
