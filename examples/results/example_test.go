package results_test

import (
	"encoding/json"
	"fmt"
	"log"
	"os"

	"ecslab/harness/analyse"
)

// The path would be results/RUN/results.json; this is a small run that is
// committed for tests, with invented times.
func Example() {
	text, err := os.ReadFile("../../harness/report/testdata/run/results.json")
	if err != nil {
		log.Fatal(err)
	}
	var figures analyse.Figures
	if err := json.Unmarshal(text, &figures); err != nil {
		log.Fatal(err)
	}
	if figures.Schema != analyse.Schema {
		log.Fatalf("schema %d, this program reads %d", figures.Schema, analyse.Schema)
	}
	family := figures.Family("iterate/pair/n=10000")
	fmt.Printf("%s, per %s, fastest first:\n", family.Name, family.Unit)
	for _, cell := range family.Contenders() {
		fmt.Printf("%-14s %.3g ns", cell.Label, cell.PerUnit.Median)
		if cell.OverFloor != nil {
			fmt.Printf("  %.3g × floor", cell.OverFloor.Ratio)
		}
		if cell.AsFast() {
			fmt.Print("  as fast as the best")
		}
		fmt.Println()
	}
	for _, wrong := range figures.Wrong() {
		fmt.Println(wrong)
	}
	// Output:
	// iterate/pair/n=10000, per entity, fastest first:
	// table/none     0.667 ns  1.04 × floor  as fast as the best
	// sparse/none    0.895 ns  1.4 × floor
	// FLOOR BEATEN: iterate/pair/n=1000 sparse/none: 0.5009 of the floor's time, at most 0.5176
	// INCORRECT: track/density/n=10000/dirty=10 sparse/bitmap: after the last round: sum of x is 41, expected 42
}
