package cli

import (
	"fmt"
	"io"

	"ecslab/harness/plan"
)

// helpCommand lists the commands; it is a variable of its own since the table
// of commands refers to it.
var helpCommand = command{name: "help", brief: "explain a command: help COMMAND"}

// exitCodes is what a script may rely on.
const exitCodes = `
Exit codes:
  0        fine
  1        wrong result (INCORRECT, FLOOR BEATEN, a trace
           that disagrees), or a bad results directory
  2        usage, or a malformed or unreadable trace
  3        regressed
  4        inconclusive
  130      interrupted

Results go to standard output, progress and complaints to
standard error. NO_COLOR switches colours off.
`

func init() { helpCommand.run = helpMain }

func helpMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprintf(stdout, "usage: %s [COMMAND] [flags]\n\nMeasures ECS storages and trackers.\n\nCommands:\n", s.command())
		for _, x := range commands() {
			fmt.Fprintf(stdout, "  %-8s %s\n", x.name, x.brief)
		}
		fmt.Fprintln(stdout, "\nPresets:")
		for _, p := range plan.Presets {
			for i, l := range wrap(p.Doc, 46) {
				name := ""
				if i == 0 {
					name = p.Name
				}
				fmt.Fprintf(stdout, "  %-8s %s\n", name, l)
			}
		}
		fmt.Fprint(stdout, exitCodes)
		fmt.Fprintln(stdout, "\nExamples:")
		for _, example := range []string{"", " -filter track -backend table", " help run"} {
			for _, l := range fold("  "+s.command()+example, helpWidth) {
				fmt.Fprintln(stdout, l)
			}
		}
		return exitFine
	}
	for _, x := range commands() {
		switch {
		case x.name != args[0]:
		case x.name == helpCommand.name:
			return helpMain(s, c, nil, stdout, stderr)
		default:
			return x.run(s, x, []string{"-help"}, stdout, stderr)
		}
	}
	return complain(stderr, c.name, &plan.Unknown{Kind: "command", Word: args[0], Valid: commandNames()})
}
