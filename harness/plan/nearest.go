package plan

import (
	"fmt"
	"strings"
)

// Unknown says that a word on the command line is not one of those that are
// valid there, and names the nearest that is, as what may have been meant or as
// an example.
type Unknown struct {
	Kind  string   // "preset", "backend", …
	Word  string   // what was given
	Valid []string // what could have been
}

func (e *Unknown) Error() string {
	s := fmt.Sprintf("no %s %q", e.Kind, e.Word)
	switch v, near := nearest(e.Word, e.Valid); {
	case near:
		s += fmt.Sprintf("; did you mean %q?", v)
	case v != "":
		s += fmt.Sprintf("; one is %q", v)
	}
	return s
}

// nearest gives the valid word with the smallest edit distance to word, and
// whether it may be meant: not more than half of it is other. Among equals the
// first wins; a word that is a part of a valid one is one edit away.
func nearest(word string, valid []string) (best string, near bool) {
	cost := -1
	for _, v := range valid {
		d := distance(strings.ToLower(word), strings.ToLower(v))
		if word != "" && strings.Contains(v, word) {
			d = min(d, 1)
		}
		if cost < 0 || d < cost {
			best, cost = v, d
		}
	}
	return best, best != "" && cost <= max(2, max(len(word), len(best))/2)
}

// distance is the Levenshtein distance, over bytes: the names are ASCII.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			substitute := diagonal
			if a[i] != b[j] {
				substitute++
			}
			diagonal = row[j+1]
			row[j+1] = min(substitute, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
