package replay

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/naive"
)

// TestMembersOfReorderedLines: what runs behind a later line can number on the
// batch that the later line begins.
func TestMembersOfReorderedLines(t *testing.T) {
	for _, c := range []struct {
		name, text string
		ok         bool
	}{
		{"deferred", "run s\ndefer spawn b+2\nspawn b*2\nend\nalive b.3\n", true},
		{"deferred, beyond", "run s\ndefer spawn b+2\nspawn b*2\nend\nalive b.4\n", false},
		{"loop", "repeat 2\nspawn b+1\ndespawn b.*\nspawn b*5\nend\nalive b.5\n", true},
		{"loop, beyond", "repeat 2\nspawn b+1\ndespawn b.*\nspawn b*5\nend\nalive b.7\n", false},
		{"in order", "spawn b+5\ndespawn b.*\nspawn b*3\nalive b.4\n", true},
		{"in order, beyond", "spawn b+2\ndespawn b.*\nspawn b*2\nalive b.2\n", false},
		{"deferred in a loop of a run", "run s\nrepeat 3\ndefer spawn b+1\nend\nspawn b*2\nend\nalive b.4\n", true},
		{"deferred, and not", "run s\ndefer spawn b+1\nspawn b+1\ndespawn b.*\nspawn b*3\nend\nalive b.3\n", true},
		{"deferred, and not, beyond", "run s\ndefer spawn b+1\nspawn b+1\ndespawn b.*\nspawn b*3\nend\nalive b.4\n", false},
		{"deferred, and looped", "run s\ndefer spawn b+1\nrepeat 2\nspawn b+1\nend\ndespawn b.*\nspawn b*3\nend\nalive b.3\n", true},
		{"another run", "run s\ndefer spawn b+2\nend\ndespawn b.*\nrun s\nspawn b*2\nend\nalive b.2\n", false},
	} {
		_, err := Parse(c.name, []byte(c.text))
		if (err == nil) != c.ok {
			t.Errorf("%s: %v, expected right %t", c.name, err, c.ok)
		}
	}
}

// TestMembersThatWereMade: whatever the blocks, no line names a member that an earlier line has
// made and is refused for it.
func TestMembersThatWereMade(t *testing.T) {
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 11))
		text := "spawn b+1\nsave x\n"
		var block func(depth int, inRun bool)
		block = func(depth int, inRun bool) {
			for range 1 + r.IntN(5) {
				verb := ""
				if inRun && r.IntN(3) == 0 {
					verb = "defer "
				}
				switch n := 1 + r.IntN(3); r.IntN(10) {
				case 0, 1:
					text += fmt.Sprintf("%sspawn b+%d\n", verb, n)
				case 2, 3, 4:
					text += fmt.Sprintf("%sdespawn b.*\n%sspawn b*%d\n", verb, verb, 9*n) // many, or lines that number on make the bound
				case 5:
					if depth < 3 {
						text += fmt.Sprintf("repeat %d\n", n)
						block(depth+1, inRun)
						text += "end\n"
					}
				case 6, 7, 8:
					if !inRun {
						text += "run s\n"
						block(depth+1, true)
						text += "end\n"
					}
				default:
					if !inRun {
						text += []string{"save x\n", "load x\n"}[r.IntN(2)]
					}
				}
			}
		}
		block(0, false)
		f, err := Parse("made", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		b := ecs.Backend{Storage: "naive", Tracker: "none", NewStorage: naive.New}
		m := newMachine(f, b)
		m.open(b, false)
		m.run(m.compile(f.Body))
		last := len(m.labels[0].members) - 1
		if _, err := Parse("made", fmt.Appendf(nil, "%salive b.%d\n", text, last)); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
	}
}
