package driver

import (
	"errors"
	"unsafe"
)

// ErrFull says that a storage has no place left for another table or chunk.
var ErrFull = errors.New("storage is full")

// Env is what a storage is made with. All of it belongs to the world and
// lives as long as the storage does.
type Env struct {
	Schema    *Schema    // grows; a storage looks a component up when it first meets it
	Directory *Directory // handles; the storage writes the places
	// Beside is how many uint32 columns to keep beside the values of a
	// component, of tags too. It is asked when the storage first meets the component.
	Beside func(ComponentID) int
}

// Storage keeps entities with their components. The handles that it is given
// live (or, in Spawn, are about to); the world sees to it. One call may name an
// entity twice: the second time it finds done what was asked for. A *Mask and a
// list of entities are the storage's for the call only; what it keeps, it copies.
// Of the columns that it fills it writes every field: callers hand chunks in again.
// What the values of those who are gone pointed to is free for the collector: the
// storage keeps none of it, nor does a cursor that is in no pass.
type Storage interface {
	// Spawn places a prefix of es, whose handles were allocated or restored,
	// with exactly the components of set; it fills ch with them and returns how
	// many they are, at least one. ch.Cols are the components of set in
	// ascending order. The chunk is dense: match k is es[k], in row k of every
	// column. A storage that cannot have it so places fewer, one if need be.
	// Values are zero, tracker columns arbitrary. With an error, such as ErrFull,
	// none is placed.
	Spawn(es []Entity, set *Mask, ch *Chunk) (int, error)

	// Despawn removes the entities with all they have, and hands their handles
	// to Directory.Release, each once: one that is named twice no longer lives the
	// second time and is passed over. Indices that are released by one call and in
	// the order of es come back in that order; nothing depends on it.
	Despawn(es []Entity)

	// Exchange gives a prefix of es the components of add that they lack and
	// takes away those of remove that they have; it fills ch and returns how
	// many entities that were, at least one. All of them gained and lost the
	// same, told in ch.Gained and ch.Lost. ch.Cols are the components of add in
	// ascending order, whether gained or there before; a gained value is zero.
	// Match k is es[k], with rows of its own where need be. An entity named again
	// therefore ends the prefix, unless the prefix gains and loses nothing. add and
	// remove are disjoint; either may be empty. With an error, such as ErrFull,
	// nothing has changed.
	Exchange(es []Entity, add, remove *Mask, ch *Chunk) (int, error)

	// Locate finds one value. It reports false if the entity lacks c. Workers of a
	// parallel pass call it at the same time.
	Locate(e Entity, c ComponentID, at *Cell) bool

	// Components is what the entity has.
	Components(e Entity) Mask

	// Query prepares a query, which stays as it is: the storage may keep q. Cursors
	// live as long as the storage, and may keep what they learnt in one pass for
	// the next.
	Query(q *Query) (Cursor, error)

	// Reset removes all entities. The world resets the directory. Cursors and
	// what else was prepared stay usable.
	Reset()

	// Stats tells the storage's shape and memory.
	Stats() Stats
}

// Cell is the place of one value.
type Cell struct {
	Value  unsafe.Pointer    // nil for a tag
	Beside [2]unsafe.Pointer // the tracker's uint32s of this value, or of the tag
}

// Access is one column of a query.
type Access struct {
	Component ComponentID
	Maybe     bool // matches may lack it; else it stands in Query.All
	Write     bool // the caller will write values
	Beside    bool // the caller will look at, or write, the tracker's columns
}

// Query describes the matches by presence. Tracked terms are the world's.
type Query struct {
	Columns []Access // the columns of each chunk, in this order
	All     Mask     // a match has all of these
	None    Mask     // and none of these, which are not among All
	Any     []Mask   // and of each of these sets at least one
}

// Matches reports whether an entity with the components of set matches.
func (q *Query) Matches(set *Mask) bool {
	if !set.Contains(&q.All) || set.Intersects(&q.None) {
		return false
	}
	for i := range q.Any {
		if !set.Intersects(&q.Any[i]) {
			return false
		}
	}
	return true
}

// Cursor walks the matches of a prepared query, one pass after another. Each
// match comes in exactly one chunk of a pass.
type Cursor interface {
	// Rewind begins a pass.
	Rewind()
	// Next fills ch with the next chunk, of at least one match; false at the
	// end. ch may be another one at each call.
	Next(ch *Chunk) bool
}

// The interfaces below are fast paths. A storage, or a cursor, that does not
// have one gets the default of package ecs, which is right but slower. A method
// with another signature is passed over in silence; let the compiler look:
//
//	var _ driver.Looker = (*Storage)(nil)

// SpawnPreparer resolves a component set once for many spawns.
type SpawnPreparer interface {
	PrepareSpawn(set *Mask) Spawner
}

// Spawner is Storage.Spawn for a set resolved before.
type Spawner interface {
	Spawn(es []Entity, ch *Chunk) (int, error)
}

// Overwriter is a Spawner that can do without zero values.
type Overwriter interface {
	// Overwrite says that from now on the caller writes every value of what
	// Spawn places: pointer-free ones may hold anything before.
	Overwrite()
}

// Despawner despawns one entity with one look at its entry.
type Despawner interface {
	// DespawnOne is Despawn of e, if it lives; else it does nothing and reports
	// false. Any handle may be given.
	DespawnOne(e Entity) bool
}

// ExchangePreparer resolves component sets once for many exchanges.
type ExchangePreparer interface {
	PrepareExchange(add, remove *Mask) Exchanger
}

// Exchanger is Storage.Exchange for sets resolved before. Quiet does the same
// for all of es without telling the columns, for callers that neither write
// values nor track what they change; with an error, it has done so for some.
type Exchanger interface {
	Exchange(es []Entity, ch *Chunk) (int, error)
	Quiet(es []Entity) error
}

// LivingExchanger is an Exchanger that looks for handles which do not live where
// it looks for the entities anyway.
type LivingExchanger interface {
	Exchanger
	// QuietLiving is Quiet if all of es live; else it does nothing and reports
	// false. Any handles may be given.
	QuietLiving(es []Entity) (alive bool, err error)
}

// MatchExchanger is an Exchanger that needs no list of the entities that a
// query matches.
type MatchExchanger interface {
	Exchanger
	// QuietMatches is Quiet for all matches of a query of the same storage,
	// given by its cursor, which is in no pass then.
	QuietMatches(c Cursor) error
}

// Looker offers random access without a call.
type Looker interface {
	// Lookup fills l and keeps it up to date from then on. The world calls it
	// at most once for a component, and never for a tag: an entity for which the
	// path ends in nil lacks the component.
	Lookup(c ComponentID, l *Lookup)
}

// RecordCursor is a cursor that can also start from records: from sets of
// entity indices instead of from all of its matches.
type RecordCursor interface {
	Cursor
	// RewindFrom begins a pass over those matches whose index is in r.
	RewindFrom(r Records)
	// Rows is about how many rows a pass from Rewind would visit, by which the
	// world decides where to start; negative: starting from records always pays.
	Rows() int
}

// Records is a stream of entity indices, an index chunk at a time.
type Records interface {
	// Next puts the members of the next index chunk that may have any into out,
	// and returns its number and the set of the words that it has written; the
	// others count as zero. Members may be indices of entities that do not live.
	Next(out *Bits) (chunk uint32, summary uint64, ok bool)
}

// Placer can keep entities of a kind together.
type Placer interface {
	// SetCluster says to which cluster the handles belong that the next
	// allocations give out; 0 is none. Entities of one cluster share blocks.
	SetCluster(cluster uint32)
}

// Grouper can keep the sets of some components in the same order.
type Grouper interface {
	// Group does so from now on. A set that cannot be kept so, as one that shares
	// a component with another group, is an error, and nothing has changed.
	Group(set *Mask) error
}

// Checker finds handles that do not live faster than the directory does, which
// looks at one entry after the other: by comparing es with lists of handles
// that the storage keeps.
type Checker interface {
	// FirstDead is the position of the first handle that does not live, -1 if
	// all do. Any handles may be asked about.
	FirstDead(es []Entity) int
}

// Shrinker can give memory back.
type Shrinker interface {
	// Shrink gives back what empty tables, blocks and the like hold.
	Shrink()
}
