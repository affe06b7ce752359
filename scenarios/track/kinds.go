package track

import (
	"fmt"
	"math/bits"
	"slices"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// kinds: of n entities a share was given a component in the frame before, as
// many others lost it, and as many new ones were spawned without it. An
// iteration counts them: those that it was added to (form "added"), that were
// created ("created"), that lost it and live ("removed"), or the list of
// removals ("removals"), which trackers by events also give of the dead. The
// moment since which it asks does not move.
//
// Floors: bits under summary words, counted; and a list of entities, copied.
var kinds = scenarios.Scenario{
	Name:   "track/kinds",
	Doc:    "What does it cost to find what was added, removed or created?",
	Source: "Bevy, all_added_detection",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities"},
		{Key: "dirty", Value: "share of them that gained it, lost it, or was created, in percent each"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap")
		shares := []string{"0", "1", "10"}
		if p == scenarios.Standard {
			shares = shares[1:2]
		}
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, share := range shares {
				f := scenarios.Family{
					Scenario: "track/kinds", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "dirty", Value: share}},
					N: n, Unit: "entity", Cells: []scenarios.Cell{countFloor(n, share), copyFloor(n, share)},
				}
				for _, form := range []string{"added", "created", "removed", "removals"} {
					f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
						return newKinds(b, n, share, form)
					})...)
				}
				out = append(out, f)
			}
		}
		return out
	},
}

type stun = component.Stun

func newKinds(b ecs.Backend, n int, share, form string) (scenarios.Kernel, error) {
	w := b.New(ecs.DefaultOptions())
	ecs.Register[health](w)
	ecs.Register[stun](w, ecs.Track(ecs.Added|ecs.Removed))
	bare, err := w.Spawner(ecs.Write[health]())
	if err != nil {
		return scenarios.Kernel{}, err
	}
	add, err := w.Exchange(ecs.Adding(ecs.Of[stun]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	remove, err := w.Exchange(ecs.Removing(ecs.Of[stun]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	chosen := choose(n, share, "scattered")
	k := len(chosen)
	es := make([]ecs.Entity, n-k)
	if err := bare.Into(es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	es = scenarios.Shuffled(es, 1) // which of them it is does not depend on the seed
	gaining, losing := es[:k], es[k:2*k]
	// Half of those that nothing happens to have the component, too.
	if err := add.Batch(es[k:k+(n-k)/2], nil); err != nil {
		return scenarios.Kernel{}, err
	}
	h := &herd{world: w}
	if h.changed, err = w.Query(ecs.IsCreated().Since(&h.since)); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := h.settle(); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := add.Batch(gaining, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := remove.Batch(losing, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := bare.Batch(k, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	if err := w.EndFrame(1); err != nil {
		return scenarios.Kernel{}, err
	}
	count, passes := 0, 0
	check := func() error {
		if count != passes*k {
			return fmt.Errorf("%d entities found in %d passes, expected %d", count, passes, passes*k)
		}
		return nil
	}
	if form == "removals" {
		list := make([]ecs.Entity, 0, n)
		return scenarios.Kernel{Check: check, Run: func(n int) {
			for range n {
				found, err := w.Removals(ecs.Of[stun](), &h.since, list[:0])
				must(err)
				list = found
				count += len(found)
			}
			passes += n
		}}, nil
	}
	q := h.changed
	switch form {
	case "added":
		q, err = w.Query(ecs.AllAdded(ecs.Of[stun]()).Since(&h.since))
	case "removed":
		q, err = w.Query(ecs.AllRemoved(ecs.Of[stun]()).Since(&h.since))
	}
	return scenarios.Kernel{Check: check, Run: func(n int) {
		for range n {
			must(q.Open())
			for c := q.Next(); c != nil; c = q.Next() {
				count += c.N
			}
		}
		passes += n
	}}, err
}

func countFloor(n int, share string) scenarios.Cell {
	return recordsFloor("summary", point{n, share, "scattered"}, func(r *records) (sum int64, count int) {
		words := r.words
		for k, summary := range r.summary {
			for ; summary != 0; summary &= summary - 1 {
				count += bits.OnesCount64(words[k<<6+bits.TrailingZeros64(summary)])
			}
		}
		return r.tally.sumInPass, count
	})
}

// copyFloor keeps a list of what happened and gives it out.
func copyFloor(n int, share string) scenarios.Cell {
	return scenarios.FloorCell("list", func(seed uint64) scenarios.Kernel {
		chosen := choose(n, share, "scattered")
		list := scenarios.Slice[ecs.Entity](scenarios.NewPlacement(seed), len(chosen))
		for k, i := range chosen {
			list[k] = ecs.Entity(i)
		}
		out, count, passes := make([]ecs.Entity, 0, n), 0, 0
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					out = append(out[:0], list...)
					count += len(out)
				}
				passes += n
			},
			Check: func() error {
				if count != passes*len(chosen) || passes > 0 && !slices.Equal(out, list) {
					return fmt.Errorf("%d entities found in %d passes, expected %d", count, passes, passes*len(chosen))
				}
				return nil
			},
		}
	})
}
