package replay

import (
	"bytes"
	"fmt"
	"strings"
)

// A parser reads a file line by line. Its functions are named for what they take off the line;
// where that is malformed they panic with a *SyntaxError, which line catches, so that a rule is
// one line where it is checked.
type parser struct {
	file       *File
	scope      scope
	headerOver bool
	measured   bool            // a measure line stands above
	worldSeen  map[string]bool // keys of world lines
	blocks     []block         // open run and repeat, the innermost last; blocks[0] is the file itself

	lineNumber int32
	line       line
	next       int       // into line.words
	asked      *question // the observation that a line => ... would answer; nil: none
	failing    bool      // behind fail: no answers
	deferred   bool      // behind defer: presence terms only
}

// A block is a Body under construction.
type block struct {
	stmt    Stmt // *RunStmt or *RepeatStmt; nil for the file
	keyword word
	inRun   bool // this is a run or lies in one
	repeats int  // repeats that are open, this included
	times   int  // how often its statements are run at most; saturates
	body    []Stmt
}

const (
	maxRepeats = 16            // how deep repeats nest
	maxTimes   = 1_000_000_000 // N of a repeat
	maxTicks   = 1_000_000     // N of a tick
)

const byteOrderMark = "\uFEFF"

// Parse reads a trace. name stands for the file in errors and reports. The error is a
// *SyntaxError, that of the first malformed line.
func Parse(name string, src []byte) (*File, error) {
	p := &parser{
		file:      &File{Name: name, Settings: DefaultSettings},
		scope:     newScope(),
		worldSeen: map[string]bool{},
		blocks:    []block{{times: 1}},
	}
	src = bytes.TrimPrefix(src, []byte(byteOrderMark))
	for len(src) > 0 {
		text, rest, ended := bytes.Cut(src, []byte("\n"))
		src = rest
		if ended {
			text = bytes.TrimSuffix(text, []byte("\r")) // alone, without LF, it is no line end
		}
		if err := p.parseLine(text); err != nil {
			return nil, err
		}
	}
	if open := p.block(); open.stmt != nil {
		at := open.stmt.Pos()
		return nil, &SyntaxError{name, int(at.Line), int(at.Column), quote(open.keyword.text) + " without end", `an "end" line before the end of the file`}
	}
	p.file.Body = p.blocks[0].body
	return p.file, nil
}

// parseLine reads one line. It returns an error and not a *SyntaxError so that nil is nil.
func (p *parser) parseLine(text []byte) (err error) {
	p.lineNumber++
	if len(text) > maxLineBytes {
		return p.errorAt(1, fmt.Sprintf("a line of %d bytes", len(text)), fmt.Sprintf("at most %d", maxLineBytes))
	}
	p.line = cut(string(text), p.line.words)
	p.next, p.failing, p.deferred = 0, false, false
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *SyntaxError:
			err = e
		default:
			panic(e)
		}
		if at := p.line.invalid; at > 0 {
			// The leftmost mistake of the line is the one to report.
			if e, ok := err.(*SyntaxError); !ok || e.Column >= int(at) {
				err = p.errorAt(at, "bytes that are not UTF-8", "UTF-8 text")
			}
		}
	}()
	if len(p.line.words) > 0 {
		p.statementLine()
	}
	return nil
}

func (p *parser) errorAt(column int32, found, expected string) *SyntaxError {
	return &SyntaxError{p.file.Name, int(p.lineNumber), int(column), found, expected}
}

// reject gives up: w stands where something else was expected.
func (p *parser) reject(w word, expected string, args ...any) {
	panic(p.errorAt(w.column, quote(w.text), fmt.Sprintf(expected, args...)))
}

// peek returns the next word without taking it, the word "" at the end of the line.
func (p *parser) peek() word {
	if p.next < len(p.line.words) {
		return p.line.words[p.next]
	}
	return word{"", p.line.end}
}

// take takes the next word, which must be there.
func (p *parser) take(expected string) word {
	w := p.peek()
	if w.text == "" {
		p.reject(w, "%s", expected)
	}
	p.next++
	return w
}

// endOfLine checks that the statement ends here.
func (p *parser) endOfLine() {
	if w := p.peek(); w.text != "" {
		p.reject(w, "the end of the line")
	}
}

func (p *parser) at(w word) Position { return Position{p.lineNumber, w.column} }

func (p *parser) block() *block { return &p.blocks[len(p.blocks)-1] }

// order is where the line at hand stands among the open blocks.
func (p *parser) order() order {
	o := order{deferred: p.deferred}
	for _, b := range p.blocks[1:] {
		line := b.stmt.Pos().Line
		if o.outermost == 0 {
			o.outermost = line
		}
		if _, ok := b.stmt.(*RepeatStmt); ok && o.loop == 0 {
			o.loop = line
		}
	}
	return o
}

// name takes a NAME.
func (p *parser) name(what string) word {
	w := p.take(what)
	if !isName(w.text) {
		p.reject(w, "%s: a letter or _, then letters, digits, _, - and :", what)
	}
	return w
}

// number takes a number from low to high.
func (p *parser) number(what string, low, high uint64) int {
	w := p.take(what)
	n, ok := parseNumberIn(w.text, low, high)
	if !ok {
		p.reject(w, "%s from %d to %d", what, low, high)
	}
	return int(n)
}

// component takes the name of a component.
func (p *parser) component() ComponentID {
	w := p.take("a component")
	return p.componentNamed(w, w.text)
}

// componentNamed looks up name, which is w or a part of it.
func (p *parser) componentNamed(w word, name string) ComponentID {
	id, ok := p.scope.components[name]
	if !ok {
		p.reject(w, "a component of the header%s%s", not(w, name), nearest(name, p.componentNames()))
	}
	return id
}

func (p *parser) componentNames() []string {
	names := make([]string, len(p.file.Components))
	for i := range names {
		names[i] = p.file.Components[i].Name
	}
	return names
}

// rejectTag gives up at w when c is a tag.
func (p *parser) rejectTag(w word, c ComponentID) {
	if p.file.Components[c].Fields == 0 {
		p.reject(w, "a component with fields (%s is a tag)", p.file.Components[c].Name)
	}
}

// values reads the V,... behind w's = sign.
func (p *parser) values(w word, list string, fields int) []float64 {
	if n := strings.Count(list, ",") + 1; n != fields {
		p.reject(w, "%s, not %d", plural(fields, "value"), n)
	}
	values := make([]float64, 0, fields)
	for text := range strings.SplitSeq(list, ",") {
		v, ok := parseValue(text)
		if !ok {
			p.reject(w, "values such as -1.5e3 within float64%s", not(w, text))
		}
		values = append(values, v)
	}
	return values
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
