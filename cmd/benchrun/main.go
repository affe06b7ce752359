// Benchrun measures the storages and trackers of ecslab against each other and
// writes a report: REPORT.md, report.html, results.json and the raw samples, in
// a directory below results.
//
//	go run ./cmd/benchrun                             measure a quick run, one to three minutes
//	go run ./cmd/benchrun -preset standard            the committed reference run, half an hour
//	go run ./cmd/benchrun advise -entities 10000      which pair for a workload in numbers
//	go run ./cmd/benchrun replay FILE                 which pair for a workload as a trace
//	go run ./cmd/benchrun help                        the other commands, presets, exit codes
//
// Its commands are package harness/cli, which serves outside modules as well.
package main

// What is made from the reference run: the reports and the figures in README.md
// and docs.
//go:generate go run . report ../../results/reference
//go:generate go run . report -o ../../REPORT.md ../../results/reference
//go:generate go test -run "TestReadmeFigures|TestReadmeSelftest" -update .

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
