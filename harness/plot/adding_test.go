package plot

import (
	"bytes"
	"testing"

	"ecslab/harness/analyse"
	"ecslab/harness/plan"
)

// Objects is the plot that CONTRIBUTING.md walks through: what keeps live
// objects, over n. It draws figures that are there and computes none.
func (s Sheet) Objects(sc analyse.Scenario) []Picture {
	var out []Picture
	for _, w := range sweeps(sc, "n") {
		h := s.chart(w, "objects")
		h.title, h.yLabel = sc.Name+": live objects", "live objects"
		h.xLabel, h.xFormat = "n", count
		for i := range h.lines {
			for j := range h.lines[i].points {
				q := &h.lines[i].points[j]
				for _, p := range w.points {
					if c := p.family.Cell(h.lines[i].label); c != nil && p.x == q.x && c.Memory != nil {
						q.y, q.lo, q.hi = c.Memory.LiveObjects, c.Memory.LiveObjects, c.Memory.LiveObjects
					}
				}
			}
		}
		out = appendChart(out, h)
	}
	return out
}

// The walk through adding a plot: a method, figures in, pictures out.
func TestAddingAPlot(t *testing.T) {
	cell := func(label, storage string, objects float64) analyse.Cell {
		return analyse.Cell{
			Label: label, Name: label, Backend: storage, Track: "none", Status: analyse.OK,
			PerUnit: &analyse.Estimate{Median: 1}, Memory: &analyse.Memory{LiveObjects: objects},
		}
	}
	sc := analyse.Scenario{}
	sc.Name = "made/up"
	for i, n := range []string{"1000", "10000"} {
		f := analyse.Family{Name: "made/up/n=" + n, N: 1000, Unit: "entity", Cells: []analyse.Cell{
			cell("table/none", "table", float64(50+i)), cell("sparse/none", "sparse", float64(90+9*i)),
		}}
		f.Params = append(f.Params, sc.Parameters...)
		f.Params = append(f.Params, plan.Param{Key: "n", Value: n})
		sc.Families = append(sc.Families, f)
	}
	sheet := Sheet{Styles: NewStyles([]string{"table", "sparse"}, []string{"none"})}
	pictures := sheet.Objects(sc)
	if len(pictures) != 1 || pictures[0].Name != "made-up-objects" {
		t.Fatalf("%d pictures", len(pictures))
	}
	svg, err := pictures[0].SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"live objects", "table/none", "sparse/none"} {
		if !bytes.Contains(svg, []byte(want)) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	if len(sheet.Objects(analyse.Scenario{})) != 0 {
		t.Error("a picture of nothing")
	}
}
