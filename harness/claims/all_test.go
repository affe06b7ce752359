package claims_test

import (
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/harness/analyse"
	"ecslab/harness/claims"
	"ecslab/harness/plan"
	"ecslab/scenarios"
	"ecslab/scenarios/catalog"
)

// standard are the families of preset standard, each with its cells by label.
func standard() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	for _, s := range catalog.All() {
		for _, f := range s.Families(scenarios.Standard, backends.All()) {
			cells := map[string]bool{}
			for _, c := range f.Cells {
				cells[plan.Cell{Backend: c.Backend, Track: c.Track, Form: c.Form}.Label()] = true
			}
			out[f.Name()] = cells
		}
	}
	return out
}

// TestStandardCoversClaims: what a claim names is measured by preset standard,
// and what is not says what is missing.
func TestStandardCoversClaims(t *testing.T) {
	families := standard()
	for _, c := range claims.All() {
		if len(c.Points) == 0 && c.Missing == "" {
			t.Errorf("claim %s has no points and does not say what is missing", c.ID)
		}
		for _, p := range c.Points {
			if p.Question != nil {
				continue
			}
			for _, at := range []analyse.Cost{p.Of, p.Against} {
				switch {
				case at.Family == "" && (p.Quantity == claims.Allocs || p.Quantity == claims.Sharing || p.Quantity == claims.Builds):
				case families[at.Family] == nil:
					t.Errorf("claim %s, %s: there is no family %q in preset standard", c.ID, p.Label, at.Family)
				case !families[at.Family][at.Cell]:
					t.Errorf("claim %s, %s: %s has no cell %q", c.ID, p.Label, at.Family, at.Cell)
				}
			}
			if p.Quantity == claims.Time && group(p.Of.Family) != group(p.Against.Family) {
				t.Errorf("claim %s, %s: %s and %s are measured in different processes", c.ID, p.Label, p.Of.Family, p.Against.Family)
			}
		}
	}
}

func group(family string) string {
	g, _, _ := strings.Cut(family, "/")
	return g
}

// ids are those of the claims page.
const ids = `
	B1.2 B5.2a B5.2b B5.2c B5.6 B6.1 B6.2 B6.3 B6.6 B7.2 B7.3 B7.7 B4.2 B4.3 B4.5 B6.1b B6.8 B7.1 B13.1 B13.3 B11.2 BD
	B10a B10b B10c B10d B10e B10g B9.7 B10f B15.3 B15.4 B14.2 B12.6
	S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 S13 S14 S15 E1 E2 E3 E4 E5 X1 X2`

func TestClaims(t *testing.T) {
	due := map[string]bool{}
	for _, id := range strings.Fields(ids) {
		due[id] = true
	}
	for _, c := range claims.All() {
		if !due[c.ID] {
			t.Errorf("claim %s stands twice, or is none of the page", c.ID)
		}
		delete(due, c.ID)
		if c.Source == "" || !strings.HasSuffix(c.Statement, ".") || len(c.Points) > 1 && c.Over == "" {
			t.Errorf("claim %s lacks its source, a sentence, or what its points differ in", c.ID)
		}
		labels := map[string]bool{}
		for _, p := range c.Points {
			if p.Label == "" || labels[p.Label] {
				t.Errorf("claim %s: two points are called %q", c.ID, p.Label)
			}
			labels[p.Label] = true
			if p.Rule.String() == "" || p.Quantity == "" {
				t.Errorf("claim %s, %s: no rule or quantity", c.ID, p.Label)
			}
		}
	}
	for id := range due {
		t.Errorf("claim %s is missing", id)
	}
}

// TestJudges: contradictions and advice name claims that exist.
func TestJudges(t *testing.T) {
	known := map[string]bool{}
	for _, c := range claims.All() {
		known[c.ID] = true
	}
	check := func(where string, ids []string) {
		if len(ids) == 0 {
			t.Errorf("%s: no claim bears on it", where)
		}
		for _, id := range ids {
			if !known[id] {
				t.Errorf("%s: there is no claim %q", where, id)
			}
		}
	}
	for _, c := range claims.Contradictions() {
		check(c.Matter, c.Judges)
	}
	for _, a := range claims.Advices() {
		check(a.Question, a.Judges)
	}
}

// TestSourcesName: each claim that a scenario names as its source exists.
func TestSourcesName(t *testing.T) {
	known := map[string]bool{}
	for _, c := range claims.All() {
		known[c.ID] = true
	}
	named := 0
	for _, s := range catalog.All() {
		_, list, ok := strings.Cut(s.Source, "claim")
		if !ok {
			continue
		}
		for _, id := range strings.FieldsFunc(strings.TrimPrefix(list, "s"), func(r rune) bool { return r == ' ' || r == ',' || r == ';' }) {
			named++
			if !known[id] {
				t.Errorf("%s names claim %q, which does not exist", s.Name, id)
			}
		}
	}
	if named < 20 {
		t.Errorf("scenarios name only %d claims", named)
	}
}
