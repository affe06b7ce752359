package ecstest

import "testing"

func TestTrimmed(t *testing.T) {
	const stack = `goroutine 1 [running]:
runtime/debug.Stack()
	/go/stack.go:26 +0x5e
ecslab/ecs/ecstest.run.func1()
	/ecslab/ecs/ecstest/sequence.go:58 +0xf3
panic({0x1, 0x2})
	/go/panic.go:860 +0x13a
runtime.goPanicIndex(0x5, 0x3)
	/go/panic.go:115 +0x74
example.com/mine.(*Storage).take(0x1)
	/mine/mine.go:10 +0x1
example.com/mine.(*Storage).Despawn(0x1)
	/mine/mine.go:20 +0x1
ecslab/ecs/ecstest.(*strictStorage).Despawn(0x1)
	/ecslab/ecs/ecstest/strict.go:9 +0x1
ecslab/ecs.(*World).Despawn(0x1)
	/ecslab/ecs/despawn.go:9 +0x1
testing.tRunner(0x1)
	/go/testing.go:1 +0x1`
	const want = `example.com/mine.(*Storage).take(0x1)
	/mine/mine.go:10 +0x1
example.com/mine.(*Storage).Despawn(0x1)
	/mine/mine.go:20 +0x1`
	if got := trimmed(stack); got != want {
		t.Errorf("got\n%s", got)
	}
	if got := trimmed("panic(1)\n\tx"); got != "panic(1)\n\tx" {
		t.Errorf("got %q of a stack without frames", got)
	}
}
