package ecs_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime/metrics"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
	"ecslab/ecs/ecstest/naive"
	"ecslab/impl/sparse"
	"ecslab/tracker/bitmap"
	"ecslab/tracker/ticks"
)

// TestStreamIsWhole: a stream that lacks its last bytes, or has any bit
// changed, is refused with an offset, and the world is as before.
func TestStreamIsWhole(t *testing.T) {
	for i := range len(snapshotStorages) * len(snapshotTrackers) {
		storage, tracker := snapshotStorages[i%2], snapshotTrackers[i/2]
		w, _ := tracked(t, storage, tracker())
		text := saved(t, w)
		fresh, _ := tracked(t, storage, tracker())
		before := saved(t, fresh)
		refuse := func(what string, p []byte) {
			t.Helper()
			err := fresh.ReadSnapshot(bytes.NewReader(p))
			if !errors.Is(err, ecs.ErrDamaged) && !errors.Is(err, ecs.ErrSnapshot) {
				t.Fatalf("%s, %s: %v", w.Tracker(), what, err)
			}
			if errors.Is(err, ecs.ErrDamaged) && !strings.Contains(err.Error(), "at byte ") {
				t.Fatalf("%s, %s: %v has no offset", w.Tracker(), what, err)
			}
		}
		for n := range text {
			refuse(fmt.Sprintf("cut after %d", n), text[:n])
		}
		for i := range text {
			for _, bit := range []byte{1, 0x80} {
				p := bytes.Clone(text)
				p[i] ^= bit
				refuse(fmt.Sprintf("byte %d changed", i), p)
			}
		}
		if !bytes.Equal(before, saved(t, fresh)) {
			t.Errorf("%s: a refused stream changed the world", w.Tracker())
		}
		// What follows the stream is left alone.
		r := bytes.NewReader(append(bytes.Clone(text), "more"...))
		check(t, fresh.ReadSnapshot(r))
		if rest, _ := io.ReadAll(r); string(rest) != "more" {
			t.Errorf("%s: %q is left", w.Tracker(), rest)
		}
		s, err := ecs.ReadSnapshot(bytes.NewReader(text), fresh)
		check(t, err)
		if !bytes.Equal(text, written(t, s)) {
			t.Errorf("%s: what was read is written otherwise", w.Tracker())
		}
	}
}

// TestStreamNamesBothSides: another ring, other kinds, another tracker, other
// systems, another version are refused in words that name both.
func TestStreamNamesBothSides(t *testing.T) {
	if !ecs.Tracking {
		t.Skip("built with notrack")
	}
	w, _ := tracked(t, naive.New, bitmap.New(8, false))
	text := saved(t, w)
	newer := bytes.Clone(text)
	binary.LittleEndian.PutUint32(newer[8:], 7)
	world := func(tracker driver.Tracker, kinds ecs.Kinds, systems ...string) *ecs.World {
		w := ecs.NewWorld(naive.New, tracker, ecs.DefaultOptions())
		ecs.Register[position](w, ecs.Track(kinds))
		ecs.Register[velocity](w, ecs.Track(ecs.Changed))
		ecs.Register[frozen](w, ecs.Track(ecs.Removed|ecs.Added))
		for _, name := range systems {
			w.System(name)
		}
		return w
	}
	every := ecs.Added | ecs.Changed | ecs.Removed
	for _, c := range []struct {
		world *ecs.World
		text  []byte
		want  []string
	}{
		{world(bitmap.New(9, false), every, "move", "idle"), text, []string{"ring 8", "ring 9"}},
		{world(bitmap.New(8, true), every, "move", "idle"), text, []string{"overflow clamp", "overflow error"}},
		{world(ticks.New(1), every, "move", "idle"), text, []string{"tracker bitmap", "tracker ticks"}},
		{world(nil, every, "move", "idle"), text, []string{"tracker bitmap", "tracker none"}},
		{world(bitmap.New(8, false), ecs.Changed, "move", "idle"), text, []string{"added,changed,removed", "tracked for changed"}},
		{world(bitmap.New(8, false), every, "move", "draw"), text, []string{`"idle"`, `"draw"`}},
		{world(bitmap.New(8, false), every, "move"), text, []string{`"idle"`, "has 1"}},
		{world(bitmap.New(8, false), every, "move", "idle"), newer, []string{"version 7", "program 2"}},
	} {
		err := c.world.ReadSnapshot(bytes.NewReader(c.text))
		expect(t, err, ecs.ErrSnapshot)
		for _, want := range c.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v does not say %q", err, want)
			}
		}
		if c.world.Len() != 0 {
			t.Error("a refused load changed the world")
		}
	}
	check(t, world(bitmap.New(8, false), every, "move", "idle", "later").ReadSnapshot(bytes.NewReader(text)))
}

// TestLayout: a type with the same name and size, and other fields, does not
// get the bytes of the one that was saved.
func TestLayout(t *testing.T) {
	one := func() *ecs.World {
		type point struct{ X, Y float64 }
		w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
		ecs.Register[point](w)
		return w
	}
	two := func() *ecs.World {
		type point struct{ X, Y int64 }
		w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
		ecs.Register[point](w)
		return w
	}
	text := saved(t, one())
	check(t, one().ReadSnapshot(bytes.NewReader(text)))
	err := two().ReadSnapshot(bytes.NewReader(text))
	expect(t, err, ecs.ErrSnapshot)
	if !strings.Contains(err.Error(), "float64@0") || !strings.Contains(err.Error(), "int64@0") {
		t.Error(err)
	}
}

// FuzzReadSnapshot: whatever the stream, reading does not panic and does not
// take memory that the stream does not account for; and what is read can be
// loaded and used.
func FuzzReadSnapshot(f *testing.F) {
	world := func(t testing.TB, which byte) *ecs.World {
		n := len(snapshotTrackers)
		w, _ := tracked(t, snapshotStorages[int(which)/n%len(snapshotStorages)], snapshotTrackers[int(which)%n]())
		return w
	}
	for i := range len(snapshotStorages) * len(snapshotTrackers) {
		f.Add(byte(i), ecs.Unframed(saved(f, world(f, byte(i)))))
	}
	f.Fuzz(func(t *testing.T, which byte, content []byte) {
		w := world(t, which)
		if _, err := ecs.ReadSnapshot(bytes.NewReader(content), w); err == nil {
			t.Fatal("a stream without frames was read")
		}
		stream := ecs.Framed(content)
		before := allocated()
		s, err := ecs.ReadSnapshot(bytes.NewReader(stream), w)
		// The most is a block of bits of a bitmap, a few bytes where nearly all are
		// zero; and lists by index chunk reach up to the highest.
		if took, most := allocated()-before, uint64(1<<20+2000*len(content)); took > most {
			t.Fatalf("%d bytes for a stream of %d", took, len(content))
		}
		if err != nil {
			if !errors.Is(err, ecs.ErrDamaged) && !errors.Is(err, ecs.ErrSnapshot) {
				t.Fatalf("%v is neither damage nor misfit", err)
			}
			return
		}
		if again := written(t, s); len(again) > 2*len(content)+4096 {
			t.Fatalf("%d bytes became %d", len(content), len(again))
		}
		check(t, w.Load(s))
		use(t, w)
	})
}

// allocated is how many bytes the program has taken so far, given back or not.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestExtraBeyondItsBlock: an extra of a row that the block does not have is refused,
// also one that an int of 32 bits takes for negative.
func TestExtraBeyondItsBlock(t *testing.T) {
	w := ecs.NewWorld(sparse.New, nil, ecs.DefaultOptions())
	ecs.Register[position](w)
	ecs.Register[velocity](w)
	id := ecs.Register[frozen](w)
	es := populate(t, w, 10)
	check(t, ecs.Set(w, es[7], frozen{}))
	s, err := w.SaveChunk(0, 10)
	check(t, err)
	extra := func(row uint32) []byte { return binary.LittleEndian.AppendUint32([]byte{byte(id), 1}, row) }
	content := ecs.Unframed(written(t, s))
	if bytes.Count(content, extra(7)) != 1 {
		t.Fatal("the extra is not found in the stream")
	}
	for _, row := range []uint32{10, 1 << 31, 1<<32 - 1} {
		_, err := ecs.ReadSnapshot(bytes.NewReader(ecs.Framed(bytes.Replace(content, extra(7), extra(row), 1))), w)
		expect(t, err, ecs.ErrDamaged)
	}
}
