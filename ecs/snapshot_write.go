package ecs

import (
	"encoding/binary"
	"fmt"
	"io"

	"ecslab/ecs/driver"
)

// WriteTo writes the snapshot to a stream that ReadSnapshot reads. It implements
// io.WriterTo. Values without pointers and without a codec are written as they
// lie in memory; a component with pointers and without a codec is an error that
// names it, and nothing is written.
func (s *Snapshot) WriteTo(out io.Writer) (int64, error) {
	if s == nil || s.shape.world == nil {
		return 0, ErrZero
	}
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
	for _, b := range s.blocks {
		b.write(e)
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
	var met Mask
	for _, b := range s.blocks {
		met = met.Or(&b.group.set)
		b.eachExtra(func(x *extra) { met.Set(x.component.ID) })
	}
	for c, ok := met.Next(0); ok; c, ok = met.Next(int(c) + 1) {
		if c := s.shape.world.schema.Of(c); c.Pointers && c.Codec == nil {
			return fmt.Errorf("%w: %s (%v); register it with WithCodec or WithGob", ErrCodec, c.Name, c.Type)
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

// write writes a block: how many entities, their set, their handles, the columns of
// the set in ascending order, and the extras, each with its number and who has it.
func (b *rowBlock) write(e *driver.Encoder) {
	n := len(b.entities)
	e.Uint(uint64(n))
	driver.Words(e, b.group.set[:])
	driver.Words(e, b.entities)
	for i, c := range b.group.components {
		b.columns[i].write(e, c, n)
	}
	extras := uint64(0)
	b.eachExtra(func(*extra) { extras++ })
	e.Uint(extras)
	b.eachExtra(func(x *extra) {
		e.Uint(uint64(x.component.ID))
		e.Uint(uint64(len(x.rows)))
		driver.Words(e, x.rows)
		x.column.write(e, x.component, len(x.rows))
	})
}

// byteOrder is that of this machine, and of values that are written as they lie.
func byteOrder() string {
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		return "little-endian"
	}
	return "big-endian"
}
