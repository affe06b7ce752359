package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"ecslab/harness/host"
)

var doctorCommand = command{
	name:  "doctor",
	brief: "say how fit this machine is for measuring",
	help: `
usage: BENCHRUN doctor [-json] [-time DURATION]

Looks at what disturbs measurements on this machine,
measures how far two equal loops differ on it, and says what
to do about each. It changes nothing. The findings hold no
host name and no path, so that others may see them.

fit      no reason to doubt
look     figures are usable; ratios are better than times
unfit    differences below the noise cannot be seen here

Examples:
  BENCHRUN doctor
  BENCHRUN doctor -time 30s
  BENCHRUN doctor -json`,
	run: doctorMain,
}

func doctorMain(s Suite, c command, args []string, stdout, stderr io.Writer) int {
	f := newFlags(c.name)
	asJSON := f.Bool("json", false, "one JSON object instead of text")
	span := f.Duration("time", 10*time.Second, "how `long` to measure the noise floor, 100ms … 10m")
	words, err := parse(f, args)
	if errors.Is(err, flag.ErrHelp) {
		printHelp(stdout, c, f, s.command())
		return exitFine
	}
	switch {
	case err != nil:
	case len(words) > 0:
		err = &usageError{fmt.Sprintf("%q is not expected: doctor takes flags only", words[0])}
	case *span < 100*time.Millisecond || *span > 10*time.Minute:
		err = &usageError{"-time is from 100ms to 10m"}
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	fmt.Fprintf(stderr, "measuring two equal loops for %v\n", *span)
	findings := host.Examine(*span)
	if *asJSON {
		err = writeJSON(stdout, struct {
			Machine  host.Machine   `json:"machine"`
			Findings []host.Finding `json:"findings"`
		}{host.Describe(), findings})
	} else {
		err = tellFindings(stdout, findings)
	}
	if err != nil {
		return complain(stderr, c.name, err)
	}
	return exitFine
}

// tellFindings writes a finding a paragraph, at most tableWidth wide.
func tellFindings(w io.Writer, findings []host.Finding) error {
	worst := host.Fit
	for _, f := range findings {
		grade := f.Grade.String()
		if f.Grade == host.Unfit {
			grade = alarm(w, grade)
		}
		// Padding counts the letters of the grade, not those that colour it.
		pad := "       "[min(len(f.Grade.String()), 7):]
		for i, l := range wrap(f.Subject+": "+f.Found, tableWidth-8) {
			if i > 0 {
				grade, pad = "", "       "
			}
			if _, err := fmt.Fprintf(w, "%s%s %s\n", grade, pad, l); err != nil {
				return err
			}
		}
		if f.Grade != host.Fit && f.Advice != "" {
			for i, l := range wrap(f.Advice, tableWidth-11) {
				lead := "→ "
				if i > 0 {
					lead = "  "
				}
				fmt.Fprintf(w, "        %s%s\n", lead, l)
			}
		}
		worst = max(worst, f.Grade)
	}
	_, err := fmt.Fprintln(w, map[host.Grade]string{
		host.Fit:   "This machine is fit for measuring.",
		host.Look:  "Figures of this machine are usable: trust ratios.",
		host.Unfit: "This machine shows large differences only.",
	}[worst])
	return err
}
