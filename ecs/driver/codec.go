package driver

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"unsafe"
)

// Encoder writes numbers and texts to a stream. The first error stays, and
// nothing is written after it.
type Encoder struct {
	w       io.Writer
	err     error
	scratch [4096]byte
}

// NewEncoder writes to w, which should buffer.
func NewEncoder(w io.Writer) *Encoder { return &Encoder{w: w} }

// Err is the first error.
func (e *Encoder) Err() error { return e.err }

// Fail makes err the error, if there is none.
func (e *Encoder) Fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// Bytes writes p as it is.
func (e *Encoder) Bytes(p []byte) {
	if e.err == nil && len(p) > 0 {
		_, e.err = e.w.Write(p)
	}
}

// Uint writes a number, small ones in few bytes.
func (e *Encoder) Uint(v uint64) { e.Bytes(binary.AppendUvarint(e.scratch[:0], v)) }

// Bool writes a truth value.
func (e *Encoder) Bool(b bool) {
	v := uint64(0)
	if b {
		v = 1
	}
	e.Uint(v)
}

// Text writes a string with its length.
func (e *Encoder) Text(s string) {
	e.Uint(uint64(len(s)))
	e.Bytes([]byte(s))
}

// Words writes numbers of four or eight bytes, without their count.
func Words[T ~uint32 | ~uint64](e *Encoder, list []T) {
	if littleEndian {
		e.Bytes(wordBytes(list))
		return
	}
	size := wordSize[T]()
	for len(list) > 0 {
		n := min(len(list), len(e.scratch)/size)
		if size == 4 {
			for i, v := range list[:n] {
				binary.LittleEndian.PutUint32(e.scratch[4*i:], uint32(v))
			}
		} else {
			for i, v := range list[:n] {
				binary.LittleEndian.PutUint64(e.scratch[8*i:], uint64(v))
			}
		}
		e.Bytes(e.scratch[:n*size])
		list = list[n:]
	}
}

// littleEndian says that numbers lie in this machine's memory as in a stream.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// wordBytes are the numbers as they lie in memory: a copy number by number
// takes several times as long as the checksum of the stream.
func wordBytes[T ~uint32 | ~uint64](list []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list)*wordSize[T]())
}

func wordSize[T ~uint32 | ~uint64]() int {
	if ^T(0)>>31>>1 == 0 {
		return 4
	}
	return 8
}

// Decoder reads what an Encoder has written. After the first error every
// answer is zero.
type Decoder struct {
	r       io.Reader
	err     error
	scratch [4096]byte
}

// NewDecoder reads from r, which should buffer.
func NewDecoder(r io.Reader) *Decoder { return &Decoder{r: r} }

// Err is the first error.
func (d *Decoder) Err() error { return d.err }

// Fail makes the text the error, if there is none.
func (d *Decoder) Fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
}

// Bytes fills p.
func (d *Decoder) Bytes(p []byte) {
	if d.err == nil && len(p) > 0 {
		_, d.err = io.ReadFull(d.r, p)
	}
	if d.err != nil {
		clear(p)
	}
}

// Uint reads a number.
func (d *Decoder) Uint() (v uint64) {
	b := d.scratch[:1]
	for shift := 0; ; shift += 7 {
		d.Bytes(b)
		if shift == 63 && b[0] > 1 {
			d.Fail("a number of more than 64 bits")
		}
		if d.err != nil {
			return 0
		}
		v |= uint64(b[0]&0x7F) << shift
		if b[0] < 0x80 {
			return v
		}
	}
}

// Count reads a number; one above most, or beyond int, is an error, which says
// what it counts.
func (d *Decoder) Count(what string, most uint64) int {
	return int(d.upTo(what, min(most, math.MaxInt)))
}

// Uint32 reads a number; a larger one is an error, which says what it is.
func (d *Decoder) Uint32(what string) uint32 { return uint32(d.upTo(what, math.MaxUint32)) }

func (d *Decoder) upTo(what string, most uint64) uint64 {
	v := d.Uint()
	if v > most {
		d.Fail("%d %s, more than the %d that are possible", v, what, most)
		return 0
	}
	return v
}

// Bool reads a truth value.
func (d *Decoder) Bool() bool { return d.Count("as a truth value", 1) == 1 }

// Text reads a string; one of more than most bytes is an error.
func (d *Decoder) Text(most int) string {
	p := make([]byte, d.Count("bytes of text", uint64(most)))
	d.Bytes(p)
	if d.err != nil {
		return ""
	}
	return string(p)
}

// ReadWords fills list with numbers of four or eight bytes.
func ReadWords[T ~uint32 | ~uint64](d *Decoder, list []T) {
	if littleEndian {
		d.Bytes(wordBytes(list))
		return
	}
	size := wordSize[T]()
	for len(list) > 0 {
		n := min(len(list), len(d.scratch)/size)
		d.Bytes(d.scratch[:n*size])
		if size == 4 {
			for i := range list[:n] {
				list[i] = T(binary.LittleEndian.Uint32(d.scratch[4*i:]))
			}
		} else {
			for i := range list[:n] {
				list[i] = T(binary.LittleEndian.Uint64(d.scratch[8*i:]))
			}
		}
		list = list[n:]
	}
}
