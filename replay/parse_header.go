package replay

import (
	"fmt"
	"math"
	"strings"
)

const (
	maxFields     = 64
	maxComponents = 256
)

var worldKeys = []string{"ring", "created", "overflow", "clock", "seed"}

// header rejects w, a header's keyword, behind the first other statement.
func (p *parser) header(w word) {
	if p.headerOver {
		p.reject(w, "a statement: %s stands only before the first statement of another kind", w.text)
	}
}

// world reads KEY=VALUE ...
func (p *parser) world() {
	for first := true; first || p.peek().text != ""; first = false {
		w := p.take("KEY=VALUE")
		key, value, ok := strings.Cut(w.text, "=")
		if !ok {
			p.reject(w, "KEY=VALUE%s", nearest(key, worldKeys))
		}
		set := &p.file.Settings
		switch key {
		case "ring":
			set.Ring = int(p.option(w, value, 1, 255))
		case "created":
			set.Created = p.either(w, value, "on", "off")
		case "overflow":
			set.OverflowError = p.either(w, value, "error", "clamp")
		case "clock":
			set.Clock = uint32(p.option(w, value, 0, math.MaxUint32))
		case "seed":
			set.Seed = p.option(w, value, 0, math.MaxUint64)
		default:
			p.reject(w, "one of the keys %s%s", strings.Join(worldKeys, ", "), nearest(key, worldKeys))
		}
		p.once(p.worldSeen, key, w)
	}
}

// once rejects w when what it sets was set before.
func (p *parser) once(seen map[string]bool, key string, w word) {
	if seen[key] {
		p.reject(w, "each only once (%s stands before)", key)
	}
	seen[key] = true
}

// option reads the VALUE of w as a number.
func (p *parser) option(w word, value string, low, high uint64) uint64 {
	n, ok := parseNumberIn(value, low, high)
	if !ok {
		p.reject(w, "a number from %d to %d", low, high)
	}
	return n
}

// either reads the VALUE of w as one of two words and reports whether it is yes.
func (p *parser) either(w word, value, yes, no string) bool {
	if value != yes && value != no {
		p.reject(w, "%s or %s", yes, no)
	}
	return value == yes
}

// componentLine reads NAME [table|sparse] [fields=N] [track=KINDS].
func (p *parser) componentLine(keyword word) {
	const what = "a component's name"
	w := p.take(what)
	if !isComponentName(w.text) {
		p.reject(w, "%s: a letter or _, then letters, digits, _, -, : and dots", what)
	}
	if _, ok := p.scope.components[w.text]; ok {
		p.reject(w, "a name that no component has yet")
	}
	if len(p.file.Components) == maxComponents {
		p.reject(w, "at most %d components", maxComponents)
	}
	c := Component{Position: p.at(keyword), Name: w.text, Fields: 1, Track: AllKinds}
	seen := map[string]bool{}
	for p.peek().text != "" {
		w := p.take("")
		key, value, _ := strings.Cut(w.text, "=")
		switch {
		case w.text == "table", w.text == "sparse":
			c.Sparse = w.text == "sparse"
			key = "the storage"
		case strings.HasPrefix(w.text, "fields="):
			c.Fields = int(p.option(w, value, 0, maxFields))
		case strings.HasPrefix(w.text, "track="):
			c.Track = p.kinds(w, value)
		default:
			p.reject(w, "table, sparse, fields=N or track=KINDS%s", nearest(key, []string{"table", "sparse", "fields", "track"}))
		}
		p.once(seen, key, w)
	}
	if c.Fields == 0 {
		c.Track &^= 1 << Changed
	}
	p.scope.components[c.Name] = ComponentID(len(p.file.Components))
	p.file.Components = append(p.file.Components, c)
}

// kinds reads KINDS: all, none, or a comma list of added, changed and removed.
func (p *parser) kinds(w word, list string) KindSet {
	switch list {
	case "all":
		return AllKinds
	case "none":
		return 0
	}
	var set KindSet
	for name := range strings.SplitSeq(list, ",") {
		kind, ok := componentKind(name)
		if !ok {
			p.reject(w, "all, none, or a comma list of added, changed and removed%s", nearest(name, kindNames[:]))
		}
		if set.Has(kind) {
			p.reject(w, "each kind once, not %s twice", name)
		}
		set |= 1 << kind
	}
	return set
}

var kindNames = [...]string{Added: "added", Changed: "changed", Removed: "removed", Created: "created"}

// String returns the kind as a trace spells it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// componentKind returns the kind of a component's records that name stands for.
func componentKind(name string) (Kind, bool) {
	for k := Added; k <= Removed; k++ {
		if kindNames[k] == name {
			return k, true
		}
	}
	return 0, false
}
