package cli

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// alarm marks a text red where w is a terminal and colours are welcome.
func alarm(w io.Writer, text string) string {
	if o, ok := w.(*output); ok {
		w = o.to
	}
	if os.Getenv("NO_COLOR") != "" || !isTerminal(w) {
		return text
	}
	return "\x1b[31m" + text + "\x1b[0m"
}

// tellRounds gives what tells a terminal of each round of a measurement, on one line,
// and what clears that line; nil and nothing where w is none.
func tellRounds(w io.Writer, of string) (tell func(round, rounds int), done func()) {
	if !isTerminal(w) {
		return nil, func() {}
	}
	return func(round, rounds int) { fmt.Fprintf(w, "\r\033[K%sround %d of %d", of, round, rounds) },
		func() { fmt.Fprint(w, "\r\033[K") }
}
