package backends

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	"ecslab/ecs"
)

// million is a world of n entities of four component sets, a part of them moved about.
func million(b *testing.B, backend ecs.Backend, n int) *ecs.World {
	w := backend.New(ecs.DefaultOptions())
	every := ecs.Track(ecs.Added | ecs.Changed)
	ecs.Register[place](w, every)
	ecs.Register[speed](w, every, ecs.InSparseSet())
	ecs.Register[burns](w)
	p := ecs.Write[place]()
	plain, err := w.Spawner(p)
	if err != nil {
		b.Fatal(err)
	}
	full, err := w.Spawner(ecs.Write[place](), ecs.Write[speed]())
	if err != nil {
		b.Fatal(err)
	}
	for range n / 8192 {
		if plain.Batch(4096, nil) != nil || full.Batch(4096, nil) != nil {
			b.Fatal("no room")
		}
	}
	es, _ := w.MustQuery().Entities(nil)
	x, err := w.Exchange(ecs.Adding(ecs.Of[burns]()))
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < len(es); i += 97 {
		if _, err := x.One(es[i]); err != nil {
			b.Fatal(err)
		}
	}
	return w
}

// fresh is where a copy into fresh memory goes.
var fresh []byte

// BenchmarkSnapshot saves and loads a million entities in rounds that each begin
// with a copy of as many bytes as payload and tracking state have, into memory
// that is there. The figures of an operation are its bandwidth over that copy's:
// least time to least time, and, after "~", median to median. "fresh" is a copy
// into fresh memory, which save and read have to take too; saveinto, load and
// write go to memory that is there. "size" is the stream's bytes, and "held" the
// memory of the snapshot, over the bytes of payload and tracking state. Fifteen
// rounds or more say something:
//
//	go test ./backends -run '^$' -bench Snapshot -benchtime 15x
func BenchmarkSnapshot(b *testing.B) {
	const n = 1 << 20
	for _, backend := range All() {
		b.Run(fmt.Sprintf("backend=%s/track=%s", backend.Storage, backend.Tracker), func(b *testing.B) {
			w := million(b, backend, n)
			s, err := w.Save()
			if err != nil {
				b.Fatal(err)
			}
			stream := new(bytes.Buffer)
			if _, err := s.WriteTo(stream); err != nil {
				b.Fatal(err)
			}
			payload := n*8 + n*16 + n/2*8 + w.Stats().TrackerBytes
			if w.Tracker() == "ticks" {
				payload += n*8 + n/2*8
			}
			from, to := make([]byte, payload), make([]byte, payload)
			out := bytes.NewBuffer(make([]byte, 0, stream.Len()+1<<20))
			laps := []*lap{
				{name: "copy", do: func() error { copy(to, from); return nil }},
				{name: "fresh", do: func() error { fresh = append([]byte(nil), from...); return nil }},
				{name: "save", do: func() error { _, err := w.Save(); return err }},
				{name: "saveinto", do: func() error { return w.SaveInto(s) }},
				{name: "load", do: func() error { return w.Load(s) }},
				{name: "write", do: func() error { out.Reset(); _, err := s.WriteTo(out); return err }},
				{name: "read", do: func() error { _, err := ecs.ReadSnapshot(bytes.NewReader(stream.Bytes()), w); return err }},
			}
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for b.Loop() {
				for _, l := range laps {
					begin := threadTime()
					if err := l.do(); err != nil {
						b.Fatal(err)
					}
					l.took = append(l.took, threadTime()-begin)
				}
			}
			for _, l := range laps {
				slices.Sort(l.took)
			}
			floor := laps[0].took
			for _, l := range laps[1:] {
				b.ReportMetric(float64(floor[0])/float64(l.took[0]), l.name+"/copy")
				b.ReportMetric(float64(floor[len(floor)/2])/float64(l.took[len(l.took)/2]), l.name+"~copy")
			}
			b.ReportMetric(float64(floor[0])/1e6, "copy-ms")
			b.ReportMetric(float64(stream.Len())/float64(payload), "size")
			b.ReportMetric(float64(s.Bytes()+w.Stats().TrackerBytes)/float64(payload), "held")
		})
	}
}

// lap is one operation and the time that each round of it took.
type lap struct {
	name string
	do   func() error
	took []time.Duration
}
