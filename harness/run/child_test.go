//go:build unix

package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"ecslab/harness/measure"
)

// TestChildDiesOfASignal: one that was sent to the whole group ends the run as
// interrupted, also where the child dies of it before the parent gets it; one
// for the child alone is a death. What else it dies of is said at once.
func TestChildDiesOfASignal(t *testing.T) {
	// Under nohup a child would be started with hang-ups ignored, unless they are
	// caught here.
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(caught) })
	for _, c := range []struct {
		signal string
		both   bool
	}{{"INT", true}, {"TERM", true}, {"HUP", true}, {"INT", false}, {"TERM", false}, {"HUP", false}, {"KILL", false}} {
		t.Run(fmt.Sprintf("%s, both %t", c.signal, c.both), func(t *testing.T) {
			t.Parallel() // most of it is waiting
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			if c.both {
				time.AfterFunc(200*time.Millisecond, cancel)
			}
			err := Child(ctx, []string{"sh", "-c", "kill -" + c.signal + " $$"}, measure.Spec{}, "it", Silent, io.Discard)
			var died *Died
			switch {
			case c.both && !errors.Is(err, context.Canceled):
				t.Error(err)
			case !c.both && (!errors.As(err, &died) || !strings.Contains(err.Error(), "it died: signal: ")):
				t.Error(err)
			}
		})
	}
}
