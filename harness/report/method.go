package report

import (
	"fmt"

	"ecslab/harness/stat"
)

func (d *document) method() {
	p := d.run.Plan
	d.p("**Design.** A family is one workload at one parameter point; only its cells are compared. It runs in %s, one after another, "+
		"of %s each. In a round every cell runs once, in shuffled order, warmed right before it is timed for about %s; a first round is "+
		"thrown away. The iteration count of a cell is calibrated once, from readings of all cells side by side, and then fixed. Rounds run with the collector off, after a "+
		"collection that is not timed. Order of construction, padding between allocations and order of rounds are drawn from seed %d, "+
		"anew in each process. Every cell is checked against an oracle after its first iteration and after its last: a wrong answer "+
		"prints INCORRECT and no time.", plural(p.Processes, "process"), plural(p.Rounds, "round"), duration(float64(p.CellTime)), p.Seed)
	d.p("**Judging.** Absolute times are medians over all rounds, with the order-statistic intervals of golang.org/x/perf. Ratios are "+
		"made within rounds: in each process the median of log(cell ÷ reference), over processes their mean, with a %d %% interval from "+
		"%d draws of a bootstrap over processes and, within them, rounds, widened for the small number of processes. *Faster* and "+
		"*slower* need an interval wholly beyond 1 ± d and p < %g after Holm's correction within the family; *equivalent* needs one "+
		"wholly inside, and within ± 10 %% whatever d is; the rest is *not separable*. A backend that beats its floor by more than the noise prints FLOOR BEATEN and "+
		"fails the run: the floor was bad.", int(100*stat.Confidence), stat.Draws, stat.Alpha)
	if len(d.figures.Claims) > 0 {
		d.text("**Claims.** " + combination)
	}
	d.text("**Noise floor.** d comes from A/A pairs, a cell built twice in one family and compared with itself, and is at least 2 %. " +
		"It stands for what no interval shows, a difference that lasts through all processes of a run: d is as far as a pair's ratio is " +
		"from 1, and √2−1 of the way on to the far end of its interval, so that beyond it a ratio differs from that of identical cells by " +
		"more than the errors of both together.")
	t := newTable("package", "family", "cell", ">A/A ratio [95 %]", "holds 1", ">d", ">processes")
	for _, g := range d.figures.Groups {
		done := fmt.Sprintf("%d of %d", g.Processes, g.Planned)
		if len(g.Pairs) == 0 {
			t.row(groupName(g), "–", "–", "–", "–", percent(g.Margin), done)
		}
		for _, pair := range g.Pairs {
			t.row(groupName(g), pair.Family, pair.Cell, ratio(&pair.Ratio), yesNo(pair.Agrees), percent(g.Margin), done)
		}
	}
	d.table(t)
	if len(d.figures.Bandwidth) > 0 {
		d.text("**Copy bandwidth**, measured in every process; a share *of copy bandwidth* sets the bytes that a workload must touch against " +
			"it, at the nearest working set.")
		d.bandwidth()
	}
	for _, p := range d.shares {
		d.details("Bytes a second ÷ copy bandwidth, of every family (read-only work can exceed 1)", func() { d.image(p) })
	}
	d.text("**Threats to validity**")
	d.list(threats)
}

var threats = []string{
	"One machine. Ratios travel better than times, but caches and memory differ elsewhere.",
	"The fastest contender is chosen by the same samples that it is then compared on, which flatters it; the margin and the correction absorb most of that.",
	"Absolute intervals treat rounds as independent. Rounds of a process share its placement, so these intervals are too narrow; ratios do not have this fault.",
	"With the collector off a workload starts each round on a swept heap and never pays for a collection; the section on memory has the price.",
	"Steady state only: caches are warm, branch predictors trained. A frame that runs a query once between other work pays more.",
	"Copy bandwidth is that of one core with the runtime's copy; a workload that only reads can exceed it.",
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "**no**"
}
