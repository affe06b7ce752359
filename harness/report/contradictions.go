package report

import (
	"fmt"
	"slices"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/claims"
)

// contradictions sets what the sources say against what they say elsewhere,
// and their advice on storage against what was measured.
func (d *document) contradictions() {
	d.text("### Where the sources contradict themselves")
	t := newTable("matter", "where", "this run")
	for _, c := range claims.Contradictions() {
		t.row(escape(c.Matter), escape(c.Where), d.verdicts(c.Judges))
	}
	d.table(t)
	d.text("### Bevy's decision between storages, and what was measured")
	t = newTable("question", "advised", "this run")
	for _, a := range claims.Advices() {
		t.row(escape(a.Question), escape(a.Advised), d.verdicts(a.Judges))
	}
	d.table(t)
}

// verdicts are those of the named claims.
func (d *document) verdicts(ids []string) string {
	var out []string
	for _, id := range ids {
		i := slices.IndexFunc(d.figures.Claims, func(c analyse.Claim) bool { return c.ID == id })
		if i >= 0 {
			out = append(out, fmt.Sprintf("%s %s", id, escape(d.figures.Claims[i].Verdict)))
		}
	}
	return orDash(strings.Join(out, "; "))
}
