package model

import (
	"slices"
	"testing"

	"ecslab/replay"
)

// parse reads a trace that stands in a test.
func parse(t *testing.T, src string) *replay.File {
	t.Helper()
	file, err := replay.Parse("test.trace", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestMismatches(t *testing.T) {
	const header = "component C\ncomponent P track=none\nspawn a C=1\nspawn b*3 C=2\nmark m\n" // lines 1 to 5
	for _, test := range []struct {
		about, statements, tracker string
		want                       []int // lines
		refused                    bool
	}{
		{"right answers", "read a C => 1\nhas a P => false\ncount All(C) => 4\nquery All(C)\n => a b.*\n", "ticks", nil, false},
		{"wrong answers", "read a C => 2\nhas a P => true\ncount All(C) => 3\nquery All(C)\n => a b.0-1\n", "ticks", []int{6, 7, 8, 9}, false},
		{"a set may repeat itself", "query All(C)\n => b.* a a b.0-2\n", "ticks", nil, false},
		{"an unexpected error of an operation", "mut a P=1\n", "ticks", []int{6}, false},
		{"an unexpected error of an observation that is only timed", "count AllAdded(P)@m\n", "ticks", []int{6}, false},
		{"an unexpected error instead of an answer", "count AllAdded(P)@m => 0\n", "ticks", []int{6}, false},
		{"an expected error", "fail mut a P=1\nfail count AllAdded(P)@m\ncount AllAdded(P)@m => error\n", "ticks", nil, false},
		{"an error that does not come", "fail mut a C=1\nfail count All(C)\ncount All(C) => error\nfail alive a\n", "ticks", []int{6, 7, 8, 9}, false},
		{"an error that is one tracker's", "count AllAdded(P)@m\n => bitmap: error\n", "ticks", []int{6}, false},
		{"deferred", "run s\ndefer fail mut a C\ndefer mut a P\nread a C => 1\nend\n", "frame", []int{8, 7}, false},
		{"every execution", "repeat 2\n mut a P=1\nend\n", "bitmap", []int{7, 7}, false},
		{"removed counts repeats", "run s\nremove a C\nadd a C\nremove a C\nremoved C\n => a\nremoved C\n => a a\nend\n", "ticks", []int{10}, false},
		{"none refuses", "fail was a changed C @m\nquery AllChanged(C)@m\n => a\nread a C => 2\n", "none", []int{9}, true},
		{"none stops at an each", "each All(C) AllChanged(C)@m mut C\nread a C => 3\nmut a P\n", "none", nil, true},
		{"none goes on after other eaches", "each All(C) mut C\nread a C => 3\n", "none", []int{7}, false},
		{"none takes the default line", "count All(C)\n => 5\n => ticks: 4\n => bitmap: 4\n", "none", []int{6}, false},
	} {
		v := Run(parse(t, header+test.statements), test.tracker)
		var got []int
		for _, o := range v.Mismatches() {
			got = append(got, o.Line())
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if !slices.Equal(got, test.want) || v.Refused != test.refused {
			t.Errorf("%s: mismatches in lines %v, want %v; refused %v, want %v", test.about, got, test.want, v.Refused, test.refused)
			for _, o := range v.Mismatches() {
				t.Log(o.Line(), o.Mismatch)
			}
		}
	}
}

func TestFill(t *testing.T) {
	const src = `world ring=1 overflow=error
component C
spawn a C=1
mark m
tick 3
repeat 2
	mut a C
	count AllChanged(C)@m
	each All(C) mut C
	read a C
end
run s
	query AllChanged(C)
	remove a C
	add a C
	remove a C
	removed C
	has a C => true
end
`
	const want = `world ring=1 overflow=error
component C
spawn a C=1
mark m
tick 3
repeat 2
  mut a C
  count AllChanged(C)@m
    => 1
    => bitmap: error
  each All(C) mut C
  read a C
end
run s
  query AllChanged(C)
    => a
    => bitmap: -
  remove a C
  add a C
  remove a C
  removed C
    => a a
    => bitmap: -
  has a C => false
end
`
	if got := string(Fill(parse(t, src)).Format()); got != want {
		t.Errorf("filled:\n%s\nwant:\n%s", got, want)
	}
}
