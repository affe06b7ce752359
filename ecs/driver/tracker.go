package driver

import (
	"errors"
	"math/bits"
	"unsafe"
)

// ErrOverflow says that a window reaches back further than the tracker remembers.
var ErrOverflow = errors.New("window reaches back beyond the tracker's history")

// Moment is a remembered time on a tracker's clock. What the number means is
// the tracker's own affair; it does not wrap.
type Moment uint64

// Timeline is one observer's place in time: a system's last run.
type Timeline struct {
	Ran  bool   // false before the first run
	Last Moment // when that was, as the tracker counts it
}

// Window is the span of time in which a record must lie to be reported. The
// bounds are on the tracker's clock and mean what the tracker makes of them.
type Window struct {
	After    Moment // records after this …
	Upto     Moment // … up to this
	First    bool   // an observer that never ran: sees whatever is still kept
	Overflow bool   // reaches back beyond the history, where that is an error
}

// Record names what is asked for: one kind of one component. The component of
// Created is ignored.
type Record struct {
	Kind      Kinds // exactly one
	Component ComponentID
}

// Host is what a tracker may ask of its world.
type Host interface {
	// EachBeside visits the tracker's columns of a component over all entities,
	// a stretch at a time, in any order. The stamps may be written.
	EachBeside(c ComponentID, visit func(column int, stamps []uint32))
	// Alive reports whether the handle is of a living entity.
	Alive(Entity) bool
}

// TrackerEnv is what a tracker is attached to.
type TrackerEnv struct {
	Schema    *Schema
	Directory *Directory
	Host      Host
	Created   bool // the world tracks creation
}

// Tracker remembers what was touched when, and answers for windows of time.
// All of its questions are asked once for many entities.
type Tracker interface {
	// Name is the tracker's word in /track= and in traces.
	Name() string
	// Attach gives the tracker its world, before anything else is called.
	Attach(env TrackerEnv)
	// Register tells of a component that was registered, before it is used.
	Register(c *Component)

	// Beside is how many uint32 columns storages keep beside the values of c.
	Beside(c ComponentID) int
	// Implies reports whether a record of kind k proves that the component is
	// there now.
	Implies(k Kinds) bool
	// Buries reports whether Lost must be told of the components that go with
	// a despawned entity; without it, Died is enough.
	Buries() bool

	// Born tells of new entities: those of reused indices start with no records.
	Born(es []Entity)
	// Died tells of entities that no longer live.
	Died(es []Entity)
	// Mark records kinds (Added, Changed or both; those that are not tracked
	// are ignored) of a component for all matches of the chunk, whose column
	// col is that component's.
	Mark(c ComponentID, k Kinds, ch *Chunk, col int)
	// MarkCell is Mark for one value.
	MarkCell(c ComponentID, k Kinds, e Entity, at *Cell)
	// Lost records that the entities, which live or are just being despawned,
	// lost the component.
	Lost(c ComponentID, es []Entity)

	// Filter puts those matches of the chunk that have the record in the
	// window into out, of which only the bits below ch.N count. col is the
	// column of the record's component, -1 where the query has none. Matches that
	// lack the component have no record of a kind that implies it.
	Filter(r Record, w Window, ch *Chunk, col int, out *Bits)
	// Removals appends the removals of c in the window: events or entities, as
	// the model has it.
	Removals(c ComponentID, w Window, dst []Entity) []Entity
	// Clear forgets the records of kinds k, of component c or, with all, of
	// every one.
	Clear(k Kinds, c ComponentID, all bool)

	// Begin opens a run: what is marked from now on belongs to it.
	Begin(t *Timeline) Window
	// Close ends the run's body; the deferred operations come next.
	Close(t *Timeline)
	// Finish ends the run, after its deferred operations.
	Finish(t *Timeline)
	// EndFrame ends n frames, the last n-1 of them empty.
	EndFrame(n uint64)
	// Moment takes the time.
	Moment() Moment
	// Since is the window since a moment, during a run or outside.
	Since(m Moment) Window

	// Save is a copy of all records and clocks, without the columns beside the
	// values, in the memory of a state that is no longer wanted, if that is not
	// nil; Load puts one back, any number of times. Both are done by a tracker of
	// the same name and settings.
	Save(unwanted any) any
	Load(state any)
	// Settings is what must be the same for a Load, in words.
	Settings() string

	// Reset forgets everything, as for a new world, but lets the clock go on.
	Reset()
	// Bytes is the memory that the tracker takes, without the columns beside.
	Bytes() int
	// Shape is how a single mark of one kind, Added or Changed, of c is made.
	Shape(k Kinds, c ComponentID) Shape
}

// Indexed is implemented by trackers that know, for some kinds, which entity
// indices hold records: a query can then start from the records.
type Indexed interface {
	// Indexes reports whether the two methods below serve this kind.
	Indexes(k Kinds) bool
	// NextChunk is the first index chunk from the given one on that may hold
	// records in the window.
	NextChunk(r Record, w Window, from uint32) (chunk uint32, ok bool)
	// Words puts the indices of an index chunk with records in the window into
	// out and returns the set of the words that it has written; the others
	// count as zero. Entities that do not live may be among them; for those that
	// live the answer is exact.
	Words(r Record, w Window, chunk uint32, out *Bits) (summary uint64)
}

// StateCodec is implemented by trackers whose saved states can be written to a
// stream and read again. Without it a snapshot lives in memory only.
type StateCodec interface {
	// EncodeState writes a state that Save gave.
	EncodeState(e *Encoder, state any)
	// DecodeState reads a state for Load. Whatever the input, it returns a state
	// that Load can take or leaves an error in d, and takes memory in proportion
	// to what it has read.
	DecodeState(d *Decoder) any
}

// Forgetter is implemented by trackers that can forget entity by entity, which
// the load of a part of a world needs.
type Forgetter interface {
	// Forget takes away all records of the indices of es, living or not, but
	// for the columns beside values.
	Forget(es []Entity)
	// Blank fills the columns beside the values of a chunk, of which col is the
	// component's, with what no window reports.
	Blank(c ComponentID, ch *Chunk, col int)
}

// MarkWay is how a single mark is made.
type MarkWay uint8

const (
	MarkNothing MarkWay = iota // not tracked
	MarkStamp                  // *Beside[Column] = *Now
	MarkBit                    // Bits.Set(entity)
	MarkCall                   // Tracker.MarkCell
)

// Shape is how a single mark is made without a call where the model allows it.
// It is asked once per component and kind; what it points to stays.
type Shape struct {
	Way    MarkWay
	Column int     // MarkStamp: which column
	Now    *uint32 // MarkStamp: the stamp of now
	Bits   *BitMarks
}

// BitMarks is the part of a bit tracker that a single mark touches: for each
// index chunk the block of words that is written now.
type BitMarks struct {
	Blocks []*BitBlock // by index chunk; nil: none taken yet
	// Take makes the block of an index chunk.
	Take func(chunk uint32) *BitBlock
}

// BitBlock holds the bits of an index chunk and the set of its words that are not zero.
type BitBlock struct {
	Summary uint64
	Words   Bits
}

// Clear makes all words zero, at the cost of those that are not.
func (b *BitBlock) Clear() {
	if bits.OnesCount64(b.Summary) > 16 { // from here on clearing all is faster
		b.Words = Bits{}
	} else {
		for s := b.Summary; s != 0; s &= s - 1 {
			b.Words[bits.TrailingZeros64(s)] = 0
		}
	}
	b.Summary = 0
}

// Set marks one entity.
func (m *BitMarks) Set(e Entity) {
	chunk := e.Index() >> RowBits
	var b *BitBlock
	if chunk < uint32(len(m.Blocks)) {
		b = m.Blocks[chunk]
	}
	if b == nil {
		b = m.Take(chunk)
	}
	word := e.Index() >> 6 & 63
	if b.Summary>>word&1 == 0 { // a store each time would stall the next mark's load
		b.Summary |= 1 << word
	}
	b.Words[word] |= 1 << (e.Index() & 63)
}

// Stamp is the uint32 at row of a tracker's column.
func Stamp(column unsafe.Pointer, row uint32) *uint32 {
	return (*uint32)(unsafe.Add(column, uintptr(row)*4))
}

// Stamps are the uint32s of n rows of a tracker's column, from row on.
func Stamps(column unsafe.Pointer, row uint32, n int) []uint32 {
	return unsafe.Slice(Stamp(column, row), n)
}
