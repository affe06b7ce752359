package migrate

import (
	"fmt"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// edges: entities with many tags and no values are given one tag more, one by
// one, and lose it again. No bytes move but the entities' own, so that what is
// left is the search for the table to move to. All ways are known: cold has the
// first move on each, and unprepared the moves of code that prepares nothing.
//
// Floors: a flag for each entity; two tables by hand with a pointer from each
// to the other ("edge"); and the same with the other looked up in a map from
// component set to table in every move ("map"), which is what edges save.
var edges = scenarios.Scenario{
	Name:   "migrate/edges",
	Doc:    "What does it cost to find the table that an entity moves to, by how many components it has?",
	Source: "claim B6.3",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "components", Value: "tags that they carry along"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{1000}, []int{1000, 10000}) {
			for _, carry := range p.Sizes(nil, []int{2, 64}, []int{2, 4, 8, 16, 32, 64}) {
				if p == scenarios.Small {
					carry = 9
				}
				out = append(out, scenarios.Family{
					Scenario: "migrate/edges", Params: []scenarios.Param{scenarios.Int("n", n), scenarios.Int("components", carry)},
					N: n, Unit: "entity",
					Cells: append(edgeFloors(n, carry), cells(backends, func(b ecs.Backend, _ uint64) (*bearers, error) {
						return newTagged(b, n, carry)
					}, (*bearers).singly)...),
				})
			}
		}
		return out
	},
}

// node is a table by hand: who is in it, and where the given tag leads.
type node struct {
	set  [4]uint64
	ids  []uint32
	edge *node
}

const givenBit = 200

func edgeFloors(n, carry int) []scenarios.Cell {
	flags := scenarios.FloorCell("flags", func(seed uint64) scenarios.Kernel {
		f := newFlags(point{n: n}, seed)
		return twice(f.give, f.take, f.check)
	})
	graph := func(form string, target func(from *node, nodes map[[4]uint64]*node) *node) scenarios.Cell {
		return scenarios.FloorCell(form, func(seed uint64) scenarios.Kernel {
			var set [4]uint64
			for i := range carry {
				set[i>>6] |= 1 << (i & 63)
			}
			with := set
			with[givenBit>>6] |= 1 << (givenBit & 63)
			place := scenarios.NewPlacement(seed)
			a, b := &node{set: set}, &node{set: with}
			a.edge, b.edge = b, a
			a.ids, b.ids = scenarios.Slice[uint32](place, n), scenarios.Slice[uint32](place, n)[:0]
			nodes := map[[4]uint64]*node{set: a, with: b}
			rows, at := make([]uint32, n), make([]*node, n)
			for i := range rows {
				a.ids[i], rows[i], at[i] = uint32(i), uint32(i), a
			}
			move := func() {
				for i := range rows {
					from := at[i]
					to := target(from, nodes)
					row, last := rows[i], len(from.ids)-1
					moved := from.ids[last]
					from.ids[row] = moved
					rows[moved] = row
					from.ids = from.ids[:last]
					rows[i], at[i] = uint32(len(to.ids)), to
					to.ids = append(to.ids, uint32(i))
				}
			}
			return twice(move, move, func() error {
				for i, row := range rows {
					if at[i] != a || a.ids[row] != uint32(i) {
						return fmt.Errorf("row %d of entity %d is that of %d", row, i, a.ids[row])
					}
				}
				return nil
			})
		})
	}
	return []scenarios.Cell{
		flags,
		graph("edge", func(from *node, _ map[[4]uint64]*node) *node { return from.edge }),
		graph("map", func(from *node, nodes map[[4]uint64]*node) *node {
			set := from.set
			set[givenBit>>6] ^= 1 << (givenBit & 63)
			return nodes[set]
		}),
	}
}
