package scenarios

import (
	"slices"

	"ecslab/ecs"
)

// home is the storage on which questions about a tracker are measured unless
// they are about the pair: the one of the system that the tracker comes from.
var home = map[string]string{"ticks": "table", "frame": "table", "frame-exact": "table", "bitmap": "bitset"}

// variants are trackers that differ from another in what they report and hardly
// in what that costs.
var variants = map[string]string{"frame-exact": "frame"}

// Variant gives the tracker that one hardly differs from in what it costs, and
// that is measured in its stead; "" if it is measured itself.
func Variant(tracker string) string { return variants[tracker] }

// Storages are the pairs on which questions about storage are measured: of
// each storage the one without a tracker or, if it was not given, the first.
func Storages(backends []ecs.Backend) []ecs.Backend {
	var out []ecs.Backend
	for _, b := range backends {
		i := slices.IndexFunc(out, func(o ecs.Backend) bool { return o.Storage == b.Storage })
		switch {
		case i < 0:
			out = append(out, b)
		case b.Tracker == "none":
			out[i] = b
		}
	}
	return out
}

// Tracked are the pairs with a tracker.
func Tracked(backends []ecs.Backend) []ecs.Backend {
	return slices.DeleteFunc(slices.Clone(backends), func(b ecs.Backend) bool { return b.Tracker == "none" })
}

// Homes are the pairs on which questions about tracking are measured: of each
// tracker the one on its home storage or, if it was not given, all of them, but
// no variant of a tracker that is given. also names pairs ("sparse/bitmap")
// that are measured beside them. The whole grid has every pair with a tracker.
func Homes(p Preset, backends []ecs.Backend, also ...string) []ecs.Backend {
	tracked := Tracked(backends)
	if p == Full || p == Small {
		return tracked
	}
	athome := func(b ecs.Backend) bool { return home[b.Tracker] == b.Storage }
	given := func(tracker string) bool {
		return slices.ContainsFunc(tracked, func(o ecs.Backend) bool { return o.Tracker == tracker })
	}
	return slices.DeleteFunc(slices.Clone(tracked), func(b ecs.Backend) bool {
		if of, ok := variants[b.Tracker]; ok && given(of) {
			return !slices.Contains(also, b.Pair())
		}
		hasHome := slices.ContainsFunc(tracked, func(o ecs.Backend) bool { return o.Tracker == b.Tracker && athome(o) })
		return hasHome && !athome(b) && !slices.Contains(also, b.Pair())
	})
}

// Untracked are the backends without a tracker on the storages of pairs.
func Untracked(backends, pairs []ecs.Backend) []ecs.Backend {
	return slices.DeleteFunc(slices.Clone(backends), func(b ecs.Backend) bool {
		return b.Tracker != "none" || !slices.ContainsFunc(pairs, func(p ecs.Backend) bool { return p.Storage == b.Storage })
	})
}

// Cells makes a cell for each backend.
func Cells(backends []ecs.Backend, form string, build func(b ecs.Backend, seed uint64) (Kernel, error)) []Cell {
	var out []Cell
	for _, b := range backends {
		out = append(out, Cell{
			Backend: b.Storage, Track: b.Tracker, Form: form,
			New: func(seed uint64) (Kernel, error) { return build(b, seed) },
		})
	}
	return out
}

// FloorCell makes a floor.
func FloorCell(form string, build func(seed uint64) Kernel) Cell {
	return Cell{Backend: Floor, Form: form, New: func(seed uint64) (Kernel, error) { return build(seed), nil }}
}
