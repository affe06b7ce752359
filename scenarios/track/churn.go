package track

import (
	"errors"
	"fmt"
	"slices"

	"ecslab/ecs"
	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

type (
	position = component.Position
	velocity = component.Velocity
)

// churn: of n entities with two components a tenth is despawned and as many
// are spawned, their values written; then the frame ends. In the form
// "tracked" both components are tracked for added, changed and removed, and
// creation is; in the form "untracked" nothing is, in a world with the same
// tracker; the pairs without a tracker are there beside them. A frame makes
// half a dozen records for every entity that is replaced.
//
// A tracker with bits by entity has to see to it that an index that is given
// out again starts clean, while its history still holds those of its last
// entity. Two forms show what that costs: "stale" ends a frame between despawn
// and spawn and 16 behind them, "rested" 16 in between and one behind, so that
// the same is done and nothing is left to be cleaned.
//
// Floor: rows with a flag for each that lives and a stack of free ones.
var churn = scenarios.Scenario{
	Name:   "track/churn",
	Doc:    "What does tracking add to despawning and spawning?",
	Source: "claims S1, S14",
	Parameters: []scenarios.Param{
		{Key: "n", Value: "entities in the world, a tenth of which is replaced"},
		{Key: "mode", Value: "batch: in one call; single: one by one"},
	},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		pairs := scenarios.Homes(p, backends, "table/bitmap")
		var out []scenarios.Family
		for _, n := range p.Sizes(nil, []int{10000}, []int{1000, 10000, 100000}) {
			for _, mode := range []string{"single", "batch"} {
				if p == scenarios.Standard && mode == "batch" {
					continue
				}
				f := scenarios.Family{
					Scenario: "track/churn", Params: []scenarios.Param{scenarios.Int("n", n), {Key: "mode", Value: mode}},
					N: n / tenths, Unit: "entity", Cells: []scenarios.Cell{flagsFloor(n)},
				}
				add := func(pairs []ecs.Backend, form string) {
					f.Cells = append(f.Cells, scenarios.Cells(pairs, form, func(b ecs.Backend, seed uint64) (scenarios.Kernel, error) {
						t, err := newTurnover(b, n, mode, form != "untracked", seed)
						if err != nil {
							return scenarios.Kernel{}, err
						}
						switch form {
						case "stale":
							t.between, t.behind = 1, rest
						case "rested":
							t.between, t.behind = rest, 1
						}
						return scenarios.Kernel{Run: t.run, Check: t.check}, t.settle()
					})...)
				}
				add(pairs, "tracked")
				add(pairs, "untracked")
				add(scenarios.Untracked(backends, pairs), "untracked")
				if mode == "single" {
					add(ofTracker(pairs, "bitmap"), "stale")
					add(ofTracker(pairs, "bitmap"), "rested")
				}
				out = append(out, f)
			}
		}
		return out
	},
}

const (
	tenths = 10
	rest   = 16 // frames: more than the history
)

func ofTracker(pairs []ecs.Backend, tracker string) []ecs.Backend {
	return slices.DeleteFunc(slices.Clone(pairs), func(b ecs.Backend) bool { return b.Tracker != tracker })
}

// turnover is a world whose entities are replaced, a tenth in an iteration.
type turnover struct {
	world   *ecs.World
	spawner *ecs.Spawner
	pos     *ecs.View[position]
	vel     *ecs.View[velocity]
	es      []ecs.Entity // es[i] has placed(i)
	single  bool
	between uint64 // frames that end between despawn and spawn
	behind  uint64 // and behind both
	part    int    // the tenth that is next
	filled  int

	// What checks ask for: created, and removed of the living, since a moment.
	since            ecs.Moment
	created, removed *ecs.Query // nil without tracking
	ran              int        // iterations since the last check
}

func placed(i int) position { return position{X: float64(i), Y: 1} }

func newTurnover(b ecs.Backend, n int, mode string, track bool, seed uint64) (*turnover, error) {
	o := ecs.DefaultOptions()
	o.Created = track
	t := &turnover{
		behind: 1,
		world:  b.New(o), es: make([]ecs.Entity, n), single: mode == "single",
		pos: ecs.Write[position](), vel: ecs.Write[velocity](),
	}
	opted := ecs.Kinds(0)
	if track {
		opted = allKinds
	}
	ecs.Register[position](t.world, ecs.Track(opted))
	ecs.Register[velocity](t.world, ecs.Track(opted))
	var err error
	if t.spawner, err = t.world.Spawner(t.pos, t.vel); err != nil {
		return nil, err
	}
	if err := t.spawner.Into(t.es, t.fill); err != nil {
		return nil, err
	}
	t.es = scenarios.Shuffled(t.es, seed)
	if err := t.number(); err != nil {
		return nil, err
	}
	if track {
		if t.created, err = t.world.Query(ecs.IsCreated().Since(&t.since)); err != nil {
			return nil, err
		}
		if t.removed, err = t.world.Query(ecs.AnyRemoved(ecs.Of[position](), ecs.Of[velocity]()).Since(&t.since)); err != nil {
			return nil, err
		}
	}
	return t, nil
}

func (t *turnover) number() error {
	ps, err := ecs.NewAccess[position](t.world)
	if err != nil {
		return err
	}
	for i, e := range t.es {
		*ps.Untracked(e) = placed(i)
	}
	return nil
}

func (t *turnover) fill(c *ecs.Chunk) {
	ps, vs := t.pos.Slice(c), t.vel.Slice(c)
	for i := range ps {
		ps[i], vs[i] = placed(t.filled+i), velocity{X: 1, Y: 1}
	}
	t.filled += c.N
}

func (t *turnover) run(n int) {
	for range n {
		t.replace()
		must(t.world.EndFrame(t.behind))
	}
	t.ran += n
}

func (t *turnover) replace() {
	tenth := len(t.es) / tenths
	from := t.part * tenth
	es := t.es[from : from+tenth]
	t.part = (t.part + 1) % tenths
	if !t.single {
		must(t.world.Despawn(es...))
		t.rest()
		t.filled = from
		must(t.spawner.Into(es, t.fill))
		return
	}
	for i := range es {
		must(t.world.DespawnOne(es[i]))
	}
	t.rest()
	for i := range es {
		e, c, err := t.spawner.Spawn()
		must(err)
		*t.pos.At(c, 0), *t.vel.At(c, 0) = placed(from+i), velocity{X: 1, Y: 1}
		es[i] = e
	}
}

func (t *turnover) rest() {
	if t.between > 0 {
		must(t.world.EndFrame(t.between))
	}
}

// settle puts all that happened so far out of sight, as a herd does.
func (t *turnover) settle() (err error) {
	if t.created == nil {
		return t.world.EndFrame(1)
	}
	t.since, err = scenarios.Settled(t.world)
	return err
}

func (t *turnover) check() error {
	ps, err := ecs.NewAccess[position](t.world)
	if err != nil {
		return err
	}
	for i, e := range t.es {
		if p := ps.Get(e); p == nil || *p != placed(i) {
			return fmt.Errorf("entity %d of %d has %v, expected %v", i, len(t.es), p, placed(i))
		}
	}
	if t.world.Len() != len(t.es) {
		return fmt.Errorf("%d entities live, expected %d", t.world.Len(), len(t.es))
	}
	return errors.Join(t.checkRecords(), t.settle())
}

// checkRecords replaces a tenth and looks whether just those are created, and
// nothing that lives has lost a component.
func (t *turnover) checkRecords() error {
	if t.created == nil {
		return nil
	}
	if err := t.settle(); err != nil {
		return err
	}
	t.replace()
	if err := t.world.EndFrame(1); err != nil {
		return err
	}
	created, err := t.created.Count()
	if err != nil {
		return err
	}
	removed, err := t.removed.Count()
	if err != nil {
		return err
	}
	if want := len(t.es) / tenths; created != want || removed != 0 {
		return fmt.Errorf("%d entities are reported as created and %d as having lost a component, expected %d and 0", created, removed, want)
	}
	return nil
}

func flagsFloor(n int) scenarios.Cell {
	return scenarios.FloorCell("flags", func(seed uint64) scenarios.Kernel {
		place := scenarios.NewPlacement(seed)
		ps, vs := scenarios.Slice[position](place, n), scenarios.Slice[velocity](place, n)
		alive, rowOf := scenarios.Slice[bool](place, n), make([]uint32, n)
		for i := range rowOf {
			rowOf[i], alive[i] = uint32(i), true
		}
		rowOf = scenarios.Shuffled(rowOf, seed)
		for i, row := range rowOf {
			ps[row] = placed(i)
		}
		free, tenth, part := make([]uint32, 0, n), n/tenths, 0
		return scenarios.Kernel{
			Run: func(n int) {
				for range n {
					from := part * tenth
					for _, row := range rowOf[from : from+tenth] {
						alive[row] = false
						free = append(free, row)
					}
					for i := from; i < from+tenth; i++ {
						row := free[len(free)-1]
						free = free[:len(free)-1]
						alive[row] = true
						rowOf[i] = row
						ps[row], vs[row] = placed(i), velocity{X: 1, Y: 1}
					}
					part = (part + 1) % tenths
				}
			},
			Check: func() error {
				for i, row := range rowOf {
					if !alive[row] || ps[row] != placed(i) {
						return fmt.Errorf("row %d has %v, expected %v", row, ps[row], placed(i))
					}
				}
				return nil
			},
		}
	})
}
