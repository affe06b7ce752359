package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

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

// recording is a random program on a world that is recorded. It does all that
// package ecs offers and a trace has words for; done counts what it did.
type recording struct {
	*ecs.World
	*testing.T
	r       *rand.Rand
	rec     *replay.Recorder
	out     bytes.Buffer
	es      []ecs.Entity
	systems []*ecs.System
	update  *ecs.SystemGroup
	fixed   *ecs.SystemGroup
	inRun   bool
	moments []*ecs.Moment
	saved   []*ecs.Snapshot
	mut     *ecs.Query
	spots   *ecs.View[spot]
	levels  *ecs.View[level]
	spotID  ecs.ComponentID
	levelID ecs.ComponentID
	done    map[string]int
}

func recordingOptions(seed uint64) ecs.Options {
	o := ecs.DefaultOptions()
	o.Ring = 3 + int(seed%3)
	o.Created = seed%4 != 3
	o.OverflowError = seed%5 == 4
	if seed%2 == 1 {
		o.Clock = math.MaxUint32 - uint32(seed)
	}
	return o
}

func newRecording(t *testing.T, b ecs.Backend, seed uint64) *recording {
	t.Helper()
	p := &recording{World: b.New(recordingOptions(seed)), T: t, r: rand.New(rand.NewPCG(seed, 5)), done: map[string]int{}}
	every := ecs.Track(ecs.Added | ecs.Changed | ecs.Removed)
	p.spotID = ecs.Register[spot](p.World, every)
	p.levelID = ecs.Register[level](p.World, ecs.Track(ecs.Changed|ecs.Removed), ecs.InSparseSet())
	ecs.Register[flagged](p.World, every)
	ecs.Register[note](p.World)
	var err error
	p.rec, err = replay.NewRecorder(p.World, &p.out)
	p.must(err)
	ecs.Register[ecs.Disabled](p.World) // the header is still open
	for _, name := range []string{"move it", "draw", "draw"} {
		p.systems = append(p.systems, p.System(name))
	}
	p.update, p.fixed = p.SystemGroup(), p.SystemGroup().Fixed(time.Second, 3)
	p.update.Add("each", p.body)
	p.update.Add("third", p.body).Every(3)
	p.fixed.Add("physics", p.body)
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

// asked is must for questions, which an overflow may refuse.
func (p *recording) asked(err error) {
	p.Helper()
	if !errors.Is(err, ecs.ErrOverflow) {
		p.must(err)
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

// several are living entities, each once.
func (p *recording) several() (list []ecs.Entity) {
	for range p.r.IntN(9) {
		if e := p.someone(); e != 0 && !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

func (p *recording) query(terms ...ecs.Term) *ecs.Query {
	p.Helper()
	q, err := p.Query(terms...)
	p.must(err)
	return q
}

func (p *recording) operation() {
	e := p.someone()
	op := operations[p.r.IntN(len(operations))]
	if e == 0 {
		op = operations[0]
	}
	op.do(p, e)
	p.done[op.name]++
}

// command queues something.
func (p *recording) command() {
	c := p.Commands()
	e, err := c.Spawn()
	p.must(err)
	p.must(ecs.Put(c, e, p.value()))
	p.es = append(p.es, e)
	if e := p.someone(); e != 0 {
		c.Remove(e, p.spotID)
		p.must(ecs.Put(c, e, level{7, true}))
		if p.r.IntN(4) == 0 {
			c.Despawn(e)
			c.Add(e, p.spotID) // of someone who is dead by then
		}
	}
	p.done["command"]++
}

// question asks the tracker.
func (p *recording) question() {
	p.done["question"]++
	terms := []ecs.Term{ecs.None(ecs.Of[note]())}
	if p.r.IntN(2) == 0 {
		terms = append(terms, ecs.Or(ecs.All(ecs.Of[level]()), ecs.All(ecs.Of[flagged]())))
	}
	if p.Tracker() != "none" && (p.inRun || len(p.moments) > 0) {
		tracked := []ecs.Tracked{ecs.AllChanged(ecs.Of[spot]()), ecs.AnyChanged(ecs.Of[spot](), ecs.Of[level]()),
			ecs.AllAdded(ecs.Of[spot]()), ecs.AnyRemoved(ecs.Of[level]()), ecs.IsCreated()}[p.r.IntN(4+btoi(p.Options().Created))]
		var since *ecs.Moment
		if !p.inRun || len(p.moments) > 0 && p.r.IntN(3) == 0 {
			since = p.moments[p.r.IntN(len(p.moments))]
			tracked = tracked.Since(since)
		}
		terms = append(terms, tracked)
		if e := p.someone(); e != 0 {
			_, err := p.Was(e, ecs.Changed, since, ecs.Of[spot]())
			p.asked(err)
			_, err = p.WasAny(e, ecs.Changed, since, ecs.Of[spot](), ecs.Of[level]())
			p.asked(err)
		}
		if p.inRun {
			_, err := p.Removals(ecs.Of[level](), nil, nil)
			p.asked(err)
		}
	}
	_, err := p.query(terms...).Count()
	p.asked(err)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// body is what a system does.
func (p *recording) body() error {
	p.inRun = true
	for range p.r.IntN(5) {
		switch p.r.IntN(4) {
		case 0:
			p.question()
		case 1:
			p.command()
		default:
			p.operation()
		}
	}
	p.inRun = false
	return nil
}

func (p *recording) step() {
	switch p.r.IntN(14) {
	case 0, 1:
		_ = p.World.Run(p.systems[p.r.IntN(len(p.systems))], p.body) // an error: see command
	case 2:
		p.must(p.Begin(p.systems[0]))
		_ = p.body()
		_ = p.End(func() error {
			p.operation()
			if err := p.EndFrame(1); !errors.Is(err, ecs.ErrRunning) {
				p.Error("a frame ended within the end of a run")
			}
			return p.Begin(p.systems[1])
		})
		p.done["deferred function"]++
	case 3:
		_ = p.update.Run()
		_, _ = p.fixed.Advance(time.Duration(p.r.IntN(3)) * time.Second)
		p.done["group"]++
	case 4, 5, 6:
		p.must(p.EndFrame(uint64(p.r.IntN(3))))
	case 7:
		if p.Tracker() != "none" {
			m, err := p.Now()
			p.must(err)
			p.moments = append(p.moments, &m)
		}
	case 8:
		p.question()
	case 9:
		switch n := len(p.saved); {
		case p.r.IntN(3) > 0:
		case n > 1:
			p.must(p.SaveInto(p.saved[0]))
			p.saved[0], p.saved[n-1] = p.saved[n-1], p.saved[0]
		default:
			s, err := p.Save()
			p.must(err)
			p.saved = append(p.saved, s)
		}
	case 10:
		switch {
		case p.r.IntN(3) > 0:
			p.operation()
		case len(p.saved) > 0 && p.r.IntN(2) == 0:
			p.must(p.Load(p.saved[len(p.saved)-1]))
			p.moments = p.moments[:len(p.moments)/2] // some of them are of what was forgotten
			p.done["load"]++
		case p.r.IntN(2) == 0:
			p.must(p.Clear(ecs.Changed|ecs.Created, ecs.Of[spot](), ecs.Of[note]()))
		default:
			p.must(p.Clear(ecs.Changed | ecs.Removed | ecs.Created))
			p.done["clear"]++
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
		if at, err := p.ReadPointer(e, p.spotID); err == nil {
			s := (*spot)(at)
			values = append(values, fmt.Sprintf("read %s replay_test.spot => %v,%v", name, s.X, s.Y))
		}
		if at, err := p.ReadPointer(e, p.levelID); err == nil {
			l := (*level)(at)
			values = append(values, fmt.Sprintf("read %s replay_test.level => %d,%d", name, l.N, btoi(l.On)))
		}
	}
	living := p.Len()
	p.must(p.rec.Close())
	text := p.out.String() + fmt.Sprintf("count Or(All(replay_test.spot),None(replay_test.spot)) => %d\n", living)
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
	questions, done := 0, map[string]int{}
	for _, b := range all {
		for seed := range rounds {
			p := newRecording(t, b, seed)
			for range 120 {
				p.step()
			}
			f := p.trace()
			questions += strings.Count(p.out.String(), "=> "+b.Tracker)
			for name, n := range p.done {
				done[name] += n
			}
			strict := recordingOptions(seed).OverflowError
			for _, other := range all {
				if other.Pair() != b.Pair() && (seed > 0 || strict && other.Tracker == "bitmap") {
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
	for _, op := range operations {
		if done[op.name] == 0 {
			t.Errorf("%q was never done", op.name)
		}
	}
	for _, name := range []string{"command", "question", "deferred function", "group", "load", "clear"} {
		if done[name] == 0 {
			t.Errorf("%q was never done", name)
		}
	}
}

func numberedText(s string) string {
	var b strings.Builder
	for i, line := range strings.Split(s, "\n") {
		fmt.Fprintf(&b, "%4d %s\n", i+1, line)
	}
	return b.String()
}
