package ecs_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/driver"
)

func TestCommands(t *testing.T) {
	w := newWorld()
	es := populate(t, w, 4)
	s := w.System("s")
	var made ecs.Entity
	err := w.Run(s, func() error {
		c := w.Commands()
		var err error
		made, err = c.Spawn()
		check(t, err)
		check(t, ecs.Put(c, made, title{"made"}))
		check(t, ecs.Put(c, made, position{7, 7}))
		c.Despawn(es[0])
		check(t, ecs.Put(c, es[0], title{"too late"}))
		check(t, ecs.Put(c, es[1], title{"one"}))
		check(t, ecs.Put(c, es[1], title{"two"}))
		c.Despawn(es[0])
		c.Despawn(es[2])
		if w.Alive(made) || !w.Alive(es[0]) {
			t.Error("a command ran early")
		}
		return nil
	})
	expect(t, err, ecs.ErrDead)
	if n := strings.Count(err.Error(), "deferred"); n != 2 {
		t.Errorf("%d failures reported: %v", n, err)
	}
	texts, err := ecs.NewAccess[title](w)
	check(t, err)
	if p := texts.Get(made); p == nil || p.Text != "made" {
		t.Errorf("made: %v", p)
	}
	if p := texts.Get(es[1]); p == nil || p.Text != "two" {
		t.Errorf("es[1]: %v", p)
	}
	if w.Alive(es[0]) || w.Alive(es[2]) || w.Len() != 3 {
		t.Errorf("%d live", w.Len())
	}
}

// TestCommandsSurvivePanics: what is queued when the body of a run panics in
// the middle of a pass is not lost.
func TestCommandsSurvivePanics(t *testing.T) {
	w := newWorld()
	es := populate(t, w, 4)
	p := ecs.Read[position]()
	q := w.MustQuery(p)
	s := w.System("s")
	func() {
		defer func() { _ = recover() }()
		_ = w.Run(s, func() error {
			w.Commands().Despawn(es[0])
			check(t, q.Open())
			q.Next()
			panic("body")
		})
	}()
	expect(t, w.Flush(), ecs.ErrOpen)
	q.Close()
	check(t, w.Flush())
	if w.Alive(es[0]) || w.Len() != 3 {
		t.Errorf("%d live", w.Len())
	}
	check(t, w.Run(s, func() error { return nil }))
}

func TestUnusedReservationIsGivenBack(t *testing.T) {
	w := newWorld()
	c := w.Commands()
	e, err := c.Spawn()
	check(t, err)
	check(t, w.Reset())
	if w.Len() != 0 || w.Alive(e) {
		t.Errorf("%d live", w.Len())
	}
	check(t, w.Flush())
	if w.Len() != 0 {
		t.Error("a dropped command ran")
	}
}

// TestWaitingSpawnsDoNotCount: what is made meanwhile gives the handles of queued
// spawns their numbers, but nobody lives there yet.
func TestWaitingSpawnsDoNotCount(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		populate(t, w, 3)
		living := 3
		expectLen := func(when string) {
			t.Helper()
			n, err := w.MustQuery().Count()
			check(t, err)
			if n != living || w.Len() != n || w.Stats().Entities != n {
				t.Fatalf("%s: %d entities, %d count and %d stand in the statistics, expected %d", when, n, w.Len(), w.Stats().Entities, living)
			}
		}
		queue := func(n int) {
			for range n {
				_, err := w.Commands().Spawn()
				check(t, err)
			}
		}
		queue(5)
		expectLen("queued")
		populate(t, w, 4)
		living += 4
		expectLen("made meanwhile")
		queue(2)
		check(t, w.EndFrame(1))
		expectLen("at the end of a frame")
		check(t, w.Flush())
		living += 7
		expectLen("flushed")
		queue(3)
		s, err := w.Save()
		check(t, err)
		populate(t, w, 1)
		check(t, w.Load(s))
		expectLen("loaded")
		queue(3)
		populate(t, w, 1)
		check(t, w.Reset())
		living = 0
		expectLen("reset")
		consistent(t, w)
	})
}

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

// TestCommandsOfUnknownComponents fail one by one; the entity before them is
// spawned all the same.
func TestCommandsOfUnknownComponents(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		c := w.Commands()
		e, err := c.Spawn()
		check(t, err)
		check(t, ecs.Put(c, e, position{1, 2}))
		c.Add(e, 99)
		c.Add(e, 3)
		c.Set(e, 98, nil)
		c.Set(e, 1, nil)
		c.Remove(e, 97)
		expect(t, ecs.Put(c, e, 3.5), ecs.ErrComponent)
		other, err := c.Spawn()
		check(t, err)
		c.Add(other, 255)
		err = w.Flush()
		expect(t, err, ecs.ErrComponent)
		for _, number := range []string{"number 99", "number 98", "number 97", "number 255"} {
			if !strings.Contains(err.Error(), number) {
				t.Errorf("%v does not say %q", err, number)
			}
		}
		set, err := w.ComponentsOf(e)
		check(t, err)
		if set != driver.MaskOf(0, 1, 3) || !w.Alive(other) {
			t.Errorf("components %v; the other lives: %t", set.Append(nil), w.Alive(other))
		}
		consistent(t, w)
	})
}
