package tracegen

import (
	"bytes"
	"math/rand/v2"
	"strconv"

	"ecslab/replay"
)

// Mutate damages the text of a trace in one of the ways in which a text comes to
// be wrong: by an editor, a merge, another system, a bad disk, or a hand that
// writes a large number. Much of what comes out is malformed, some of it is a
// trace that nobody thought of.
func Mutate(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	for range 1 + r.IntN(3) {
		text = mutations[r.IntN(len(mutations))](r, text)
	}
	return text
}

var mutations = []func(r *rand.Rand, text []byte) []byte{
	func(r *rand.Rand, text []byte) []byte { // a bit
		if len(text) > 0 {
			text[r.IntN(len(text))] ^= 1 << r.IntN(8)
		}
		return text
	},
	func(r *rand.Rand, text []byte) []byte { // a byte that is in no text
		return insertAt(text, r.IntN(len(text)+1), pickFrom(r, "\x00", "\xff", "\xed\xa0\x80", "\uFEFF", "\r", "\n", "\v", "é", "#", "="))
	},
	func(r *rand.Rand, text []byte) []byte { return text[:r.IntN(len(text)+1)] },
	func(r *rand.Rand, text []byte) []byte { return bytes.TrimRight(text, "\n") },
	func(_ *rand.Rand, text []byte) []byte { return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")) },
	onLines(func(r *rand.Rand, lines [][]byte) [][]byte { // a line less
		i := r.IntN(len(lines))
		return append(lines[:i:i], lines[i+1:]...)
	}),
	onLines(func(r *rand.Rand, lines [][]byte) [][]byte { // a line twice
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		return append(append(lines[:i:i], lines[j]), lines[i:]...)
	}),
	onLines(func(r *rand.Rand, lines [][]byte) [][]byte { // two lines for each other
		i, j := r.IntN(len(lines)), r.IntN(len(lines))
		lines[i], lines[j] = lines[j], lines[i]
		return lines
	}),
	onLines(func(r *rand.Rand, lines [][]byte) [][]byte { // two lines in one
		i := r.IntN(len(lines))
		if i+1 < len(lines) {
			lines[i] = append(append(bytes.Clone(lines[i]), ' '), lines[i+1]...)
			lines = append(lines[:i+1:i+1], lines[i+2:]...)
		}
		return lines
	}),
	onWords(func(r *rand.Rand, words [][]byte) [][]byte { // a word less
		i := r.IntN(len(words))
		return append(words[:i:i], words[i+1:]...)
	}),
	onWords(func(r *rand.Rand, words [][]byte) [][]byte { // two words for each other
		i, j := r.IntN(len(words)), r.IntN(len(words))
		words[i], words[j] = words[j], words[i]
		return words
	}),
	onWords(func(r *rand.Rand, words [][]byte) [][]byte { // another word
		words[r.IntN(len(words))] = []byte(pickFrom(r, vocabulary...))
		return words
	}),
	func(r *rand.Rand, text []byte) []byte { // another number
		var digits []int
		for i, c := range text {
			if c >= '0' && c <= '9' {
				digits = append(digits, i)
			}
		}
		if len(digits) == 0 {
			return text
		}
		i := digits[r.IntN(len(digits))]
		return append(append(text[:i:i], pickFrom(r, "0", "1", "2", "3", "9", "64", "255", "256", "1000001", "16777217",
			"4294967296", "18446744073709551616", "1e308", "-1", strconv.FormatUint(r.Uint64(), 10))...), text[i+1:]...)
	},
}

// vocabulary are words of the language, and some that look like them.
var vocabulary = []string{
	"world", "ring=1", "created=off", "overflow=error", "clock=4294967295", "component", "sparse", "fields=0", "track=none",
	"spawn", "despawn", "add", "set", "remove", "mut", "update", "ref", "each", "defer", "fail", "read", "has", "alive", "was", "count",
	"sum", "query", "removed", "run", "end", "tick", "mark", "clear", "save", "load", "repeat", "measure", "of", "=>", "-", "error",
	"true", "false", "ticks:", "bitmap:", "frame:", "frame-exact:", "none:", "created", "added", "changed", "a", "a.*", "a%50", "b.0-1", "@m",
	"All(C)", "None(C)", "AllChanged(C)", "AnyAdded(C)@m", "NoneRemoved(Pos)", "Created", "Created@m", "Or(All(C),Created)", "C=1", "Pos=1,2", "C",
}

func pickFrom(r *rand.Rand, words ...string) string { return words[r.IntN(len(words))] }

func insertAt(text []byte, i int, s string) []byte {
	return append(append(text[:i:i], s...), text[i:]...)
}

// onLines makes a mutation of one of lines.
func onLines(mutate func(r *rand.Rand, lines [][]byte) [][]byte) func(*rand.Rand, []byte) []byte {
	return func(r *rand.Rand, text []byte) []byte {
		return bytes.Join(mutate(r, bytes.Split(text, []byte("\n"))), []byte("\n"))
	}
}

// onWords makes a mutation of one of the words of a line.
func onWords(mutate func(r *rand.Rand, words [][]byte) [][]byte) func(*rand.Rand, []byte) []byte {
	return onLines(func(r *rand.Rand, lines [][]byte) [][]byte {
		i := r.IntN(len(lines))
		if words := bytes.Fields(lines[i]); len(words) > 0 {
			lines[i] = bytes.Join(mutate(r, words), []byte(" "))
		}
		return lines
	})
}

// Work is about how often a run of a file does something to an entity: what a
// mutation may have made too long to wait for.
func Work(file *replay.File) float64 { return bodyWork(file.Body) }

func bodyWork(body []replay.Stmt) (work float64) {
	for _, s := range body {
		work++
		switch s := s.(type) {
		case *replay.RunStmt:
			work += bodyWork(s.Body)
		case *replay.RepeatStmt:
			work += float64(s.N) * bodyWork(s.Body)
		case *replay.FailStmt:
			work += bodyWork([]replay.Stmt{s.Stmt})
		case *replay.DeferStmt:
			work += bodyWork([]replay.Stmt{s.Op})
		case *replay.SpawnStmt:
			work += float64(s.N)
		}
	}
	return work
}
