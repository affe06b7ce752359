package ecstest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/impl/bitset"
	"ecslab/impl/sparse"
	"ecslab/impl/table"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/ticks"
)

// tables is the table storage, of which a type that embeds it lies in one method.
type tables struct{ *table.Storage }

func newTables(env driver.Env) tables { return tables{table.New(env).(*table.Storage)} }

// scribbler spawns values that are not zero.
type scribbler struct {
	driver.Spawner
	on *bool
}

func (s scribbler) Spawn(es []driver.Entity, ch *driver.Chunk) (int, error) {
	n, err := s.Spawner.Spawn(es, ch)
	if err == nil && *s.on && len(ch.Cols) > 0 && ch.Cols[0].Base != nil {
		*(*uint64)(ch.Cols[0].Base) |= 1 << 62 // component 0 is at least as long everywhere
	}
	return n, err
}

func (s scribbler) Overwrite() { *s.on = true }

type spawnLiar struct {
	tables
	on *bool
}

// PrepareSpawn lets those scribble that spawn component 0.
func (s spawnLiar) PrepareSpawn(set *driver.Mask) driver.Spawner {
	sp := s.tables.PrepareSpawn(set)
	if set.Has(0) {
		return scribbler{sp, s.on}
	}
	return sp
}

type despawnLiar struct{ tables }

func (s despawnLiar) DespawnOne(e driver.Entity) bool { s.tables.DespawnOne(e); return true }

// staleLiar despawns whoever has the index now.
type staleLiar struct {
	tables
	env driver.Env
}

func (s staleLiar) DespawnOne(e driver.Entity) bool {
	now := s.env.Directory.Handle(e.Index())
	return now != 0 && s.tables.DespawnOne(now)
}

type lookLiar struct{ tables }

func (s lookLiar) Lookup(driver.ComponentID, *driver.Lookup) {}

type checkLiar struct{ tables }

func (s checkLiar) FirstDead(es []driver.Entity) int {
	return s.tables.FirstDead(es[:max(len(es)-1, 0)])
}

type shrinkLiar struct{ tables }

func (s shrinkLiar) Shrink() { s.tables.Reset() }

// exchangeLiar has exchanges that lie.
type exchangeLiar struct {
	tables
	lie func(exchanges) driver.Exchanger
}

type exchanges interface {
	driver.LivingExchanger
	driver.MatchExchanger
}

func (s exchangeLiar) PrepareExchange(add, remove *driver.Mask) driver.Exchanger {
	return s.lie(s.tables.PrepareExchange(add, remove).(exchanges))
}

type gainLiar struct{ driver.Exchanger }

func (x gainLiar) Exchange(es []driver.Entity, ch *driver.Chunk) (int, error) {
	n, err := x.Exchanger.Exchange(es[:1], ch)
	return max(n, min(len(es), 2)), err
}

type quietLiar struct{ driver.Exchanger }

func (x quietLiar) Quiet(es []driver.Entity) error {
	return x.Exchanger.Quiet(es[:max(1, len(es)-1)])
}

type lastLiar struct{ driver.LivingExchanger }

func (x lastLiar) QuietLiving(es []driver.Entity) (bool, error) {
	return x.LivingExchanger.QuietLiving(es[:max(len(es)-1, 0)])
}

type earlyLiar struct{ driver.LivingExchanger }

func (x earlyLiar) QuietLiving(es []driver.Entity) (bool, error) {
	for i := range es {
		if alive, err := x.LivingExchanger.QuietLiving(es[i : i+1]); !alive || err != nil {
			return alive, err
		}
	}
	return true, nil
}

type matchLiar struct{ driver.MatchExchanger }

func (x matchLiar) QuietMatches(driver.Cursor) error { return nil }

// recordLiar overlooks the first words that hold records.
type recordLiar struct{ *sparse.Storage }

func (s recordLiar) Query(q *driver.Query) (driver.Cursor, error) {
	c, err := s.Storage.Query(q)
	return recordCursor{c.(driver.RecordCursor)}, err
}

type recordCursor struct{ driver.RecordCursor }

func (c recordCursor) RewindFrom(r driver.Records) { c.RecordCursor.RewindFrom(fewer{r}) }

type fewer struct{ driver.Records }

func (r fewer) Next(out *driver.Bits) (uint32, uint64, bool) {
	chunk, summary, ok := r.Records.Next(out)
	return chunk, summary & (summary - 1), ok
}

type groupLiar struct{ *sparse.Storage }

func (s groupLiar) Group(set *driver.Mask) error {
	err := s.Storage.Group(set)
	s.Storage.Reset()
	return err
}

// placeLiar gives the handles of one cluster out twice.
type placeLiar struct {
	*bitset.Storage
	env driver.Env
}

func (s placeLiar) SetCluster(cluster uint32) {
	if cluster == 2 {
		s.env.Directory.Reset()
	}
}

// optional is a tracker with all that one may have.
type optional interface {
	driver.Tracker
	driver.Indexed
	driver.StateCodec
	driver.Forgetter
}

type wordLiar struct{ optional }

func (t wordLiar) Words(r driver.Record, w driver.Window, chunk uint32, out *driver.Bits) uint64 {
	summary := t.optional.Words(r, w, chunk, out)
	return summary & (summary - 1)
}

type codecLiar struct{ optional }

func (t codecLiar) DecodeState(d *driver.Decoder) any {
	t.optional.DecodeState(d)
	return t.Save(nil)
}

type forgetLiar struct{ optional }

func (t forgetLiar) Forget([]driver.Entity) {}

type columnTracker interface {
	driver.Tracker
	driver.StateCodec
	driver.Forgetter
}

type blankLiar struct{ columnTracker }

// Blank makes it look as if all had happened now.
func (t blankLiar) Blank(c driver.ComponentID, ch *driver.Chunk, col int) {
	t.Mark(c, driver.Added|driver.Changed, ch, col)
}

// TestLies: whatever fast path of a storage or a tracker tells a lie, the checks find it.
func TestLies(t *testing.T) {
	storage := func(make func(env driver.Env) driver.Storage) ecs.Backend {
		return ecs.Backend{Storage: "liar", Tracker: "none", NewStorage: make}
	}
	exchange := func(lie func(exchanges) driver.Exchanger) ecs.Backend {
		return storage(func(env driver.Env) driver.Storage { return exchangeLiar{newTables(env), lie} })
	}
	under := func(b ecs.Backend, lie func(driver.Tracker) driver.Tracker) ecs.Backend {
		b.Tracker, b.NewTracker = "bitmap", func(o ecs.Options) driver.Tracker { return lie(bitmap.New(o.Ring, o.OverflowError)) }
		return b
	}
	honest := func(t driver.Tracker) driver.Tracker { return t }
	spawn := func(on bool) ecs.Backend {
		return storage(func(env driver.Env) driver.Storage { return spawnLiar{newTables(env), &on} })
	}
	blank := storage(table.New)
	blank.Tracker, blank.NewTracker = "ticks", func(o ecs.Options) driver.Tracker {
		return blankLiar{ticks.New(o.Clock).(columnTracker)}
	}
	lies := map[string][]ecs.Backend{
		"SpawnPreparer": {spawn(true)},
		"Spawner":       {spawn(true)},
		"Overwriter":    {spawn(false)},
		"Despawner": {
			storage(func(env driver.Env) driver.Storage { return despawnLiar{newTables(env)} }),
			storage(func(env driver.Env) driver.Storage { return staleLiar{newTables(env), env} }),
		},
		"Looker":   {storage(func(env driver.Env) driver.Storage { return lookLiar{newTables(env)} })},
		"Checker":  {storage(func(env driver.Env) driver.Storage { return checkLiar{newTables(env)} })},
		"Shrinker": {storage(func(env driver.Env) driver.Storage { return shrinkLiar{newTables(env)} })},
		"ExchangePreparer": {
			exchange(func(x exchanges) driver.Exchanger { return gainLiar{x} }),
		},
		"Exchanger": {
			exchange(func(x exchanges) driver.Exchanger { return gainLiar{x} }),
			exchange(func(x exchanges) driver.Exchanger { return quietLiar{x} }),
		},
		"LivingExchanger": {
			exchange(func(x exchanges) driver.Exchanger { return lastLiar{x} }),
			exchange(func(x exchanges) driver.Exchanger { return earlyLiar{x} }),
		},
		"MatchExchanger": {exchange(func(x exchanges) driver.Exchanger { return matchLiar{x} })},
		"RecordCursor": {under(storage(func(env driver.Env) driver.Storage {
			return recordLiar{sparse.New(env).(*sparse.Storage)}
		}), honest)},
		"Grouper": {storage(func(env driver.Env) driver.Storage { return groupLiar{sparse.New(env).(*sparse.Storage)} })},
		"Placer": {storage(func(env driver.Env) driver.Storage {
			return placeLiar{bitset.New(env).(*bitset.Storage), env}
		})},
		"Indexed":    {under(storage(table.New), func(t driver.Tracker) driver.Tracker { return wordLiar{t.(optional)} })},
		"StateCodec": {under(storage(table.New), func(t driver.Tracker) driver.Tracker { return codecLiar{t.(optional)} })},
		"Forgetter": {
			under(storage(table.New), func(t driver.Tracker) driver.Tracker { return forgetLiar{t.(optional)} }),
			blank,
		},
	}
	for _, name := range interfaces(t) {
		if len(lies[name]) == 0 {
			t.Errorf("driver.%s is optional, and no lie of it is told here", name)
		}
		for i, b := range lies[name] {
			t.Run(fmt.Sprint(name, i), func(t *testing.T) {
				if b.NewTracker != nil && !ecs.Tracking {
					t.Skip("built without tracking")
				}
				if err := prove(b, false, 6, 1); err == nil {
					t.Error("nothing was found")
				} else if testing.Verbose() {
					t.Log(brieflyTold(err))
				}
			})
		}
	}
}

func brieflyTold(err error) string { return fmt.Sprintf("%.150s", err) }

// required are the interfaces that a backend must implement, or that it is handed.
var required = map[string]bool{"Storage": true, "Cursor": true, "Tracker": true, "Host": true, "Records": true}

// interfaces are the optional ones of package driver.
func interfaces(t *testing.T) (names []string) {
	files, err := filepath.Glob("../driver/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			s, ok := n.(*ast.TypeSpec)
			if !ok || !s.Name.IsExported() || required[s.Name.Name] {
				return true
			}
			if _, ok := s.Type.(*ast.InterfaceType); ok {
				names = append(names, s.Name.Name)
			}
			return true
		})
	}
	if len(names) < 10 {
		t.Fatalf("only %v were found", names)
	}
	return names
}

// TestFastPaths: what embeds less has less.
func TestFastPaths(t *testing.T) {
	got := fmt.Sprint(fastPaths(ecs.Backend{NewStorage: func(env driver.Env) driver.Storage { return newTables(env) }}))
	for _, name := range []string{"SpawnPreparer", "Overwriter", "ExchangePreparer", "LivingExchanger", "Despawner", "Looker"} {
		if !strings.Contains(got, name) {
			t.Errorf("%s was not found, only %s", name, got)
		}
	}
	if got := fmt.Sprint(fastPaths(ecs.Backend{NewStorage: naive.New})); got != "[none]" {
		t.Errorf("%s was found of the naive storage", got)
	}
}
