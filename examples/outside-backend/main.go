// Flat measures a storage of its own beside those of ecslab: it is benchrun with
// one more backend and one more scenario. See "go run . help".
package main

import (
	"os"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/harness/cli"
	"ecslab/scenarios/catalog"

	"example.com/flat/flat"
	"example.com/flat/poison"
)

func main() {
	suite := cli.Suite{Backends: all(), Scenarios: append(catalog.All(), poison.Scenarios()...), Command: "go run ."}
	os.Exit(suite.Main(os.Args[1:], os.Stdout, os.Stderr))
}

// all are the pairs of ecslab, and flat with the same trackers.
func all() []ecs.Backend {
	list := backends.All()
	for _, b := range backends.All() {
		if b.Storage == "table" {
			b.Storage, b.NewStorage = "flat", flat.New
			list = append(list, b)
		}
	}
	return list
}
