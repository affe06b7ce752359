package replay

import "ecslab/ecs"

// A label is what a LABEL of the file names now, and what of its past can still be asked for.
//
// A name that was made once and stands for nothing living is dead; one that was never made, or
// whose making a load took back, is unmade. The dead answer questions that the unmade refuse, so
// a label remembers how much of it was ever made.
type label struct {
	kind    labelKind
	single  ecs.Entity   // of labelSingle
	members []ecs.Entity // of labelBatch: the handle of LABEL.i, whether it lives or not
	shared  bool         // a snapshot holds the array of members too: it is not written again

	wasSingle bool // LABEL alone was ever made
	made      int  // LABEL.0 … LABEL.made-1 were ever made

	lostSingle bool // load has forgotten LABEL alone, unless wasSingle
	lost       int  // load has forgotten the members below lost, but for those below made

	past []incarnation // what it named before, oldest first; kept only for a machine that names the dead
}

type labelKind uint8

const (
	labelUnmade labelKind = iota
	labelSingle
	labelBatch
)

// An incarnation is what a label named until it was used again.
type incarnation struct {
	until   uint64 // the frame in which the label was used again
	single  ecs.Entity
	members []ecs.Entity // nil: it was single
}

// remembered is for how many frames a tracker can report a removal after the one it was made in.
const remembered = 3

// living reports whether anything that the label names is alive.
func (l *label) living(w *ecs.World) bool {
	switch l.kind {
	case labelSingle:
		return w.Alive(l.single)
	case labelBatch:
		for _, e := range l.members {
			if w.Alive(e) {
				return true
			}
		}
	}
	return false
}

// handle is the entity that a single reference names: the zero Entity, which never lives, where
// the label is used for something else now. The error says that the name is unmade.
func (l *label) handle(r *Reference) (ecs.Entity, error) {
	if r.Form == RefOne {
		switch {
		case l.kind == labelSingle:
			return l.single, nil
		case l.wasSingle:
			return 0, nil
		case l.lostSingle:
			return 0, errForgotten
		}
		return 0, errUnmade
	}
	switch {
	case l.kind == labelBatch && r.From < len(l.members):
		return l.members[r.From], nil
	case r.From < l.made:
		return 0, nil
	case r.From < l.lost:
		return 0, errForgotten
	}
	return 0, errUnmade
}

// span is the part of the members that a reference to several names, living or not. Members of a
// range that were never made are passed over like dead ones, but not those that load has
// forgotten. It is an error too if nothing of the label was ever made.
func (l *label) span(r *Reference) ([]ecs.Entity, error) {
	if l.made == 0 && !l.wasSingle {
		if l.lost > 0 || l.lostSingle {
			return nil, errForgotten
		}
		return nil, errUnmade
	}
	var members []ecs.Entity
	if l.kind == labelBatch {
		members = l.members
	}
	if r.Form != RefRange {
		return members, nil
	}
	if max(r.From, l.made) < min(r.To+1, l.lost) {
		return nil, errForgotten
	}
	return members[min(r.From, len(members)):min(r.To+1, len(members))], nil
}

// lose makes a label, which is as at the save, know what was made since.
func (l *label) lose(since *label) {
	l.lost = max(since.made, since.lost)
	l.lostSingle = since.wasSingle || since.lostSingle
}

// free makes the label name nothing, before it is used again. With keep, what it named stays
// known until no tracker can report its removal any more.
func (l *label) free(keep bool, frame uint64) {
	if keep && l.kind != labelUnmade {
		old := 0
		for old < len(l.past) && l.past[old].until+remembered < frame {
			old++
		}
		i := incarnation{until: frame, single: l.single}
		if l.kind == labelBatch {
			i.members = l.members
			l.members, l.shared = nil, false
		}
		l.past = append(l.past[old:len(l.past):len(l.past)], i)
	}
	l.kind = labelUnmade
}

// holdOne makes the label name one entity.
func (l *label) holdOne(e ecs.Entity) {
	l.kind, l.single, l.wasSingle = labelSingle, e, true
}

// grow is the first keep members with room for n handles behind them, which the label names from
// holdBatch on.
func (l *label) grow(keep, n int) []ecs.Entity {
	if !l.shared && cap(l.members) >= keep+n {
		return l.members[:keep+n]
	}
	grown := make([]ecs.Entity, keep+n, max(keep+n, keep+keep/2))
	copy(grown, l.members[:keep])
	return grown
}

// holdBatch makes the label name a batch.
func (l *label) holdBatch(members []ecs.Entity) {
	l.kind, l.members, l.shared = labelBatch, members, false
	l.made = max(l.made, len(members))
}

// copyLabels is a copy of a table of labels that shares the arrays of members with it.
func copyLabels(table []label) []label {
	for i := range table {
		l := &table[i]
		l.shared = true
		l.past = l.past[:len(l.past):len(l.past)]
	}
	return append([]label(nil), table...)
}
