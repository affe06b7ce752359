package ecstest

// source is where a sequence's choices come from: a seeded generator, the bytes of
// a fuzz input, or a sequence before it. Choices follow done, step by step; some
// are made before the first step.
type source interface {
	intn(n int) int
	done() bool
}

// bytesSource reads choices from a fuzz input, two bytes each.
type bytesSource struct{ rest []byte }

func (b *bytesSource) intn(n int) int {
	if len(b.rest) < 2 {
		b.rest = nil
		return 0
	}
	v := int(b.rest[0]) | int(b.rest[1])<<8
	b.rest = b.rest[2:]
	return v % n
}

func (b *bytesSource) done() bool { return len(b.rest) < 2 }

// seedSource makes choices from a seed, for a number of steps.
type seedSource struct {
	state uint64
	steps int
}

func (s *seedSource) intn(n int) int {
	s.state += 0x9E3779B97F4A7C15
	z := s.state
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return int((z ^ z>>31) >> 1 % uint64(n))
}

func (s *seedSource) done() bool {
	s.steps--
	return s.steps < 0
}

// choices are those of a sequence, a list a step; the first list is what was chosen
// before all steps.
type choices [][]int

// recorded is a source that keeps what another one chooses.
type recorded struct {
	source
	made choices
}

func record(s source) *recorded { return &recorded{s, choices{nil}} }

func (r *recorded) intn(n int) int {
	v := r.source.intn(n)
	last := len(r.made) - 1
	r.made[last] = append(r.made[last], v)
	return v
}

func (r *recorded) done() bool {
	if r.source.done() {
		return true
	}
	r.made = append(r.made, nil)
	return false
}

// replayed makes recorded choices again. A step that wants more of them than there
// are gets zeros.
type replayed struct {
	made     choices
	step, at int
}

func (r *replayed) intn(n int) int {
	if r.at == len(r.made[r.step]) {
		return 0
	}
	r.at++
	return r.made[r.step][r.at-1] % n
}

func (r *replayed) done() bool {
	if r.step == len(r.made)-1 {
		return true
	}
	r.step, r.at = r.step+1, 0
	return false
}
