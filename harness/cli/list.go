package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"ecslab/harness/plan"
)

var listCommand = command{
	name:  "list",
	brief: "show scenarios, parameter points and cells",
	help: `
usage: BENCHRUN list [flags] [SCENARIO...]

Shows what a run with the same flags would measure.

Examples:
  BENCHRUN list
  BENCHRUN list -preset full track/density
  BENCHRUN list -cells -filter /track:ticks`,
	run: func(s Suite, c command, args []string, stdout, stderr io.Writer) int {
		var o plan.Options
		f := newFlags(c.name)
		planFlags(f, &o)
		cells := f.Bool("cells", false, "show each cell by its benchmark name")
		words, err := parse(f, args)
		if errors.Is(err, flag.ErrHelp) {
			printHelp(stdout, c, f, s.command())
			return exitFine
		}
		o.Names = words
		var w *plan.Work
		if err == nil {
			w, err = plan.New(s.Backends, s.Scenarios, o)
		}
		if err != nil {
			return complain(stderr, c.name, err)
		}
		list(stdout, &w.Plan, *cells)
		return exitFine
	},
}

func list(w io.Writer, p *plan.Plan, cells bool) {
	for _, s := range p.Scenarios {
		fmt.Fprintln(w, s.Name)
		for _, l := range wrap(s.Doc, 56) {
			fmt.Fprintln(w, "    "+l)
		}
		for _, x := range s.Parameters {
			for i, l := range wrap(x.Key+": "+x.Value, 54) {
				if i > 0 {
					l = "  " + l
				}
				fmt.Fprintln(w, "    "+l)
			}
		}
		for _, f := range p.Families {
			if f.Scenario != s.Name {
				continue
			}
			fmt.Fprintf(w, "  %s  (%d cells)\n", f.Name, len(f.Cells))
			for _, c := range f.Cells {
				if cells {
					fmt.Fprintln(w, "    Benchmark"+f.Benchmark(c))
				}
			}
		}
	}
	listClaims(w, p)
	fmt.Fprintln(w, size(p))
}
