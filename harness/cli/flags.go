package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"slices"
	"strings"

	"ecslab/harness/plan"
)

// usageError is a command line that cannot be meant.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

// reason is an error about a file without its path, which the message has.
func reason(err error) error {
	var program *exec.Error
	if errors.As(err, &program) {
		err = program.Err
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return err
}

// newFlags is a flag set that leaves it to us to speak.
func newFlags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.Usage = func() {}
	return f
}

// parse reads flags and other words in any order and gives the words. A flag
// that does not exist is answered with the nearest that does. An empty value or word
// is an unset variable of the caller's script: taken for a default, -resume
// "$DIR" would measure for minutes into a new directory.
func parse(f *flag.FlagSet, args []string) ([]string, error) {
	var words []string
	for {
		err := f.Parse(args)
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		if err != nil {
			if name, ok := strings.CutPrefix(err.Error(), "flag provided but not defined: "); ok {
				return nil, &plan.Unknown{Kind: "flag", Word: "-" + strings.TrimLeft(name, "-"), Valid: flagNames(f)}
			}
			return nil, &usageError{err.Error()}
		}
		if f.NArg() == 0 {
			return words, filled(f, words)
		}
		words = append(words, f.Arg(0))
		args = f.Args()[1:]
	}
}

// filled refuses a flag that was given an empty value, and an empty word.
func filled(f *flag.FlagSet, words []string) error {
	var err error
	f.Visit(func(x *flag.Flag) {
		if x.Value.String() == "" && err == nil {
			err = &usageError{"-" + x.Name + " needs a value"}
		}
	})
	if i := slices.Index(words, ""); i >= 0 && err == nil {
		err = &usageError{fmt.Sprintf("word %d is empty and needs a value", i+1)}
	}
	return err
}

func flagNames(f *flag.FlagSet) []string {
	var out []string
	f.VisitAll(func(x *flag.Flag) { out = append(out, "-"+x.Name) })
	return out
}

// given lists the flags that were set.
func given(f *flag.FlagSet) map[string]bool {
	out := map[string]bool{}
	f.Visit(func(x *flag.Flag) { out[x.Name] = true })
	return out
}

func asksHelp(arg string) bool {
	return arg == "-h" || arg == "-help" || arg == "--help"
}

// helpWidth is the width of a narrow terminal.
const helpWidth = 60

// fold breaks an example that is too wide so that a shell still takes it whole.
func fold(line string, width int) []string {
	var out []string
	for len(line) > width {
		at := strings.LastIndexByte(line[:width-1], ' ')
		if at <= 4 {
			break
		}
		out = append(out, line[:at]+" \\")
		line = "    " + line[at+1:]
	}
	return append(out, line)
}

// printHelp writes a command's help with its flags, 60 columns wide.
func printHelp(w io.Writer, c command, f *flag.FlagSet, name string) {
	for l := range strings.Lines(strings.TrimSpace(c.help)) {
		for _, part := range fold(strings.ReplaceAll(strings.TrimRight(l, "\n"), "BENCHRUN", name), helpWidth) {
			fmt.Fprintln(w, part)
		}
	}
	if f == nil {
		return
	}
	first := true
	f.VisitAll(func(x *flag.Flag) {
		if first {
			fmt.Fprintln(w, "\nFlags:")
			first = false
		}
		kind, usage := flag.UnquoteUsage(x)
		fmt.Fprintln(w, strings.TrimRight(fmt.Sprintf("  -%s %s", x.Name, kind), " "))
		if x.DefValue != "" && x.DefValue != "0" && x.DefValue != "0s" && x.DefValue != "false" {
			usage += "; default " + x.DefValue
		}
		for _, l := range wrap(usage, 52) {
			fmt.Fprintln(w, "        "+l)
		}
	})
}

func wrap(text string, width int) []string {
	var out []string
	line := ""
	for _, w := range strings.Fields(text) {
		if line != "" && len(line)+1+len(w) > width {
			out = append(out, line)
			line = ""
		}
		line = strings.TrimSpace(line + " " + w)
	}
	return append(out, line)
}
