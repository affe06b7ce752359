package run

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// NewProgress draws a bar with the time left where w is a terminal, and prints
// a line a step elsewhere.
func NewProgress(w io.Writer) Progress {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return &bar{w: w, columns: func() int {
			n, _, err := term.GetSize(int(f.Fd()))
			if err != nil || n <= 0 {
				return 80
			}
			return n
		}}
	}
	return &lines{w: w, now: time.Now}
}

// bar is the progress on a terminal. It carries no colour, so that NO_COLOR
// needs no second look.
type bar struct {
	w       io.Writer
	columns func() int
	bar     *progressbar.ProgressBar
}

// barChrome is what the bar's line holds beside the bar itself: description,
// percentage, the two times and their brackets.
const barChrome = 18 + len(" 100% [10m00s:10m00s] ||")

func (b *bar) Start(_, ticks int) {
	b.bar = progressbar.NewOptions(max(ticks, 1),
		progressbar.OptionSetWriter(b.w),
		progressbar.OptionSetWidth(min(max(b.columns()-barChrome-2, 5), 40)),
		progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionClearOnFinish(),
	)
}

func (b *bar) Step(name string) { b.bar.Describe(fmt.Sprintf("%-18.18s", name)) }
func (b *bar) Tick(n int)       { b.bar.Add(n) }
func (b *bar) Done(string)      {}
func (b *bar) Stop() {
	b.bar.Clear()
	b.bar.Exit()
}

// lines is the progress in a log: one short line a step.
type lines struct {
	w     io.Writer
	now   func() time.Time
	began time.Time
	steps int
	done  int
	ticks int
	seen  int
}

func (l *lines) Start(steps, ticks int) {
	l.began, l.steps, l.ticks = l.now(), steps, ticks
}

func (l *lines) Step(string) {}
func (l *lines) Tick(n int)  { l.seen += n }
func (l *lines) Stop()       {}

func (l *lines) Done(name string) {
	l.done++
	left := ""
	if passed := l.now().Sub(l.began); l.seen > 0 && l.done < l.steps {
		rest := time.Duration(float64(passed) / float64(l.seen) * float64(max(l.ticks-l.seen, 0)))
		left = fmt.Sprintf(", about %s left", rest.Round(time.Second))
	}
	fmt.Fprintf(l.w, "%*d/%d %s%s\n", len(fmt.Sprint(l.steps)), l.done, l.steps, name, left)
}
