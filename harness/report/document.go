package report

import (
	"fmt"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/plot"
	"ecslab/harness/raw"
)

// document is a report in the making.
type document struct {
	run      *raw.Run
	figures  *analyse.Figures
	prefix   string // leads from the report to the results directory
	overview []plot.Picture
	plots    map[string][]plot.Picture // by scenario
	b        strings.Builder
}

func newDocument(run *raw.Run, f *analyse.Figures, prefix string) *document {
	d := &document{run: run, figures: f, prefix: prefix, plots: map[string][]plot.Picture{}}
	sheet := plot.Sheet{Styles: plot.NewStyles(run.Plan.Storages, run.Plan.Trackers), Machine: run.Machine}
	d.overview = sheet.Overview(f)
	for _, s := range f.Scenarios {
		d.plots[s.Name] = append(sheet.Scaling(s), sheet.Density(s)...)
	}
	return d
}

// markdown is the whole report.
func (d *document) markdown() []byte {
	d.text("# What storing components and tracking changes costs")
	d.text("<!-- Made by `benchrun report` from raw files. Changes made here are lost. -->")
	d.failures()
	d.noisy()
	d.introduction()
	d.whichWhen()
	d.workloads()
	d.memory()
	d.method()
	d.tables()
	return []byte(d.b.String())
}

// text writes a paragraph.
func (d *document) text(s string) { d.b.WriteString(s + "\n\n") }

// p writes a paragraph with figures in it.
func (d *document) p(format string, args ...any) {
	fmt.Fprintf(&d.b, format+"\n\n", args...)
}

func (d *document) image(p plot.Picture) {
	path := d.prefix + "plots/" + p.Name
	d.p("[![%s](%s.png)](%s.svg)", p.Alt, path, path)
}

// failures stand before everything else: a figure next to a wrong result is
// not to be trusted before it is explained.
func (d *document) failures() {
	if wrong := d.figures.Wrong(); len(wrong) > 0 {
		d.p("> [!CAUTION]\n> **This run failed.** %s", strings.Join(escapeAll(wrong), "  \n> "))
	}
	if !d.figures.Complete {
		due := len(d.run.Plan.Groups()) * (d.run.Plan.Processes + 1)
		d.p("> [!WARNING]\n> **This run is not complete**: %d of %d processes were measured. With fewer processes intervals are wider, or missing.",
			len(d.run.Files), due)
	}
}

// busy is the margin above which a run is not fit to decide anything small.
const busy = 0.10

// noisy warns of a run whose own A/A pairs differ too much.
func (d *document) noisy() {
	var loud []string
	for _, g := range d.figures.Groups {
		if g.Margin > busy {
			loud = append(loud, fmt.Sprintf("%s in package %s", percent(g.Margin), g.Name))
		}
	}
	if len(loud) > 0 {
		d.p("> [!WARNING]\n> **The machine was not quiet**: identical cells could differ by %s. "+
			"Only differences beyond that are claimed, and few cells are separable.", list(loud))
	}
}

func (d *document) introduction() {
	m, p := d.run.Machine, d.run.Plan
	dirty := ""
	if m.Dirty {
		dirty = " with changes that are not committed"
	}
	d.text("## 1. What this is")
	d.p("Backends (a storage with a tracker, such as `%s`) run the same workloads, each next to a **floor**: the same job "+
		"written by hand over plain slices. Run `%s`: preset %s, %s in %s, %s × %s, on %s (%s), kernel %s %s, %s, commit `%s`%s.",
		example(p.Storages, p.Trackers), d.run.Run, p.Preset, plural(p.Cells(), "cell"), plural(len(p.Families), "family"),
		plural(p.Processes, "process"), plural(p.Rounds, "round"),
		m.CPU, plural(m.Cores, "core"), m.GOOS, m.Kernel, m.Go, short(m.Commit), dirty)
	d.p("Reproduce: `%s`. Noise of this run: %s", d.run.Command, d.noise())
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
	return fmt.Sprintf("%s; no difference below %s is claimed ([how](#5-method-noise-floor-threats-to-validity)).", verdict, percent(widest))
}

func example(storages, trackers []string) string {
	if len(storages) == 0 || len(trackers) == 0 {
		return "table/ticks"
	}
	return storages[0] + "/" + trackers[min(1, len(trackers)-1)]
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
