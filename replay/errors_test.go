package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/replay"
)

const errorHead = `component A
component T fields=0
component N track=none
spawn a A=1 T
spawn b*3 A=1
spawn dead A
despawn dead
despawn b.1
`

// An error tells what was asked, of what, and why not.
func TestErrorsAreWorded(t *testing.T) {
	needsTrackers(t)
	for text, want := range map[string]string{
		"set dead A=1":                  "no error, got error: set dead A=1: entity does not live",
		"add b.1 T":                     "no error, got error: add b.1 T: entity does not live",
		"remove dead T":                 "no error, got error: remove dead T: entity does not live",
		"despawn dead":                  "no error, got error: despawn dead: entity does not live",
		"read dead A => 1":              "1, got error: read dead A: entity does not live",
		"read a N":                      "no error, got error: read a N: entity does not have the component",
		"mut a A=1 N=2":                 "no error, got error: mut a A=1 N=2: a N: entity does not have the component",
		"ref b.* N":                     "no error, got error: ref b.* N: b.0 N: entity does not have the component",
		"update b.0-2 N=1":              "no error, got error: update b.0-2 N=1: b.0 N: entity does not have the component",
		"spawn a T":                     "no error, got error: spawn a T: something that the label names is alive",
		"spawn b*2":                     "no error, got error: spawn b*2: something that the label names is alive",
		"spawn a+2":                     "no error, got error: spawn a+2: something that the label names is alive",
		"fail set a A=1":                "an error, got none: set a A=1 was done",
		"fail count All(A)":             "an error, got none: count All(A) was done",
		"fail spawn dead":               "an error, got none: spawn dead was done",
		"alive dead => true":            "true, got false",
		"has a N => true":               "true, got false",
		"count All(A) => 4":             "4, got 3",
		"count All(A) => error":         "error, got 3",
		"sum All(A) of A => 4":          "4, got 3",
		"read a A => 0.5":               "0.5, got 1",
		"query All(A)\n => b.2 a":       "b.2 a, got a b.0 b.2",
		"query All(N)\n => a":           "a, got -",
		"query All(A)\n => -":           "-, got a b.0 b.2",
		"query All(T)\n => a dead":      "a dead, got a",
		"query All(A)\n => b.*":         "b.*, got a b.0 b.2",
		"query None(A) None(T)\n => a":  "a, got -",
		"mark m\ncount AllAdded(N)@m":   "no error, got error: count AllAdded(N)@m: query: component is not tracked for that kind: N, added",
		"mark m\nwas dead changed T @m": "no error, got error: was dead changed T @m: component is not tracked for that kind: T, changed",
		"run s\nremoved N\n => -\nend":  "-, got error: removed N: component is not tracked for that kind: N, removed",
		"run s\ndefer despawn a\ndefer set a A=1\nend": "no error, got error: set a A=1: entity does not live",
		"run s\ndefer fail set a A=1\nend":             "an error, got none: set a A=1 was done",
		"save s\nspawn z\nload s\ndespawn z":           "no error, got error: despawn z: load has forgotten what was made since the save",
		"save s\nspawn b+2\nload s\nset b.2-4 A":       "no error, got error: set b.2-4 A: load has forgotten what was made since the save",
		"save s\nmark m\nload s\ncount Created@m":      "no error, got error: count Created@m: load has forgotten the mark, which was made since the save",
		"run s\ndefer spawn z\ndespawn z\nend":         "no error, got error: despawn z: nothing of that name has been made",
	} {
		f := parse(t, "x.trace", errorHead+text)
		for _, b := range all {
			if b.Tracker != "ticks" {
				continue
			}
			r := run(f, b, false)
			if r.First == nil || r.Disagreements != 1 || !strings.HasSuffix(r.First.String(), ": expected "+want) {
				t.Errorf("%s: %q: %v\nwant %s", b.Pair(), text, r.First, want)
			}
		}
	}
}

func TestOverflowIsWorded(t *testing.T) {
	needsTrackers(t)
	f := parse(t, "x.trace", "world overflow=error ring=1\ncomponent A\nmark m\ntick 2\ncount AllAdded(A)@m => 0\nmark m\ntick\ncount AllAdded(A)@m => 0\n")
	for _, b := range all {
		if r := run(f, b, false); b.Tracker == "bitmap" && (r.First == nil || r.Disagreements != 1 ||
			r.First.String() != "x.trace:5: expected 0, got error: count AllAdded(A)@m: window reaches back beyond the tracker's history") {
			t.Errorf("%s: %v", b.Pair(), r.First)
		}
	}
}

func TestTooManyEntities(t *testing.T) {
	if testing.Short() {
		t.Skip("16 777 216 entities")
	}
	f := parse(t, "x.trace", "spawn a*16777216\nfail spawn b\nfail spawn a+1\ndespawn a.7\nfail spawn b*2\nspawn b\nalive b => true\nfail spawn c\n")
	if r := run(f, all[0], false); r.Verdict != replay.OK {
		t.Error(r.First)
	}
}

// broken is a storage that panics when it is told to spawn its n-th entity.
type broken struct {
	driver.Storage
	n int
}

func (b *broken) Spawn(es []driver.Entity, set *driver.Mask, ch *driver.Chunk) (int, error) {
	if b.n--; b.n == 0 {
		panic("the third")
	}
	return b.Storage.Spawn(es, set, ch)
}

func TestPanicIsADisagreement(t *testing.T) {
	b := ecs.Backend{Storage: "broken", Tracker: "none", NewStorage: func(env driver.Env) driver.Storage {
		return &broken{naive.New(env), 3}
	}}
	r := run(parse(t, "x.trace", "component A\nspawn a A\nspawn b A\nspawn c A\nalive c => true\n"), b, false)
	if got := fmt.Sprint(r.Verdict, " ", r.First); got != "disagree x.trace:4: expected no panic, got panic: the third" {
		t.Error(got)
	}
}

// Without a tracker, what asks for one is refused, and only that is left unchecked.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		text, verdict string
		line          int32
	}{
		{"count All(A) => 3", "ok", 0},
		{"count All(A) => 4", "disagree", 9},
		{"mark m\ncount AllAdded(A)@m => 99", "n/a", 0},
		{"mark m\nfail count Or(All(A),Created@m)", "n/a", 0},
		{"mark m\nwas a created @m => true", "n/a", 0},
		{"run s\nremoved A\n => a\nend", "n/a", 0},
		{"run s\nremoved A\nend\ncount All(A) => 4", "disagree", 12},
		{"query All(A)\n => ticks: -", "ok", 0},
		{"mark m\neach All(A) AllAdded(A)@m mut A\nread a A => 77\nfail set a A", "n/a", 0},
		{"mark m\nfail each All(A) AllAdded(A)@m mut A\nread a A => 77", "n/a", 0},
		{"mark m\nread a A => 77\neach All(A) AllAdded(A)@m mut A", "disagree", 10},
		{"each All(A) mut A\nread a A => 77", "disagree", 10},
	} {
		f := parse(t, "x.trace", errorHead+c.text)
		for _, b := range all {
			if b.Tracker != "none" {
				continue
			}
			r := run(f, b, false)
			line := int32(0)
			if r.First != nil {
				line = r.First.Position.Line
			}
			if r.Verdict.String() != c.verdict || line != c.line {
				t.Errorf("%s: %q: %v, %v; want %s in line %d", b.Pair(), c.text, r.Verdict, r.First, c.verdict, c.line)
			}
		}
	}
}
