package archetype

import "ecslab/ecs/driver"

// Plan is how rows go from one table to another: what happens to each column,
// worked out once.
type Plan struct {
	From, To *Table
	quick    bool              // single rows need no call
	begin    [fates + 1]uint16 // where those of a fate begin in pairs
	pairs    []pair            // the columns of both tables, by fate
}

// pair is one column in two tables, with what single rows need of it at hand.
// It has no pointers: archetypes have many pairs, which the collector passes over.
type pair struct {
	from, to uint16
	form     form
	_        [3]byte // eight bytes are a shift away
}

// fate is what happens to a column. Those whose single rows are copied word by
// word inline come before those that need a call, so that the loop over the
// first makes none and keeps its variables in registers.
type fate uint8

const (
	keptInline  fate = iota // both tables have it
	keptCalled              //
	goneInline              // only From has it; to means nothing
	goneCalled              //
	freshInline             // only To has it, and rows are cleared; from means nothing
	freshCalled             //
	gained                  // likewise, but rows need not be cleared: the tracker's, and values with pointers
	fates
)

func (p *Plan) of(f fate) []pair { return p.pairs[p.begin[f]:p.begin[f+1]] }
func (p *Plan) kept() []pair     { return p.pairs[:p.begin[goneInline]] }
func (p *Plan) gone() []pair     { return p.pairs[p.begin[goneInline]:p.begin[freshInline]] }
func (p *Plan) fresh() []pair    { return p.pairs[p.begin[freshInline]:p.begin[gained]] }
func (p *Plan) new() []pair      { return p.pairs[p.begin[freshInline]:] }

// The fates of columns by the care that they take.
var (
	fateKept   = [cares]fate{keptInline, keptInline, keptCalled, keptCalled}
	fateGone   = [cares]fate{goneInline, goneInline, goneCalled, goneCalled}
	fateGained = [cares]fate{gained, freshInline, freshCalled, gained}
)

// makePlan works out the way between two tables, which may be the same.
func makePlan(from, to *Table, pairs *arena[pair]) Plan {
	p := Plan{From: from, To: to}
	next := p.begin
	for _, place := range []bool{false, true} { // they are counted first
		a, b := from.columns, to.columns
		for i, j := 0, 0; i < len(a) || j < len(b); {
			k, f := pair{from: uint16(i), to: uint16(j)}, fate(0)
			switch {
			case j == len(b) || i < len(a) && a[i].order < b[j].order:
				k.form, f = a[i].form, fateGone[a[i].care]
				i++
			case i == len(a) || a[i] != b[j]:
				k.form, f = b[j].form, fateGained[b[j].care]
				j++
			default:
				k.form, f = a[i].form, fateKept[a[i].care]
				i, j = i+1, j+1
			}
			if place {
				p.pairs[next[f]] = k
				next[f]++
			} else {
				p.begin[f+1]++
			}
		}
		if !place {
			for f := range fates {
				p.begin[f+1] += p.begin[f]
			}
			next, p.pairs = p.begin, pairs.take(int(p.begin[fates]))
		}
	}
	p.quick = len(p.of(keptCalled))+len(p.of(goneCalled))+len(p.of(freshCalled)) == 0
	return p
}

// Same says that nothing is gained or lost.
func (p *Plan) Same() bool { return p.From == p.To }

// show tells what entities gain and lose.
func (p *Plan) show(ch *driver.Chunk) {
	from, to := &p.From.Set, &p.To.Set
	ch.Gained, ch.Lost = to.AndNot(from), from.AndNot(to)
}
