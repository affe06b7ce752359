//go:build unix

package run

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"ecslab/harness/measure"
)

// TestChildDiesOfASignal: one that was sent to the whole group ends the run as
// interrupted, also where the child dies of it before the parent gets it; one
// for the child alone is a death. What else it dies of is said at once.
func TestChildDiesOfASignal(t *testing.T) {
	for _, signal := range []string{"INT", "TERM", "HUP", "KILL"} {
		for _, both := range []bool{true, false} {
			ctx, cancel := context.WithCancel(context.Background())
			if both {
				time.AfterFunc(200*time.Millisecond, cancel)
			}
			err := Child(ctx, []string{"sh", "-c", "kill -" + signal + " $$"}, measure.Spec{}, "it", Silent, io.Discard)
			cancel()
			if both && signal != "KILL" {
				if !errors.Is(err, context.Canceled) {
					t.Errorf("SIG%s to both: %v", signal, err)
				}
				continue
			}
			var died *Died
			if !errors.As(err, &died) || !strings.Contains(err.Error(), "it died: signal: ") {
				t.Errorf("SIG%s to the child, both: %t: %v", signal, both, err)
			}
		}
	}
}
