package replay

import (
	"slices"
	"strings"
)

// operations are the keywords of operations; that of an Edit is edits[Edit].
var (
	edits      = []string{"despawn", "add", "set", "remove", "mut", "update", "ref"}
	operations = slices.Concat([]string{"spawn", "each"}, edits)
)

// maxSpawn is the largest N of a spawn, and the most entities that can live.
const maxSpawn = 16777216

// operation reads the operation that w begins, nil when it begins none.
func (p *parser) operation(w word) Operation {
	switch w.text {
	case "spawn":
		return p.spawn(w)
	case "each":
		return p.each(w)
	}
	for edit, keyword := range edits {
		if keyword == w.text {
			return p.edit(w, Edit(edit))
		}
	}
	return nil
}

// spawn reads LABEL[*N|+N] [COMP[=V,...]]...
func (p *parser) spawn(keyword word) Operation {
	s := &SpawnStmt{Position: p.at(keyword), N: 1}
	w := p.take("a label")
	name := w.text
	if i := strings.IndexAny(name, "*+"); i >= 0 {
		n, ok := parseNumberIn(name[i+1:], 1, maxSpawn)
		if !ok {
			p.reject(w, "a number from 1 to %d behind %s", maxSpawn, quote(name[:i+1]))
		}
		s.N, s.Form = int(n), SpawnBatch
		if name[i] == '+' {
			s.Form = SpawnMore
		}
		name = name[:i]
	}
	if !isName(name) {
		p.reject(w, "LABEL, LABEL*N or LABEL+N; a label is a letter or _, then letters, digits, _, - and :")
	}
	s.Args = p.args(valuesOptional, 0, true)
	s.Label = intern(p.scope.labels, &p.file.Labels, name)
	if int(s.Label) == len(p.scope.made) {
		p.scope.made = append(p.scope.made, made{})
	}
	p.scope.made[s.Label].spawned(s.Form, s.N, p.block().times, p.order())
	return s
}

// edit reads REF and the list of components.
func (p *parser) edit(keyword word, edit Edit) Operation {
	s := &EditStmt{Position: p.at(keyword), Edit: edit, Target: p.reference()}
	switch edit {
	case Despawn:
	case Add, Remove:
		s.Args = p.args(valuesForbidden, 1, true)
	case Set:
		s.Args = p.args(valuesOptional, 1, true)
	case Mut, Ref:
		s.Args = p.args(valuesOptional, 1, false)
	case Update:
		s.Args = []Arg{p.arg(valuesRequired, false)}
	}
	return s
}

// each reads TERM... mut COMP...
func (p *parser) each(keyword word) Operation {
	s := &EachStmt{Position: p.at(keyword)}
	s.Terms = p.terms("mut")
	if w := p.take(`a term or "mut"`); w.text != "mut" {
		p.reject(w, `"mut" behind the terms`)
	}
	for first := true; first || p.peek().text != ""; first = false {
		w := p.take("a component")
		c := p.componentNamed(w, w.text)
		p.rejectTag(w, c)
		p.inAll(w, c, s.Terms)
		for _, other := range s.Mut {
			if other == c {
				p.reject(w, "each component only once")
			}
		}
		s.Mut = append(s.Mut, c)
	}
	return s
}

// inAll rejects w, the component c, when no All(...) of terms holds it.
func (p *parser) inAll(w word, c ComponentID, terms []Term) {
	for i := range terms {
		if t := &terms[i]; t.Quantifier == All && t.Kind == Present {
			for _, other := range t.Components {
				if other == c {
					return
				}
			}
		}
	}
	p.reject(w, "a component of an All(...) term")
}

// A valueRule says whether the components of an operation's list have values.
type valueRule uint8

const (
	valuesOptional valueRule = iota
	valuesForbidden
	valuesRequired
)

// args reads the components up to the end of the line, at least atLeast.
func (p *parser) args(rule valueRule, atLeast int, tags bool) []Arg {
	var args []Arg
	for len(args) < atLeast || p.peek().text != "" {
		w := p.peek()
		arg := p.arg(rule, tags)
		for i := range args {
			if args[i].Component == arg.Component {
				p.reject(w, "each component only once")
			}
		}
		args = append(args, arg)
	}
	return args
}

// arg reads COMP[=V,...].
func (p *parser) arg(rule valueRule, tags bool) Arg {
	w := p.take("a component")
	name, list, valued := strings.Cut(w.text, "=")
	arg := Arg{Position: p.at(w), Component: p.componentNamed(w, name)}
	if !tags {
		p.rejectTag(w, arg.Component)
	}
	switch {
	case valued && rule == valuesForbidden:
		p.reject(w, "a component without values")
	case valued:
		if p.file.Components[arg.Component].Fields == 0 {
			p.reject(w, "no values (%s is a tag)", name)
		}
		arg.Values = p.values(w, list, p.file.Components[arg.Component].Fields)
	case rule == valuesRequired:
		p.reject(w, "%s=V,...", name)
	}
	return arg
}
