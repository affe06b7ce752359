package replay

import "strings"

// reference takes a REF.
func (p *parser) reference() Reference {
	return p.referenceIn(p.take("an entity"))
}

// single takes a REF that is one entity.
func (p *parser) single() Reference {
	w := p.take("an entity")
	r := p.referenceIn(w)
	if !r.Single() {
		p.reject(w, "a single entity, LABEL or LABEL.N")
	}
	return r
}

// referenceIn reads w as a REF: a, a.3, a.10-19, a.* or a%5.
func (p *parser) referenceIn(w word) Reference {
	name, rest := w.text, ""
	if i := strings.IndexAny(name, ".%"); i >= 0 {
		name, rest = name[:i], name[i:]
	}
	if !isName(name) {
		p.reject(w, "an entity: LABEL, LABEL.N, LABEL.N-M, LABEL.* or LABEL%%P")
	}
	id, ok := p.scope.labels[name]
	if !ok {
		p.reject(w, "a label spawned on an earlier line%s", nearest(name, p.file.Labels))
	}
	r := Reference{Position: p.at(w), Label: id}
	made := p.scope.made[id]
	if rest == "" {
		if !made.single {
			p.reject(w, "one of the batch, such as %s.0 (no earlier line spawns a single %s)", name, name)
		}
		return r
	}
	if made.members == 0 {
		p.reject(w, "%q alone (no earlier line spawns a batch of that label)", name)
	}
	tail := rest[1:]
	switch {
	case rest[0] == '%':
		n, ok := parseNumberIn(tail, 1, 100)
		if !ok {
			p.reject(w, "a percentage from 1 to 100 behind the %%")
		}
		r.Form, r.Percent = RefSample, int(n)
	case tail == "*":
		r.Form = RefAll
	default:
		from, to, isRange := strings.Cut(tail, "-")
		r.Form, r.From = RefMember, p.member(w, from, made)
		r.To = r.From
		if isRange {
			r.Form, r.To = RefRange, p.member(w, to, made)
			if r.From > r.To {
				p.reject(w, "a range that does not end before it begins")
			}
		}
	}
	return r
}

// member reads an index of a batch.
func (p *parser) member(w word, text string, made made) int {
	if text == "" || digits(text) != len(text) {
		p.reject(w, "a number, a range N-M or * behind the dot")
	}
	n, ok := parseNumberIn(text, 0, uint64(made.members-1))
	if !ok {
		p.reject(w, "at most %d behind the dot: earlier lines make %s at most", made.members-1, plural(made.members, "member"))
	}
	return int(n)
}
