package replay

import (
	"math"
	"strconv"
)

// Format returns f as canonical trace text: settings that are not the default, then components,
// then the body indented by two blanks a block. Parse gives it back as f, but for the positions
// and the comments. (Only a line that is close to the limit of 65 536 bytes can outgrow it.)
func (f *File) Format() []byte {
	w := writer{file: f}
	w.settings()
	for i := range f.Components {
		w.component(&f.Components[i])
	}
	w.body(f.Body)
	return w.out
}

// FormatStmt returns one statement of f as Format writes it, with its body and answers, without
// the line end behind it.
func (f *File) FormatStmt(s Stmt) string {
	w := writer{file: f}
	w.line(s)
	return string(w.out[:len(w.out)-1])
}

// A writer appends canonical text to out.
type writer struct {
	file   *File
	out    []byte
	indent int
}

func (w *writer) text(s string) { w.out = append(w.out, s...) }
func (w *writer) number(n int)  { w.out = strconv.AppendInt(w.out, int64(n), 10) }
func (w *writer) newline()      { w.out = append(w.out, '\n') }

// begin starts a line with its indentation.
func (w *writer) begin() {
	for range w.indent {
		w.text("  ")
	}
}

// settings writes the world line, if any setting is not the default.
func (w *writer) settings() {
	s, d := w.file.Settings, DefaultSettings
	if s == d {
		return
	}
	w.text("world")
	if s.Ring != d.Ring {
		w.text(" ring=")
		w.number(s.Ring)
	}
	if s.Created != d.Created {
		w.text(" created=off")
	}
	if s.OverflowError {
		w.text(" overflow=error")
	}
	if s.Clock != d.Clock {
		w.text(" clock=")
		w.out = strconv.AppendUint(w.out, uint64(s.Clock), 10)
	}
	if s.Seed != d.Seed {
		w.text(" seed=")
		w.out = strconv.AppendUint(w.out, s.Seed, 10)
	}
	w.newline()
}

// component writes a component line. The kinds of a tag never hold Changed, so all of a tag's is
// both others.
func (w *writer) component(c *Component) {
	w.text("component ")
	w.text(c.Name)
	if c.Sparse {
		w.text(" sparse")
	}
	all := AllKinds
	if c.Fields != 1 {
		w.text(" fields=")
		w.number(c.Fields)
	}
	if c.Fields == 0 {
		all &^= 1 << Changed
	}
	if c.Track != all {
		w.text(" track=")
		separator := ""
		for k := Added; k <= Removed; k++ {
			if c.Track.Has(k) {
				w.text(separator)
				w.text(k.String())
				separator = ","
			}
		}
		if separator == "" {
			w.text("none")
		}
	}
	w.newline()
}

// args writes a list of components with a blank before each.
func (w *writer) args(args []Arg) {
	for i := range args {
		w.text(" ")
		w.text(w.file.Components[args[i].Component].Name)
		if args[i].Values != nil {
			w.text("=")
			w.values(args[i].Values)
		}
	}
}

func (w *writer) values(values []float64) {
	for i, v := range values {
		if i > 0 {
			w.text(",")
		}
		w.value(v)
	}
}

// value writes v as a V that is read back as v: whole numbers plain where they are short, the
// rest as strconv finds shortest.
func (w *writer) value(v float64) {
	format := byte('g')
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		format = 'f'
	}
	w.out = strconv.AppendFloat(w.out, v, format, -1, 64)
}

// reference writes a REF or a label of an answer.
func (w *writer) reference(r Reference) {
	w.text(w.file.Labels[r.Label])
	switch r.Form {
	case RefMember:
		w.text(".")
		w.number(r.From)
	case RefRange:
		w.text(".")
		w.number(r.From)
		w.text("-")
		w.number(r.To)
	case RefAll:
		w.text(".*")
	case RefSample:
		w.text("%")
		w.number(r.Percent)
	}
}

// terms writes a list of terms with a blank before each.
func (w *writer) terms(terms []Term) {
	for i := range terms {
		w.text(" ")
		w.term(&terms[i])
	}
}

func (w *writer) term(t *Term) {
	w.text(t.name())
	if t.Kind != Created {
		separator := "("
		for _, c := range t.Components {
			w.text(separator)
			w.text(w.file.Components[c].Name)
			separator = ","
		}
		for i := range t.Terms {
			w.text(separator)
			w.term(&t.Terms[i])
			separator = ","
		}
		w.text(")")
	}
	w.mark(t.Mark, "@")
}

// mark writes a mark behind before, or nothing for NoMark.
func (w *writer) mark(m MarkID, before string) {
	if m != NoMark {
		w.text(before)
		w.text(w.file.Marks[m])
	}
}
