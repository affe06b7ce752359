package ecs

import "ecslab/ecs/driver"

// maxKept bounds the chunks that a query keeps. Many small chunks are what
// keeping pays for: 32 of 31 entities cost 12 ns less each.
const maxKept = 256

// kept is the chunks of a query's last pass, to be handed out again while the
// structure stands. A query that filters nothing keeps dense chunks from the
// second pass over the same structure on.
type kept struct {
	chunks  []keptChunk
	columns []driver.Column
	version uint64 // of the structure that they are of; 0: none, or of an empty one
	seen    uint64 // of the last pass
	refused uint64 // of a pass whose chunks cannot be kept
	mode    keptMode
	at      int // in chunks, of the next that something has to be done for
}

// keptChunk is a kept chunk in a list: Next has to load no more than its address.
// It takes four cache lines, of which a loop over slices reads the first.
type keptChunk struct {
	next *keptChunk // nil: the last
	Chunk
}

type keptMode uint8

const (
	keptOff keptMode = iota
	keptRecording
	keptReplaying
)

// open says what the pass that begins over a structure does: it may walk the
// kept chunks, keep its own, or neither.
func (k *kept) open(version uint64) {
	k.mode, k.at = keptOff, 0
	switch {
	case k.version == version:
		k.mode = keptReplaying
	case k.seen == version && k.refused != version:
		k.mode = keptRecording
		k.forget()
	case k.version != 0:
		k.forget() // what they point to may be memory that was given back
	}
	k.seen = version
}

func (k *kept) forget() {
	clear(k.chunks)
	clear(k.columns)
	k.chunks, k.columns, k.version = k.chunks[:0], k.columns[:0], 0
}

// keep takes a copy of a chunk, if that is possible.
func (k *kept) keep(c *Chunk) {
	if !c.Dense || len(k.chunks) == maxKept {
		k.mode, k.refused = keptOff, k.seen
		k.forget()
		return
	}
	from := len(k.columns)
	k.columns = append(k.columns, c.Cols...)
	k.chunks = append(k.chunks, keptChunk{Chunk: Chunk{
		N: c.N, Entities: c.Entities, Cols: k.columns[from:len(k.columns):len(k.columns)],
		Run: c.Run, First: c.First, Dense: true, Order: c.Order, Answers: c.Answers,
	}})
	kept := &k.chunks[len(k.chunks)-1]
	for i := range min(len(c.Cols), len(kept.Bases)) {
		kept.Bases[i] = c.Cols[i].Base
	}
}

// done is called at the end of a pass that was walked to its end.
func (k *kept) done() {
	if k.mode != keptRecording {
		return
	}
	k.version = k.seen
	for i := range len(k.chunks) - 1 {
		k.chunks[i].next = &k.chunks[i+1]
	}
}
