package cli

import (
	"bytes"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/harness/claims"
	"ecslab/harness/plan"
	"ecslab/scenarios/catalog"
)

// TestListClaims: a plan with families of claims shows each claim once, and
// says of which it has no family; another plan shows none.
func TestListClaims(t *testing.T) {
	w, err := plan.New(backends.All(), catalog.All(), plan.Options{Preset: "standard", Names: []string{"iterate/get"}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	listClaims(&b, &w.Plan)
	for _, c := range claims.All() {
		if n := strings.Count(b.String(), "\n  "+c.ID+" "); n != 1 {
			t.Errorf("claim %s is listed %d times", c.ID, n)
		}
	}
	lines := strings.Split(b.String(), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "  B5.2b ") && strings.Contains(l+lines[i+1], "not by this run") {
			t.Error("B5.2b is judged by iterate/get, and listed as not")
		}
		if len([]rune(l)) > 60 {
			t.Errorf("line of %d columns: %s", len([]rune(l)), l)
		}
	}
	if !strings.Contains(b.String(), "(not by this run)") || !strings.Contains(b.String(), "(counted, not measured)") {
		t.Error("claims without families are not told apart")
	}
	b.Reset()
	listClaims(&b, &plan.Plan{Families: []plan.Family{{Name: "mine/workload"}}})
	if b.Len() > 0 {
		t.Errorf("a plan without families of claims shows %q", b.String())
	}
}
