package replay

import "unicode/utf8"

// maxLineBytes is the longest line, its LF or CR LF not counted.
const maxLineBytes = 65536

// A word is a piece of a line between blanks and tabs.
type word struct {
	text   string // "" is the end of the line
	column int32
}

// A line is a line of the file cut into words, its comment left out.
type line struct {
	words []word
	end   int32 // column behind the last word; 1 on an empty line
	// invalid is the first place that is not UTF-8: the column of the word that holds it, or, in
	// a comment, of the byte itself. 0 when there is none.
	invalid int32
}

// cut splits text into words, which it appends to words[:0].
func cut(text string, words []word) line {
	l := line{words: words[:0], end: 1}
	column, start, startColumn, comment := int32(1), -1, int32(0), false
	closeWord := func(i int) {
		if start >= 0 {
			l.words = append(l.words, word{text[start:i], startColumn})
			l.end, start = column, -1
		}
	}
	for i := 0; i < len(text); column++ {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case comment:
		case r == '#':
			closeWord(i)
			comment = true
		case r == ' ' || r == '\t':
			closeWord(i)
		case start < 0:
			start, startColumn = i, column
		}
		if r == utf8.RuneError && size == 1 && l.invalid == 0 {
			l.invalid = column
			if !comment {
				l.invalid = startColumn
			}
		}
		i += size
	}
	closeWord(len(text))
	return l
}
