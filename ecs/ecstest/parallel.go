package ecstest

import (
	"fmt"
	"sync/atomic"

	"ecslab/ecs"
)

type load struct{ N uint64 }
type visited struct{ N uint64 }
type spare struct{}
type self struct{ E ecs.Entity }

func (load) TrackChanged() {}

// Parallel checks that a pass on several goroutines does what a serial one
// does: every match once, marked, and the commands applied in order.
func Parallel(b ecs.Backend, plain bool, n, workers int) (err error) {
	defer caught(&err)
	o := ecs.DefaultOptions()
	o.Plain = plain
	var sums [2]string
	for i, workers := range []int{1, workers} {
		w := b.New(o)
		ecs.Register[load](w)
		seen := ecs.Register[visited](w, ecs.InSparseSet())
		ecs.Register[spare](w)
		ecs.Register[self](w)
		l, own := ecs.Write[load](), ecs.Write[self]()
		sp, err := w.Spawner(l, own)
		if err != nil {
			return err
		}
		es := make([]ecs.Entity, n)
		at := uint64(0)
		if err := sp.Into(es, func(c *ecs.Chunk) {
			for k := range l.Slice(c) {
				l.Slice(c)[k].N = at
				own.Slice(c)[k].E = c.Entities.At(k)
				at++
			}
		}); err != nil {
			return err
		}
		x, err := w.Exchange(ecs.Adding(ecs.Of[spare]()))
		if err != nil {
			return err
		}
		for k := 0; k < n; k += 3 { // holes: several sets, broken runs
			if _, err := x.One(es[k]); err != nil {
				return err
			}
		}
		var visits atomic.Int64
		write := ecs.Write[load]()
		q, err := w.Query(write)
		if err != nil {
			return err
		}
		others, err := ecs.NewAccess[self](w)
		if err != nil {
			return err
		}
		system := w.System("parallel")
		err = w.Run(system, func() error {
			return q.Parallel(workers, func(c *ecs.Chunk, commands *ecs.Commands) {
				visits.Add(int64(c.N))
				values, rows := write.Rows(c)
				for k, row := range rows {
					e := c.Entities.At(k)
					if other := es[(int(values[row].N)*7+1)%n]; others.Get(other).E != other {
						panic("an access gave the value of somebody else")
					}
					values[row].N += 1000
					switch {
					case values[row].N%5 == 0:
						commands.Despawn(e)
					case values[row].N%7 == 0:
						if err := ecs.Put(commands, e, visited{values[row].N}); err != nil {
							panic(err)
						}
						commands.Remove(e, seen) // the order of commands decides
						commands.Add(e, seen)
					case values[row].N%11 == 0:
						fresh, err := commands.Spawn()
						if err != nil {
							panic(err)
						}
						if err := ecs.Put(commands, fresh, visited{values[row].N}); err != nil {
							panic(err)
						}
					}
				}
			})
		})
		if err != nil {
			return err
		}
		if got := int(visits.Load()); got != n {
			return fmt.Errorf("%d workers visited %d matches, expected %d", workers, got, n)
		}
		if sums[i], err = parallelSum(w, b.Tracker != "none"); err != nil {
			return err
		}
	}
	if sums[0] != sums[1] {
		return fmt.Errorf("%d workers: %s; one: %s", workers, sums[1], sums[0])
	}
	return nil
}

// parallelSum says what the pass left behind.
func parallelSum(w *ecs.World, tracked bool) (string, error) {
	l, v := ecs.MaybeRead[load](), ecs.MaybeRead[visited]()
	q, err := w.Query(l, v)
	if err != nil {
		return "", err
	}
	var count, loads, visits uint64
	err = ecs.Each2(q, l, v, func(_ ecs.Entity, l *load, v *visited) {
		count++
		if l != nil {
			loads += l.N*l.N + 1
		}
		if v != nil {
			visits += v.N*v.N + 1
		}
	})
	if err != nil {
		return "", err
	}
	changed := 0
	if tracked {
		if err := w.EndFrame(1); err != nil {
			return "", err
		}
		q, err := w.Query(ecs.AllChanged(ecs.ChangedOf[load]()))
		if err != nil {
			return "", err
		}
		err = w.Run(w.System("observer"), func() (err error) {
			changed, err = q.Count()
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%d entities, loads %d, visits %d, changed %d", count, loads, visits, changed), nil
}
