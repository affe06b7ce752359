package driver

import (
	"bytes"
	"errors"
	"io"
	"math"
	"testing"
)

// TestDecoderAfterAnError: wherever a stream is cut off, every answer from then on
// is zero, and the error is that of the cut.
func TestDecoderAfterAnError(t *testing.T) {
	var text bytes.Buffer
	e := NewEncoder(&text)
	e.Uint(1<<64 - 1)
	e.Text("of several bytes")
	e.Bool(true)
	e.Uint(1 << 30)
	Words(e, []uint32{7, 8, 9})
	e.Uint(300)
	if e.Err() != nil {
		t.Fatal(e.Err())
	}
	for n := range text.Len() + 1 {
		d := NewDecoder(bytes.NewReader(text.Bytes()[:n]))
		words := []uint32{1, 1, 1}
		for i, isZero := range []func() bool{
			func() bool { return d.Uint() == 0 },
			func() bool { return d.Text(100) == "" },
			func() bool { return !d.Bool() },
			func() bool { return d.Count("things", 1<<30) == 0 },
			func() bool { ReadWords(d, words); return words[0]|words[1]|words[2] == 0 },
			func() bool { return d.Uint() == 0 },
		} {
			if zero := isZero(); zero != (d.Err() != nil) {
				t.Errorf("cut after %d: answer %d is zero: %t, error %v", n, i, zero, d.Err())
			}
		}
		if cut := n < text.Len(); cut != (errors.Is(d.Err(), io.EOF) || errors.Is(d.Err(), io.ErrUnexpectedEOF)) {
			t.Errorf("cut after %d: error %v", n, d.Err())
		}
	}
}

// TestDecoderRefusesLongNumbers: 64 bits, and not one more.
func TestDecoderRefusesLongNumbers(t *testing.T) {
	nines := bytes.Repeat([]byte{0xFF}, 9)
	for last, want := range map[byte]uint64{0: 1<<63 - 1, 1: 1<<64 - 1, 2: 0, 0x80: 0, 0x81: 0} {
		d := NewDecoder(bytes.NewReader(append(bytes.Clone(nines), last, 0)))
		if got := d.Uint(); got != want || (d.Err() != nil) != (want == 0) {
			t.Errorf("a tenth byte of %#x: %d, %v", last, got, d.Err())
		}
	}
}

// TestDecoderCounts: what does not fit an int is an error too, on machines of 32 bits.
func TestDecoderCounts(t *testing.T) {
	for _, v := range []uint64{0, 1, math.MaxInt32, math.MaxInt32 + 1, 1 << 40, math.MaxInt64, math.MaxUint64} {
		for _, most := range []uint64{0, 1, math.MaxInt32, 1 << 40, math.MaxUint64} {
			var text bytes.Buffer
			NewEncoder(&text).Uint(v)
			d := NewDecoder(&text)
			fits := v <= most && v <= math.MaxInt
			if n := d.Count("things", most); (d.Err() == nil) != fits || fits && uint64(n) != v || !fits && n != 0 {
				t.Errorf("%d of at most %d: %d, %v", v, most, n, d.Err())
			}
		}
	}
}

// TestDecoderUint32: all words are read, also where an int is as short.
func TestDecoderUint32(t *testing.T) {
	for _, v := range []uint64{0, 1, math.MaxInt32 + 1, math.MaxUint32, math.MaxUint32 + 1, math.MaxUint64} {
		var text bytes.Buffer
		NewEncoder(&text).Uint(v)
		d := NewDecoder(&text)
		fits := v <= math.MaxUint32
		if n := d.Uint32("as a word"); (d.Err() == nil) != fits || fits && uint64(n) != v || !fits && n != 0 {
			t.Errorf("%d: %d, %v", v, n, d.Err())
		}
	}
}
