package scenarios

// Rota says whose turn it is: K of N in every frame, one stretch after another.
// K divides N, so that the turns come out even.
type Rota struct {
	N, K   int
	Frames int // that have begun
}

// PerMille are the shares of a rota as they stand in names, in percent. Each
// divides the sizes that are measured.
var PerMille = map[string]int{"0.1": 1, "1": 10, "10": 100, "50": 500}

// NewRota makes one for a share of n, at least one of them.
func NewRota(n int, share string) *Rota { return &Rota{N: n, K: max(n*PerMille[share]/1000, 1)} }

// Next begins a frame and gives whose turn it is.
func (r *Rota) Next() (from, to int) {
	from = r.Frames % (r.N / r.K) * r.K
	r.Frames++
	return from, from + r.K
}

// Turns is how many turns i has had, and Since how many frames have begun since
// the last one, that one included, or since the beginning.
func (r *Rota) Turns(i int) int {
	if i/r.K >= r.Frames {
		return 0
	}
	return (r.Frames-1-i/r.K)/(r.N/r.K) + 1
}

func (r *Rota) Since(i int) int {
	if i/r.K >= r.Frames {
		return r.Frames
	}
	return (r.Frames-1-i/r.K)%(r.N/r.K) + 1
}
