package plan

import (
	"fmt"
	"strings"
)

// Unknown says that a word on the command line is not one of those that are
// valid there, and names the nearest that is.
type Unknown struct {
	Kind  string   // "preset", "backend", …
	Word  string   // what was given
	Valid []string // what could have been
}

func (e *Unknown) Error() string {
	s := fmt.Sprintf("no %s %q", e.Kind, e.Word)
	if n := Nearest(e.Word, e.Valid); n != "" {
		s += fmt.Sprintf("; did you mean %q?", n)
	}
	return s
}

// Nearest gives the valid word with the smallest edit distance to word. Among
// equals the first wins; a word that is a part of a valid one is one edit away.
func Nearest(word string, valid []string) string {
	best, cost := "", -1
	for _, v := range valid {
		d := distance(strings.ToLower(word), strings.ToLower(v))
		if word != "" && strings.Contains(v, word) {
			d = min(d, 1)
		}
		if cost < 0 || d < cost {
			best, cost = v, d
		}
	}
	return best
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
