package ecstest

import (
	"fmt"
	"strings"
)

// kindNames are the components of sequences in the order of kinds; see the package
// document.
var kindNames = [...]string{"pair", "small", "string", "padded", "wide", "slice", "linked", "func", "map", "mark", "flag", "three"}

// String is like "{pair, mark}".
func (s setKey) String() string {
	var names []string
	for i, name := range kindNames {
		if s>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return "{" + strings.Join(names, ", ") + "}"
}

// String is all that tells one question from another: worlds keep queries by it.
func (q question) String() string {
	var b strings.Builder
	for _, part := range []struct {
		name string
		set  setKey
	}{{"all", q.all}, {"none of", q.none}, {"any of", q.any}, {"perhaps", q.maybe}, {"writing", q.write}} {
		if part.set != 0 {
			fmt.Fprintf(&b, "%s %v ", part.name, part.set)
		}
	}
	if q.inOr {
		b.WriteString("or: ")
	}
	for _, t := range q.tracked {
		fmt.Fprintf(&b, "%v ", t)
	}
	return "(" + strings.TrimSuffix(b.String(), " ") + ")"
}

func (t trackedTerm) String() string {
	text := fmt.Sprintf("%s %v of %v", [...]string{"all", "any", "none"}[t.mode], t.kind, t.set)
	if t.created {
		text = "created"
	}
	if t.byMark {
		text += " since the moment"
	}
	return "[" + text + "]"
}

// whom names the entities of an operation, and the query by which they were chosen.
func whom(list []int, ask *question) string {
	if ask == nil {
		return fmt.Sprint("of ", brief(list))
	}
	return fmt.Sprintf("of the matches of %v, which are %s", ask, brief(list))
}

// difference says what a list of entities has too little or too much.
func difference(got, want []int) string {
	counts := map[int]int{}
	for _, n := range want {
		counts[n]--
	}
	var twice, surplus, missing []int
	seen := map[int]bool{}
	for _, n := range got {
		if seen[n] && counts[n] >= 0 {
			twice = append(twice, n)
		}
		if _, wanted := counts[n]; !wanted {
			surplus = append(surplus, n)
		}
		seen[n] = true
		if counts[n] < 0 {
			counts[n]++
		}
	}
	for _, n := range want {
		if !seen[n] {
			missing = append(missing, n)
		}
	}
	text := fmt.Sprintf("got %d entities of %d", len(got), len(want))
	for _, part := range []struct {
		name string
		list []int
	}{{"missing", missing}, {"twice", twice}, {"surplus", surplus}} {
		if len(part.list) > 0 {
			text += fmt.Sprintf("; %s: %s", part.name, brief(part.list))
		}
	}
	return text
}
