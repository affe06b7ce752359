package replay

import "ecslab/ecs"

var _ ecs.Watcher = (*Recorder)(nil)

// Spawned implements ecs.Watcher.
func (r *Recorder) Spawned(es []ecs.Entity, set *ecs.Mask) {
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
	r.set = set.Append(r.set[:0])
	r.wait("spawn", es, r.set)
}

// Exchanging implements ecs.Watcher.
func (r *Recorder) Exchanging(es []ecs.Entity, add, set, remove *ecs.Mask) {
	if !remove.Empty() {
		r.settle() // what is removed can be read for the last time
		r.each("remove", es, remove.Append(nil), false)
	}
	if !add.Empty() {
		r.settle()
		r.each("add", es, add.Append(nil), false)
	}
	if !set.Empty() {
		r.set = set.Append(r.set[:0])
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
	if !r.columns[c].tag {
		r.one[0], r.oneOf[0] = e, c
		r.wait("mut", r.one[:], r.oneOf[:])
	}
}
