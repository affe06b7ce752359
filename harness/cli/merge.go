package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"ecslab/harness/raw"
	"ecslab/harness/run"
)

var mergeCommand = command{
	name:  "merge",
	brief: "put the parts of a sharded run together",
	help: `
usage: BENCHRUN merge [-o DIR] DIR...

Merges results directories that are parts of one plan: runs
with the same flags, seed and commit, and different -shard.
Each part is analysed by itself. Where parts are of
different machines, the machine becomes a parameter of every
workload, and figures of one are not compared with those of
another. A part that is missing is named.

Examples:
  BENCHRUN merge -o results/all results/part-*`,
	run: mergeMain,
}

func mergeMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	out := f.String("o", "", "results `directory` to make; default results/<UTC time>-merged")
	dirs, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	if err == nil && len(dirs) == 0 {
		err = &usageError{"the results directories to merge are needed; see help merge"}
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	if *out == "" {
		*out = newDir("merged")
	}
	if err := run.MakeDir(*out); err != nil {
		return complain(stderr, c.name, err)
	}
	if err := raw.Merge(*out, dirs); err != nil {
		os.Remove(*out) // only while nothing is in it
		return complain(stderr, c.name, err)
	}
	_, m, err := raw.LoadMerged(*out)
	if err != nil {
		return complain(stderr, c.name, err)
	}
	for _, part := range m.Missing {
		fmt.Fprintf(stderr, "part %s is missing\n", part)
	}
	return makeReport(stdout, stderr, c.name, *out, "")
}
