// Package cli is the body of benchrun, so that a module with backends or
// scenarios of its own has a short benchrun:
//
//	func main() {
//		suite := cli.Suite{Backends: backends.With("mine", mine.New), Scenarios: catalog.All()}
//		os.Exit(suite.Main(os.Args[1:], os.Stdout, os.Stderr))
//	}
//
// Results go to standard output, progress and complaints to standard error.
// Exit codes: 0 fine; 1 a wrong result (INCORRECT, FLOOR BEATEN) or a bad
// results directory; 2 usage, or a malformed or unreadable trace; 3 regressed;
// 4 inconclusive; 130 interrupted.
//
// A command is one file here and one line in the table in this one.
package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ecslab/ecs"
	"ecslab/harness/analyse"
	"ecslab/harness/measure"
	"ecslab/harness/plan"
	"ecslab/harness/raw"
	"ecslab/harness/run"
	"ecslab/scenarios"
)

// Suite is what a program measures.
type Suite struct {
	Backends  []ecs.Backend
	Scenarios []scenarios.Scenario

	// Command is how users start the program, printed where they are told what
	// to type; "" is "go run ./cmd/benchrun".
	Command string
}

// Exit codes.
const (
	exitFine         = 0
	exitWrong        = 1
	exitUsage        = 2
	exitRegressed    = 3
	exitInconclusive = 4
	exitInterrupted  = 130
)

// command is one word on the command line.
type command struct {
	name  string
	brief string // one line for the list of commands
	help  string // usage, what it does, examples; flags are added
	run   func(s Suite, c command, args []string, stdout, stderr io.Writer) int
}

// commands in the order in which help lists them. The first is the default.
func commands() []command {
	return []command{
		runCommand,
		reportCommand,
		listCommand,
		profileCommand,
		abCommand,
		compareCommand,
		mergeCommand,
		replayCommand,
		whyCommand,
		adviseCommand,
		doctorCommand,
		selftestCommand,
		helpCommand,
	}
}

// childCommand is the hidden command under which a program serves its own
// measuring processes.
const childCommand = "measure"

// Main runs the command that the arguments name and gives the exit code.
func (s Suite) Main(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 && args[0] == childCommand {
		return measure.Serve(s.Backends, s.Scenarios, os.Stdin, stdout, stderr)
	}
	if len(args) > 0 && args[0] == selftestChild {
		return measure.Serve(s.Backends, s.selftestScenarios(), os.Stdin, stdout, stderr)
	}
	out := &output{to: stdout}
	code := s.run(args, out, stderr)
	if out.err != nil {
		fmt.Fprintf(stderr, "benchrun: cannot write what was found: %v\n", out.err)
		code = max(code, exitWrong)
	}
	return code
}

// run is Main for all but the hidden commands.
func (s Suite) run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") && !asksHelp(args[0]) {
		c := commands()[0]
		return c.run(s, c, args, stdout, stderr)
	}
	if asksHelp(args[0]) {
		return helpCommand.run(s, helpCommand, nil, stdout, stderr)
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(s, c, args[1:], stdout, stderr)
		}
	}
	return complain(stderr, "", &plan.Unknown{Kind: "command", Word: args[0], Valid: commandNames()})
}

func commandNames() []string {
	var out []string
	for _, c := range commands() {
		out = append(out, c.name)
	}
	return out
}

func (s Suite) command() string {
	if s.Command == "" {
		return "go run ./cmd/benchrun"
	}
	return s.Command
}

// complain writes one line and gives the exit code that fits the error.
func complain(stderr io.Writer, command string, err error) int {
	name := strings.TrimSpace("benchrun " + command)
	fmt.Fprintf(stderr, "%s: %s\n", name, strings.ReplaceAll(err.Error(), "\n", "; "))
	var unknown *plan.Unknown
	var unusable *plan.Unusable
	var misuse *run.Misuse
	var usage *usageError
	var refused *run.Refused
	var incomparable *analyse.Incomparable
	var mixed *raw.Mixed
	if errors.As(err, &unknown) || errors.As(err, &unusable) || errors.As(err, &misuse) || errors.As(err, &usage) ||
		errors.As(err, &refused) || errors.As(err, &incomparable) || errors.As(err, &mixed) {
		return exitUsage
	}
	return exitWrong // a *raw.Fault above all
}
