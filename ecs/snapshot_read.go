package ecs

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unsafe"

	"ecslab/ecs/driver"
)

// ReadSnapshot reads a snapshot that WriteTo has written, for a world with the
// same components, tracker and settings, on any storage. The world is only
// asked; Load puts the snapshot in. A snapshot of another kind of world is
// ErrSnapshot, and both sides are named; a stream that is cut off or changed is
// ErrDamaged, with the offset. Memory is taken in proportion to what was read.
func ReadSnapshot(r io.Reader, w *World) (*Snapshot, error) {
	if r == nil || w == nil {
		return nil, ErrZero
	}
	f, err := newFrameReader(r)
	if err != nil {
		return nil, err
	}
	return readSnapshot(f, w)
}

// ReadSnapshot reads a snapshot and loads it. On an error of the stream the
// world is as before.
func (w *World) ReadSnapshot(r io.Reader) error {
	if err := w.atRest(); err != nil {
		return err
	}
	s, err := ReadSnapshot(r, w)
	if err != nil {
		return err
	}
	return w.Load(s)
}

// snapshotReader is a snapshot being read.
type snapshotReader struct {
	*driver.Decoder
	s    *Snapshot
	w    *World
	left int // entities to come
}

func readSnapshot(f *frameReader, w *World) (*Snapshot, error) {
	r := &snapshotReader{Decoder: driver.NewDecoder(f), w: w, s: &Snapshot{bySet: map[Mask]*rowGroup{}}}
	misfit := r.readHead()
	if misfit == nil {
		r.readBlocks()
		r.readTracker()
		r.readEnd(f)
	}
	switch err := r.Err(); {
	case err == nil:
		return r.s, misfit
	case errors.Is(err, ErrDamaged):
		return nil, err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, f.damaged(f.at(), "the stream ends in the middle of what it holds")
	default:
		return nil, f.damaged(f.at(), "%v", err)
	}
}

const (
	mostText    = 1 << 16 // bytes of a name, a type or a layout
	mostSystems = 1 << 20
)

// readHead reads what the snapshot is of. It returns how that differs from the
// world.
func (r *snapshotReader) readHead() error {
	order := r.Text(mostText)
	s := &r.s.shape
	for range r.Count("components", driver.MaxComponents) {
		s.components = append(s.components, componentShape{
			name: r.Text(mostText), goType: r.Text(mostText), layout: r.Text(mostText),
			kinds: Kinds(r.Count("as kinds", 255)), codec: r.Bool(),
		})
	}
	s.created, s.tracker, s.settings = r.Bool(), r.Text(mostText), r.Text(mostText)
	if r.Err() != nil {
		return nil
	}
	here := r.w.shape()
	if is, instead := here.difference(s); is != instead {
		return fmt.Errorf("%w: the snapshot has %s, the world %s", ErrSnapshot, is, instead)
	}
	if order != byteOrder() {
		return fmt.Errorf("%w: its values are %s, those of this machine %s", ErrSnapshot, order, byteOrder())
	}
	*s = here
	r.s.part = r.Bool()
	r.s.origin = r.Uint32("as the first generation")
	r.s.high = r.Uint32("as the last generation")
	for range r.Count("systems", mostSystems) {
		if r.Err() != nil {
			return nil
		}
		r.s.systems = append(r.s.systems, savedSystem{r.Text(mostText),
			driver.Timeline{Ran: r.Bool(), Last: Moment(r.Uint())}})
	}
	if r.Err() != nil {
		return nil
	}
	return r.w.fits(r.s)
}

func (r *snapshotReader) readBlocks() {
	r.left = r.Count("entities", driver.MaxEntities)
	for r.Err() == nil {
		n := r.Count("entities in a block", driver.ChunkRows)
		if n == 0 {
			break
		}
		if n > r.left {
			r.Fail("a block of %d entities where %d are left", n, r.left)
			return
		}
		r.left -= n
		r.readBlock(n)
	}
	if r.left > 0 {
		r.Fail("%d entities are missing", r.left)
	}
}

func (r *snapshotReader) readBlock(n int) {
	var set Mask
	driver.ReadWords(r.Decoder, set[:])
	for c, ok := set.Next(len(r.w.schema.Components)); ok; {
		r.Fail("an entity with component number %d of %d", c, len(r.w.schema.Components))
		return
	}
	es := make([]Entity, n)
	driver.ReadWords(r.Decoder, es)
	r.check(es)
	if r.Err() != nil {
		return
	}
	b := r.s.group(&set).block(es)
	for i, c := range b.group.components {
		b.columns[i] = r.readColumn(c, n)
	}
	for range r.Count("extras", driver.MaxComponents) {
		r.readExtra(b, &set)
	}
	if r.Err() == nil {
		r.s.blocks = append(r.s.blocks, b)
	}
}

// readColumn reads n rows.
func (r *snapshotReader) readColumn(c *driver.Component, n int) (col savedColumn) {
	if c.Pointers && c.Codec == nil { // the writer had one, or it would not be here
		r.Fail("%v: %s (%v)", ErrCodec, c.Name, c.Type)
	}
	for j := range r.s.beside(c.ID) {
		if r.Err() == nil {
			col.beside[j] = make([]uint32, n)
			driver.ReadWords(r.Decoder, col.beside[j])
		}
	}
	if c.Size > 0 && r.Err() == nil {
		col.values = r.readValues(c, n)
	}
	return col
}

// readExtra reads a component that some entities of the block have. It must not be
// among those that were met, and is from now on.
func (r *snapshotReader) readExtra(b *rowBlock, met *Mask) {
	id := r.Uint()
	if r.Err() == nil && (id >= uint64(len(r.w.schema.Components)) || met.Has(ComponentID(id))) {
		r.Fail("an extra of component number %d", id)
	}
	rows := make([]uint32, r.Count("entities with an extra", uint64(len(b.entities))))
	driver.ReadWords(r.Decoder, rows)
	if r.Err() == nil && len(rows) == 0 {
		r.Fail("an extra that nobody has")
	}
	for i, row := range rows {
		if row >= uint32(len(b.entities)) || i > 0 && row <= rows[i-1] {
			r.Fail("an extra of entity %d of %d of a block", row, len(b.entities))
		}
	}
	if r.Err() != nil {
		return
	}
	c := r.w.schema.Of(ComponentID(id))
	met.Set(c.ID)
	b.extras = append(b.extras, extra{c, r.s.beside(c.ID), rows, r.readColumn(c, len(rows))})
}

// check makes sure that the handles are such as a world can have given out, and
// that each index is met once.
func (r *snapshotReader) check(es []Entity) {
	for len(es) > 0 && r.Err() == nil {
		n := 1
		for n < len(es) && es[n] == es[0]+Entity(n) {
			n++
		}
		r.checkRun(es[0], n)
		es = es[n:]
	}
}

// checkRun is check of n handles of one generation with consecutive indices.
func (r *snapshotReader) checkRun(e Entity, n int) {
	index := uint64(e.Index())
	if index+uint64(n) > driver.MaxIndices || e.Generation() == 0 || e.Generation()-r.s.origin > r.s.high-r.s.origin {
		r.Fail("entity %v cannot be", e)
		return
	}
	if !r.s.living.Add(uint32(index), n) {
		r.Fail("two entities with one index, among the %d from %d on", n, index)
	}
}

// readValues reads n values. Of large ones memory is taken as they come.
func (r *snapshotReader) readValues(c *driver.Component, n int) unsafe.Pointer {
	if c.Codec != nil {
		return r.decodeValues(c, n)
	}
	rows := min(n, max(1, frameMost/int(c.Size)))
	p := c.Make(rows)
	r.Bytes(valueBytes(c, p, rows))
	for rows < n && r.Err() == nil {
		more := min(n-rows, rows)
		grown := c.Make(rows + more)
		c.Copy(grown, p, rows)
		r.Bytes(valueBytes(c, unsafe.Add(grown, uintptr(rows)*c.Size), more))
		p, rows = grown, rows+more
	}
	return p
}

func (r *snapshotReader) decodeValues(c *driver.Component, n int) unsafe.Pointer {
	length := r.Uint()
	var text bytes.Buffer
	for length > 0 && r.Err() == nil {
		part := make([]byte, min(length, frameBytes))
		r.Bytes(part)
		text.Write(part)
		length -= uint64(len(part))
	}
	if r.Err() != nil {
		return nil
	}
	p := c.Make(n)
	if err := c.Codec.Decode(&text, p, n); err != nil {
		r.Fail("codec of %s: %v", c.Name, err)
	}
	return p
}

func (r *snapshotReader) readTracker() {
	if r.s.part || r.w.tracker == nil || r.Err() != nil {
		return
	}
	codec, ok := r.w.tracker.(driver.StateCodec)
	if !ok {
		r.Fail("the records of tracker %s cannot be read", r.s.shape.tracker)
		return
	}
	r.s.tracker = codec.DecodeState(r.Decoder)
}

// readEnd makes sure that the stream ends here.
func (r *snapshotReader) readEnd(f *frameReader) {
	if r.Err() != nil {
		return
	}
	var more [1]byte
	switch n, err := f.Read(more[:]); {
	case n > 0:
		r.Fail("the stream goes on after its last record")
	case err != io.EOF:
		r.Fail("%w", err)
	}
}
