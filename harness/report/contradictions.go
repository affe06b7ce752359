package report

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/claims"
	"ecslab/harness/fidelity"
)

// contradictions sets what the sources say against what they say elsewhere,
// and their advice on storage against what was measured.
func (d *document) contradictions() {
	d.heading(3, "Where the sources contradict themselves")
	d.text("Each matter has a trace that shows what happens; the counts are those of its schedule in the section on fidelity.")
	counts := fidelity.Committed()
	found := newTable("matter", "one place says", "another says", "what happens", "claims in this run")
	found.ragged = true
	for _, c := range claims.Contradictions() {
		found.row(escape(c.Matter), escape(c.Says[0]), escape(c.Says[1]),
			fmt.Sprintf("%s ([trace](%s%s/%s.trace)%s)", c.Happens, d.prefix, tracesFolder, c.Trace, happens(counts, c.Schedule)), d.verdicts(c.Judges))
	}
	d.table(found)
	d.heading(3, "Bevy's decision between storages, and what was measured")
	t := newTable("question", "advised", "this run")
	t.ragged = true
	for _, a := range claims.Advices() {
		t.row(escape(a.Question), escape(a.Advised), d.findings(a.Judges))
	}
	d.table(t)
}

// happens says what each tracker got wrong in a schedule.
func happens(t *fidelity.Table, schedule string) string {
	row, ok := t.Row(schedule)
	if !ok {
		return ""
	}
	var words []string
	for _, name := range t.Trackers {
		if name != fidelity.Published {
			words = append(words, fmt.Sprintf("`%s` %s", name, told(row.Counts[name])))
		}
	}
	return fmt.Sprintf("; of %d due, %s", row.Due, strings.Join(words, "; "))
}

// verdicts are those of the named claims.
func (d *document) verdicts(ids []string) string {
	return orDash(strings.Join(d.judged(ids, func(c analyse.Claim) string { return c.ID + " " + escape(c.Verdict) }), "; "))
}

// findings are the verdicts with the points that they rest on and their ratios,
// a line a claim: who decides has to know at which point he stands.
func (d *document) findings(ids []string) string {
	return orDash(strings.Join(d.judged(ids, func(c analyse.Claim) string {
		return c.ID + " " + verdictText(c) + ". " + strings.ReplaceAll(pointLines(c), "<br>", "; ")
	}), "<br>"))
}

func (d *document) judged(ids []string, write func(analyse.Claim) string) []string {
	var out []string
	for _, id := range ids {
		i := slices.IndexFunc(d.figures.Claims, func(c analyse.Claim) bool { return c.ID == id })
		if i >= 0 {
			out = append(out, write(d.figures.Claims[i]))
		}
	}
	return out
}
