package ecs

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// A snapshot's stream is a magic with a version, and frames:
//
//	magic  8 bytes │ version  4 bytes
//	length 4 bytes │ checksum 4 bytes │ payload   … a frame …
//	0      4 bytes │ checksum 4 bytes             the end
//
// Numbers are little-endian. The checksum (CRC-32C) is of the frame's number in
// the stream and the payload, so that a frame that is lost, doubled or moved is
// found too. Nothing of a frame is used before its checksum is.
const (
	magic   = "\x89ecslab\n"
	version = 2

	frameBytes = 64 << 10 // of a frame that is filled bit by bit
	frameMost  = 1 << 20  // of any frame
	frameHead  = 8
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// frameSum is the checksum of a frame; ok holds the bytes of its number.
func frameSum(number uint64, payload []byte) uint32 {
	var n [8]byte
	binary.LittleEndian.PutUint64(n[:], number)
	return crc32.Update(crc32.Checksum(n[:], castagnoli), castagnoli, payload)
}

// frameWriter writes a stream. Large writes become frames as they are.
type frameWriter struct {
	w       io.Writer
	pending []byte // frameHead bytes of room, then the payload so far
	number  uint64
	written int64
}

func newFrameWriter(w io.Writer) (*frameWriter, error) {
	f := &frameWriter{w: w, pending: make([]byte, frameHead, frameHead+frameBytes)}
	return f, f.put(binary.LittleEndian.AppendUint32([]byte(magic), version))
}

func (f *frameWriter) put(p []byte) error {
	n, err := f.w.Write(p)
	f.written += int64(n)
	if err == nil && n < len(p) {
		err = io.ErrShortWrite
	}
	return err
}

// Write implements io.Writer.
func (f *frameWriter) Write(p []byte) (int, error) {
	n := len(p)
	if len(p) >= frameBytes/4 {
		if err := f.flush(); err != nil {
			return 0, err
		}
		for len(p) > 0 {
			part := p[:min(len(p), frameMost)]
			var head [frameHead]byte
			f.head(head[:], part)
			if err := f.put(head[:]); err != nil {
				return 0, err
			}
			if err := f.put(part); err != nil {
				return 0, err
			}
			p = p[len(part):]
		}
		return n, nil
	}
	if len(f.pending)+len(p) > cap(f.pending) {
		if err := f.flush(); err != nil {
			return 0, err
		}
	}
	f.pending = append(f.pending, p...)
	return n, nil
}

func (f *frameWriter) head(head, payload []byte) {
	binary.LittleEndian.PutUint32(head, uint32(len(payload)))
	binary.LittleEndian.PutUint32(head[4:], frameSum(f.number, payload))
	f.number++
}

// flush writes what waits as a frame.
func (f *frameWriter) flush() error {
	if len(f.pending) == frameHead {
		return nil
	}
	f.head(f.pending, f.pending[frameHead:])
	err := f.put(f.pending)
	f.pending = f.pending[:frameHead]
	return err
}

// end writes the end of the stream.
func (f *frameWriter) end() error {
	if err := f.flush(); err != nil {
		return err
	}
	f.head(f.pending, nil)
	return f.put(f.pending)
}

// frameReader reads a stream, and nothing beyond its end.
type frameReader struct {
	r      io.Reader
	frame  []byte // the payload of the frame at hand
	rest   []byte // what was not read of it
	number uint64
	offset int64 // of the byte of the input that comes next
	ended  bool
	trust  bool // do not look at checksums; tests do that
}

// newFrameReader reads the magic and the version.
func newFrameReader(r io.Reader) (*frameReader, error) {
	f := &frameReader{r: r}
	head := make([]byte, len(magic)+4)
	if err := f.fill(head); err != nil {
		return nil, err
	}
	if string(head[:len(magic)]) != magic {
		return nil, f.damaged(0, "this is no snapshot")
	}
	if v := binary.LittleEndian.Uint32(head[len(magic):]); v != version {
		return nil, fmt.Errorf("%w: the stream has version %d, the program %d", ErrSnapshot, v, version)
	}
	return f, nil
}

// damaged is the error of a stream that is wrong at an offset.
func (f *frameReader) damaged(offset int64, format string, args ...any) error {
	return fmt.Errorf("%w: at byte %d: %s", ErrDamaged, offset, fmt.Sprintf(format, args...))
}

// at is the offset of the byte that is read next.
func (f *frameReader) at() int64 { return f.offset - int64(len(f.rest)) }

func (f *frameReader) fill(p []byte) error {
	n, err := io.ReadFull(f.r, p)
	f.offset += int64(n)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return f.damaged(f.offset, "the stream ends too early")
	case err != nil:
		return fmt.Errorf("snapshot: at byte %d: %w", f.offset, err)
	}
	return nil
}

// Read implements io.Reader. io.EOF is the end of the stream.
func (f *frameReader) Read(p []byte) (int, error) {
	if len(f.rest) == 0 {
		if f.ended {
			return 0, io.EOF
		}
		begin := f.offset
		var head [frameHead]byte
		if err := f.fill(head[:]); err != nil {
			return 0, err
		}
		told := binary.LittleEndian.Uint32(head[:]) // which may not fit an int of 32 bits
		if told > frameMost {
			return 0, f.damaged(begin, "a frame of %d bytes, more than %d", told, frameMost)
		}
		length := int(told)
		payload, direct := p, length > 0 && length <= len(p)
		if !direct {
			if cap(f.frame) < length {
				f.frame = make([]byte, max(length, frameBytes))
			}
			payload = f.frame
		}
		payload = payload[:length]
		if err := f.fill(payload); err != nil {
			return 0, err
		}
		if sum := binary.LittleEndian.Uint32(head[4:]); sum != frameSum(f.number, payload) && !f.trust {
			return 0, f.damaged(begin, "the checksum of the frame does not fit")
		}
		f.number++
		if length == 0 {
			f.ended = true
			return 0, io.EOF
		}
		if direct {
			return length, nil
		}
		f.rest = payload
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}
