package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ecslab/backends"
	"ecslab/ecs"
	"ecslab/ecs/ecstest/tracegen"
	"ecslab/replay"
)

// TestReplayOfDamagedFiles: whatever the files hold, the command ends with one of
// its exit codes and says where a file is malformed, in words and in JSON.
func TestReplayOfDamagedFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 5))
	dir := t.TempDir()
	malformed := 0
	each := 2
	if testing.Short() {
		each = 1
	}
	var texts [][]byte
	for _, f := range traces(t) {
		for range each {
			text, err := os.ReadFile(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, tracegen.Mutate(r, text))
		}
	}
	many := strings.Repeat("tick\n", 300_000)
	texts = append(texts, nil, []byte("\uFEFF"), []byte("\n\n\n"), bytes.Repeat([]byte("x"), 10<<20), bytes.Repeat([]byte{0}, 1<<20),
		[]byte(many+"tock"), bytes.Repeat([]byte("repeat 2\n"), 20), []byte("spawn a\r\nspawn b\rspawn c\r\n"))
	for i, text := range texts {
		name := filepath.Join(dir, fmt.Sprintf("%d.trace", i))
		if err := os.WriteFile(name, text, 0o644); err != nil {
			t.Fatal(err)
		}
		f, err := replay.Parse(name, text)
		if err == nil && tracegen.Work(f) > 5000 {
			continue
		}
		if err != nil {
			malformed++
		}
		damaged(t, name, err, strings.Count(string(text), "\n")+1)
	}
	if malformed < 20 {
		t.Errorf("only %d files are malformed", malformed)
	}
}

// damaged replays a file both ways.
func damaged(t *testing.T, name string, malformed error, lines int) {
	t.Helper()
	all := backends.All()
	for _, flags := range [][]string{{"-json"}, nil} {
		var out, complaints bytes.Buffer
		code := Suite{Backends: all}.Main(append([]string{"replay", name}, flags...), &out, &complaints)
		if (code == exitUsage) != (malformed != nil) || code != exitFine && code != exitWrong && code != exitUsage {
			t.Errorf("%s: exit %d, %v", name, code, malformed)
		}
		if malformed != nil && complaints.String() != malformed.Error()+"\n" {
			t.Errorf("%s: told %.200q, it is %v", name, complaints.String(), malformed)
		}
		if strings.Contains(out.String(), "panic") {
			t.Errorf("%s: %s", name, &out)
		}
		if flags == nil {
			continue
		}
		told := checkOutcomes(t, name, out.Bytes(), malformed != nil, lines)
		if told != len(all) {
			t.Errorf("%s: %d of %d pairs told", name, told, len(all))
		}
	}
}

// checkOutcomes reads lines of JSON and returns how many there are.
func checkOutcomes(t *testing.T, name string, text []byte, malformed bool, lines int) (n int) {
	t.Helper()
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); n++ {
		var o outcome
		if err := d.Decode(&o); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		placed := o.Line >= 1 && o.Line <= lines && o.Column >= 1 && o.Expected != "" && o.Got != ""
		wrong := o.Verdict == "malformed" || o.Verdict == "disagree"
		if o.File != name || (o.Verdict == "malformed") != malformed || wrong != placed {
			t.Errorf("%s: %+v", name, o)
		}
	}
	return n
}

type spot struct{ X, Y float64 }

// TestRecordingIsReplayed: what a recorder writes to a file is what the command
// replays.
func TestRecordingIsReplayed(t *testing.T) {
	for _, b := range backends.All() {
		w := b.New(ecs.DefaultOptions())
		ecs.Register[spot](w, ecs.Track(ecs.Changed))
		name := filepath.Join(t.TempDir(), "game.trace")
		out, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		rec, err := replay.NewRecorder(w, out)
		if err != nil {
			t.Fatal(err)
		}
		game(t, w)
		if err := rec.Close(); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		var told, complaints bytes.Buffer
		if code := (Suite{Backends: backends.All()}).Main([]string{"replay", name}, &told, &complaints); code != exitFine {
			t.Errorf("recorded on %s: exit %d\n%s%s", b.Pair(), code, &told, &complaints)
		}
	}
}

// game is a small program.
func game(t *testing.T, w *ecs.World) {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	id := w.Components()[0].ID
	sp, err := w.Spawner(ecs.All(ecs.ByID(id)))
	must(err)
	es := make([]ecs.Entity, 50)
	must(sp.Into(es, nil))
	s := w.System("show")
	v := ecs.WriteOf(ecs.ByID(id))
	move := w.MustQuery(v)
	for frame := range 10 {
		must(w.Run(s, func() error {
			if w.Tracker() != "none" {
				if _, err := w.MustQuery(ecs.AllChanged(ecs.ByID(id))).Count(); err != nil {
					return err
				}
			}
			if frame%3 == 0 {
				if _, err := move.Count(); err != nil {
					return err
				}
			}
			return nil
		}))
		must(w.DespawnOne(es[frame]))
		must(w.EndFrame(1))
	}
}
