package replaying_test

import (
	"fmt"
	"log"
	"os"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/replay"
)

// The trace says what the workload does and what it expects. Between two runs of
// the system "show", one ship moves. The models differ here, and the trace says
// how: a bitmap shows what was changed by hand after the frame has ended, and
// not before. A world without a tracker refuses to answer, which is n/a.
const trace = `component Pos fields=2
component Vel fields=2
spawn ships*10 Pos=0,0 Vel=1,1
tick
run show
  count AllChanged(Pos) => 10
end
tick
set ships.3 Pos=7,7
run show
  query AllChanged(Pos)
    => ships.3
    => bitmap: -
end
sum All(Pos) of Pos => 7
`

func Example() {
	file, err := replay.Parse("ships.trace", []byte(trace))
	if err != nil {
		log.Fatal(err) // ships.trace:LINE:COLUMN: found …, expected …
	}
	verdicts := map[replay.Verdict]int{}
	for _, b := range backends.All() {
		result := replay.Run(file, b)
		if result.First != nil {
			fmt.Printf("%s: %v\n", result.Pair, result.First)
		}
		if b.Storage == "table" {
			fmt.Printf("%-18s %v\n", result.Pair, result.Verdict)
		}
		verdicts[result.Verdict]++
	}
	fmt.Println("disagreements:", verdicts[replay.Disagree])
	// Output:
	// table/none         n/a
	// table/ticks        ok
	// table/bitmap       ok
	// table/frame        ok
	// table/frame-exact  ok
	// disagreements: 0
}

// A File can be measured as well: each kind of statement is timed apart, on all
// pairs in turn. Times differ from machine to machine, so only what was timed is
// printed here.
func Example_time() {
	file, err := replay.Parse("ships.trace", []byte(trace))
	if err != nil {
		log.Fatal(err)
	}
	for _, t := range replay.Time(file, backends.All()[1:2], replay.TimeOptions{Rounds: 6}) {
		fmt.Println(t.Result.Pair, t.Result.Verdict)
	}
	// Output:
	// table/ticks ok
}

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
