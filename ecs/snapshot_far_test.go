package ecs_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/driver"
)

// TestTinySnapshot: a snapshot of a few entities takes little memory on every pair,
// whatever their indices are; the world that it makes can be used, and saved again.
func TestTinySnapshot(t *testing.T) {
	eachPair(t, func(t *testing.T, w *ecs.World) {
		const most = 4 << 20 // pages for all indices would be 256 MiB
		p, v := ecs.Write[position](), ecs.Write[velocity]()
		sp, err := w.Spawner(p, v)
		check(t, err)
		es := make([]ecs.Entity, 3)
		check(t, sp.Into(es, nil))
		far := driver.MakeEntity(driver.MaxIndices-1, es[1].Generation())
		handle := func(e ecs.Entity) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(e)) }
		content := ecs.Unframed(saved(t, w))
		if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 || bytes.Count(content, handle(es[1])) != 1 {
			t.Skip("the handle cannot be found in the stream")
		}
		stream := ecs.Framed(bytes.Replace(content, handle(es[1]), handle(far), 1))
		check(t, w.Reset())
		for _, what := range []string{"a tiny snapshot", "one with records of the highest index"} {
			before := allocated()
			check(t, w.ReadSnapshot(bytes.NewReader(stream)))
			if took := allocated() - before; took > most {
				t.Errorf("%s of %d bytes takes %d", what, len(stream), took)
			}
			if !w.Alive(far) || w.Len() != 3 || w.Alive(es[1]) {
				t.Fatalf("%s: %v lives: %t, of %d", what, far, w.Alive(far), w.Len())
			}
			if got := w.Stats().Bytes(); got > most {
				t.Errorf("%s: a world of %d bytes", what, got)
			}
			for range 3 {
				check(t, ecs.Set(w, far, position{X: 5}))
				check(t, ecs.Set(w, far, frozen{}))
				check(t, w.EndFrame(1))
			}
			stream = saved(t, w)
			consistent(t, w)
		}
		for _, e := range []ecs.Entity{es[0], far, es[2]} {
			w.Commands().Despawn(e)
		}
		before := allocated()
		check(t, w.Flush())
		if took := allocated() - before; took > most/4 {
			t.Errorf("three commands take %d bytes", took)
		}
		consistent(t, w)
	})
}
