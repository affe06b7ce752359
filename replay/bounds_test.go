package replay_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// A bounds is a trace about the edges of what trackers remember: how far back a
// ring goes, how old a tick can be, how long a removal is kept. It sleeps for
// about as long, and asks before and behind the edge.
type bounds struct {
	r    *rand.Rand
	text strings.Builder
	made int // batches, by which labels are told apart
}

func (b *bounds) say(format string, args ...any) { fmt.Fprintf(&b.text, format+"\n", args...) }

// sleep ends frames.
func (b *bounds) sleep(n int64) {
	if many := n / 1_000_000; many > 0 {
		b.say("repeat %d\n  tick 1000000\nend", many)
	}
	if n %= 1_000_000; n > 0 {
		b.say("tick %d", n)
	}
}

// change does things to entities of batch e, of which the first 20 always live,
// and lets indices be used again in the frame in which they were freed and in
// later ones.
func (b *bounds) change(inRun bool) {
	deferred := func() string {
		if inRun && b.r.IntN(3) == 0 {
			return "defer "
		}
		return ""
	}
	for range 1 + b.r.IntN(5) {
		k, verb := b.r.IntN(20), deferred()
		switch b.r.IntN(9) {
		case 0:
			b.say("%sset e.%d C=%d", verb, k, b.r.IntN(3))
		case 1:
			b.say("%sset e.%d-%d C=7 D", verb, k, k+60)
		case 2:
			b.say("%sadd e.* D T", verb)
		case 3:
			b.say("%sremove e.%d D", verb, k)
		case 4:
			b.say("%sremove e.* D T", verb)
		case 5:
			b.say("%seach All(C) mut C", verb)
		case 6:
			b.say("%sdespawn e.%d-%d", verb, 20+2*k, 70+k)
		case 7:
			b.made++
			b.say("%sspawn n%d*%d C=1 T", verb, b.made, 1+b.r.IntN(3))
			if b.r.IntN(2) == 0 {
				b.say("%sremove n%d.* T", verb, b.made)
			}
			if b.r.IntN(2) == 0 {
				b.say("%sdespawn n%d.0", verb, b.made)
			}
		default:
			b.say("%sset e.%d D=2", verb, k)
		}
	}
}

// ask asks all there is to ask, of the running system's window or since a mark.
func (b *bounds) ask(mark string) {
	for _, kind := range []string{"Added", "Changed", "Removed"} {
		b.say("query All%s(C)%s", kind, mark)
		b.say("query Any%s(C,D)%s None(T)", kind, mark)
		b.say("count Or(None%s(D)%s,All(T))", kind, mark)
	}
	b.say("query Created%s", mark)
	b.say("was e.3 changed C %s", mark)
	if mark == "" {
		b.say("removed C\nremoved D\nremoved T")
	}
}

func (b *bounds) look(system string) {
	b.say("run %s", system)
	b.ask("")
	b.say("end")
}

// trace is a whole one.
func (b *bounds) trace(ring int, sleep int64, clock uint32, strict bool) string {
	b.say("world ring=%d clock=%d", ring, clock)
	if strict {
		b.say("world overflow=error")
	}
	b.say("component C\ncomponent D sparse\ncomponent T fields=0")
	b.say("spawn e*90 C=1") // more than a block of 64
	b.sleep(b.r.Int64N(3))
	b.say("run reader\nend\nrun other\nend\nmark m\ntick")
	b.change(false)
	b.say("run writer")
	b.change(true)
	b.say("end")
	b.say("mark n")
	if b.r.IntN(2) == 0 {
		b.say("save s")
	}
	b.sleep(sleep)
	b.ask("@m")
	b.ask("@n")
	b.look("reader")
	b.look("late") // which never ran
	b.change(false)
	b.look("reader") // again in the frame: a catch-up step
	b.say("tick")
	b.ask("@m")
	b.look("reader")
	b.look("other")
	b.say("tick")
	b.look("other")
	if strings.Contains(b.text.String(), "\nsave s\n") {
		b.say("load s")
		b.sleep(sleep)
		b.look("other")
		b.ask("@m")
	}
	return b.text.String()
}

// TestBounds: at the edges of the trackers' memories, and beside them, every pair
// answers as the oracle.
func TestBounds(t *testing.T) {
	needsTrackers(t)
	const maxAge = 1<<32 - 1 - (2*518_400_000 - 1)
	seed := uint64(0)
	try := func(ring int, sleep int64, clock uint32) {
		if sleep < 0 {
			return
		}
		seed++
		b := &bounds{r: rand.New(rand.NewPCG(seed, 9))}
		asked := parse(t, "bounds", b.trace(ring, sleep, clock, seed%3 == 0))
		f := parse(t, "bounds", string(model.Fill(asked).Format()))
		for i, pair := range all {
			if i >= 5 && uint64(i/5)%4 != seed%4 { // the first storage, and one of the others
				continue
			}
			if r := run(f, pair, seed%2 == 0); r.Verdict == replay.Disagree {
				t.Fatalf("ring %d, sleep %d, clock %d, %s: %v\n%s", ring, sleep, clock, pair.Pair(), r.First, f.Format())
			}
		}
	}
	rings := []int{1, 2, 3, 8, 63, 64, 65, 127, 128, 254, 255}
	ages := []int64{maxAge, 518_400_000, 1 << 32}
	if testing.Short() {
		rings, ages = []int{1, 2, 63, 64, 255}, ages[:1]
	}
	for _, ring := range rings {
		for off := -3; off <= 2; off++ {
			try(ring, int64(ring+off), 1)
			try(ring, int64(ring+off), 4294967290)
		}
		try(ring, int64(2*ring), 0)
	}
	for _, age := range ages {
		for _, off := range []int64{-8, -5, -4, -3, -2, -1, 0, 1} {
			for _, clock := range []uint32{1, 4294967290, 518_399_995} {
				try(8, age+off, clock)
			}
		}
	}
}
