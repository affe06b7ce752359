package replay

import (
	"slices"

	"ecslab/ecs"
)

var _ ecs.Watcher = (*Recorder)(nil)

// Spawned implements ecs.Watcher.
func (r *Recorder) Spawned(es []ecs.Entity, set *ecs.Mask) {
	r.settle()
	r.labels++
	for i, e := range es {
		for int(e.Index()) >= len(r.names) {
			r.names = append(r.names, make([]recordedName, max(64, len(r.names)))...)
		}
		n := recordedName{r.labels, int32(i), e}
		if len(es) == 1 {
			n.member = -1
		}
		r.names[e.Index()] = n
	}
	r.set = r.known(set.Append(r.set[:0]))
	r.wait("spawn", es, r.set)
}

// Exchanging implements ecs.Watcher.
func (r *Recorder) Exchanging(es []ecs.Entity, add, set, remove *ecs.Mask) {
	r.settle() // what is removed can be read for the last time
	if cs := r.known(remove.Append(nil)); len(cs) > 0 {
		r.each("remove", es, cs, false)
	}
	if cs := r.known(add.Append(nil)); len(cs) > 0 {
		r.each("add", es, cs, false)
	}
	if r.set = r.known(set.Append(r.set[:0])); len(r.set) > 0 {
		r.wait("set", es, r.set)
	}
}

// Despawning implements ecs.Watcher.
func (r *Recorder) Despawning(es []ecs.Entity) {
	r.settle()
	r.each("despawn", es, nil, false)
}

// Accessed implements ecs.Watcher.
func (r *Recorder) Accessed(e ecs.Entity, c ecs.ComponentID) {
	if r.has(c) && !r.columns[c].tag {
		r.disturb(nil, c)
		r.single("mut", e, c)
	}
}

// Referenced implements ecs.Watcher.
func (r *Recorder) Referenced(e ecs.Entity, c ecs.ComponentID) {
	if r.has(c) && !r.columns[c].tag {
		r.single("ref", e, c)
	}
}

func (r *Recorder) single(verb string, e ecs.Entity, c ecs.ComponentID) {
	r.one[0], r.oneOf[0] = e, c
	r.wait(verb, r.one[:], r.oneOf[:])
}

// has reports whether the trace has the component.
func (r *Recorder) has(c ecs.ComponentID) bool { return r.columns[c].name != "" }

// known leaves out the components that the trace does not have.
func (r *Recorder) known(cs []ecs.ComponentID) []ecs.ComponentID {
	return slices.DeleteFunc(cs, func(c ecs.ComponentID) bool { return !r.has(c) })
}
