package report

import (
	"fmt"
	"slices"

	"ecslab/harness/analyse"
)

// memory shows each workload's memory at its largest point; the other points
// are in the full tables.
func (d *document) memory() {
	if !d.weighed() {
		d.text("Not measured: the memory pass of this run is not complete.")
		return
	}
	d.text("Live heap is what a built workload keeps alive after one iteration and a collection, what its check needs included. " +
		"A forced collection is timed while it lives, alone in its process; the row of the floor is what the same data costs in plain slices. " +
		"*Tracker* is what change tracking takes for itself, *beside values* the columns that it keeps next to the values; both are in the live heap.")
	for _, g := range d.packages() {
		live := g.weights("live per unit", true, func(f analyse.Family, m *analyse.Memory) float64 { return m.LiveBytesPerUnit })
		if len(live.rows) == 0 {
			continue
		}
		d.heading(3, "Memory of %s", g.name)
		d.table(live)
		d.table(g.weights("of it for tracking, per unit", false, func(f analyse.Family, m *analyse.Memory) float64 {
			if m.TrackerBytes == nil || m.BesideBytes == nil {
				return 0
			}
			return (*m.TrackerBytes + *m.BesideBytes) / float64(f.N)
		}))
		d.details("Objects, collections, allocations and the parts of the heap, of every backend of "+g.name, func() {
			for _, s := range g.scenarios {
				if f := largest(s); f != nil {
					d.p("**%s** at %s", s.Name, orDash(f.Point))
					d.memoryTable(*f)
				}
			}
		})
	}
	d.withGC()
}

// weights is a table with a row for each workload of a package, at its largest
// point, and a column for each pair that at least half of the rows have. Columns
// and tables without a byte are left out.
func (g pack) weights(corner string, floors bool, of func(analyse.Family, *analyse.Memory) float64) *table {
	var families []analyse.Family
	var names []string
	weight := map[string]map[string]float64{} // by pair and family
	var pairs []string
	for _, s := range g.scenarios {
		f := largest(s)
		if f == nil {
			continue
		}
		families, names = append(families, *f), append(names, s.Name)
		for _, c := range f.Cells {
			pair := c.Backend + "/" + c.Track
			if c.Floor {
				pair = "floor"
			}
			if c.Memory == nil || c.Floor && (!floors || c.Label != f.Floor) {
				continue
			}
			if weight[pair] == nil {
				weight[pair] = map[string]float64{}
				pairs = append(pairs, pair)
			}
			if _, known := weight[pair][f.Name]; !known { // of several forms the fastest
				weight[pair][f.Name] = of(*f, c.Memory)
			}
		}
	}
	pairs = slices.DeleteFunc(pairs, func(p string) bool {
		most := 0.0
		for _, w := range weight[p] {
			most = max(most, w)
		}
		return most == 0 || 2*len(weight[p]) < len(families)
	})
	slices.Sort(pairs)
	header := []string{corner, "at", "unit"}
	for _, p := range pairs {
		header = append(header, ">"+p)
	}
	t := newTable(header...)
	if len(pairs) == 0 {
		return t
	}
	for i, f := range families {
		cells := []string{link(names[i]), orDash(f.Point), f.Unit}
		for _, p := range pairs {
			text := "–"
			if w, ok := weight[p][f.Name]; ok {
				text = size(w)
			}
			cells = append(cells, text)
		}
		t.row(cells...)
	}
	return t
}

func (d *document) weighed() bool {
	for _, s := range d.figures.Scenarios {
		if largest(s) != nil {
			return true
		}
	}
	return false
}

// largest is the family with most units that was weighed.
func largest(s analyse.Scenario) *analyse.Family {
	var out *analyse.Family
	for i := range s.Families {
		f := &s.Families[i]
		for _, c := range f.Cells {
			if c.Memory != nil && (out == nil || f.N > out.N) {
				out = f
			}
		}
	}
	return out
}

func (d *document) memoryTable(f analyse.Family) {
	t := newTable("backend", ">live per "+f.Unit, ">live heap", ">tracker", ">beside values", ">objects", ">forced GC", ">allocs/op", ">B/op")
	part := func(b *float64) string {
		if b == nil {
			return ""
		}
		return size(*b)
	}
	for _, c := range f.Cells {
		if m := c.Memory; m != nil {
			t.row(c.Label, size(m.LiveBytesPerUnit), size(m.LiveBytes), part(m.TrackerBytes), part(m.BesideBytes), number3(m.LiveObjects), duration(m.ForcedGC),
				number3(m.AllocsPerOp), size(m.BytesPerOp))
		}
	}
	d.table(t)
}

// withGC compares the two collector settings for workloads that allocate.
func (d *document) withGC() {
	t := newTable("workload", "where", "backend", ">collector off, paired", ">GOGC=100, alone", ">ratio")
	for _, s := range d.figures.Scenarios {
		for _, f := range s.Families {
			for _, c := range f.Cells {
				if c.WithGC != nil && c.PerUnit != nil && c.PerUnit.Median > 0 {
					t.row(s.Name, f.Point, c.Label, duration(c.PerUnit.Median), duration(c.WithGC.Median),
						times(c.WithGC.Median/c.PerUnit.Median))
				}
			}
		}
	}
	if len(t.rows) == 0 {
		return
	}
	d.text("Workloads that allocate by design are timed twice: side by side with the collector off, and each alone in the process with " +
		"GOGC=100, where the mean over all rounds counts. The ratio is of two measurements of different design; it shows the order " +
		"of what the collector costs and carries no interval.")
	d.table(t)
}

// bandwidth is the table of what the machine copies.
func (d *document) bandwidth() {
	if len(d.figures.Bandwidth) == 0 {
		return
	}
	t := newTable("working set", ">read and written per second", ">interval")
	for _, b := range d.figures.Bandwidth {
		interval := ""
		if b.BytesPerSecond.Lo != nil {
			interval = fmt.Sprintf("[%s, %s]", three(*b.BytesPerSecond.Lo/1e9), three(*b.BytesPerSecond.Hi/1e9))
		}
		t.row(onMachine(b.Set, b.Machine), three(b.BytesPerSecond.Median/1e9)+" GB", interval)
	}
	d.table(t)
}
