package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/replay"
)

type (
	spot struct {
		X, Y float64
		Name string
	}
	level struct {
		N  int32
		On bool
	}
	flagged struct{}
	note    struct{ Text string } // no number at all
)

// recording is a program on a world that is recorded.
type recording struct {
	*ecs.World
	*testing.T
	r       *rand.Rand
	rec     *replay.Recorder
	out     bytes.Buffer
	es      []ecs.Entity
	systems []*ecs.System
	moments []*ecs.Moment
	saved   []*ecs.Snapshot
	mut     *ecs.Query
	spots   *ecs.View[spot]
	levels  *ecs.View[level]
}

func newRecording(t *testing.T, b ecs.Backend, seed uint64) *recording {
	t.Helper()
	o := ecs.DefaultOptions()
	o.Ring = 3 + int(seed%3)
	p := &recording{World: b.New(o), T: t, r: rand.New(rand.NewPCG(seed, 5))}
	every := ecs.Track(ecs.Added | ecs.Changed | ecs.Removed)
	ecs.Register[spot](p.World, every)
	ecs.Register[level](p.World, ecs.Track(ecs.Changed|ecs.Removed), ecs.InSparseSet())
	ecs.Register[flagged](p.World, every)
	ecs.Register[note](p.World)
	var err error
	p.rec, err = replay.NewRecorder(p.World, &p.out)
	p.must(err)
	for _, name := range []string{"move it", "draw", "draw"} {
		p.systems = append(p.systems, p.System(name))
	}
	p.spots, p.levels = ecs.Write[spot](), ecs.MaybeWrite[level]()
	p.mut = p.MustQuery(p.spots, p.levels)
	return p
}

func (p *recording) must(err error) {
	p.Helper()
	if err != nil {
		p.Fatal(err)
	}
}

func (p *recording) value() spot { return spot{float64(p.r.IntN(5)), p.r.Float64(), "x"} }

// someone is a living entity, or the zero Entity.
func (p *recording) someone() ecs.Entity {
	if len(p.es) == 0 {
		return 0
	}
	for range 5 {
		if e := p.es[p.r.IntN(len(p.es))]; p.Alive(e) {
			return e
		}
	}
	return 0
}

// operation changes something, within a run or without.
func (p *recording) operation() {
	e := p.someone()
	switch p.r.IntN(11) {
	case 0, 1:
		v := ecs.Write[spot]()
		sp, err := p.Spawner(v, ecs.All(ecs.Of[flagged]()))
		p.must(err)
		es := make([]ecs.Entity, p.r.IntN(9))
		same := p.value()
		p.must(sp.Into(es, func(c *ecs.Chunk) {
			for k := range c.N {
				*v.At(c, k) = same
				if p.r.IntN(8) == 0 {
					*v.At(c, k) = p.value()
				}
			}
		}))
		p.es = append(p.es, es...)
	case 2:
		v := ecs.Write[level]()
		sp, err := p.Spawner(v)
		p.must(err)
		one, c, err := sp.Spawn()
		p.must(err)
		v.At(c, 0).N = int32(p.r.IntN(9))
		p.es = append(p.es, one)
	case 3:
		if e != 0 {
			p.must(p.DespawnOne(e))
		}
	case 4:
		if e != 0 {
			p.must(ecs.Set(p.World, e, p.value()))
		}
	case 5:
		if e != 0 {
			p.must(ecs.Set(p.World, e, level{int32(p.r.IntN(4)), p.r.IntN(2) == 0}))
			p.must(ecs.Set(p.World, e, note{"n"}))
		}
	case 6:
		x, err := p.Exchange(ecs.Removing(ecs.Of[level]()), ecs.Adding(ecs.Of[flagged]()), ecs.Setting(ecs.Write[spot]()))
		p.must(err)
		if e != 0 {
			_, err := x.One(e)
			p.must(err)
		}
	case 7:
		a, err := ecs.NewAccess[spot](p.World)
		p.must(err)
		if at := a.Mut(e); at != nil {
			at.X++
		}
	case 8:
		if e != 0 && p.Has(e, 1) {
			_, err := ecs.Update(p.World, e, level{int32(p.r.IntN(2)), true})
			p.must(err)
		}
	case 9:
		p.must(p.mut.Open())
		walked := 0
		for c := p.mut.Next(); c != nil; c = p.mut.Next() {
			for k := range c.N {
				p.spots.At(c, k).Y += 0.5
				if l := p.levels.At(c, k); l != nil {
					l.N++
				}
			}
			if walked++; p.r.IntN(6) == 0 {
				break
			}
		}
		p.mut.Close()
	default:
		p.must(p.mut.Parallel(2, func(c *ecs.Chunk, commands *ecs.Commands) {
			for k := range c.N {
				p.spots.At(c, k).X += 0.25
			}
			if c.N > 3 {
				commands.Add(c.Entities.At(0), 1)
			}
		}))
	}
}

// question asks the tracker.
func (p *recording) question(inRun bool) {
	terms := []ecs.Term{ecs.None(ecs.Of[note]())}
	if p.r.IntN(2) == 0 {
		terms = append(terms, ecs.Or(ecs.All(ecs.Of[level]()), ecs.All(ecs.Of[flagged]())))
	}
	if p.Tracker() != "none" && (inRun || len(p.moments) > 0) {
		tracked := []ecs.Tracked{ecs.AllChanged(ecs.Of[spot]()), ecs.AnyChanged(ecs.Of[spot](), ecs.Of[level]()),
			ecs.AllAdded(ecs.Of[spot]()), ecs.AnyRemoved(ecs.Of[level]()), ecs.IsCreated()}[p.r.IntN(5)]
		var since *ecs.Moment
		if !inRun || len(p.moments) > 0 && p.r.IntN(3) == 0 {
			since = p.moments[p.r.IntN(len(p.moments))]
			tracked = tracked.Since(since)
		}
		terms = append(terms, tracked)
		if e := p.someone(); e != 0 {
			_, err := p.Was(e, ecs.Changed, since, ecs.Of[spot]())
			p.must(err)
		}
		if inRun {
			_, err := p.Removals(ecs.Of[level](), nil, nil)
			p.must(err)
		}
	}
	_, err := p.MustQuery(terms...).Count()
	p.must(err)
}

func (p *recording) step() {
	switch p.r.IntN(12) {
	case 0, 1, 2, 3:
		s := p.systems[p.r.IntN(len(p.systems))]
		_ = p.World.Run(s, func() error { // an error: what is deferred may be of someone who is dead by then
			for range p.r.IntN(5) {
				switch p.r.IntN(4) {
				case 0:
					p.question(true)
				case 1:
					c := p.Commands()
					e, err := c.Spawn()
					p.must(err)
					p.must(ecs.Put(c, e, p.value()))
					p.es = append(p.es, e)
					if e := p.someone(); e != 0 {
						c.Remove(e, 0)
						p.must(ecs.Put(c, e, level{7, true}))
					}
				default:
					p.operation()
				}
			}
			return nil
		})
	case 4, 5, 6:
		p.must(p.EndFrame(uint64(1 + p.r.IntN(2))))
	case 7:
		if p.Tracker() != "none" {
			m, err := p.Now()
			p.must(err)
			p.moments = append(p.moments, &m)
		}
	case 8:
		p.question(false)
	case 9:
		if p.r.IntN(3) == 0 {
			s, err := p.Save()
			p.must(err)
			p.saved = append(p.saved, s)
		}
	case 10:
		switch {
		case p.r.IntN(3) > 0:
			p.operation()
		case len(p.saved) > 0:
			p.must(p.Load(p.saved[len(p.saved)-1]))
			p.moments = nil
		default:
			p.must(p.Clear(ecs.Changed|ecs.Created, ecs.Of[spot]()))
		}
	default:
		p.operation()
	}
}

// trace ends the recording, and has the trace read all values at its end.
func (p *recording) trace() *replay.File {
	p.Helper()
	names, values := []string{}, []string{}
	for _, e := range p.es {
		if !p.Alive(e) {
			continue
		}
		name := p.rec.NameOf(e)
		names = append(names, name)
		if at, err := p.ReadPointer(e, 0); err == nil {
			s := (*spot)(at)
			values = append(values, fmt.Sprintf("read %s replay_test.spot => %v,%v", name, s.X, s.Y))
		}
		if at, err := p.ReadPointer(e, 1); err == nil {
			l := (*level)(at)
			on := 0
			if l.On {
				on = 1
			}
			values = append(values, fmt.Sprintf("read %s replay_test.level => %d,%d", name, l.N, on))
		}
	}
	p.must(p.rec.Close())
	text := p.out.String()
	for i, name := range names {
		text += fmt.Sprintf("alive %s => true # %d\n", name, i)
	}
	text += strings.Join(values, "\n") + "\n"
	f, err := replay.Parse("recorded.trace", []byte(text))
	if err != nil {
		p.Fatalf("%v\n%s", err, text)
	}
	return f
}

// TestRecording: what random programs do is replayed with the same answers and
// the same values at the end, on the pair that it was recorded on; and on
// every other pair too, but for answers that only the recording's tracker gave.
func TestRecording(t *testing.T) {
	needsTrackers(t)
	rounds := uint64(12)
	if testing.Short() {
		rounds = 3
	}
	questions := 0
	for _, b := range all {
		for seed := range rounds {
			p := newRecording(t, b, seed)
			for range 120 {
				p.step()
			}
			f := p.trace()
			questions += strings.Count(p.out.String(), "=> "+b.Tracker)
			for _, other := range all {
				if other.Pair() != b.Pair() && seed > 0 {
					continue
				}
				if r := replay.Run(f, other); r.Verdict == replay.Disagree {
					t.Fatalf("seed %d, recorded on %s, replayed on %s: %v\n%s", seed, b.Pair(), other.Pair(), r.First, numberedText(p.out.String()))
				}
			}
		}
	}
	if questions < 100 {
		t.Errorf("only %d questions to trackers were recorded", questions)
	}
}

func numberedText(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		fmt.Fprintf(&b, "%4d %s\n", i+1, line)
	}
	return b.String()
}

// TestRecorderEnds: what has no words is an error of Close and a comment; so is
// a writer that fails; and a world that is not new is refused.
func TestRecorderEnds(t *testing.T) {
	p := newRecording(t, all[0], 1)
	p.must(p.Reset())
	if err := p.rec.Close(); err == nil || !strings.Contains(err.Error(), "reset") || !strings.Contains(p.out.String(), "# a reset") {
		t.Errorf("%v, %q", err, p.out.String())
	}
	full := errors.New("the disk is full")
	w := all[0].New(ecs.DefaultOptions())
	ecs.Register[spot](w)
	rec, err := replay.NewRecorder(w, failing{full})
	p.must(err)
	for range 10_000 {
		p.must(w.EndFrame(1))
	}
	if err := rec.Close(); !errors.Is(err, full) {
		t.Error(err)
	}
	sp, err := w.Spawner(ecs.Write[spot]())
	p.must(err)
	if _, _, err := sp.Spawn(); err != nil { // nobody listens any more
		t.Error(err)
	}
	if _, err := replay.NewRecorder(w, io.Discard); err == nil {
		t.Error("a world with entities was recorded")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestRecordingIsCompact: what a batch has in common is one line.
func TestRecordingIsCompact(t *testing.T) {
	w := all[0].New(ecs.DefaultOptions())
	ecs.Register[spot](w, ecs.Track(ecs.Changed))
	var out bytes.Buffer
	rec, err := replay.NewRecorder(w, &out)
	if err != nil {
		t.Fatal(err)
	}
	v := ecs.Write[spot]()
	sp, err := w.Spawner(v)
	if err != nil {
		t.Fatal(err)
	}
	es := make([]ecs.Entity, 1000)
	if err := sp.Into(es, nil); err != nil {
		t.Fatal(err)
	}
	if err := w.Despawn(es[10:20]...); err != nil {
		t.Fatal(err)
	}
	if err := rec.Close(); err != nil {
		t.Fatal(err)
	}
	want := "component replay_test.spot fields=2 track=changed\nspawn e1*1000 replay_test.spot\ndespawn e1.10-19\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
}
