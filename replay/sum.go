package replay

import "math"

// sum is a compiled SumStmt.
type sum struct {
	query  *query
	fields int
	total  float64
}

func (s *sum) observe(m *machine) error {
	q := s.query
	if err := q.ready(m); err != nil {
		return err
	}
	if err := q.Open(); err != nil {
		return err
	}
	s.total = 0
	for ch := q.Next(); ch != nil; ch = q.Next() {
		m.watch.meets(ch.N)
		s.total += sumFirst(ch, q.views[0], s.fields)
	}
	return nil
}

// agrees takes any sum that adding in some other order can give, for each storage has an order of
// its own. Where no addition rounds, as with whole numbers below 2⁵³, that is one sum only.
func (s *sum) agrees(_ *machine, a *Answer) bool {
	want := a.Values[0]
	if s.total == want {
		return true
	}
	// The sum once more, with what each addition loses (Knuth's two-sum).
	n, total, lost, rounded, size := 0, 0.0, 0.0, false, 0.0
	q := s.query
	if q.Open() != nil {
		return false
	}
	for ch := q.Next(); ch != nil; ch = q.Next() {
		for k := range ch.N {
			x := value(q.views[0].At(ch, k), 1)[0]
			next := total + x
			part := next - total
			rest := (total - (next - part)) + (x - part)
			lost += rest
			rounded = rounded || rest != 0
			total = next
			size += math.Abs(x)
			n++
		}
	}
	if !rounded {
		return total == want
	}
	const unit = 1.0 / (1 << 53) // the most that an addition loses, of its result
	return math.Abs(want-total-lost) <= float64(n)*unit*size
}

func (s *sum) got(m *machine) string {
	return m.expected(&Answer{Form: AnswerValues, Values: []float64{s.total}})
}
