package apps

import (
	"encoding/binary"
	"fmt"
	"math"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// netsync: of n objects a tenth moves in every frame, a hundredth is hit and a
// thousandth trades. Three systems send what changed since they last ran to a
// buffer, with the object's number: positions in every frame, health in every
// third, purses in every sixtieth, which is 60, 20 and 1 Hz. An iteration is
// 60 frames. In the form "changed" they ask the tracker, whose history is given
// 64 frames; in the form "all" they send everything, and nothing is tracked.
// Bytes are counted, and are part of what is checked: what changed several times
// in a window is sent once.
//
// Floor: slices and, for each of the three, a list of what changed with a flag
// for what is in it already.
var netsync = scenarios.Scenario{
	Name:   "apps/netsync",
	Doc:    "What does it cost to send what changed to a client at 60, 20 and 1 Hz?",
	Source: "StaticEcs, delta network synchronisation",
	Parameters: []scenarios.Param{{Key: "n", Value: fmt.Sprintf(
		"objects; of 10000 of them %d bytes are sent in a second if what changed is, %d if all is", bytesInSecond(10000, false), bytesInSecond(10000, true),
	)}},
	Families: func(p scenarios.Preset, backends []ecs.Backend) []scenarios.Family {
		var out []scenarios.Family
		for _, n := range p.Sizes([]int{10000}, []int{10000}, []int{1000, 10000, 100000}) {
			f := scenarios.Family{
				Scenario: "apps/netsync", Params: []scenarios.Param{scenarios.Int("n", n)},
				N: second, Unit: "frame", Cells: []scenarios.Cell{sendFloor(n)},
			}
			for _, form := range []string{"changed", "all"} {
				f.Cells = append(f.Cells, scenarios.Cells(scenarios.Homes(p, backends, "table/bitmap"), form, func(b ecs.Backend, _ uint64) (scenarios.Kernel, error) {
					return newServer(b, n, form == "changed")
				})...)
			}
			out = append(out, f)
		}
		return out
	},
}

const second = 60 // frames

// purse changes rarely.
type purse struct{ Coins, Gems uint32 }

// stream is one kind of message: how often it is sent and how much changes.
type stream struct {
	every, part, bytes int
}

var streams = [3]stream{{1, 1000, 4 + 8}, {3, 100, 4 + 2}, {60, 10, 4 + 8}}

// changedIn is how many of n objects change from one message to the next.
func (s stream) changedIn(n int) int { return min(s.every*share(n, s.part), n) }

// bytesInSecond is what all streams send of n objects.
func bytesInSecond(n int, all bool) (bytes int) {
	for _, s := range streams {
		k := s.changedIn(n)
		if all {
			k = n
		}
		bytes += second / s.every * k * s.bytes
	}
	return bytes
}

// packet is what is sent.
type packet struct {
	buffer []byte
	bytes  int // sent in all
}

func (p *packet) position(i uint32, at *position) {
	p.buffer = binary.LittleEndian.AppendUint32(p.buffer, i)
	p.buffer = binary.LittleEndian.AppendUint32(p.buffer, math.Float32bits(float32(at.X)))
	p.buffer = binary.LittleEndian.AppendUint32(p.buffer, math.Float32bits(float32(at.Y)))
}

func (p *packet) health(i uint32, h *health) {
	p.buffer = binary.LittleEndian.AppendUint32(p.buffer, i)
	p.buffer = binary.LittleEndian.AppendUint16(p.buffer, uint16(h.Points))
}

func (p *packet) purse(i uint32, c *purse) {
	p.buffer = binary.LittleEndian.AppendUint32(p.buffer, i)
	p.buffer = binary.LittleEndian.AppendUint32(p.buffer, c.Coins)
	p.buffer = binary.LittleEndian.AppendUint32(p.buffer, c.Gems)
}

func (p *packet) send() {
	p.bytes += len(p.buffer)
	p.buffer = p.buffer[:0]
}

// server is a world whose changes are sent.
type server struct {
	world *ecs.World
	es    []ecs.Entity
	turns [3]*turns
	group *ecs.SystemGroup
	packet

	ps *ecs.Access[position]
	hs *ecs.Access[health]
	cs *ecs.Access[purse]

	frames int
	all    bool
}

func newServer(b ecs.Backend, n int, track bool) (scenarios.Kernel, error) {
	o := ecs.DefaultOptions()
	o.Created, o.Ring = false, second+4
	s := &server{world: b.New(o), es: make([]ecs.Entity, n), all: !track}
	kinds := ecs.Kinds(0)
	if track {
		kinds = ecs.Changed
	}
	ecs.Register[position](s.world, ecs.Track(kinds))
	ecs.Register[health](s.world, ecs.Track(kinds))
	ecs.Register[purse](s.world, ecs.Track(kinds))
	sp, err := s.world.Spawner(ecs.All(ecs.Of[position](), ecs.Of[health](), ecs.Of[purse]()))
	if err != nil {
		return scenarios.Kernel{}, err
	}
	if err := sp.Into(s.es, nil); err != nil {
		return scenarios.Kernel{}, err
	}
	for i, st := range streams {
		s.turns[i] = newTurns(n, share(n, st.part))
	}
	if s.ps, err = ecs.NewAccess[position](s.world); err != nil {
		return scenarios.Kernel{}, err
	}
	if s.hs, err = ecs.NewAccess[health](s.world); err != nil {
		return scenarios.Kernel{}, err
	}
	if s.cs, err = ecs.NewAccess[purse](s.world); err != nil {
		return scenarios.Kernel{}, err
	}
	s.group = s.world.SystemGroup()
	if err := s.addSenders(); err != nil {
		return scenarios.Kernel{}, err
	}
	// After two seconds every sender has sent what the build changed, and every
	// window is full.
	for range 2 * second {
		s.frame()
	}
	s.frames, s.bytes = 0, 0
	return everySecond(s.frame, s.check), nil
}

func (s *server) addSenders() error {
	sender := func(name string, every int, terms []ecs.Term, changed ecs.Component, write func(*ecs.Chunk)) error {
		if !s.all {
			terms = append(terms, ecs.AllChanged(changed))
		}
		q, err := s.world.Query(terms...)
		if err != nil {
			return err
		}
		s.group.Add(name, func() error {
			if err := q.Open(); err != nil {
				return err
			}
			for c := q.Next(); c != nil; c = q.Next() {
				write(c)
			}
			s.send()
			return nil
		}).Every(every)
		return nil
	}
	ps, hs, cs := ecs.Read[position](), ecs.Read[health](), ecs.Read[purse]()
	if err := sender("positions", streams[0].every, []ecs.Term{ps}, ecs.Of[position](), func(c *ecs.Chunk) {
		values, rows := ps.Rows(c)
		for k, row := range rows {
			s.position(c.Entities.At(k).Index(), &values[row])
		}
	}); err != nil {
		return err
	}
	if err := sender("health", streams[1].every, []ecs.Term{hs}, ecs.Of[health](), func(c *ecs.Chunk) {
		values, rows := hs.Rows(c)
		for k, row := range rows {
			s.health(c.Entities.At(k).Index(), &values[row])
		}
	}); err != nil {
		return err
	}
	return sender("purses", streams[2].every, []ecs.Term{cs}, ecs.Of[purse](), func(c *ecs.Chunk) {
		values, rows := cs.Rows(c)
		for k, row := range rows {
			s.purse(c.Entities.At(k).Index(), &values[row])
		}
	})
}

func (s *server) frame() {
	a, b := s.turns[0].frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			s.ps.Mut(s.es[i]).X++
		}
	}
	a, b = s.turns[1].frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			s.hs.Mut(s.es[i]).Points++
		}
	}
	a, b = s.turns[2].frame()
	for _, part := range [2][]uint32{a, b} {
		for _, i := range part {
			s.cs.Mut(s.es[i]).Coins++
		}
	}
	must(s.group.Run())
	must(s.world.EndFrame(1))
	s.frames++
}

// everySecond is the kernel of frames of which an iteration is a second.
func everySecond(frame func(), check func() error) scenarios.Kernel {
	return scenarios.Kernel{Frame: frame, Check: check, Run: func(n int) {
		for range n * second {
			frame()
		}
	}}
}

// checkSent compares what was sent in whole seconds with what should have been.
func checkSent(bytes, frames, n int, all bool) error {
	if want := frames / second * bytesInSecond(n, all); bytes != want || frames%second != 0 {
		return fmt.Errorf("%d bytes sent in %d frames, expected %d", bytes, frames, want)
	}
	return nil
}

func (s *server) check() error {
	if err := checkSent(s.bytes, s.frames, len(s.es), s.all); err != nil {
		return err
	}
	moved, hits, trades := s.turns[0].of(), s.turns[1].of(), s.turns[2].of()
	for i, e := range s.es {
		p, h, c := s.ps.Get(e), s.hs.Get(e), s.cs.Get(e)
		if p == nil || h == nil || c == nil || p.X != float64(moved[i]) || h.Points != int64(hits[i]) || c.Coins != uint32(trades[i]) {
			return fmt.Errorf("object %d has %v, %v, %v, expected %d, %d and %d changes", i, p, h, c, moved[i], hits[i], trades[i])
		}
	}
	return nil
}

func sendFloor(n int) scenarios.Cell {
	return scenarios.FloorCell("lists", func(seed uint64) scenarios.Kernel {
		place := scenarios.NewPlacement(seed)
		ps, hs, cs := scenarios.Slice[position](place, n), scenarios.Slice[health](place, n), scenarios.Slice[purse](place, n)
		var turns [3]*turns
		var lists [3][]uint32
		var listed [3][]bool
		for i, st := range streams {
			turns[i] = newTurns(n, share(n, st.part))
			lists[i], listed[i] = make([]uint32, 0, n), scenarios.Slice[bool](place, n)
		}
		note := func(k int, i uint32) {
			if !listed[k][i] {
				listed[k][i] = true
				lists[k] = append(lists[k], i)
			}
		}
		var out packet
		frames := 0
		frame := func() {
			a, b := turns[0].frame()
			for _, part := range [2][]uint32{a, b} {
				for _, i := range part {
					ps[i].X++
					note(0, i)
				}
			}
			a, b = turns[1].frame()
			for _, part := range [2][]uint32{a, b} {
				for _, i := range part {
					hs[i].Points++
					note(1, i)
				}
			}
			a, b = turns[2].frame()
			for _, part := range [2][]uint32{a, b} {
				for _, i := range part {
					cs[i].Coins++
					note(2, i)
				}
			}
			for k, st := range streams {
				if frames%st.every != 0 {
					continue
				}
				for _, i := range lists[k] {
					listed[k][i] = false
					switch k {
					case 0:
						out.position(i, &ps[i])
					case 1:
						out.health(i, &hs[i])
					default:
						out.purse(i, &cs[i])
					}
				}
				lists[k] = lists[k][:0]
				out.send()
			}
			frames++
		}
		for range second {
			frame()
		}
		frames, out.bytes = 0, 0
		return everySecond(frame, func() error { return checkSent(out.bytes, frames, n, false) })
	})
}
