package cli

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/harness/claims"
	"ecslab/harness/plan"
	"ecslab/scenarios/catalog"
)

// TestListClaims: a plan with families of claims shows those once and counts the
// others; another plan shows none.
func TestListClaims(t *testing.T) {
	w, err := plan.New(backends.All(), catalog.All(), plan.Options{Preset: "standard", Names: []string{"iterate/get"}})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	listClaims(&b, &w.Plan)
	shown := 0
	for _, c := range claims.All() {
		uses := slices.ContainsFunc(c.Points, func(x claims.Point) bool {
			return x.Question == nil && strings.HasPrefix(x.Of.Family, "iterate/get/") &&
				slices.ContainsFunc(w.Families, func(f plan.Family) bool { return f.Name == x.Of.Family })
		})
		want := 0
		if uses {
			want = 1
		}
		shown += want
		if n := strings.Count(b.String(), "\n  "+c.ID+" "); n != want {
			t.Errorf("claim %s is listed %d times, want %d", c.ID, n, want)
		}
	}
	if shown == 0 || shown == len(claims.All()) {
		t.Fatalf("%d claims are of iterate/get: nothing is tested", shown)
	}
	rest := 0
	for _, m := range regexp.MustCompile(`\n  (\d+) others? that`).FindAllStringSubmatch(b.String(), -1) {
		n, _ := strconv.Atoi(m[1])
		rest += n
	}
	if shown+rest != len(claims.All()) {
		t.Errorf("%d are shown and %d counted, of %d:\n%s", shown, rest, len(claims.All()), b.String())
	}
	for l := range strings.Lines(b.String()) {
		l = strings.TrimRight(l, "\n")
		if len([]rune(l)) > 60 {
			t.Errorf("line of %d columns: %s", len([]rune(l)), l)
		}
	}
	b.Reset()
	listClaims(&b, &plan.Plan{Families: []plan.Family{{Name: "mine/workload"}}})
	if b.Len() > 0 {
		t.Errorf("a plan without families of claims shows %q", b.String())
	}
}
