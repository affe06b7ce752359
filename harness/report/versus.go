package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/plot"
	"ecslab/harness/raw"
	"ecslab/harness/stat"
)

// The file names of a comparison in a results directory, and of its page.
const (
	ComparisonName     = "COMPARISON.md"
	ComparisonPageName = "comparison.html"
)

// WriteComparison writes a comparison into a directory: COMPARISON.md,
// comparison.html, comparison.json and the plots. It gives the path of the first.
func WriteComparison(dir string, c *analyse.Comparison, of *raw.Run) (string, error) {
	return writeComparison(dir, c, of, comparisonTitle, "")
}

// writeComparison puts what the two sides are, if it has to be said, above all else.
func writeComparison(dir string, c *analyse.Comparison, of *raw.Run, title, sides string) (string, error) {
	d := &document{run: of}
	sheet := plot.Sheet{Styles: plot.NewStyles(of.Plan.Storages, of.Plan.Trackers), Machine: of.Machine}
	d.overview = sheet.Versus(c)
	d.comparison(c, title, sides)
	text, err := c.JSON()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(filepath.Join(dir, "plots"), 0o755); err != nil {
		return "", fmt.Errorf("cannot write the comparison: %w", err)
	}
	if err := writePictures(dir, d.overview); err != nil {
		return "", err
	}
	if err := update(filepath.Join(dir, "comparison.json"), text); err != nil {
		return "", err
	}
	html, err := writePage(title, d.blocks)
	if err != nil {
		return "", err
	}
	if err := update(filepath.Join(dir, ComparisonPageName), html); err != nil {
		return "", err
	}
	path := filepath.Join(dir, ComparisonName)
	return path, update(path, writeMarkdown(d.blocks))
}

const comparisonTitle = "New against old"

func (d *document) comparison(c *analyse.Comparison, title, sides string) {
	d.heading(1, "%s", title)
	d.add(remark{"Made by benchrun from raw files. Changes made here are lost."})
	if sides != "" {
		d.text(sides)
	}
	if len(c.Wrong) > 0 {
		lines := escapeAll(c.Wrong)
		lines[0] = "**Wrong results.** " + lines[0]
		d.caution(lines...)
	}
	if !c.Paired {
		d.warning("**Weaker evidence**: two runs of different times. %s", escape(c.Notes[0]))
	}
	d.heading(2, "What changed")
	d.p("%s. [%s](%s) holds the same, with tables that sort and filter.", c.Headline(), ComparisonPageName, ComparisonPageName)
	for _, p := range d.overview {
		d.image(p)
	}
	t := newTable("family", "backend", ">old, per unit", ">new, per unit", ">new ÷ old [95 %]", ">p (Holm)", "verdict")
	for _, v := range []stat.Verdict{stat.Slower, stat.Faster, stat.NotSeparable} {
		for _, f := range c.Families {
			for _, k := range f.Cells {
				if !k.Floor && k.Verdict == string(v) {
					t.row(f.Name, k.Label, timed(k.Old), timed(k.New), ratio(k.Ratio), probability(k.Ratio.Corrected), bold(v))
				}
			}
		}
	}
	if len(t.rows) == 0 {
		d.text("No contender is slower, faster or not separable.")
	}
	d.table(t)
	d.memoryChanges(c)
	d.heading(2, "How to read it")
	how := "Both builds ran by turns, one cell's round at a time, in processes of the same seed; in every pair of rounds which of them was first was drawn. " +
		"A ratio is made within a pair of rounds; over rounds the median, over processes the mean, with a bootstrap interval."
	if !c.Paired {
		how = "Processes and rounds of each run are resampled by themselves."
	}
	d.p("%s *Slower* and *faster* need a 95 %% interval wholly beyond 1 ± d and p < %g after Holm's correction over all contenders of this "+
		"comparison; *equivalent* lies wholly inside. d is what identical cells differed by, the larger of the two sides, and at least 2 %%: %s.",
		how, stat.Alpha, margins(c.Groups))
	notes := c.Notes
	if !c.Paired {
		notes = notes[1:] // the first stands at the top
	}
	d.list(escapeAll(notes))
	d.sides(c)
	d.comparedTables(c)
}

func bold(v stat.Verdict) string {
	if v == stat.Slower {
		return "**" + string(v) + "**"
	}
	return string(v)
}

func margins(groups []analyse.ComparedGroup) string {
	var s []string
	for _, g := range groups {
		s = append(s, fmt.Sprintf("%s %s", g.Name, percent(g.Margin)))
	}
	return strings.Join(s, ", ")
}

// memoryChanges lists where allocations or live bytes differ by more than a
// hundredth: they hardly vary from run to run.
func (d *document) memoryChanges(c *analyse.Comparison) {
	t := newTable("family", "backend", ">allocs/op", ">B/op", ">live heap")
	arrow := func(a, b float64, write func(float64) string) string {
		if math.Abs(a-b) <= max(a, b)/100 {
			return "–"
		}
		return write(a) + " → " + write(b)
	}
	for _, f := range c.Families {
		for _, k := range f.Cells {
			a, b := k.OldMemory, k.NewMemory
			if k.Floor || a == nil || b == nil {
				continue
			}
			row := []string{arrow(a.AllocsPerOp, b.AllocsPerOp, number3), arrow(a.BytesPerOp, b.BytesPerOp, size), arrow(a.LiveBytes, b.LiveBytes, size)}
			if strings.Join(row, "") != "–––" {
				t.row(append([]string{f.Name, k.Label}, row...)...)
			}
		}
	}
	if len(t.rows) > 0 {
		d.text("Memory that changed by more than 1 %:")
		d.table(t)
	}
}

func (d *document) sides(c *analyse.Comparison) {
	t := newTable("", "old", "new")
	a, b := c.Old, c.New
	dirty := func(s analyse.Side) string {
		if s.Machine.Dirty {
			return "`" + s.Machine.Commit + "` with changes that are not committed"
		}
		return "`" + s.Machine.Commit + "`"
	}
	t.row("run", a.Run, b.Run)
	t.row("begun", a.Created, b.Created)
	t.row("commit", dirty(a), dirty(b))
	t.row("Go", a.Machine.Go, b.Machine.Go)
	t.row("GOAMD64", orDash(a.Machine.GOAMD64), orDash(b.Machine.GOAMD64))
	t.row("machine", escape(a.Machine.CPU), escape(b.Machine.CPU))
	d.table(t)
	for _, x := range []struct {
		side  string
		cells []string
	}{{"old", c.OnlyOld}, {"new", c.OnlyNew}} {
		if len(x.cells) > 0 {
			d.details(fmt.Sprintf("%s that only the %s side has, and that decide nothing", plural(len(x.cells), "cell"), x.side), func() {
				var names []string
				for _, n := range x.cells {
					names = append(names, "`"+n+"`")
				}
				d.list(names)
			})
		}
	}
}

func (d *document) comparedTables(c *analyse.Comparison) {
	d.details("All cells", func() {
		t := newTable("family", "backend", ">old, per unit [95 %]", ">new, per unit [95 %]", ">new ÷ old [95 %]", ">p (Holm)", "verdict")
		for _, f := range c.Families {
			for _, k := range f.Cells {
				if k.Ratio == nil {
					t.row(f.Name, k.Label, "", "", "", "", "not measured on both sides")
					continue
				}
				label := k.Label
				if k.Floor {
					label = "*" + label + "*"
				}
				t.row(f.Name, label, timed(k.Old), timed(k.New), ratio(k.Ratio), probability(k.Ratio.Corrected), k.Verdict)
			}
		}
		d.table(t)
	})
}

// ComparisonSummary is the comparison in lines for a terminal.
func ComparisonSummary(c *analyse.Comparison) []string {
	out := []string{c.Headline()}
	for _, v := range []stat.Verdict{stat.Slower, stat.Faster} {
		for _, f := range c.Families {
			for _, k := range f.Cells {
				if !k.Floor && k.Verdict == string(v) {
					out = append(out, string(v)+": "+f.Name+" "+k.Label, "  "+ratio(k.Ratio))
				}
			}
		}
	}
	return out
}
