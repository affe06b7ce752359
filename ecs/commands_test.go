package ecs_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
)

// tally is a component with pointers, whose queued values the collector must see.
type tally struct{ marks []int }

type flag struct{}

// Commands that are applied in stretches do what they do one by one, as in a plain
// world: to values, records and errors, whatever stands next to whatever.
func TestCommandsInStretches(t *testing.T) {
	for _, b := range backends.All() {
		t.Run(b.Pair(), func(t *testing.T) {
			for seed := range uint64(60) {
				plain := ecs.DefaultOptions()
				plain.Plain = true
				fast, slow := newQueue(b, ecs.DefaultOptions()), newQueue(b, plain)
				for round := range 12 {
					script := randomScript(rand.New(rand.NewPCG(seed, uint64(round))))
					got, want := fast.play(script), slow.play(script)
					if got != want {
						t.Fatalf("seed %d, round %d, of %v:\nin stretches %s\none by one %s", seed, round, script, got, want)
					}
				}
			}
		})
	}
}

// move is a command, or several, for a number of entities in a row.
type move struct {
	what    byte // spawn bare, with a position, with all; despawn, add, remove; put position, tally, flag
	from, n int  // in the list of handles
	step    int  // to the next of them; 0: the same again
}

func (m move) String() string { return fmt.Sprintf("%c %d+%d*%d", m.what, m.from, m.step, m.n) }

func randomScript(r *rand.Rand) []move {
	script := make([]move, 1+r.IntN(6))
	for i := range script {
		script[i] = move{"sSTdarptf"[r.IntN(9)], r.IntN(60), 1 + r.IntN(20), r.IntN(3)}
	}
	return script
}

// queue is a world with the handles that its commands gave, which may differ from
// those of another that played the same.
type queue struct {
	world                 *ecs.World
	position, tally, flag ecs.ComponentID
	reader                *ecs.System
	es                    []ecs.Entity
	values                int
}

func newQueue(b ecs.Backend, o ecs.Options) *queue {
	w := b.New(o)
	return &queue{
		world:    w,
		reader:   w.System("reader"),
		position: ecs.Register[position](w, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed)),
		tally:    ecs.Register[tally](w, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed)),
		flag:     ecs.Register[flag](w, ecs.Track(ecs.Added|ecs.Removed), ecs.InSparseSet()),
	}
}

// play queues a script, applies it and tells what the world is like then.
func (q *queue) play(script []move) string {
	for _, m := range script {
		for k := range m.n {
			if strings.IndexByte("sST", m.what) >= 0 {
				q.spawn(m.what)
			} else if len(q.es) > 0 {
				q.change(m.what, q.es[(m.from+k*m.step)%len(q.es)])
			}
		}
	}
	err := q.world.Flush()
	must(q.world.EndFrame(1))
	must(q.world.Begin(q.reader))
	report := q.state()
	must(q.world.End())
	return q.errors(err) + report
}

func (q *queue) spawn(what byte) {
	c := q.world.Commands()
	e, err := c.Spawn()
	must(err)
	q.es = append(q.es, e)
	if what == 's' {
		return
	}
	q.values++
	must(ecs.Put(c, e, position{float64(q.values), 1}))
	if what == 'T' {
		must(ecs.Put(c, e, tally{[]int{q.values}}))
		c.Add(e, q.flag)
	}
}

func (q *queue) change(what byte, e ecs.Entity) {
	c := q.world.Commands()
	q.values++
	switch what {
	case 'd':
		c.Despawn(e)
	case 'a':
		c.Add(e, q.position)
	case 'r':
		c.Remove(e, q.tally)
	case 'p':
		must(ecs.Put(c, e, position{float64(q.values), 2}))
	case 't':
		must(ecs.Put(c, e, tally{[]int{q.values}}))
	case 'f':
		must(ecs.Put(c, e, flag{}))
	}
}

// errors is what an error says, with places in the list for handles.
func (q *queue) errors(err error) string {
	if err == nil {
		return ""
	}
	text := err.Error() + "\n"
	for i, e := range q.es {
		text = strings.ReplaceAll(text, fmt.Sprintf(" of %v:", e), fmt.Sprintf(" of number %d:", i))
	}
	return text
}

func (q *queue) state() string {
	w, to := q.world, &strings.Builder{}
	positions, err := ecs.NewAccess[position](w)
	must(err)
	tallies, err := ecs.NewAccess[tally](w)
	must(err)
	for i, e := range q.es {
		fmt.Fprintf(to, "%d alive %v flag %v", i, w.Alive(e), w.Has(e, q.flag))
		if p := positions.Get(e); p != nil {
			fmt.Fprintf(to, " %v", *p)
		}
		if p := tallies.Get(e); p != nil {
			fmt.Fprintf(to, " %v", *p)
		}
		fmt.Fprintln(to)
	}
	if w.Tracker() == "none" {
		return to.String()
	}
	for _, c := range []ecs.ComponentID{q.position, q.tally, q.flag} {
		name := ecs.ByID(c)
		terms := []ecs.Term{ecs.AllAdded(name), ecs.AllChanged(name)}
		if c == q.flag {
			terms = terms[:1]
		}
		for _, term := range terms {
			query, err := w.Query(term)
			must(err)
			es, err := query.Entities(nil)
			must(err)
			fmt.Fprintln(to, c, q.numbers(es))
		}
		es, err := w.Removals(name, nil, nil)
		must(err)
		fmt.Fprintln(to, c, "removed", q.numbers(es))
	}
	return to.String()
}

// numbers are the places of handles in the list, in order.
func (q *queue) numbers(es []ecs.Entity) []int {
	var list []int
	for _, e := range es {
		list = append(list, slices.Index(q.es, e))
	}
	slices.Sort(list)
	return list
}
