package ecstest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
)

// caught, deferred, makes a panic of the backend the error.
func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case violation:
		*err = errors.New(string(r))
	default:
		*err = fmt.Errorf("panic: %v\n%s", r, stack())
	}
}

// stack is where a panic came from: the calls between it and the world, which are
// those of the backend.
func stack() string { return trimmed(string(debug.Stack())) }

// trimmed leaves of a stack what stands between the last panic and the first frame of
// package ecs or of this one; all of it, if that is nothing.
func trimmed(stack string) string {
	lines := strings.Split(stack, "\n")
	for i := len(lines) - 1; i >= 0; i-- {
		if strings.HasPrefix(lines[i], "panic(") {
			lines = lines[min(i+2, len(lines)):]
			break
		}
	}
	var kept []string
	for i := 0; i+1 < len(lines); i += 2 {
		ours := strings.HasPrefix(lines[i], "ecslab/ecs.") || strings.HasPrefix(lines[i], "ecslab/ecs/ecstest.")
		if ours && len(kept) > 0 {
			break
		}
		if !ours && !strings.HasPrefix(lines[i], "runtime.") {
			kept = append(kept, lines[i], lines[i+1])
		}
	}
	if len(kept) == 0 {
		return stack
	}
	return strings.Join(kept, "\n")
}
