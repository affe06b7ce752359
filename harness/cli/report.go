package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
)

var reportCommand = command{
	name:  "report",
	brief: "write the report of a results directory again",
	help: `
usage: BENCHRUN report [-o FILE] DIR

Checks the raw files of a run against its manifest, and
makes results.json, the plots, report.html and REPORT.md
from them. The same files give the same bytes. Exits with 1
if a file is missing or altered, and changes nothing then.

Examples:
  BENCHRUN report results/reference
  BENCHRUN report -o REPORT.md results/reference`,
	run: func(s Suite, c command, args []string, stdout, stderr io.Writer) int {
		f := newFlags(c.name)
		out := f.String("o", "", "`file` to write the report to; default REPORT.md in DIR. Links lead from there to DIR")
		words, err := parse(f, args)
		if errors.Is(err, flag.ErrHelp) {
			printHelp(stdout, c, f, s.command())
			return exitFine
		}
		if err == nil && len(words) != 1 {
			err = &usageError{fmt.Sprintf("one results directory is needed, %d were given; see help report", len(words))}
		}
		if err != nil {
			return complain(stderr, c.name, err)
		}
		return makeReport(stdout, stderr, c.name, words[0], *out)
	},
}
