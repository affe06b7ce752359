// Benchrun measures the storages and trackers of ecslab against each other and
// writes a report. See "benchrun help".
package main

import (
	"os"

	"ecslab/backends"
	"ecslab/harness/cli"
	"ecslab/scenarios/catalog"
)

func main() {
	suite := cli.Suite{Backends: backends.All(), Scenarios: catalog.All()}
	os.Exit(suite.Main(os.Args[1:], os.Stdout, os.Stderr))
}
