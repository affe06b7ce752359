package predict

import (
	"cmp"
	"math"
	"slices"

	"ecslab/harness/stat"
)

// Prediction is what a frame is expected to cost on a pair.
type Prediction struct {
	Pair     string
	NS       float64
	Within   stat.Span // of NS; open if a part is borrowed
	Bytes    float64   // of the world; 0: not known
	Parts    []Part    // by job, the dearest first
	Borrowed bool      // a part was taken from another pair
	AtLeast  bool      // finding rows again after a change was not measured, and is not in it

	Ratio       float64   // to the first of the ranking
	RatioWithin stat.Span // by the noise of what was measured; how far a borrowed part is off, it does not know
	Alike       bool      // cannot be told from the first

	frame variate
}

// Part is what jobs of one kind take of a frame.
type Part struct {
	Kind  Kind
	NS    float64
	Share float64
	From  []string // families

	miss float64 // ns that the lines may be off
}

// Predict adds up the jobs of a workload on a pair. If the run lacks costs, it
// says which and predicts nothing.
func (m *Model) Predict(w *Workload, storage, tracker string) (*Prediction, []*Missing) {
	p := &Prediction{Pair: storage + "/" + tracker, frame: constant(0)}
	var missing []*Missing
	off := 0.0
	for _, j := range w.Jobs {
		c, miss := m.job(w, j, storage, tracker)
		if miss != nil {
			miss.Pair, miss.Kind = p.Pair, j.Kind
			missing = append(missing, miss)
			continue
		}
		p.frame = p.frame.plus(c.ns)
		p.Borrowed, p.AtLeast = p.Borrowed || c.borrowed, p.AtLeast || c.atLeast
		i := slices.IndexFunc(p.Parts, func(x Part) bool { return x.Kind == j.Kind })
		if i < 0 {
			i = len(p.Parts)
			p.Parts = append(p.Parts, Part{Kind: j.Kind})
		}
		p.Parts[i].NS += c.ns[0]
		p.Parts[i].miss += c.misfit * c.ns[0]
		p.Parts[i].From = append(p.Parts[i].From, c.from...)
		off += c.misfit * c.ns[0]
	}
	if missing != nil {
		return nil, missing
	}
	for i := range p.Parts {
		p.Parts[i].Share = p.Parts[i].NS / max(1e-9, p.frame[0])
	}
	slices.SortStableFunc(p.Parts, func(a, b Part) int { return cmp.Compare(b.NS, a.NS) })
	p.NS, p.Within = p.frame[0], p.frame.within(m.processes)
	p.Within.Lo, p.Within.Hi = max(0, p.Within.Lo-off), p.Within.Hi+off
	if p.Borrowed {
		p.Within = open
	}
	p.Bytes = m.bytes(w, storage, tracker)
	return p, nil
}

// Rank orders predictions by time and sets each against the first.
func (m *Model) Rank(list []*Prediction) {
	if len(list) == 0 {
		return
	}
	slices.SortStableFunc(list, func(a, b *Prediction) int { return cmp.Compare(a.NS, b.NS) })
	first := list[0]
	for _, p := range list {
		r := of(func(x []float64) float64 { return x[0] / x[1] }, p.frame, first.frame)
		p.Ratio, p.RatioWithin = r[0], r.within(m.processes)
		off := p.apart(first) / first.NS
		p.RatioWithin.Lo, p.RatioWithin.Hi = max(0, p.RatioWithin.Lo-off), p.RatioWithin.Hi+off
		p.Alike = p.RatioWithin.Lo <= 1
	}
}

// apart is what the lines may be off in the parts in which two predictions
// differ: what they share, they are off by alike.
func (p *Prediction) apart(o *Prediction) float64 {
	off := 0.0
	for _, a := range p.Parts {
		for _, b := range o.Parts {
			if a.Kind == b.Kind && math.Abs(a.NS-b.NS) > 1e-9*a.NS {
				off += math.Max(a.miss, b.miss)
			}
		}
	}
	return off
}

// bytes: iterate/pair over n, without the two components of 16 bytes that its
// entities have, with what the workload's entities have instead; and the
// tracker's records by track/density over n, for each tracked component.
func (m *Model) bytes(w *Workload, storage, tracker string) float64 {
	const pair = 32
	fixed, per, ok := weigh(m.find("iterate/pair", storage, none, anyForm), func(p *point) float64 { return p.live })
	if !ok {
		return 0
	}
	out := fixed + w.Entities*(max(0, per-pair)+w.Bytes)
	if tracker == none {
		return out
	}
	for _, l := range m.lenders(storage, tracker) {
		points := m.find("track/density", l.Storage, l.Tracker, []string{""})
		if len(points) == 0 {
			continue
		}
		if fixed, per, ok := weigh(most(points, "dirty"), func(p *point) float64 { return p.records }); ok {
			return out + w.Tracked*(fixed+w.Entities*per)
		}
	}
	return 0
}

// weigh is the line of bytes over entities.
func weigh(points []*point, bytes func(*point) float64) (fixed, per float64, ok bool) {
	var x, y []float64
	for _, p := range points {
		if p.weighed && bytes(p) > 0 {
			x, y = append(x, p.number("n")), append(y, bytes(p))
		}
	}
	if len(x) == 0 {
		return 0, 0, len(points) > 0 && points[0].weighed
	}
	l := fitOne(x, y)
	return l.Fixed, l.Per, true
}

// ClearlySlower reports whether the pair takes longer than the first by more than
// the noise, and that by costs that were measured on it.
func (p *Prediction) ClearlySlower() bool { return !p.Alike && !p.Borrowed }

// Loss is the kind of job at which p loses most to the other, and the ns.
func (p *Prediction) Loss(o *Prediction) (kind Kind, ns float64) {
	for _, a := range p.Parts {
		other := 0.0
		for _, b := range o.Parts {
			if b.Kind == a.Kind {
				other = b.NS
			}
		}
		if a.NS-other > ns || kind == "" {
			kind, ns = a.Kind, a.NS-other
		}
	}
	return kind, ns
}
