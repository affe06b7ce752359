package ecs

import (
	"runtime"
	"sort"
	"sync"
)

// mostWorkers bounds the goroutines of a pass: a chunk has not many more pieces.
const mostWorkers = 1024

// Parallel makes a pass on several goroutines. body gets stretches of the
// chunks that a serial pass would hand out, each match once, and may write the
// mutable columns; they are marked before it gets them. What it queues in its
// commands, which are its own until it returns, is put behind the world's, in the
// order of the stretches, so the result is that of a serial pass. workers below 2
// is a serial pass, and more than 1024 count as so many.
//
// body may read other entities through an Access, but neither mark nor write
// them. If a body panics, no further one begins; the panic is raised again here,
// after all workers have stopped. In the same way a body that leaves its
// goroutine (runtime.Goexit) makes the caller leave its own. What was queued by
// then is kept.
func (q *Query) Parallel(workers int, body func(c *Chunk, commands *Commands)) error {
	if body == nil {
		return ErrZero
	}
	if err := q.openPass(false); err != nil {
		return err
	}
	workers = min(max(workers, 1), mostWorkers)
	for len(q.workers) < workers {
		q.workers = append(q.workers, &worker{})
	}
	p := &parallelPass{q: q, workers: q.workers[:workers]}
	q.together, q.w.shared = true, true
	defer p.end() // deferred, for a body may leave this goroutine
	for _, wk := range p.workers[1:] {
		p.wait.Add(1)
		go func() {
			defer p.wait.Done()
			p.work(wk, body)
		}()
	}
	p.work(p.workers[0], body)
	return nil
}

// worker is what a goroutine of a parallel pass has for itself.
type worker struct {
	piece    Chunk
	commands Commands
}

// parallelPass hands out pieces of chunks under a lock.
type parallelPass struct {
	q       *Query
	workers []*worker
	wait    sync.WaitGroup

	mu       sync.Mutex
	current  *sharedChunk // pieces of it are being handed out
	from     int
	pieces   int
	done     bool // nothing more is handed out
	panicked any
	exited   bool // a body left its goroutine
}

// sharedChunk is a chunk some pieces of which are still being worked on.
type sharedChunk struct {
	Chunk
	inUse int
}

// end waits for the workers and closes the pass.
func (p *parallelPass) end() {
	p.wait.Wait()
	q := p.q
	q.together, q.w.shared = false, false
	q.collect(p.workers)
	q.close(p.panicked == nil && !p.exited)
	switch {
	case p.panicked != nil:
		panic(p.panicked)
	case p.exited:
		runtime.Goexit()
	}
}

func (p *parallelPass) work(wk *worker, body func(*Chunk, *Commands)) {
	returned := false
	defer func() {
		r := recover()
		if returned {
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.done = true
		switch {
		case r == nil:
			p.exited = true
		case p.panicked == nil:
			p.panicked = r
		}
	}()
	wk.commands.world = p.q.w
	for held := p.take(nil, wk); held != nil; held = p.take(held, wk) {
		wk.commands.pieces = append(wk.commands.pieces, commandPiece{wk.piece.Order, len(wk.commands.words)})
		body(&wk.piece, &wk.commands)
	}
	returned = true
}

// take gives the held chunk back and fills the worker's piece from the next
// one; nil at the end.
func (p *parallelPass) take(held *sharedChunk, wk *worker) *sharedChunk {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.q
	if held != nil {
		held.inUse--
		if held.inUse == 0 && held != p.current {
			q.spare = append(q.spare, held)
		}
	}
	if p.done {
		return nil
	}
	if p.current == nil || p.from == p.current.N {
		if p.current != nil && p.current.inUse == 0 {
			q.spare = append(q.spare, p.current)
		}
		p.current, p.from = q.spareChunk(), 0
		if !q.next(&p.current.Chunk) {
			q.spare = append(q.spare, p.current)
			p.current, p.done = nil, true
			return nil
		}
	}
	c := p.current
	// A few pieces a worker even out bodies of unequal cost; whole words of
	// matches keep two workers off the same cache line.
	n := max(c.N/(4*len(p.workers)), 1)
	n = min((n+63)&^63, c.N-p.from)
	q.piece(&wk.piece, &c.Chunk, p.from, n)
	wk.piece.Order = p.pieces
	p.pieces++
	p.from += n
	c.inUse++
	return c
}

func (q *Query) spareChunk() *sharedChunk {
	if n := len(q.spare); n > 0 {
		c := q.spare[n-1]
		q.spare = q.spare[:n-1]
		return c
	}
	c := new(sharedChunk)
	q.prepare(&c.Chunk)
	return c
}

// piece makes into the n matches of c from the given one on.
func (q *Query) piece(into, c *Chunk, from, n int) {
	cols := append(into.Cols[:0], c.Cols...)
	*into = Chunk{
		N: n, Entities: c.Entities, Cols: cols, Run: c.Run, First: c.First,
		Dense: c.Dense, Answers: c.Answers, Skip: uint16(from),
	}
	stretch(into, from, q.spec.Columns, &q.w.schema)
}

// collect puts the workers' commands behind the world's, piece by piece in order.
func (q *Query) collect(workers []*worker) {
	type part struct {
		commandPiece
		to   int
		from *Commands
	}
	var parts []part
	for _, wk := range workers {
		c := &wk.commands
		for i, p := range c.pieces {
			to := len(c.words)
			if i+1 < len(c.pieces) {
				to = c.pieces[i+1].from
			}
			if to > p.from {
				parts = append(parts, part{p, to, c})
			}
		}
	}
	sort.Slice(parts, func(i, j int) bool { return parts[i].order < parts[j].order })
	for _, p := range parts {
		for at := p.commandPiece.from; at < p.to; {
			cmd := p.from.read(at)
			at = cmd.next
			if cmd.op == opSet {
				q.w.commands.Set(cmd.e, cmd.id, cmd.p)
			} else {
				q.w.commands.push(cmd.op, cmd.id, 0, cmd.e)
			}
		}
	}
	for _, wk := range workers {
		wk.commands.clear()
		wk.commands.world = nil // until the worker's next pass
	}
}
