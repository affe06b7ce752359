// Package table is the archetype storage: entities with the same components
// lie together in a table, column by column, as in Bevy's tables, hecs and Ark.
//
// # Terms
//
// Those of package internal/archetype, which does the work: an archetype is a
// component set, and each has a table of its own, so that a SetID of the graph
// is a TableID of the store.
//
// # Layout
//
//	graph   set 0 {}  ── +Pos ──▶  set 1 {Pos}  ── +Vel ──▶  set 2 {Pos, Vel}
//	           │                      │                         │
//	store   table 0                table 1                   table 2
//	                               [chunk][chunk]            [chunk]
//
// # Invariants
//
//  1. Set i of the graph is the set of table i of the store.
//  2. A prepared exchange keeps, for each table that it was used on, the table
//     that it leads to; neither ever changes.
//  3. A cursor has looked at all sets below the number that it keeps.
//
// # Costs
//
// Iteration is a loop over dense arrays, with an interface call a chunk.
// Adding or removing a component moves a row: the price of every other
// component that the entity has. A batch of entities that stand in a row is
// moved by ranges, and all rows of a chunk by handing over the chunk, whatever
// it has; rows of the table that it comes to may have to join it, and then that
// pays from 256 rows on. Random access goes through the directory and a list of
// bases by chunk.
//
// # Not done
//
// There is no order of rows that a caller could rely on, and no index of
// values. Sparse components and relations belong to other storages.
package table

import (
	"ecslab/ecs/driver"
	"ecslab/internal/archetype"
)

// Storage implements driver.Storage and all of its fast paths but those that
// go by entity index.
type Storage struct {
	env   driver.Env
	store *archetype.Store
	graph archetype.Graph

	exchanges map[[2]driver.Mask]*exchange // of Exchange, which nothing was prepared for
}

// New returns an empty storage.
func New(env driver.Env) driver.Storage { return NewSized(env, driver.ChunkRows) }

// NewSized is New with chunks of at most so many rows, by which tests reach
// the borders of chunks early.
func NewSized(env driver.Env, rows int) driver.Storage {
	return &Storage{
		env:       env,
		store:     archetype.NewStore(env, rows),
		exchanges: map[[2]driver.Mask]*exchange{},
	}
}

// tableOf is the table of a set.
func (s *Storage) tableOf(set *driver.Mask) *archetype.Table {
	id, made := s.graph.Find(set)
	return s.table(id, made)
}

func (s *Storage) table(id archetype.SetID, made bool) *archetype.Table {
	if made {
		return s.store.Table(s.graph.Set(id))
	}
	return s.store.Tables()[id]
}

// Locate implements driver.Storage.
func (s *Storage) Locate(e driver.Entity, c driver.ComponentID, at *driver.Cell) bool {
	chunk, row := s.store.Find(e)
	slot, ok := chunk.Table().Slot(c)
	if ok {
		chunk.Cell(at, &slot, row)
	}
	return ok
}

// Components implements driver.Storage.
func (s *Storage) Components(e driver.Entity) driver.Mask {
	chunk, _ := s.store.Find(e)
	return chunk.Table().Set
}

// Lookup implements driver.Looker.
func (s *Storage) Lookup(c driver.ComponentID, l *driver.Lookup) { s.store.Lookup(c, l) }

// FirstDead implements driver.Checker.
func (s *Storage) FirstDead(es []driver.Entity) int { return s.store.FirstDead(es) }

// Despawn implements driver.Storage.
func (s *Storage) Despawn(es []driver.Entity) {
	s.store.Despawn(es)
	s.check()
}

// DespawnOne implements driver.Despawner.
func (s *Storage) DespawnOne(e driver.Entity) bool {
	alive := s.store.DespawnOne(e)
	s.check()
	return alive
}

// Reset implements driver.Storage.
func (s *Storage) Reset() {
	s.store.Reset()
	s.check()
}

// Shrink implements driver.Shrinker.
func (s *Storage) Shrink() {
	s.store.Shrink()
	s.check()
}

// Stats implements driver.Storage.
func (s *Storage) Stats() driver.Stats {
	st := driver.Stats{Entities: s.env.Directory.Len()}
	s.store.Stats(&st)
	s.graph.Stats(&st)
	for _, x := range s.exchanges {
		st.OtherBytes += x.moves.Bytes()
	}
	return st
}
