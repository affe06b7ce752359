package replay

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"weak"

	"ecslab/ecs"
)

// A Recorder writes what a program does with a world as a trace, so that the program's own
// workload can be replayed on every backend.
//
//	w := backend.New(options)
//	…register the components…
//	r, err := replay.NewRecorder(w, out)
//	…the program…
//	err = r.Close()
//
// A component's numbers and truth values, up to 64 in the order of its fields, become the fields of
// the trace's; texts, pointers and the like are left out, and a number that float64 does not hold
// (NaN, infinite) is written as zero. Passes over queries become counts with the number of matches
// as the answer, in the words of the world's tracker; what mutable columns hand out becomes mut, and
// what Untracked hands out becomes ref. Values are read when the next structural change, run, frame
// or question comes, or the pass ends, since callers write them after the operation. A count has no
// answer if the pass itself made records that its terms ask for.
//
// A write through Get, At or ReadPointer, which are for reading, is not seen, nor is one through
// Mut in a program built with the tag notrack; probes, which change nothing, are not written. What a
// trace has no words for (a reset of the world, a load of a part or of a snapshot that was not
// taken while recording, a moment that was taken within a run, a clear there, a component that is
// registered behind the first statement) is a comment in the trace and an error of Close.
//
// A recorder holds some bytes an entity, as much again for each snapshot that the program keeps,
// the last of its moments, and the values that wait: nothing of the past. It is for the goroutine
// that the world is for.
type Recorder struct {
	w       *ecs.World
	out     *bufio.Writer
	err     error // the first, of the writer or of what has no words
	columns []recordedColumn
	inUse   map[string]bool // columns' names
	begun   bool            // a statement behind the header is written
	names   []recordedName  // by entity index
	labels  int32
	systems map[*ecs.System]string
	used    map[string]bool    // systems' names
	marks   map[ecs.Moment]int // by their numbers: m1, m2, …
	taken   int                // marks and snapshots
	saved   map[weak.Pointer[ecs.Snapshot]]recordedSave
	tracker string
	answers bool // the trace language has a line for the tracker

	indent    string
	deferred  bool
	waiting   []waiting
	waitingEs []ecs.Entity
	waitingCs []ecs.ComponentID
	passes    []*recordedPass
	held      []byte // lines behind the oldest open pass
	line      []byte

	first, scratch []float64
	list, last     []byte
	one            [1]ecs.Entity
	oneOf          [1]ecs.ComponentID
	set            []ecs.ComponentID
}

// recordedName is what an entity is called in the trace.
type recordedName struct {
	label  int32 // e1, e2, …; 0: none
	member int32 // -1: the label alone
	entity ecs.Entity
}

// recordedSave is a snapshot's name, and what was named when it was taken.
type recordedSave struct {
	name  string
	names []recordedName
	marks map[ecs.Moment]int
}

// mostHeld bounds the bytes that wait for the count of an open pass. A pass that writes more has no
// answer.
const mostHeld = 4 << 20

// mostWaiting bounds the operations whose values are still to be read, and mostWaitingFor the
// entities that they are about.
const (
	mostWaiting    = 4096
	mostWaitingFor = 64 << 10
)

// mostMarks bounds the moments that a term can name. A program need not say when it drops one, so
// the oldest are forgotten; a question since one of those is not written.
const mostMarks = 64 << 10

// mostLine is how long a line of a recording may be, in bytes: below what the language takes by more
// than the words around a list.
const mostLine = maxLineBytes - 4096

// NewRecorder begins a recording of a world that has its components and nothing else: no entity
// was ever made and no system has run.
func NewRecorder(w *ecs.World, out io.Writer) (*Recorder, error) {
	if !w.Untouched() {
		return nil, fmt.Errorf("a recording begins with a world in which nothing was made and nothing has run; this one has %d entities", w.Len())
	}
	r := &Recorder{
		w: w, out: bufio.NewWriterSize(out, 64<<10), systems: map[*ecs.System]string{}, used: map[string]bool{}, inUse: map[string]bool{},
		marks: map[ecs.Moment]int{}, saved: map[weak.Pointer[ecs.Snapshot]]recordedSave{}, tracker: w.Tracker(),
	}
	_, r.answers = trackerNamed(r.tracker)
	r.header()
	if err := w.Watch(r); err != nil {
		return nil, err
	}
	return r, nil
}

// Close ends the recording and writes what waits. The error is the first of the writer, or tells
// what has no place in a trace.
func (r *Recorder) Close() error {
	if err := r.w.Watch(nil); err != nil {
		return err
	}
	r.settle()
	r.release()
	if err := r.out.Flush(); err != nil && r.err == nil {
		r.err = err
	}
	return r.err
}

// Err is the error that Close would give now, so that a program need not write on to a disk that
// is full.
func (r *Recorder) Err() error { return r.err }

func (r *Recorder) header() {
	o, d := r.w.Options(), ecs.DefaultOptions()
	var words []string
	if o.Ring != d.Ring && o.Ring != 0 {
		words = append(words, fmt.Sprintf("ring=%d", o.Ring))
	}
	if !o.Created {
		words = append(words, "created=off")
	}
	if o.OverflowError {
		words = append(words, "overflow=error")
	}
	if o.Clock != d.Clock {
		words = append(words, fmt.Sprintf("clock=%d", o.Clock))
	}
	if len(words) > 0 {
		r.say("world %s", strings.Join(words, " "))
	}
	for _, c := range r.w.Components() {
		r.component(c)
	}
	r.begun = false
}

// component writes a component of the header.
func (r *Recorder) component(c *ecs.ComponentType) {
	column := recordedColumn{name: unique(spelt(c.Name, true), r.inUse), fields: fieldsOf(c.Type)}
	column.tag = c.Type.Size() == 0
	if len(column.fields) == 0 && !column.tag {
		column.fields = []recordedField{{}} // a value without numbers is still one that can change
	}
	r.columns = append(r.columns, column)
	line := "component " + column.name
	if c.Sparse {
		line += " sparse"
	}
	if n := len(column.fields); n != 1 {
		line += fmt.Sprintf(" fields=%d", n)
	}
	every := ecs.Added | ecs.Changed | ecs.Removed
	if column.tag {
		every &^= ecs.Changed
	}
	if c.Kinds != every {
		line += " track=" + c.Kinds.String()
	}
	r.say("%s", line)
}

// Registered implements ecs.Watcher. The header ends with the first statement.
func (r *Recorder) Registered(c ecs.ComponentID) {
	added := r.w.Components()[c]
	if r.begun {
		r.Other("component " + added.Name + ", registered behind the first statement,")
		r.columns = append(r.columns, recordedColumn{})
		return
	}
	r.component(added)
	r.begun = false
}

// mostName is the length of a name, so that a line holds those of all components.
const mostName = 64

// spelt is a name as a trace can write it.
func spelt(s string, dots bool) string {
	out := []byte(s[:min(len(s), mostName)])
	for i, b := range out {
		if !fits(b, i, dots) {
			out[i] = '_'
		}
	}
	if len(out) == 0 {
		return "_"
	}
	return string(out)
}

// unique is the word, with a number behind it if it is taken.
func unique(s string, used map[string]bool) string {
	name := s
	for n := 2; used[name]; n++ {
		name = fmt.Sprintf("%s-%d", s, n)
	}
	used[name] = true
	return name
}

// say writes a line.
func (r *Recorder) say(format string, args ...any) {
	r.line = fmt.Appendf(append(r.line[:0], r.indent...), format, args...)
	r.write()
}

// write writes r.line, behind an open pass to where it waits.
func (r *Recorder) write() {
	r.begun = true
	r.line = append(r.line, '\n')
	if len(r.passes) > 0 {
		r.held = append(r.held, r.line...)
		if len(r.held) > mostHeld {
			r.release()
		}
		return
	}
	if _, err := r.out.Write(r.line); err != nil && r.err == nil {
		r.err = err
	}
}

// release gives up the counts of open passes and writes what waits behind them.
func (r *Recorder) release() {
	for _, p := range r.passes {
		p.at = -1
	}
	if len(r.held) > 0 {
		if _, err := r.out.Write(r.held); err != nil && r.err == nil {
			r.err = err
		}
	}
	r.held = r.held[:0]
}

// name is what an entity is called.
func (r *Recorder) name(e ecs.Entity) (recordedName, bool) {
	if int(e.Index()) >= len(r.names) || r.names[e.Index()].entity != e {
		return recordedName{}, false
	}
	return r.names[e.Index()], true
}

func (r *Recorder) appendName(n recordedName) {
	r.line = strconv.AppendInt(append(r.line, 'e'), int64(n.label), 10)
	if n.member >= 0 {
		r.line = strconv.AppendInt(append(r.line, '.'), int64(n.member), 10)
	}
}

// Other implements ecs.Watcher.
func (r *Recorder) Other(what string) {
	r.settle()
	r.say("# %s cannot be written", what)
	if r.err == nil {
		r.err = fmt.Errorf("the recording has %s, which a trace has no words for", what)
	}
}
