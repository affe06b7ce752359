package ecs

import "fmt"

// Probe asks, within a loop over a query, which matches of the chunk at hand
// have a record, without filtering by it: Bevy's is_changed. The answer is as
// before this pass's own marks on the chunk.
type Probe struct {
	bound
	term Tracked
}

// NewProbe makes a probe of a tracked term, to be given to one query.
func NewProbe(t Tracked) *Probe { return &Probe{unbound, t} }

func (p *Probe) bind(b *binding) error {
	q, ok := b.owner.(*Query)
	if !ok {
		return fmt.Errorf("%w: a probe belongs to a query", ErrTerm)
	}
	test, err := b.test(p.term)
	if err != nil {
		return err
	}
	q.probes = append(q.probes, test)
	return b.claim(&p.bound, 0, len(q.probes)-1)
}

// Is reports whether match k of the chunk has the record.
func (p *Probe) Is(c *Chunk, k int) bool {
	if checking {
		p.match(c, k)
	}
	return c.Answers[p.slot].Has(int(c.Skip) + k)
}
