package replay_test

import (
	"io"
	"testing"

	"ecslab/ecs"
	"ecslab/replay"
)

// BenchmarkRecording is a frame of a game, 1000 single accesses, 10 spawns and
// despawns and a pass over 10 000 entities, with and without a recorder.
func BenchmarkRecording(b *testing.B) {
	for _, on := range []string{"off", "on"} {
		b.Run("recorder="+on, func(b *testing.B) {
			w := all[1].New(ecs.DefaultOptions())
			ecs.Register[spot](w, ecs.Track(ecs.Changed))
			ecs.Register[level](w, ecs.Track(ecs.Changed))
			if on == "on" {
				rec, err := replay.NewRecorder(w, io.Discard)
				if err != nil {
					b.Fatal(err)
				}
				defer rec.Close()
			}
			sp, err := w.Spawner(ecs.Write[spot]())
			if err != nil {
				b.Fatal(err)
			}
			es := make([]ecs.Entity, 1000)
			if err := sp.Into(es, nil); err != nil {
				b.Fatal(err)
			}
			a, err := ecs.NewAccess[spot](w)
			if err != nil {
				b.Fatal(err)
			}
			many, err := w.Spawner(ecs.Write[level]())
			if err != nil {
				b.Fatal(err)
			}
			if err := many.Batch(10_000, nil); err != nil {
				b.Fatal(err)
			}
			levels := ecs.Read[level]()
			pass := w.MustQuery(levels)
			for b.Loop() {
				for _, e := range es {
					a.Mut(e).X++
				}
				for range 10 {
					e, _, err := sp.Spawn()
					if err != nil {
						b.Fatal(err)
					}
					if err := w.DespawnOne(e); err != nil {
						b.Fatal(err)
					}
				}
				if _, err := pass.Count(); err != nil {
					b.Fatal(err)
				}
				if err := w.EndFrame(1); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
