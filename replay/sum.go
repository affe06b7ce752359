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
	again, err := s.add(1)
	if err == nil && math.IsInf(again.size, 0) {
		// Some order goes beyond float64. Made smaller than any number of
		// entities makes it larger, the sum stays within.
		const scale = 1.0 / (2 * maxSpawn)
		want *= scale
		again, err = s.add(scale)
	}
	return err == nil && again.canBe(want)
}

// exact is a sum with what each addition has lost of it (Knuth's two-sum).
type exact struct {
	n       int
	total   float64
	lost    float64
	size    float64 // the sum of the absolute values
	rounded bool    // an addition lost something
}

// add adds up the first fields of the matches, each times scale.
func (s *sum) add(scale float64) (x exact, err error) {
	q := s.query
	if err := q.Open(); err != nil {
		return x, err
	}
	for ch := q.Next(); ch != nil; ch = q.Next() {
		for k := range ch.N {
			x.add(value(q.views[0].At(ch, k), 1)[0] * scale)
		}
	}
	return x, nil
}

func (x *exact) add(v float64) {
	next := x.total + v
	part := next - x.total
	rest := (x.total - (next - part)) + (v - part)
	x.lost += rest
	x.rounded = x.rounded || rest != 0
	x.total = next
	x.size += math.Abs(v)
	x.n++
}

// canBe reports whether some order of the additions can give the sum.
func (x *exact) canBe(sum float64) bool {
	if !x.rounded {
		return x.total == sum
	}
	const unit = 1.0 / (1 << 53) // the most that an addition loses, of its result
	return math.Abs(sum-x.total-x.lost) <= float64(x.n)*unit*x.size
}

func (s *sum) got(m *machine) string {
	return m.expected(&Answer{Form: AnswerValues, Values: []float64{s.total}})
}
