package catalog_test

import (
	"slices"
	"testing"
	"unsafe"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/scenarios"
	"ecslab/scenarios/bench"
	"ecslab/scenarios/catalog"
	"ecslab/tracker/ticks"
)

// fault is a way in which a backend can be wrong, and scenarios that must
// report it.
type fault struct {
	name     string
	storage  func(driver.Storage) driver.Storage // nil: sound
	tracker  func(driver.Tracker) driver.Tracker // nil: sound
	noticers []string
}

var faults = []fault{
	{name: "none"},
	{
		name:    "a pass misses its first chunk",
		storage: func(s driver.Storage) driver.Storage { return misses{s} },
		noticers: []string{"iterate/pair", "iterate/shuffled", "iterate/first", "iterate/archetypes", "iterate/sparse-terms",
			"iterate/parallel", "track/density", "track/iterate", "track/cycle", "iterate/payload", "iterate/body", "iterate/suite", "track/bevy", "track/sets", "track/window"},
	},
	{
		name:    "a pass visits its first chunk twice",
		storage: func(s driver.Storage) driver.Storage { return repeats{s} },
		noticers: []string{"iterate/pair", "iterate/shuffled", "iterate/first", "iterate/archetypes", "iterate/sparse-terms",
			"iterate/parallel", "track/density", "track/iterate", "track/cycle", "iterate/payload", "iterate/body", "iterate/suite", "track/bevy", "track/sets"},
	},
	{
		name:     "a lookup finds a value of nobody for some entities",
		storage:  func(s driver.Storage) driver.Storage { return strays{s} },
		noticers: []string{"iterate/get", "iterate/pair", "spawn/fill", "spawn/churn", "spawn/deferred", "iterate/get-wide"},
	},
	{
		name:     "an exchange does nothing",
		storage:  func(s driver.Storage) driver.Storage { return idles{s} },
		noticers: []string{"migrate/add-remove", "migrate/toggle", "migrate/tag", "migrate/swap", "migrate/archetypes", "iterate/shuffled", "migrate/deferred", "migrate/cold", "migrate/unprepared", "migrate/chain"},
	},
	{
		name:     "an exchange damages what is carried along",
		storage:  func(s driver.Storage) driver.Storage { return damages{s} },
		noticers: []string{"migrate/add-remove", "migrate/toggle", "migrate/tag", "migrate/deferred"},
	},
	{
		name:     "what is added is not zero",
		storage:  func(s driver.Storage) driver.Storage { return soils{s} },
		noticers: []string{"migrate/add-remove", "migrate/toggle", "migrate/swap"},
	},
	{
		name:     "a spawn forgets a component",
		storage:  func(s driver.Storage) driver.Storage { return forgets{s} },
		noticers: []string{"spawn/fill", "spawn/fresh", "spawn/despawn", "spawn/cascade", "spawn/churn"},
	},
	{
		name:     "nothing is marked",
		tracker:  func(t driver.Tracker) driver.Tracker { return deaf{t} },
		noticers: []string{"track/density", "track/mark", "track/iterate", "track/cycle", "track/frame-end", "track/bevy", "track/sets", "track/window"},
	},
	{
		name:     "everything is reported",
		tracker:  func(t driver.Tracker) driver.Tracker { return babbles{t} },
		noticers: []string{"track/density", "track/mark", "track/iterate", "track/cycle", "track/frame-end", "track/churn", "track/bevy", "track/sets", "track/window"},
	},
}

func TestFaults(t *testing.T) {
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			pairs := f.backends()
			for _, s := range catalog.All() {
				if f.noticers != nil && !slices.Contains(f.noticers, s.Name) {
					continue
				}
				var reports []error
				for _, family := range s.Families(scenarios.Small, pairs) {
					for _, c := range family.Cells {
						if c.Backend != scenarios.Floor {
							if err := bench.Try(c); err != nil {
								reports = append(reports, err)
							}
						}
					}
				}
				switch noticed := len(reports) > 0; {
				case f.noticers == nil && noticed:
					t.Errorf("%s: %v", s.Name, reports[0])
				case f.noticers != nil && !noticed:
					t.Errorf("%s notices nothing", s.Name)
				}
			}
			for _, name := range f.noticers {
				if !slices.ContainsFunc(catalog.All(), func(s scenarios.Scenario) bool { return s.Name == name }) {
					t.Errorf("there is no scenario %s", name)
				}
			}
		})
	}
}

// backends are naive storage with the fault, without and with a tracker.
func (f fault) backends() []ecs.Backend {
	b := ecs.Backend{Storage: "broken", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
		s := naive.New(env)
		if f.storage != nil {
			s = f.storage(s)
		}
		return s
	}}
	tracked := b
	tracked.Tracker = "ticks"
	tracked.NewTracker = func(o ecs.Options) driver.Tracker {
		t := driver.Tracker(ticks.New(o.Clock))
		if f.tracker != nil {
			t = f.tracker(t)
		}
		return t
	}
	return []ecs.Backend{b, tracked}
}

type misses struct{ driver.Storage }
type repeats struct{ driver.Storage }

func (s misses) Query(q *driver.Query) (driver.Cursor, error) {
	c, err := s.Storage.Query(q)
	return &missing{Cursor: c}, err
}

func (s repeats) Query(q *driver.Query) (driver.Cursor, error) {
	c, err := s.Storage.Query(q)
	return &repeating{Cursor: c}, err
}

type missing struct {
	driver.Cursor
	begun bool
}

func (c *missing) Rewind() {
	c.Cursor.Rewind()
	c.begun = false
}

func (c *missing) Next(ch *driver.Chunk) bool {
	if !c.begun {
		c.begun = true
		if !c.Cursor.Next(ch) {
			return false
		}
	}
	return c.Cursor.Next(ch)
}

type repeating struct {
	driver.Cursor
	chunks int
}

func (c *repeating) Rewind() {
	c.Cursor.Rewind()
	c.chunks = 0
}

func (c *repeating) Next(ch *driver.Chunk) bool {
	c.chunks++
	if c.chunks == 2 {
		c.Cursor.Rewind()
	}
	return c.Cursor.Next(ch)
}

type strays struct{ driver.Storage }

func (s strays) Locate(e driver.Entity, c driver.ComponentID, at *driver.Cell) bool {
	ok := s.Storage.Locate(e, c, at)
	if ok && e.Index()%7 == 3 && at.Value != nil {
		at.Value = unsafe.Pointer(&[4]uint64{5, 5, 5, 5})
	}
	return ok
}

type idles struct{ driver.Storage }

func (s idles) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	return s.Storage.Exchange(es, &driver.Mask{}, &driver.Mask{}, ch)
}

type damages struct{ driver.Storage }

func (s damages) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	var at driver.Cell
	if !add.Has(0) && !remove.Has(0) && s.Storage.Locate(es[0], 0, &at) && at.Value != nil {
		*(*uint64)(at.Value)++
	}
	return s.Storage.Exchange(es, add, remove, ch)
}

type soils struct{ driver.Storage }

func (s soils) Exchange(es []driver.Entity, add, remove *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.Storage.Exchange(es, add, remove, ch)
	if err == nil && !ch.Gained.Empty() && ch.Cols[0].Base != nil {
		*(*uint64)(ch.Cols[0].Base) = 1
	}
	return n, err
}

type forgets struct{ driver.Storage }

func (s forgets) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	n, err := s.Storage.Spawn(es, set, ch)
	if first, ok := set.Next(0); ok && es[0].Index()%97 == 0 {
		remove := driver.MaskOf(first)
		var scratch driver.Chunk
		if _, err := s.Storage.Exchange(es[:1], &driver.Mask{}, &remove, &scratch); err != nil {
			return 0, err
		}
	}
	return n, err
}

type deaf struct{ driver.Tracker }

func (deaf) Mark(driver.ComponentID, driver.Kinds, *driver.Chunk, int)              {}
func (deaf) MarkCell(driver.ComponentID, driver.Kinds, driver.Entity, *driver.Cell) {}
func (deaf) Shape(driver.Kinds, driver.ComponentID) driver.Shape                    { return driver.Shape{} }

type babbles struct{ driver.Tracker }

func (babbles) Filter(_ driver.Record, _ driver.Window, ch *driver.Chunk, _ int, out *driver.Bits) {
	out.Fill(ch.N)
}
