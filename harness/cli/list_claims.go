package cli

import (
	"fmt"
	"io"
	"strings"

	"ecslab/harness/claims"
	"ecslab/harness/plan"
)

// listClaims shows all claims, and which of them a run of the plan has no
// families for; none, if it has families for none.
func listClaims(w io.Writer, p *plan.Plan) {
	planned := map[string]bool{}
	for _, f := range p.Families {
		planned[f.Name] = true
	}
	var lines []string
	judged := 0
	for _, c := range claims.All() {
		text := c.Statement
		switch timed, counted := uses(c, planned); {
		case timed:
			judged++
		case counted:
			text += " (counted, not measured)"
		default:
			text += " (not by this run)"
		}
		for i, l := range wrap(text, 50) {
			id := ""
			if i == 0 {
				id = c.ID
			}
			lines = append(lines, strings.TrimRight(fmt.Sprintf("  %-6s %s", id, l), " "))
		}
	}
	if judged == 0 {
		return
	}
	fmt.Fprintln(w, "claims")
	for _, l := range lines {
		fmt.Fprintln(w, l)
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
