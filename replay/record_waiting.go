package replay

import (
	"slices"
	"strconv"

	"ecslab/ecs"
)

// waiting is an operation that is told and not yet written, for the caller may still write its
// values.
type waiting struct {
	verb       string // spawn, set, mut or ref
	esTo, csTo int    // where its part of Recorder.waitingEs and waitingCs ends
}

// wait keeps an operation until its values are read.
func (r *Recorder) wait(verb string, es []ecs.Entity, cs []ecs.ComponentID) {
	if len(r.waiting) >= mostWaiting || len(r.waitingEs)+len(es) > mostWaitingFor {
		r.settleWaiting()
	}
	r.waitingEs = append(r.waitingEs, es...)
	r.waitingCs = append(r.waitingCs, cs...)
	r.waiting = append(r.waiting, waiting{verb, len(r.waitingEs), len(r.waitingCs)})
}

// settle writes what waits, with the values as they are now, and what open passes have handed out
// so far: time may go on, and questions see what is marked.
func (r *Recorder) settle() {
	r.settleWaiting()
	for _, p := range r.passes {
		r.handedOut(p)
	}
}

func (r *Recorder) settleWaiting() {
	if len(r.waiting) == 0 {
		return
	}
	e, c := 0, 0
	for _, w := range r.waiting {
		es, cs := r.waitingEs[e:w.esTo], r.waitingCs[c:w.csTo]
		e, c = w.esTo, w.csTo
		if w.verb == "spawn" {
			r.spawn(es, cs)
		} else {
			r.each(w.verb, es, cs, true)
		}
	}
	r.forget()
}

// forget drops what waits.
func (r *Recorder) forget() {
	r.waiting, r.waitingEs, r.waitingCs = r.waiting[:0], r.waitingEs[:0], r.waitingCs[:0]
}

// begin begins a line with the name of an operation.
func (r *Recorder) begin(verb string) {
	r.line = append(r.line[:0], r.indent...)
	if r.deferred {
		r.line = append(r.line, "defer "...)
	}
	r.line = append(append(r.line, verb...), ' ')
}

// spawn writes a spawn: of one entity with its values, of several with what all have in common,
// and then what is different.
func (r *Recorder) spawn(es []ecs.Entity, cs []ecs.ComponentID) {
	n, ok := r.name(es[0])
	if !ok {
		return
	}
	r.begin("spawn")
	r.line = strconv.AppendInt(append(r.line, 'e'), int64(n.label), 10)
	if n.member >= 0 {
		r.line = strconv.AppendInt(append(r.line, '*'), int64(len(es)), 10)
	}
	var different []ecs.ComponentID
	long := r.tooLong(cs)
	for _, c := range cs {
		column := &r.columns[c]
		r.line = append(append(r.line, ' '), column.name...)
		if column.tag {
			continue
		}
		if long {
			different = append(different, c)
			continue
		}
		first, same := r.values(r.first[:0], es[0], c), true
		r.first = first
		for _, e := range es[1:] {
			r.scratch = r.values(r.scratch[:0], e, c)
			if same = slices.Equal(r.scratch, first); !same {
				break
			}
		}
		if !same {
			different = append(different, c)
		} else if slices.ContainsFunc(first, func(v float64) bool { return v != 0 }) {
			r.line = appendValues(r.line, first)
		}
	}
	r.write()
	if len(different) > 0 { // ref marks nothing: the spawn has marked
		r.each("ref", es, different, true)
	}
}

// values appends those of a component as they are now; nothing where it is gone.
func (r *Recorder) values(to []float64, e ecs.Entity, c ecs.ComponentID) []float64 {
	p, err := r.w.ReadPointer(e, c)
	if err != nil {
		return to
	}
	for _, f := range r.columns[c].fields {
		to = append(to, f.read(p))
	}
	return to
}

// appendValues appends =V,… to a line.
func appendValues(line []byte, values []float64) []byte {
	for i, v := range values {
		separator := byte(',')
		if i == 0 {
			separator = '='
		}
		line = strconv.AppendFloat(append(line, separator), v, 'g', -1, 64)
	}
	return line
}

// longest bounds the bytes of a value with its separator: -1.2345678901234567e-308
const longest = 25

// tooLong reports whether the components may not stand in one line with their values.
func (r *Recorder) tooLong(cs []ecs.ComponentID) bool {
	n := 0
	for _, c := range cs {
		n += 1 + len(r.columns[c].name) + longest*len(r.columns[c].fields)
	}
	return n > mostLine
}

// each writes an operation for entities: neighbours in a batch that get the same in one line.
func (r *Recorder) each(verb string, es []ecs.Entity, cs []ecs.ComponentID, withValues bool) {
	if withValues && len(cs) > 1 && r.tooLong(cs) {
		for i := range cs {
			r.each(verb, es, cs[i:i+1], withValues)
		}
		return
	}
	list, last := r.list, r.last // of components, with values
	defer func() { r.list, r.last = list, last }()
	var from, to recordedName
	flush := func() {
		if from.label == 0 {
			return
		}
		r.begin(verb)
		r.appendName(from)
		if to.member != from.member {
			r.line = strconv.AppendInt(append(r.line, '-'), int64(to.member), 10)
		}
		r.line = append(r.line, last...)
		r.write()
		from = recordedName{}
	}
	for _, e := range es {
		n, ok := r.name(e)
		if !ok {
			continue
		}
		list = list[:0]
		for _, c := range cs {
			list = append(append(list, ' '), r.columns[c].name...)
			if withValues && !r.columns[c].tag {
				r.scratch = r.values(r.scratch[:0], e, c)
				list = appendValues(list, r.scratch)
			}
		}
		if from.label == n.label && n.member >= 0 && n.member == to.member+1 && slices.Equal(list, last) {
			to = n
			continue
		}
		flush()
		from, to = n, n
		last = append(last[:0], list...)
	}
	flush()
}
