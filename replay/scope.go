package replay

import "math"

// A scope is what earlier lines have defined, as far as the text alone shows it.
type scope struct {
	components map[string]ComponentID
	labels     map[string]LabelID
	marks      map[string]MarkID
	snapshots  map[string]SnapshotID
	systems    map[string]SystemID
	made       []made // by LabelID
}

// made is what earlier lines can have given a label. Which lines fail, and what has died or was
// forgotten, is not known from the text, so this is an upper bound; a spawn that is expected to
// fail counts too, since the trace goes on when it does not.
type made struct {
	single  bool
	members int // a.0 .. a.members-1; saturates

	// Lines that number on (spawn a+N) can run again behind a later line that
	// begins anew.
	looped, deferred late
}

// late is what lines of one block can add behind a later line of it: those of a
// loop, in its next turn, or those that are deferred to the end of a run.
type late struct {
	block   int32 // the line that it starts on
	members int   // saturates
}

func (l *late) add(block int32, n int) {
	if block != l.block {
		*l = late{block: block}
	}
	l.members = saturatingAdd(l.members, n)
}

// in is what is late in a block, where 0 is none.
func (l late) in(block int32) int {
	if block == 0 || block != l.block {
		return 0
	}
	return l.members
}

func newScope() scope {
	return scope{
		components: map[string]ComponentID{},
		labels:     map[string]LabelID{},
		marks:      map[string]MarkID{},
		snapshots:  map[string]SnapshotID{},
		systems:    map[string]SystemID{},
	}
}

// intern returns the index of name in table, appended when it is new.
func intern[ID ~int16 | ~int32](ids map[string]ID, table *[]string, name string) ID {
	id, ok := ids[name]
	if !ok {
		id = ID(len(*table))
		ids[name] = id
		*table = append(*table, name)
	}
	return id
}

// An order says which earlier lines can run behind the line at hand.
type order struct {
	loop, outermost int32 // lines of the outermost repeat and of the outermost block; 0: none
	deferred        bool
}

// spawned records that a line which is run up to times times makes n entities of a form.
func (m *made) spawned(form SpawnForm, n, times int, o order) {
	switch form {
	case SpawnOne:
		m.single = true
	case SpawnBatch:
		n = saturatingAdd(n, m.looped.in(o.loop))
		n = saturatingAdd(n, m.deferred.in(o.outermost))
		m.members = max(m.members, n) // begins anew each time
	case SpawnMore:
		n = saturatingMul(n, times)
		m.members = saturatingAdd(m.members, n)
		if o.deferred {
			m.deferred.add(o.outermost, n)
		} else if o.loop != 0 {
			m.looped.add(o.loop, n)
		}
	}
}

func saturatingAdd(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

// saturatingMul multiplies positive numbers.
func saturatingMul(a, b int) int {
	if a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}
