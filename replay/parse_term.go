package replay

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A termName is what stands before the parenthesis of a term.
type termName struct {
	quantifier Quantifier
	kind       Kind
}

var termNames = map[string]termName{
	"All": {All, Present}, "None": {None, Present}, "Any": {Any, Present},
	"AllAdded": {All, Added}, "NoneAdded": {None, Added}, "AnyAdded": {Any, Added},
	"AllChanged": {All, Changed}, "NoneChanged": {None, Changed}, "AnyChanged": {Any, Changed},
	"AllRemoved": {All, Removed}, "NoneRemoved": {None, Removed}, "AnyRemoved": {Any, Removed},
	"Created": {All, Created}, "Or": {Or, Present},
}

// termWords are the keys of termNames in an order that does not change, so that neither does an
// error's nearest.
var termWords = slices.Sorted(maps.Keys(termNames))

// name returns what stands before t's parenthesis.
func (t *Term) name() string {
	for _, name := range termWords {
		if termNames[name] == (termName{t.Quantifier, t.Kind}) {
			return name
		}
	}
	return ""
}

// terms reads one term or more, up to the word stop or the end of the line.
func (p *parser) terms(stop string) []Term {
	var terms []Term
	for len(terms) == 0 || p.peek().text != "" && p.peek().text != stop {
		w := p.take("a term")
		r := termReader{p, w, w.text, ""}
		if len(terms) > 0 {
			r.stop = stop
		}
		t := r.term(false)
		if r.rest != "" {
			p.reject(w, "the term to end before %q", r.rest)
		}
		terms = append(terms, t)
	}
	return terms
}

// A termReader reads a TERM, which holds no blanks, off the front of rest.
type termReader struct {
	*parser
	word word // the whole word, the place of every error
	rest string
	stop string // the word that could stand here too; "" for none
}

func (r *termReader) term(insideOr bool) Term {
	name := r.upTo("(),@")
	known, ok := termNames[name]
	if !ok {
		words, or := termWords, ""
		if r.stop != "" {
			words, or = append(slices.Clone(words), r.stop), fmt.Sprintf(" or %q", r.stop)
		}
		r.reject(r.word, "a term%s%s%s", or, not(r.word, name), nearest(name, words))
	}
	t := Term{Position: r.at(r.word), Quantifier: known.quantifier, Kind: known.kind, Mark: NoMark}
	switch {
	case t.Kind == Created:
	case t.Quantifier == Or:
		if insideOr {
			r.reject(r.word, "no Or inside Or")
		}
		r.list(name, func() { t.Terms = append(t.Terms, r.term(true)) })
	default:
		r.list(name, func() {
			t.Components = append(t.Components, r.componentNamed(r.word, r.upTo("(),@")))
		})
	}
	r.mark(&t, name)
	return t
}

// list reads (ITEM,ITEM,..).
func (r *termReader) list(name string, item func()) {
	if !r.skip('(') {
		r.reject(r.word, `"(" behind %s`, name)
	}
	item()
	for r.skip(',') {
		item()
	}
	if !r.skip(')') {
		r.reject(r.word, `"," or ")" in %s(...), which holds no blanks%s`, name, not(r.word, r.rest))
	}
}

// mark reads the [@MARK] behind a term and checks that the term may stand here.
func (r *termReader) mark(t *Term, name string) {
	switch {
	case r.skip('@'):
		if t.Kind == Present {
			r.reject(r.word, "no @MARK behind %s(...), which has no window", name)
		}
		t.Mark = r.markNamed(r.word, r.upTo("(),@"))
	case t.Kind != Present:
		r.trackedHere(r.word)
	}
	if r.deferred && t.Kind != Present {
		r.reject(r.word, "a presence term behind defer each")
	}
}

// upTo takes what stands before the first of stops.
func (r *termReader) upTo(stops string) string {
	i := strings.IndexAny(r.rest, stops)
	if i < 0 {
		i = len(r.rest)
	}
	s := r.rest[:i]
	r.rest = r.rest[i:]
	return s
}

// skip takes c, if it stands next.
func (r *termReader) skip(c byte) bool {
	if r.rest == "" || r.rest[0] != c {
		return false
	}
	r.rest = r.rest[1:]
	return true
}
