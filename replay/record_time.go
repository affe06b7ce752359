package replay

import (
	"fmt"
	"maps"
	"slices"
	"weak"

	"ecslab/ecs"
)

// Began implements ecs.Watcher.
func (r *Recorder) Began(s *ecs.System) {
	r.settle()
	name, ok := r.systems[s]
	if !ok {
		name = unique(spelt(s.Name(), false), r.used)
		r.systems[s] = name
	}
	r.say("run %s", name)
	r.indent = "  "
}

// Closing implements ecs.Watcher.
func (r *Recorder) Closing() {
	r.settle()
	r.deferred = true
}

// Ended implements ecs.Watcher.
func (r *Recorder) Ended() {
	r.settle()
	r.deferred, r.indent = false, ""
	r.say("end")
}

// FrameEnded implements ecs.Watcher.
func (r *Recorder) FrameEnded(n uint64) {
	r.settle()
	r.silence() // what the rest of a pass asks for may be forgotten
	for many := n / maxTicks; many > 0; {
		k := min(many, maxTimes)
		many -= k
		r.say("repeat %d", k)
		r.say("  tick %d", uint64(maxTicks))
		r.say("end")
	}
	switch n %= maxTicks; {
	case n == 1:
		r.say("tick")
	case n > 1:
		r.say("tick %d", n)
	}
}

// TimeTaken implements ecs.Watcher.
func (r *Recorder) TimeTaken(m ecs.Moment) {
	r.settle()
	if r.indent != "" {
		r.Other("a moment that was taken within a run")
		return
	}
	r.taken++
	r.marks[m] = r.taken
	if len(r.marks) > mostMarks {
		maps.DeleteFunc(r.marks, func(_ ecs.Moment, n int) bool { return n <= r.taken-mostMarks/2 })
	}
	r.say("mark m%d", r.taken)
}

// Cleared implements ecs.Watcher.
func (r *Recorder) Cleared(k ecs.Kinds, cs []ecs.ComponentID) {
	r.settle()
	r.silence()
	if r.indent != "" {
		r.Other("a clear within a run")
		return
	}
	every := ecs.Added | ecs.Changed | ecs.Removed
	for kind := ecs.Added; kind <= ecs.Removed; kind <<= 1 {
		switch {
		case k&kind == 0:
		case len(cs) == 0:
			r.say("clear %v", kind)
		default:
			for _, c := range cs {
				if r.has(c) {
					r.say("clear %v %s", kind, r.columns[c].name)
				}
			}
		}
	}
	if k&^every != 0 && len(cs) == 0 {
		r.say("clear created")
	}
}

// Saved implements ecs.Watcher.
func (r *Recorder) Saved(s *ecs.Snapshot) {
	r.settle()
	r.taken++
	name := fmt.Sprintf("s%d", r.taken)
	maps.DeleteFunc(r.saved, func(s weak.Pointer[ecs.Snapshot], _ recordedSave) bool { return s.Value() == nil })
	r.saved[weak.Make(s)] = recordedSave{name, slices.Clone(r.names), maps.Clone(r.marks)}
	r.say("save %s", name)
}

// Loaded implements ecs.Watcher.
func (r *Recorder) Loaded(s *ecs.Snapshot) {
	saved, ok := r.saved[weak.Make(s)]
	r.forget() // their values are gone
	if !ok {
		clear(r.names)
		clear(r.marks)
		r.Other("a load of a snapshot that was not taken while recording")
		return
	}
	r.say("load %s", saved.name)
	r.names, r.marks = slices.Clone(saved.names), maps.Clone(saved.marks)
}
