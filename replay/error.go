package replay

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A SyntaxError says where a file is malformed: what stands there and what was expected.
type SyntaxError struct {
	File     string
	Line     int // from 1
	Column   int // of the offending word, in characters from 1; at the end of a line, behind its last word
	Found    string
	Expected string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: found %s, expected %s", e.File, e.Line, e.Column, e.Found, e.Expected)
}

// quoteLimit keeps a message on one readable line: a word may have 65 536 bytes.
const quoteLimit = 60

// quote returns s for the Found of a message.
func quote(s string) string {
	if s == "" {
		return "the end of the line"
	}
	if utf8.RuneCountInString(s) <= quoteLimit {
		return strconv.Quote(s)
	}
	n := 0
	for i := range s {
		if n == quoteLimit {
			return strconv.Quote(s[:i]) + "..."
		}
		n++
	}
	return strconv.Quote(s)
}

// not returns the tail of a message that says which part of w is wrong, "" when that is all of it.
func not(w word, part string) string {
	switch part {
	case w.text:
		return ""
	case "":
		return ", not nothing"
	}
	return ", not " + quote(part)
}

// nearest returns the one of names that s is most likely a misspelling of, as the tail of a
// message, or "" when none is near.
func nearest(s string, names []string) string {
	// Longer words are no slips of the keyboard, and their distance takes quadratic time.
	const longest = 40
	if len(s) > longest {
		return ""
	}
	best, bestDistance := "", min(2, len(s)/2)+1
	for _, name := range names {
		if strings.EqualFold(name, s) {
			best = name
			break
		}
		if len(name) <= longest {
			if d := editDistance(s, name); d < bestDistance {
				best, bestDistance = name, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (nearest: %q)", best)
}

// editDistance counts the bytes to insert, delete, replace or swap with their neighbour that turn
// a into b (optimal string alignment).
func editDistance(a, b string) int {
	before, row := make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		next := make([]int, len(b)+1)
		next[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			next[j] = min(row[j]+1, next[j-1]+1, row[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				next[j] = min(next[j], before[j-2]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
