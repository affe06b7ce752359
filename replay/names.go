package replay

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ecslab/ecs"
)

// A name is what an entity was spawned as. Entities that lived one after another can have the
// same.
type name struct {
	label  LabelID
	member int // -1: LABEL alone
}

// bearers calls visit with every entity that a label names or, as far as its past is kept, has
// named.
func (l *label) bearers(visit func(member int, e ecs.Entity)) {
	for i := range l.past {
		p := &l.past[i]
		if p.members == nil {
			visit(-1, p.single)
		}
		for k, e := range p.members {
			visit(k, e)
		}
	}
	switch l.kind {
	case labelSingle:
		visit(-1, l.single)
	case labelBatch:
		for k, e := range l.members {
			visit(k, e)
		}
	}
}

// sameNames reports whether the names of entities, living or dead, are those of a list, repeats
// counted. It looks at no label that the list does not name.
func (m *machine) sameNames(es []ecs.Entity, list []Reference) bool {
	expected := 0
	wanted := map[name]int{}
	labels := map[LabelID]bool{}
	for i := range list {
		r := &list[i]
		l := &m.labels[r.Label]
		labels[r.Label] = true
		first, last := r.From, r.To
		switch r.Form {
		case RefOne:
			first, last = -1, -1
		case RefAll:
			if l.kind != labelBatch {
				return false
			}
			first, last = 0, len(l.members)-1
		}
		if expected += last - first + 1; expected > len(es) {
			return false
		}
		for k := first; k <= last; k++ {
			wanted[name{r.Label, k}]++
		}
	}
	if expected != len(es) {
		return false
	}
	if expected == 0 {
		return true
	}
	names := map[ecs.Entity]name{}
	for id := range labels {
		m.labels[id].bearers(func(member int, e ecs.Entity) {
			if n := (name{id, member}); wanted[n] > 0 {
				names[e] = n
			}
		})
	}
	for _, e := range es {
		n, ok := names[e]
		if !ok || wanted[n] == 0 {
			return false
		}
		wanted[n]--
	}
	return true
}

// namesOf finds the names of entities by a walk over all labels.
func (m *machine) namesOf(es []ecs.Entity) map[ecs.Entity]name {
	names := make(map[ecs.Entity]name, len(es))
	for _, e := range es {
		names[e] = name{label: -1}
	}
	for id := range m.labels {
		m.labels[id].bearers(func(member int, e ecs.Entity) {
			if _, ok := names[e]; ok {
				names[e] = name{LabelID(id), member}
			}
		})
	}
	return names
}

// nameOf is the name of one entity, for a message.
func (m *machine) nameOf(e ecs.Entity) string { return m.nameList([]ecs.Entity{e}) }

// shownWords keeps a list in a message readable: longer ones end in how many follow.
const shownWords = 64

// nameList is entities as an ANSWER: in the order of labels and members, neighbours as a range.
func (m *machine) nameList(es []ecs.Entity) string {
	if len(es) == 0 {
		return "-"
	}
	known := m.namesOf(es)
	names := make([]name, 0, len(es))
	var strangers []ecs.Entity
	for _, e := range es {
		if n := known[e]; n.label >= 0 {
			names = append(names, n)
		} else {
			strangers = append(strangers, e)
		}
	}
	slices.SortFunc(names, func(a, b name) int {
		return cmp.Or(cmp.Compare(a.label, b.label), cmp.Compare(a.member, b.member))
	})
	var list []Reference
	for _, n := range names {
		r := Reference{Label: n.label, Form: RefMember, From: n.member, To: n.member}
		if n.member < 0 {
			r = Reference{Label: n.label}
		} else if last := len(list) - 1; last >= 0 && list[last].Label == n.label && list[last].Form != RefOne && list[last].To == n.member-1 {
			list[last].Form, list[last].To = RefRange, n.member
			continue
		}
		list = append(list, r)
	}
	words := m.words(list)
	for _, e := range strangers {
		words = append(words, fmt.Sprintf("an entity of no label (%v)", e))
		if len(words) > shownWords {
			break
		}
	}
	return cutWords(words, len(es))
}

func (m *machine) words(list []Reference) []string {
	words := make([]string, 0, len(list))
	for _, r := range list {
		w := writer{file: m.file}
		w.reference(r)
		words = append(words, string(w.out))
	}
	return words
}

func cutWords(words []string, entities int) string {
	if len(words) > shownWords {
		words = append(words[:shownWords:shownWords], fmt.Sprintf("... (%d in all)", entities))
	}
	return strings.Join(words, " ")
}

// expected is an answer as the language writes it.
func (m *machine) expected(a *Answer) string {
	w := writer{file: m.file}
	if len(a.List) > shownWords {
		cut := *a
		cut.List = a.List[:shownWords]
		w.answer(&cut)
		return string(w.out) + fmt.Sprintf(" ... (%d words in all)", len(a.List))
	}
	w.answer(a)
	return string(w.out)
}

// asked is a statement as the language writes it, without its answer.
func (f *File) asked(s Stmt) string {
	w := writer{file: f}
	if o, ok := s.(Observation); ok {
		w.observation(o)
	} else {
		w.statement(s)
	}
	const most = 200 // bytes of a message; a statement can have 65 536
	if len(w.out) > most {
		return string(w.out[:most]) + "..."
	}
	return string(w.out)
}
