package backends

import (
	"bytes"
	"fmt"
	"io"
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

// BenchmarkSnapshot saves and loads a million entities, each time beside a copy
// of as many bytes; "xcopy" is the share of the copy's bandwidth, "size" the
// stream's bytes over those of the payload and the tracking state.
func BenchmarkSnapshot(b *testing.B) {
	const n = 1 << 20
	for _, backend := range All() {
		b.Run(fmt.Sprintf("backend=%s/track=%s", backend.Storage, backend.Tracker), func(b *testing.B) {
			w := million(b, backend, n)
			s, err := w.Save()
			if err != nil {
				b.Fatal(err)
			}
			size, err := s.WriteTo(io.Discard)
			if err != nil {
				b.Fatal(err)
			}
			stats := w.Stats()
			payload := n*8 + n*16 + n/2*8 + stats.TrackerBytes
			if w.Tracker() == "ticks" {
				payload += n*8 + n/2*8
			}
			from, to := make([]byte, payload), make([]byte, payload)
			text := bytes.NewBuffer(make([]byte, 0, size+4096))
			for _, op := range []struct {
				name string
				do   func() error
			}{
				{"save", func() error { _, err := w.Save(); return err }},
				{"saveinto", func() error { return w.SaveInto(s) }},
				{"load", func() error { return w.Load(s) }},
				{"write", func() error { text.Reset(); _, err := s.WriteTo(text); return err }},
				{"read", func() error { _, err := ecs.ReadSnapshot(bytes.NewReader(text.Bytes()), w); return err }},
			} {
				b.Run("op="+op.name, func(b *testing.B) {
					if op.name == "read" && text.Len() == 0 {
						if _, err := s.WriteTo(text); err != nil {
							b.Fatal(err)
						}
					}
					var mine, copying time.Duration
					for b.Loop() {
						begin := time.Now()
						copy(to, from)
						middle := time.Now()
						if err := op.do(); err != nil {
							b.Fatal(err)
						}
						copying += middle.Sub(begin)
						mine += time.Since(middle)
					}
					b.ReportMetric(copying.Seconds()/mine.Seconds(), "xcopy")
					b.ReportMetric(float64(mine.Microseconds())/float64(b.N)/1000, "ms/op")
					b.ReportMetric(float64(size)/float64(payload), "size")
				})
			}
		})
	}
}
