package bitmap

// idleTicks is how long a pooled item may lie unused before it is left to the
// collector: a second at 60 ticks, so that work that comes back now and then
// finds its memory again.
const idleTicks = 64

// pool keeps items that are not in use. All of them are in their zero state.
type pool[T any] struct {
	free []*T
	low  int // fewest free items since the last trim: so many were not needed
	made int // items that exist, free or in use
}

func (p *pool[T]) take() *T {
	n := len(p.free)
	if n == 0 {
		p.low = 0
		p.made++
		return new(T)
	}
	x := p.free[n-1]
	p.free[n-1] = nil
	p.free = p.free[:n-1]
	p.low = min(p.low, n-1)
	return x
}

func (p *pool[T]) give(x *T) { p.free = append(p.free, x) }

// trim drops what was not needed since the last trim.
func (p *pool[T]) trim() {
	keep := len(p.free) - p.low
	clear(p.free[keep:])
	p.free = p.free[:keep]
	p.made -= p.low
	p.low = keep
}
