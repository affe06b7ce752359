package run

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"ecslab/harness/measure"
)

// TestMain lets the test binary be a child that writes more than a disk takes.
func TestMain(m *testing.M) {
	if os.Getenv("ECSLAB_FAKE_CHILD") != "" {
		os.Stdout.WriteString(strings.Repeat("BenchmarkX 1 1 ns/op\n", 1<<15))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var errNoSpace = errors.New("no space left on device")

// disk takes so many bytes.
type disk struct{ room int }

func (d *disk) Write(b []byte) (int, error) {
	if len(b) > d.room {
		return 0, errNoSpace
	}
	d.room -= len(b)
	return len(b), nil
}

// TestADiskThatFillsMidWrite: the error is the disk's, and not that the child
// found its pipe broken.
func TestADiskThatFillsMidWrite(t *testing.T) {
	t.Setenv("ECSLAB_FAKE_CHILD", "1")
	child := []string{os.Args[0]}
	err := Child(context.Background(), child, measure.Spec{}, "g process 1", Silent, &disk{100_000})
	if !errors.Is(err, errNoSpace) || !strings.HasPrefix(err.Error(), "cannot write raw samples") {
		t.Errorf("a disk that fills: %v", err)
	}
	var all bytes.Buffer
	if err := Child(context.Background(), child, measure.Spec{}, "g process 1", Silent, &all); err != nil || all.Len() != 21<<15 {
		t.Errorf("with room enough: %v, %d bytes", err, all.Len())
	}
}
