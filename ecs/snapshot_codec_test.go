package ecs_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/ecs/ecstest/naive"
)

func TestCodec(t *testing.T) {
	w := newWorld() // title has a string
	populate(t, w, 3)
	check(t, ecs.Set(w, first(t, w), title{"Dr"}))
	s, err := w.Save()
	check(t, err)
	var b bytes.Buffer
	n, err := s.WriteTo(&b)
	expect(t, err, ecs.ErrCodec)
	if n != 0 || b.Len() != 0 || !strings.Contains(err.Error(), "title") || !strings.Contains(err.Error(), "WithGob") {
		t.Errorf("%d bytes, %v", b.Len(), err)
	}

	for _, codec := range []ecs.ComponentOption{
		ecs.WithGob[title](),
		ecs.WithCodec(
			func(w io.Writer, ts []title) error {
				for _, t := range ts {
					if _, err := fmt.Fprintf(w, "%d %s", len(t.Text), t.Text); err != nil {
						return err
					}
				}
				return nil
			},
			func(r io.Reader, ts []title) error {
				for i := range ts {
					var n int
					if _, err := fmt.Fscanf(r, "%d ", &n); err != nil {
						return err
					}
					p := make([]byte, n)
					if _, err := io.ReadFull(r, p); err != nil {
						return err
					}
					ts[i].Text = string(p)
				}
				return nil
			}),
	} {
		make := func() *ecs.World {
			w := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
			ecs.Register[title](w, codec)
			ecs.Register[frozen](w, ecs.WithGob[frozen]()) // a tag: nothing to write
			return w
		}
		w, other := make(), make()
		text := ecs.Write[title]()
		sp, err := w.Spawner(text, ecs.All(ecs.Of[frozen]()))
		check(t, err)
		var es []ecs.Entity
		for i := range 10_000 { // several blocks
			e, c, err := sp.Spawn()
			check(t, err)
			text.At(c, 0).Text = fmt.Sprint("entity ", i)
			es = append(es, e)
		}
		check(t, other.ReadSnapshot(bytes.NewReader(saved(t, w))))
		a, err := ecs.NewAccess[title](other)
		check(t, err)
		for i, e := range es {
			if got := a.Get(e); got == nil || got.Text != fmt.Sprint("entity ", i) {
				t.Fatalf("%v: %v", e, got)
			}
		}
	}
	failing := ecs.NewWorld(naive.New, nil, ecs.DefaultOptions())
	broken := errors.New("disk on fire")
	ecs.Register[title](failing, ecs.WithCodec(func(io.Writer, []title) error { return broken }, nil))
	e, _, err := mustSpawner[title](t, failing).Spawn()
	check(t, err)
	s, err = failing.Save()
	check(t, err)
	_, err = s.WriteTo(io.Discard)
	expect(t, err, broken)
	if !strings.Contains(err.Error(), "title") || !failing.Alive(e) {
		t.Error(err)
	}
}

func mustSpawner[T any](t *testing.T, w *ecs.World) *ecs.Spawner {
	t.Helper()
	sp, err := w.Spawner(ecs.Write[T]())
	check(t, err)
	return sp
}
