package track

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

type health = component.Health

// herd is a world of n entities with a health that is tracked for changed, and
// some of them that a workload marks.
type herd struct {
	world  *ecs.World
	es     []ecs.Entity // es[i] began with points(i)
	marked []int        // numbers of those to be marked, in order
	list   []ecs.Entity // the same as handles
	access *ecs.Access[health]

	// What the herd's checks look at: the changes since this moment.
	since   ecs.Moment
	changed *ecs.Query // nil where nothing is tracked
}

// points is the health that entity i begins with.
func points(i int) int64 { return int64(i + 1) }

// newHerd makes a herd whose build nobody sees any more. Without track,
// nothing is tracked.
func newHerd(b ecs.Backend, n int, marked []int, track bool, options ...func(*ecs.Options)) (*herd, error) {
	o := ecs.DefaultOptions()
	for _, option := range options {
		option(&o)
	}
	w := b.New(o)
	h := &herd{world: w, es: make([]ecs.Entity, n), marked: marked}
	opted := ecs.Kinds(0)
	if track {
		opted = ecs.Changed
	}
	ecs.Register[health](w, ecs.Track(opted))
	sp, err := w.Spawner(ecs.Write[health]())
	if err != nil {
		return nil, err
	}
	if err := sp.Into(h.es, nil); err != nil {
		return nil, err
	}
	return h, h.ready(track)
}

// ready fills the entities, which have been spawned, and settles.
func (h *herd) ready(track bool) (err error) {
	if h.access, err = ecs.NewAccess[health](h.world); err != nil {
		return err
	}
	h.fill()
	if track {
		if h.changed, err = h.world.Query(ecs.All(ecs.Of[health]()), ecs.AllChanged(ecs.Of[health]()).Since(&h.since)); err != nil {
			return err
		}
	}
	return h.settle()
}

// fill gives the entities the health that they begin with.
func (h *herd) fill() {
	for i, e := range h.es {
		h.access.Untracked(e).Points = points(i)
	}
	h.list = h.list[:0]
	for _, i := range h.marked {
		h.list = append(h.list, h.es[i])
	}
}

// settle puts all that was marked so far out of sight.
func (h *herd) settle() (err error) {
	if h.changed == nil {
		return errors.Join(h.world.EndFrame(1), h.world.EndFrame(1))
	}
	h.since, err = scenarios.Settled(h.world)
	return err
}

// mark marks the entities of the list, without writing.
func (h *herd) mark() {
	for _, e := range h.list {
		h.access.Mut(e)
	}
}

// checkChanged ends the frame and looks whether exactly so many entities
// changed since the herd settled; then it settles again.
func (h *herd) checkChanged(want int) error {
	if h.changed == nil {
		return nil
	}
	if err := h.world.EndFrame(1); err != nil {
		return err
	}
	got, err := h.changed.Count()
	if err != nil {
		return err
	}
	if got != want {
		return fmt.Errorf("%d entities are reported as changed, expected %d", got, want)
	}
	return h.settle()
}

// checkPoints looks whether the marked entities have gained so many points, and
// the others none.
func (h *herd) checkPoints(gained int) error {
	isMarked := make([]bool, len(h.es))
	for _, i := range h.marked {
		isMarked[i] = true
	}
	for i, e := range h.es {
		want := points(i)
		if isMarked[i] {
			want += int64(gained)
		}
		switch got := h.access.Get(e); {
		case got == nil:
			return fmt.Errorf("entity %d of %d has no health", i, len(h.es))
		case got.Points != want:
			return fmt.Errorf("entity %d of %d has %d points, expected %d", i, len(h.es), got.Points, want)
		}
	}
	return nil
}

// dirty are shares of the entities in percent, as they stand in names.
var dirty = map[string]float64{"0": 0, "0.1": 0.1, "1": 1, "10": 10, "50": 50, "90": 90, "100": 100}

// choose are the numbers of the entities that change, a share of n (but at
// least one, unless it is none). Scattered ones are drawn at random, the same
// for every seed, and come in random order; clustered ones are neighbours, in
// order.
func choose(n int, share, cluster string) []int {
	k := int(float64(n) * dirty[share] / 100)
	if k == 0 && share != "0" {
		k = 1
	}
	if cluster == "scattered" {
		return slices.Clone(rand.New(rand.NewPCG(1, 2)).Perm(n)[:k]) // not the whole order, which would stay
	}
	from := (n - k) / 3
	list := make([]int, k)
	for i := range list {
		list[i] = from + i
	}
	return list
}
