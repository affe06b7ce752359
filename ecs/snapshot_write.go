package ecs

import (
	"bytes"
	"fmt"
	"io"
	"unsafe"

	"ecslab/ecs/driver"
)

// WriteTo writes the snapshot to a stream that ReadSnapshot reads. It implements
// io.WriterTo. Values without pointers and without a codec are written as they
// lie in memory; a component with pointers and without a codec is an error that
// names it, and nothing is written.
func (s *Snapshot) WriteTo(out io.Writer) (int64, error) {
	if err := s.writable(); err != nil {
		return 0, err
	}
	f, err := newFrameWriter(out)
	if err != nil {
		return f.written, fmt.Errorf("snapshot: %w", err)
	}
	e := driver.NewEncoder(f)
	s.writeShape(e)
	e.Bool(s.part)
	e.Uint(uint64(s.origin))
	e.Uint(uint64(s.high))
	e.Uint(uint64(len(s.systems)))
	for _, sys := range s.systems {
		e.Text(sys.name)
		e.Bool(sys.timeline.Ran)
		e.Uint(uint64(sys.timeline.Last))
	}
	e.Uint(uint64(s.Len()))
	for _, g := range s.groups {
		for _, b := range g.blocks {
			g.write(e, b)
		}
	}
	e.Uint(0) // no more blocks
	if s.tracker != nil {
		s.shape.world.tracker.(driver.StateCodec).EncodeState(e, s.tracker)
	}
	if e.Err() == nil {
		e.Fail(f.end())
	}
	if e.Err() != nil {
		return f.written, fmt.Errorf("snapshot: %w", e.Err())
	}
	return f.written, nil
}

// writable is nil if all that the snapshot holds can be written.
func (s *Snapshot) writable() error {
	for _, g := range s.groups {
		for _, c := range g.components {
			if c.Pointers && c.Codec == nil {
				return fmt.Errorf("%w: %s (%v); register it with WithCodec or WithGob", ErrCodec, c.Name, c.Type)
			}
		}
	}
	if s.tracker != nil {
		if _, ok := s.shape.world.tracker.(driver.StateCodec); !ok {
			return fmt.Errorf("snapshot: the records of tracker %s cannot be written", s.shape.tracker)
		}
	}
	return nil
}

func (s *Snapshot) writeShape(e *driver.Encoder) {
	e.Text(byteOrder())
	e.Uint(uint64(len(s.shape.components)))
	for _, c := range s.shape.components {
		e.Text(c.name)
		e.Text(c.goType)
		e.Text(c.layout)
		e.Uint(uint64(c.kinds))
		e.Bool(c.codec)
	}
	e.Bool(s.shape.created)
	e.Text(s.shape.tracker)
	e.Text(s.shape.settings)
}

// write writes a block: how many entities, their set, their handles, and the
// columns of the set in ascending order.
func (g *rowGroup) write(e *driver.Encoder, b *rowBlock) {
	n := len(b.entities)
	if n == 0 {
		return
	}
	e.Uint(uint64(n))
	driver.Words(e, g.set[:])
	driver.Words(e, b.entities)
	for i, c := range g.components {
		col := &b.columns[i]
		for _, beside := range col.beside {
			if beside != nil {
				driver.Words(e, beside[:n])
			}
		}
		switch {
		case c.Size == 0:
		case c.Codec == nil:
			e.Bytes(valueBytes(c, col.values, n))
		default:
			var text bytes.Buffer
			if err := c.Codec.Encode(&text, col.values, n); err != nil {
				e.Fail(fmt.Errorf("codec of %s: %w", c.Name, err))
				return
			}
			e.Uint(uint64(text.Len()))
			e.Bytes(text.Bytes())
		}
	}
}

// valueBytes are n values of a type without pointers as they lie in memory.
func valueBytes(c *driver.Component, p unsafe.Pointer, n int) []byte {
	return unsafe.Slice((*byte)(p), n*int(c.Size))
}

// byteOrder of this machine, which values that are written as they lie have.
func byteOrder() string {
	one := uint16(1)
	if *(*byte)(unsafe.Pointer(&one)) == 1 {
		return "little-endian"
	}
	return "big-endian"
}
