package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"weak"

	"ecslab/ecs"
	"ecslab/replay"
)

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
	for range 20_000 {
		p.must(w.EndFrame(1))
	}
	if err := rec.Err(); !errors.Is(err, full) {
		t.Errorf("while it goes on: %v", err)
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
	ran := all[1].New(ecs.DefaultOptions())
	p.must(ran.Run(ran.System("s"), func() error { return nil }))
	if _, err := replay.NewRecorder(ran, io.Discard); ecs.Tracking && err == nil {
		t.Error("a world in which a system has run was recorded")
	}
}

// TestRecordingRefuses: what a trace cannot hold is told with its name, and the
// recording goes on to the end and parses.
func TestRecordingRefuses(t *testing.T) {
	needsTrackers(t)
	type late struct{ N int }
	for want, do := range map[string]func(p *recording){
		"a reset of the world":                   func(p *recording) { p.must(p.Reset()) },
		"a moment that was taken within a run":   func(p *recording) { p.inARun(func() { _, err := p.Now(); p.must(err) }) },
		"a clear within a run":                   func(p *recording) { p.inARun(func() { p.must(p.Clear(ecs.Changed)) }) },
		"component replay_test.late, registered": func(p *recording) { ecs.Register[late](p.World, ecs.Track(ecs.Changed)) },
		"a load of a part of a world":            func(p *recording) { p.must(p.LoadChunk(p.kept(), 0, 1)) },
		"a load of a snapshot that was not taken": func(p *recording) {
			p.must(p.rec.Close())
			s := p.kept()
			p.must(p.Watch(p.rec))
			p.must(p.Load(s))
		},
	} {
		p := newRecording(t, all[1], 1)
		operations[0].do(p, 0)
		p.must(p.EndFrame(1))
		do(p)
		for range 50 { // what comes then is written as well as it can be
			if len(p.Components()) == 6 {
				e := p.one()
				p.must(ecs.Set(p.World, e, late{3}))
				a, err := ecs.NewAccess[late](p.World)
				p.must(err)
				a.Mut(e).N++
				p.inARun(func() { _, err := p.query(ecs.AllChanged(ecs.Of[late]())).Count(); p.must(err) })
				p.must(p.Clear(ecs.Changed, ecs.Of[late]()))
			}
			p.operation()
		}
		err := p.rec.Close()
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(p.out.String(), "# "+want) {
			t.Errorf("%s: %v", want, err)
		}
		if _, err := replay.Parse("refused.trace", p.out.Bytes()); err != nil {
			t.Errorf("%s: %v\n%s", want, err, numberedText(p.out.String()))
		}
	}
}

func (p *recording) inARun(do func()) {
	p.must(p.World.Run(p.systems[0], func() error { do(); return nil }))
}

func (p *recording) kept() *ecs.Snapshot {
	s, err := p.Save()
	p.must(err)
	return s
}

// one makes an entity.
func (p *recording) one() ecs.Entity {
	operations[2].do(p, 0)
	return p.es[len(p.es)-1]
}

// TestRecordedPasses: marks stand where they are made, though values are written
// later, and a count has no answer that the pass itself has made wrong.
func TestRecordedPasses(t *testing.T) {
	needsTrackers(t)
	for _, b := range all {
		if b.Tracker != "ticks" {
			continue
		}
		w := b.New(ecs.DefaultOptions())
		ecs.Register[level](w, ecs.Track(ecs.Changed))
		var out bytes.Buffer
		rec, err := replay.NewRecorder(w, &out)
		must(t, err)
		v := ecs.Write[level]()
		sp, err := w.Spawner(v)
		must(t, err)
		e, _, err := sp.Spawn()
		must(t, err)
		must(t, w.EndFrame(1))
		l := ecs.Write[level]()
		all, changed := w.MustQuery(l), w.MustQuery(ecs.AllChanged(ecs.Of[level]()))
		a, err := ecs.NewAccess[level](w)
		must(t, err)
		s := w.System("s")
		must(t, w.Run(s, func() error { return nil }))
		must(t, w.Run(s, func() error {
			must(t, all.Open())
			c := all.Next()
			l.At(c, 0).N = 1
			if n, err := changed.Count(); n != 1 || err != nil {
				t.Errorf("%d, %v", n, err)
			}
			l.At(c, 0).N = 2
			all.Close()
			must(t, changed.Open())
			a.Mut(e)
			changed.Next()
			changed.Next()
			a.Untracked(e).N = 3
			return nil
		}))
		must(t, rec.Close())
		want := `component replay_test.level fields=2 track=changed
spawn e1 replay_test.level
tick
run s
end
run s
  mut e1 replay_test.level=1,0
  count AllChanged(replay_test.level)
    => ticks: 1
  ref e1 replay_test.level=2,0
  count AllChanged(replay_test.level)
  mut e1 replay_test.level=3,0
  ref e1 replay_test.level=3,0
end
`
		if out.String() != want {
			t.Errorf("%s:\n%s\nwant\n%s", b.Pair(), out.String(), want)
		}
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestRecordingOfMuch: lines, frames and snapshots beyond what a line or a
// memory holds.
func TestRecordingOfMuch(t *testing.T) {
	w := all[0].New(ecs.DefaultOptions())
	var setting []ecs.ExchangeTerm
	var of []ecs.Component
	var values []*ecs.Dynamic
	for i := range 200 {
		name := fmt.Sprintf("%s.%d", strings.Repeat("ä", 300), i)
		id, err := w.RegisterType(reflect.TypeFor[[64]float64](), ecs.Named(name))
		must(t, err)
		of = append(of, ecs.ByID(id))
		v := ecs.WriteOf(ecs.ByID(id))
		values, setting = append(values, v), append(setting, ecs.Setting(v))
	}
	var out bytes.Buffer
	rec, err := replay.NewRecorder(w, &out)
	must(t, err)
	sp, err := w.Spawner(ecs.All(of...))
	must(t, err)
	e, _, err := sp.Spawn()
	must(t, err)
	x, err := w.Exchange(setting...)
	must(t, err)
	c, err := x.One(e)
	must(t, err)
	for _, v := range values {
		for i := range 64 {
			(*[64]float64)(v.At(c, 0))[i] = -1.2345678901234567e-200
		}
	}
	_, err = w.MustQuery(ecs.Any(of...), ecs.All(of...), ecs.Any(of...), ecs.Any(of...), ecs.Any(of...)).Count()
	must(t, err)
	for _, n := range []uint64{0, 1, 999_999, 1_000_000, 5_000_001, 1_000_000_000_000_001} {
		must(t, w.EndFrame(n))
	}
	s, err := w.Save()
	must(t, err)
	gone := weak.Make(s)
	s = nil
	runtime.GC()
	if gone.Value() != nil {
		t.Error("the recorder keeps a snapshot that nobody else does")
	}
	must(t, rec.Close())
	f, err := replay.Parse("much.trace", out.Bytes())
	must(t, err)
	read := 0
	for _, b := range all[:1] {
		text := out.String()
		text = text[:strings.Index(text, "repeat 1000000000")] // which nobody waits for
		for _, c := range f.Components {
			text += fmt.Sprintf("read e1 %s => %s\n", c.Name, strings.Repeat("-1.2345678901234567e-200,", 63)+"-1.2345678901234567e-200")
			read++
		}
		if r := run(parse(t, "much.trace", text), b, false); r.Verdict != replay.OK {
			t.Error(r.First)
		}
	}
	if read != 200 {
		t.Errorf("%d values read", read)
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
