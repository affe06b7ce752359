package report

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/plot"
	"ecslab/harness/raw"
)

// document is a report in the making.
type document struct {
	run      *raw.Run    // of merged runs the first
	runs     []*raw.Run  // of which the report is; one unless they were merged
	merged   *raw.Merged // nil if they were not
	figures  *analyse.Figures
	prefix   string                    // leads from the report to the results directory
	overview []plot.Picture            // all families, or those of a package each
	tradeoff []plot.Picture            // time against memory
	maps     []plot.Picture            // who is ahead where, one of a scenario
	shares   []plot.Picture            // of copy bandwidth
	profiled []plot.Picture            // where time and memory go
	plots    map[string][]plot.Picture // by scenario
	blocks   []block
}

// newDocument judges the claims, too. The comparison is that of builds with
// tracking and without, or nil.
func newDocument(run *raw.Run, f *analyse.Figures, builds *analyse.Comparison) *document {
	f.Claims = judged(run, f, builds)
	return draw([]*raw.Run{run}, f)
}

// draw makes the plots of the figures of some runs.
func draw(runs []*raw.Run, f *analyse.Figures) *document {
	run := runs[0]
	d := &document{run: run, runs: runs, figures: f, plots: map[string][]plot.Picture{}}
	sheet := plot.Sheet{Styles: plot.NewStyles(run.Plan.Storages, run.Plan.Trackers), Machine: run.Machine}
	d.overview, d.tradeoff, d.shares = sheet.Overview(f), sheet.TimeMemory(f), sheet.Shares(f)
	d.profiled = sheet.Profiles(f.Profiles)
	for _, s := range f.Scenarios {
		heat := sheet.Heat(s)
		if len(heat) > 0 {
			d.maps = append(d.maps, heat[0])
			heat = heat[1:]
		}
		d.plots[s.Name] = slices.Concat(sheet.Density(s), sheet.Scaling(s), heat, sheet.Roofline(s, f.Bandwidth))
	}
	return d
}

// title is that of the report.
const title = "What storing components and tracking changes costs"

// compose writes the whole report, with links that lead through the prefix to
// the results directory.
func (d *document) compose(prefix string) []block {
	d.prefix, d.blocks = prefix, nil
	d.heading(1, title)
	d.add(remark{"Made by `benchrun report` from raw files. Changes made here are lost."})
	d.failures()
	d.noisy()
	d.undecidedClaims()
	d.pairs()
	d.short()
	for i, s := range d.sections() {
		d.heading(2, "%d. %s", i+1, s.title)
		s.write(d)
	}
	return d.blocks
}

// section is a chapter of the report.
type section struct {
	title string
	write func(*document)
}

// The sections that others refer to.
const (
	whichTitle    = "Which backend when"
	memoryTitle   = "Memory and garbage collection"
	methodTitle   = "Method, noise floor, threats to validity"
	fidelityTitle = "Fidelity"
)

// sections are the chapters in their order. One that has nothing to say of the
// run is left out, and the numbers close up.
func (d *document) sections() []section {
	out := []section{
		{"What this is", (*document).introduction},
		{whichTitle, (*document).whichWhen},
	}
	if len(d.figures.Claims) > 0 {
		out = append(out, section{"Claims", (*document).claims})
	}
	if len(d.figures.Across) > 0 {
		out = append(out, section{"Across machines", (*document).across})
	}
	out = append(out, section{"Workloads", (*document).workloads}, section{fidelityTitle, (*document).fidelity},
		section{memoryTitle, (*document).memory})
	if len(d.figures.Profiles) > 0 {
		out = append(out, section{"Where the time goes", (*document).profiles})
	}
	return append(out,
		section{methodTitle, (*document).method},
		section{"Full tables, raw files, environment", (*document).tables})
}

// target leads to a section.
func (d *document) target(title string) string {
	for i, s := range d.sections() {
		if s.title == title {
			return "#" + anchor(fmt.Sprintf("%d. %s", i+1, s.title))
		}
	}
	return ""
}

// failures stand before everything else: a figure next to a wrong result is
// not to be trusted before it is explained.
func (d *document) failures() {
	if wrong := d.figures.Wrong(); len(wrong) > 0 {
		lines := escapeAll(wrong)
		lines[0] = "**This run failed.** " + lines[0]
		d.caution(lines...)
	}
	done, due := 0, 0
	for _, r := range d.runs {
		done, due = done+len(r.Files), due+r.Due()
	}
	if done < due {
		d.warning("**This run is not complete**: %d of %d processes were measured. With fewer processes intervals are wider, or missing.",
			done, due)
	}
	if d.merged != nil && len(d.merged.Missing) > 0 {
		d.warning("**Parts of the plan are missing**: %s. What they hold is in no table.", list(d.merged.Missing))
	}
}

// busy is how far the interval of an A/A pair may reach from 1 before a run is not
// fit to decide anything small.
const busy = 0.10

// noisy warns of a run whose own A/A pairs may differ too much. What that costs,
// the smallest difference that is claimed, noise says once.
func (d *document) noisy() {
	var loud []string
	for _, g := range d.figures.Groups {
		far := 0.0
		for _, p := range g.Pairs {
			if r := p.Ratio; r.Lo != nil && r.Hi != nil {
				far = max(far, *r.Hi-1, 1-*r.Lo)
			}
		}
		if far > busy {
			loud = append(loud, groupName(g))
		}
	}
	if len(loud) > 0 {
		d.warning("**The machine was not quiet** for %s: two identical cells there may differ by more than %s, as far as their interval tells. Intervals are wide, and small differences stay open.", list(loud), percent(busy))
	}
}

func (d *document) introduction() {
	m, p := d.run.Machine, d.run.Plan
	dirty := ""
	if m.Dirty {
		dirty = " with changes that are not committed"
	}
	d.p("All pairs run the same workloads, each next to a **floor**: the same job "+
		"written by hand over plain slices. Run `%s`: preset %s, %s in %s, %s × %s, on %s, %s, commit `%s`%s.",
		d.run.Run, p.Preset, plural(d.cells(), "cell"), plural(d.families(), "family"),
		plural(p.Processes, "process"), plural(p.Rounds, "round"),
		d.onWhat(), m.Go, short(m.Commit), dirty)
	d.shards()
	d.p("Reproduce: `%s`. Noise of this run: %s [%s](%s%s) holds the same, with tables that sort and filter.",
		d.run.Command, d.noise(), PageName, d.prefix, PageName)
	d.unsteadyCells()
	d.outline()
}

// outline leads to the chapters and to every workload.
func (d *document) outline() {
	var chapters []string
	for _, s := range d.sections()[1:] {
		chapters = append(chapters, fmt.Sprintf("[%s](%s)", s.title, d.target(s.title)))
	}
	items := []string{strings.Join(chapters, " · ")}
	for _, g := range d.packages() {
		var names []string
		for _, s := range g.scenarios {
			names = append(names, fmt.Sprintf("[%s](#%s)", strings.TrimPrefix(s.Name, g.name+"/"), anchor(s.Name)))
		}
		items = append(items, fmt.Sprintf("%s: %s", g.name, strings.Join(names, " · ")))
	}
	d.add(outline{items})
}

// pack is a scenario package: a kind of workload.
type pack struct {
	name      string
	scenarios []analyse.Scenario
}

// packages are the kinds of workload, in their order.
func (d *document) packages() []pack {
	var out []pack
	for _, s := range d.figures.Scenarios {
		name, _, _ := strings.Cut(s.Name, "/")
		if n := len(out); n == 0 || out[n-1].name != name {
			out = append(out, pack{name: name})
		}
		g := &out[len(out)-1]
		g.scenarios = append(g.scenarios, s)
	}
	return out
}

// noise is the A/A verdict in a sentence.
func (d *document) noise() string {
	pairs, agree, widest := 0, 0, 0.0
	for _, g := range d.figures.Groups {
		widest = max(widest, g.Margin)
		for _, p := range g.Pairs {
			pairs++
			if p.Agrees {
				agree++
			}
		}
	}
	if pairs == 0 {
		return "no A/A pair was measured; a difference below 2 % is not claimed."
	}
	verdict := fmt.Sprintf("of %s of identical cells (A/A), %s separated", plural(pairs, "pair"), none(pairs-agree))
	return fmt.Sprintf("%s; no difference below %s is claimed ([how](%s)).", verdict, percent(widest), d.target(methodTitle))
}

func none(n int) string {
	switch n {
	case 0:
		return "none is"
	case 1:
		return "**1 is**"
	}
	return fmt.Sprintf("**%d are**", n)
}

func short(commit string) string {
	if len(commit) > 12 {
		return commit[:12]
	}
	return commit
}

// plural counts in words: 1 process, 3 processes, 2 families.
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %s", n, many(word))
}

func many(word string) string {
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		return stem + "ies"
	}
	if strings.HasSuffix(word, "s") {
		return word + "es"
	}
	return word + "s"
}
