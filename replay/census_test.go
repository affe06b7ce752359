package replay_test

import (
	"fmt"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/replay"
)

const counted = `component Pos fields=2
component Vel fields=2
component Tag fields=0
spawn a*100 Pos=0,0 Vel=1,1
spawn b*20 Pos
tick
run look
  count AllChanged(Pos)
end
tick
measure
repeat 3
  run move
    each All(Pos,Vel) mut Pos
  end
  run look
    count AllChanged(Pos)
    sum All(Pos,Vel) of Vel
  end
  add a.0-9 Tag
  remove a.0-9 Tag
  mut b.3 Pos=1,1
  despawn a%10
  spawn a+10 Pos=0,0 Vel=1,1
  tick 2
end
`

// The counts of a file are those that it says, on every backend that can run it.
func TestSurvey(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	f, err := replay.Parse("counted", []byte(counted))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.TrimSpace(`
frames 6 entities 120 holders [120 100 0]
14 executed 3 entities 300 asked 0
17 executed 3
20 executed 3 entities 30
21 executed 3 entities 30
22 executed 3
23 executed 3 entities 30
24 executed 3 entities 30`)
	for _, b := range backends.All() {
		c, r := replay.Survey(f, b)
		if b.Tracker == "none" {
			if c != nil && r.Refused == 0 && r.Verdict == replay.OK {
				t.Errorf("%s: a question for records was counted without a tracker", b.Pair())
			}
			continue
		}
		if c == nil {
			t.Fatalf("%s: %+v", b.Pair(), r)
		}
		got := fmt.Sprintf("frames %d entities %d holders %v", c.Frames, c.Entities, c.Holders)
		asked := 0
		for _, x := range c.Tallies {
			switch line := x.Stmt.Pos().Line; line {
			case 14:
				got += fmt.Sprintf("\n14 executed %d entities %d asked %d", x.Executed, x.Entities, x.Asked)
			case 17, 22:
				got += fmt.Sprintf("\n%d executed %d", line, x.Executed)
				asked += x.Asked
			case 20, 21, 23, 24:
				got += fmt.Sprintf("\n%d executed %d entities %d", line, x.Executed, x.Entities)
			}
		}
		if got != want {
			t.Errorf("%s:\n%s\nexpected\n%s", b.Pair(), got, want)
		}
		if asked != 3*120 { // the question of line 17 is put to all that have Pos
			t.Errorf("%s: %d entities were asked about, expected 360", b.Pair(), asked)
		}
	}
}

// A file that goes wrong has no counts.
func TestSurveyOfAWrongFile(t *testing.T) {
	f, err := replay.Parse("wrong", []byte("component A\nspawn a A=1\nhas a A => false\n"))
	if err != nil {
		t.Fatal(err)
	}
	if c, r := replay.Survey(f, backends.All()[0]); c != nil || r.Verdict != replay.Disagree {
		t.Errorf("%+v, %+v", c, r)
	}
}
