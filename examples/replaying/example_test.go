package replaying_test

import (
	"fmt"
	"log"

	"ecslab/backends"
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
