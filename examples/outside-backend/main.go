// Flat measures a storage of its own beside those of ecslab: it is benchrun with
// one more backend and one more scenario. See "go run . help".
package main

import (
	"os"

	"ecslab/backends"
	"ecslab/harness/cli"
	"ecslab/scenarios/catalog"

	"example.com/flat/flat"
	"example.com/flat/poison"
)

func main() {
	suite := cli.Suite{
		Backends:  backends.With("flat", flat.New),
		Scenarios: append(catalog.All(), poison.Scenarios()...),
		Command:   "go run .",
	}
	os.Exit(suite.Main(os.Args[1:], os.Stdout, os.Stderr))
}
