package track

import (
	"errors"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// mark: a list of entities is gone through, and each gets one more point
// through mutable access. The form "mut" marks, "untracked" writes without
// marking. The list holds a share of the n entities: in random order where
// they are scattered, in the order of their spawn where they are clustered.
// The frame does not end while this is timed; what its end costs is frame-end.
//
// Floors: an index list and a slice of values without any mark; and with a bit
// set in a word.
var mark = scenarios.Scenario{
	Name:   "track/mark",
	Doc:    "What does a single mutable access cost more than one that does not mark?",
	Source: "claims S3, S13",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "dirty", Value: "share of them that is written, in percent"},
		{Key: "cluster", Value: "scattered: in random order; clustered: neighbours, in order"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends)
		var out []scenarios.Family
		for _, at := range markPoints(p) {
			marked := choose(at.n, at.dirty, at.cluster)
			f := scenarios.Family{
				Scenario: "track/mark",
				Params:   []scenarios.Param{scenarios.Int("n", at.n), {Key: "dirty", Value: at.dirty}, {Key: "cluster", Value: at.cluster}},
				N:        len(marked), Unit: "access",
				Cells: markFloors(at.n, marked),
			}
			for _, form := range []string{"mut", "untracked"} {
				f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newMarking(b, at.n, marked, form)
				})...)
			}
			out = append(out, f)
		}
		return out
	},
}

func markPoints(p scenarios.Preset) []point {
	switch p {
	case scenarios.Quick:
		return []point{{10000, "100", "scattered"}}
	case scenarios.Standard:
		return []point{{10000, "100", "scattered"}, {10000, "100", "clustered"}}
	}
	var out []point
	for _, n := range p.Sizes(nil, nil, []int{1000, 10000, 100000}) {
		for _, share := range []string{"1", "10", "100"} {
			out = append(out, point{n, share, "scattered"}, point{n, share, "clustered"})
		}
	}
	return out
}

// marking writes the entities of a herd's list.
type marking struct {
	*herd
	mut         bool
	runs        int
	lastChecked int // runs at the last check
}

func newMarking(b ecs.Backend, n int, marked []int, form string) (scenarios.Kernel, error) {
	h, err := newHerd(b, n, marked, true)
	if err != nil {
		return scenarios.Kernel{}, err
	}
	m := &marking{herd: h, mut: form == "mut"}
	return scenarios.Kernel{Run: m.run, Check: m.check}, nil
}

func (m *marking) run(n int) {
	access, list := m.access, m.list
	if m.mut {
		for range n {
			for _, e := range list {
				access.Mut(e).Points++
			}
		}
	} else {
		for range n {
			for _, e := range list {
				access.Untracked(e).Points++
			}
		}
	}
	m.runs += n
}

func (m *marking) check() error {
	want := 0
	if m.mut && m.runs > m.lastChecked {
		want = len(m.marked)
	}
	m.lastChecked = m.runs
	return errors.Join(m.checkPoints(m.runs), m.checkChanged(want))
}

func markFloors(n int, marked []int) []scenarios.Cell {
	type rows struct {
		*records
		order []uint32
		runs  int
	}
	floor := func(form string, pass func(values []health, words []uint64, order []uint32)) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			r := &rows{records: newRecords(n, nil, seed), order: rowsOf(marked)}
			return scenarios.Kernel{
				Run: func(n int) {
					for range n {
						pass(r.values, r.words, r.order)
					}
					r.runs += n
				},
				Check: func() error { return checkRows(r.values, marked, r.runs) },
			}
		})
	}
	return []scenarios.Cell{
		floor("plain", func(values []health, _ []uint64, order []uint32) {
			for _, i := range order {
				values[i].Points++
			}
		}),
		floor("bit", func(values []health, words []uint64, order []uint32) {
			for _, i := range order {
				words[i>>6] |= 1 << (i & 63)
				values[i].Points++
			}
		}),
	}
}
