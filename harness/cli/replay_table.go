package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"ecslab/ecs"
	"ecslab/replay"
)

// verdictTable is files × pairs: a row for each file, a cell for each storage,
// and in it a sign for each tracker.
//
//	in a cell: none ticks bitmap
//	file             table  sparse
//	move.trace       -..    -.X
type verdictTable struct {
	width    int    // of the column of files
	folder   string // of all files, left out in the rows; "" or with a slash at its end
	storages []string
	trackers []string
	pairs    []ecs.Backend
	files    int
	outcomes []*outcome
	broken   int // malformed files
}

const tableWidth = 60

var verdictSigns = map[string]byte{"ok": '.', "n/a": '-', "disagree": 'X'}

func newVerdictTable(files []string, pairs []ecs.Backend) *verdictTable {
	t := &verdictTable{pairs: pairs, files: len(files)}
	for _, b := range pairs {
		if !slices.Contains(t.storages, b.Storage) {
			t.storages = append(t.storages, b.Storage)
		}
		if !slices.Contains(t.trackers, b.Tracker) {
			t.trackers = append(t.trackers, b.Tracker)
		}
	}
	t.folder = commonFolder(files)
	for _, name := range files {
		t.width = max(t.width, utf8.RuneCountInString(name[len(t.folder):]))
	}
	cells := 0
	for _, s := range t.storages {
		cells += 2 + t.cell(s)
	}
	t.width = max(min(t.width, tableWidth-cells), len("file"), 12)
	return t
}

// cell is the width of a storage's cell.
func (t *verdictTable) cell(storage string) int { return max(len(storage), len(t.trackers)) }

func (t *verdictTable) head(w io.Writer) {
	for _, l := range wrap("signs: . ok, - n/a, X disagrees; in a cell, in this order: "+strings.Join(t.trackers, " "), tableWidth) {
		fmt.Fprintln(w, l)
	}
	line := fmt.Sprintf("%-*s", t.width, "file")
	for _, s := range t.storages {
		line += fmt.Sprintf("  %-*s", t.cell(s), s)
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

// commonFolder is the folder that all names begin with.
func commonFolder(names []string) string {
	folder := names[0][:strings.LastIndexByte(names[0], '/')+1]
	for _, name := range names {
		for !strings.HasPrefix(name, folder) {
			folder = folder[:strings.LastIndexByte(folder[:len(folder)-1], '/')+1]
		}
	}
	if folder == "/" {
		return ""
	}
	return folder
}

// shorten keeps the end of a path, which tells files apart.
func (t *verdictTable) shorten(name string) string {
	name = name[len(t.folder):]
	if n := utf8.RuneCountInString(name); n > t.width {
		runes := []rune(name)
		name = "…" + string(runes[n-t.width+1:])
	}
	return name + strings.Repeat(" ", t.width-utf8.RuneCountInString(name))
}

func (t *verdictTable) row(w io.Writer, outcomes []*outcome) {
	t.outcomes = append(t.outcomes, outcomes...)
	line := t.shorten(outcomes[0].File)
	for _, s := range t.storages {
		signs := []byte(strings.Repeat(" ", t.cell(s)))
		for i, o := range outcomes {
			if t.pairs[i].Storage == s {
				signs[slices.Index(t.trackers, t.pairs[i].Tracker)] = verdictSigns[o.Verdict]
			}
		}
		line += "  " + string(signs)
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

func (t *verdictTable) malformed(w io.Writer, name string) {
	t.broken++
	fmt.Fprintln(w, t.shorten(name)+"  malformed")
}

// rest writes what stands below the rows: each disagreement, and the totals.
func (t *verdictTable) rest(w io.Writer) {
	totals := map[string]int{}
	for _, o := range t.outcomes {
		totals[o.Verdict]++
		if o.Verdict != replay.Disagree.String() {
			continue
		}
		more := ""
		if o.More > 0 {
			more = fmt.Sprintf(" (and %d more)", o.More)
		}
		fmt.Fprintf(w, "%s:%d: %s: expected %s, got %s%s\n", o.File, o.Line, o.Pair, o.Expected, o.Got, more)
	}
	timeTables(w, t.outcomes)
	fmt.Fprintf(w, "%s × %s: %d ok, %d n/a, %s", count(t.files, "file"), count(len(t.pairs), "pair"),
		totals["ok"], totals["n/a"], count(totals["disagree"], "disagreement"))
	if t.broken > 0 {
		fmt.Fprintf(w, "; %s malformed", count(t.broken, "file"))
	}
	fmt.Fprintln(w)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
