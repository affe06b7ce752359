package ecs_test

import (
	"runtime"
	"strings"
	"testing"

	"ecslab/ecs"
)

// small is inlined wherever anything is.
func small(p *int) int { return *p }

// inlined reports whether the function of that name, in which f panics, has no
// frame of its own.
func inlined(t *testing.T, name string, f func()) (yes bool) {
	t.Helper()
	found := false
	defer func() {
		if recover() == nil {
			t.Fatal("no panic")
		}
		pcs := make([]uintptr, 32)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(0, pcs)])
		for more := true; more; {
			var at runtime.Frame
			at, more = frames.Next()
			if strings.HasSuffix(at.Function, name) {
				found, yes = true, at.Func == nil
			}
		}
		if !found {
			t.Fatalf("no frame of %s", name)
		}
	}()
	f()
	return
}

// At stays below what the compiler inlines.
func TestAtIsInlined(t *testing.T) {
	var sink any
	if testing.CoverMode() != "" || !inlined(t, ".small", func() { var p *int; sink = small(p) }) {
		t.Skip("this build inlines less")
	}
	if !inlined(t, ".At", func() { var a *ecs.Access[int]; sink = a.At(ecs.Entity(1)) }) {
		t.Error("At is called")
	}
	_ = sink
}
