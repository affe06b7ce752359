package raw

import (
	"errors"
	"testing"

	"ecslab/harness/host"
)

// full is a disk with so much room left.
type full struct{ room int }

var errNoSpace = errors.New("no space left on device")

func (f *full) Write(b []byte) (int, error) {
	n := min(len(b), f.room)
	f.room -= n
	if n < len(b) {
		return n, errNoSpace
	}
	return n, nil
}

// TestADiskThatFills lets the disk fill at every byte of a file: the writer
// reports it, and reports the first error however much is written later.
func TestADiskThatFills(t *testing.T) {
	fill := func(w *Writer) {
		w.Round(1)
		w.Sample("G/w/backend=a", 10, Value{1.5, "ns/op"})
		w.Fail("G/w/backend=b", "sum is 1")
		w.Sample("G/w/backend=a", 10, Value{1.6, "ns/op"})
	}
	h := Header{Run: "r", Group: "g", Pass: PassTime, Process: 1, Machine: host.Machine{CPU: "c", Go: "go1"}}
	roomy := &full{1 << 20}
	w := NewWriter(roomy, h)
	fill(w)
	if err := w.Err(); err != nil {
		t.Fatal(err)
	}
	size := 1<<20 - roomy.room
	for room := range size {
		w := NewWriter(&full{room}, h)
		fill(w)
		if !errors.Is(w.Err(), errNoSpace) {
			t.Fatalf("after %d of %d bytes the disk is full, and the writer says %v", room, size, w.Err())
		}
	}
}
