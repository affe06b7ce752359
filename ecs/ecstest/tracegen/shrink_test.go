package tracegen

import (
	"bytes"
	"fmt"
	"reflect"
	"testing"

	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// taken says whether a file shows that one tracker was taken for another: the
// two give one of its observations different answers.
func taken(one, other string) func(*replay.File) bool {
	return func(file *replay.File) bool {
		a, b := model.Run(file, one).Outcomes, model.Run(file, other).Outcomes
		for i := range a {
			if (a[i].Err == nil) != (b[i].Err == nil) || !reflect.DeepEqual(a[i].Answer, b[i].Answer) {
				return true
			}
		}
		return false
	}
}

func TestShrink(t *testing.T) {
	pairs := [][2]string{{"frame", "frame-exact"}, {"ticks", "frame-exact"}, {"ticks", "bitmap"}}
	for _, pair := range pairs {
		bad := taken(pair[0], pair[1])
		for seed := *firstSeed; seed < *firstSeed+15; seed++ {
			file := generated(seed, Config{})
			if !bad(file) {
				continue
			}
			about := fmt.Sprintf("%s taken for %s, seed %d", pair[1], pair[0], seed)
			small := Shrink(file, bad)
			agrees(t, about, small)
			if !bad(small) {
				t.Errorf("%s: the small trace does not show it", about)
			}
			text := small.Format()
			if n := bytes.Count(text, []byte("\n")); n > 12 {
				t.Errorf("%s: %d lines:\n%s", about, n, text)
			}
			t.Logf("%s:\n%s", about, text)
		}
	}
}

func TestShrinkOfWhatIsNotBad(t *testing.T) {
	file := generated(*firstSeed, Config{})
	if small := Shrink(file, func(*replay.File) bool { return false }); small != file {
		t.Errorf("a file that is not bad became\n%s", small.Format())
	}
}
