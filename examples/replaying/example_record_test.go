//go:build !notrack

package replaying_test

import (
	"log"
	"os"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/replay"
)

// Points is a component of a program that is recorded.
type Points struct{ N int }

// A program's own work becomes a trace while it runs, values and answers
// included. Written to a file, it is what benchrun replay, advise and why take.
func Example_record() {
	w := backends.All()[1].New(ecs.DefaultOptions()) // table/ticks
	ecs.Register[Points](w, ecs.Track(ecs.Changed))
	recorder, err := replay.NewRecorder(w, os.Stdout)
	if err != nil {
		log.Fatal(err)
	}

	points := ecs.Write[Points]()
	spawner, err := w.Spawner(points)
	if err != nil {
		log.Fatal(err)
	}
	players := make([]ecs.Entity, 3)
	if err := spawner.Into(players, nil); err != nil {
		log.Fatal(err)
	}
	changed := w.MustQuery(ecs.AllChanged(ecs.Of[Points]()))
	score := w.System("score")
	for frame := range 2 {
		if err := ecs.Set(w, players[frame], Points{10}); err != nil {
			log.Fatal(err)
		}
		if err := w.Run(score, func() error { _, err := changed.Count(); return err }); err != nil {
			log.Fatal(err)
		}
		if err := w.EndFrame(1); err != nil {
			log.Fatal(err)
		}
	}
	if err := recorder.Close(); err != nil {
		log.Fatal(err) // the writer's, or what a trace has no words for
	}
	// Output:
	// component replaying_test.Points track=changed
	// spawn e1*3 replaying_test.Points
	// set e1.0 replaying_test.Points=10
	// run score
	//   count AllChanged(replaying_test.Points)
	//     => ticks: 3
	// end
	// tick
	// set e1.1 replaying_test.Points=10
	// run score
	//   count AllChanged(replaying_test.Points)
	//     => ticks: 1
	// end
	// tick
}
