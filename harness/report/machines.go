package report

import (
	"maps"
	"slices"
	"strings"

	"ecslab/harness/analyse"
	"ecslab/harness/claims"
)

// judgedOnEach judges every claim on every machine by itself and puts together
// what they say: no point compares two machines.
func judgedOnEach(parts map[string]analyse.Parts) []analyse.Claim {
	var letters []string
	var lists [][]analyse.Claim
	for _, letter := range slices.Sorted(maps.Keys(parts)) {
		if list := judgedBy(parts[letter], parts[letter].Has); list != nil {
			letters, lists = append(letters, letter), append(lists, list)
		}
	}
	switch {
	case len(lists) == 0:
		return nil
	case len(parts) == 1:
		return lists[0]
	}
	var out []analyse.Claim
	for i := range lists[0] {
		var each []analyse.Claim
		for _, list := range lists {
			each = append(each, list[i])
		}
		out = append(out, together(letters, each))
	}
	return out
}

// together is one claim as several machines judge it, each with its letter.
// Where they agree that is the verdict; where one supports what another refutes,
// or knows a crossover, it depends on the machine; what some leave undecided the
// others decide in part.
func together(letters []string, each []analyse.Claim) analyse.Claim {
	out := analyse.Claim{ID: each[0].ID, Source: each[0].Source, Statement: each[0].Statement}
	var verdicts, details []string
	for i, c := range each {
		for _, x := range c.Crossovers {
			x.Series = onMachine(x.Series, letters[i])
			out.Crossovers = append(out.Crossovers, x)
		}
		for _, p := range c.Points {
			p.Label = onMachine(p.Label, letters[i])
			out.Points = append(out.Points, p)
		}
		detail := letters[i] + ": " + c.Verdict
		if c.Detail != "" {
			detail += " (" + c.Detail + ")"
		}
		details = append(details, detail)
		if c.Verdict != claims.NotMeasured && !slices.Contains(verdicts, c.Verdict) {
			verdicts = append(verdicts, c.Verdict)
		}
	}
	out.Detail = strings.Join(details, "; ")
	out.Verdict = claims.Together("the machine", verdicts)
	if len(verdicts) == 1 {
		out.Verdict = verdicts[0]
	}
	return out
}
