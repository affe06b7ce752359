package cli

import (
	"fmt"
	"io"
	"strings"

	"ecslab/harness/claims"
	"ecslab/harness/plan"
)

// listClaims shows the claims that a run of the plan has families for, and how
// many others there are; none, if it has families for none.
func listClaims(w io.Writer, p *plan.Plan) {
	planned := map[string]bool{}
	for _, f := range p.Families {
		planned[f.Name] = true
	}
	var lines []string
	others, counted := 0, 0
	for _, c := range claims.All() {
		switch timed, byTable := uses(c, planned); {
		case timed:
		case byTable:
			counted++
			continue
		default:
			others++
			continue
		}
		for i, l := range wrap(c.Statement, 50) {
			id := ""
			if i == 0 {
				id = c.ID
			}
			lines = append(lines, strings.TrimRight(fmt.Sprintf("  %-6s %s", id, l), " "))
		}
	}
	if len(lines) == 0 {
		return
	}
	fmt.Fprintln(w, "claims")
	for _, l := range lines {
		fmt.Fprintln(w, l)
	}
	for _, x := range []struct {
		n   int
		why string
	}{{counted, "that nothing is measured for"}, {others, "that this run has no families for"}} {
		if x.n > 0 {
			fmt.Fprintf(w, "  %s %s\n", count(x.n, "other"), x.why)
		}
	}
}

// uses reports whether a point of the claim needs a family that is planned, or
// the fidelity table.
func uses(c claims.Claim, planned map[string]bool) (timed, counted bool) {
	for _, x := range c.Points {
		if x.Question != nil {
			counted = true
		} else if planned[x.Of.Family] {
			timed = true
		}
	}
	return timed, counted
}
