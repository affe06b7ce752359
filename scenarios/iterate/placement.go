package iterate

import (
	"math/rand/v2"
	"slices"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// placement: n entities of four kinds, all with position and velocity, and a
// pass over those of one kind. In the form "grouped" they were spawned kind by
// kind, in "interleaved" in turn, in "random" at random, and in "clustered" in
// turn by spawners that were told to keep each kind together. Where entities
// lie by index, that decides whether the pass finds full blocks.
//
// Floor: as pair, for the one kind.
var placement = scenarios.Scenario{
	Name:       "iterate/placement",
	Doc:        "What does it matter in which order entities of different kinds were spawned?",
	Source:     "claim S15",
	Parameters: []scenarios.Param{{Key: "n", Value: "entities, of which a quarter is visited"}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			visited := (n + kindsPlaced - 1) / kindsPlaced
			f := scenarios.Family{
				Scenario: "iterate/placement", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: visited, Unit: "entity", Bytes: motionBytes, Cells: denseFloors(visited),
			}
			pairs := scenarios.Storages(backends)
			if p == scenarios.Standard { // the others hardly see it
				pairs = slices.DeleteFunc(pairs, func(b ecs.Backend) bool { return b.Storage != "bitset" })
			}
			for _, form := range []string{"grouped", "interleaved", "random", "clustered"} {
				f.Cells = append(f.Cells, scenarios.Cells(pairs, form,
					func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						m, err := buildPlaced(b, n, form)
						if err != nil {
							return scenarios.Kernel{}, err
						}
						return scenarios.Kernel{Run: m.run, Check: m.checkValues}, nil
					})...)
			}
			out = append(out, f)
		}
		return out
	},
}

const kindsPlaced = 4

func buildPlaced(b ecs.Backend, n int, form string) (*motion, error) {
	w := world(b)
	kinds := component.Others(8, kindsPlaced)
	component.Register(w, kinds)
	var spawners []*ecs.Spawner
	for i, k := range kinds {
		sp, err := w.Spawner(ecs.Write[position](), ecs.Write[velocity](), ecs.All(k.Of))
		if err != nil {
			return nil, err
		}
		if form == "clustered" {
			sp.Cluster(uint32(i + 1))
		}
		spawners = append(spawners, sp)
	}
	order := make([]int, n) // the kind of the i-th spawn
	for i := range order {
		order[i] = i % kindsPlaced
		if form == "grouped" {
			order[i] = i * kindsPlaced / n
		}
	}
	if form == "random" {
		rand.New(rand.NewPCG(1, 2)).Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	var es []ecs.Entity
	for _, kind := range order {
		e, _, err := spawners[kind].Spawn()
		if err != nil {
			return nil, err
		}
		if kind == 0 {
			es = append(es, e)
		}
	}
	return newMotion(w, es, ecs.All(kinds[0].Of))
}
