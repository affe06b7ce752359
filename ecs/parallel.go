package ecs

import (
	"fmt"
	"sort"
	"sync"
)

// Parallel makes a pass on several goroutines. body gets stretches of the
// chunks that a serial pass would hand out, each match once, and may write the
// mutable columns; they are marked before it gets them. What it queues in its
// commands is put behind the world's, in the order of the stretches, so the
// result is that of a serial pass. workers below 2 is a serial pass.
//
// body may read other entities through an Access, but neither mark nor write
// them. A panic in body is raised again here, after all workers have stopped.
func (q *Query) Parallel(workers int, body func(c *Chunk, commands *Commands)) error {
	if err := q.openPass(false); err != nil {
		return err
	}
	defer q.Close()
	workers = max(workers, 1)
	for len(q.workers) < workers {
		q.workers = append(q.workers, &worker{})
	}
	p := &parallelPass{q: q, workers: workers}
	q.together, q.w.shared = true, true
	var wait sync.WaitGroup
	for _, wk := range q.workers[1:workers] {
		wait.Add(1)
		go func() {
			defer wait.Done()
			p.work(wk, body)
		}()
	}
	p.work(q.workers[0], body)
	wait.Wait()
	q.together, q.w.shared = false, false
	if q.w.watch != nil && !q.isOpen {
		q.w.watch.Closed(q, q.walked, p.panicked == nil)
	}
	q.collect(q.workers[:workers])
	if p.panicked != nil {
		panic(p.panicked)
	}
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
	workers int

	mu       sync.Mutex
	current  *sharedChunk // pieces of it are being handed out
	from     int
	pieces   int
	done     bool
	panicked any
}

// sharedChunk is a chunk some pieces of which are still being worked on.
type sharedChunk struct {
	Chunk
	inUse int
}

func (p *parallelPass) work(wk *worker, body func(*Chunk, *Commands)) {
	defer func() {
		if r := recover(); r != nil {
			p.mu.Lock()
			p.done = true
			p.panicked = fmt.Errorf("parallel pass: %v", r)
			p.mu.Unlock()
		}
	}()
	wk.commands.world = p.q.w
	var held *sharedChunk
	for {
		if held = p.take(held, wk); held == nil {
			return
		}
		wk.commands.pieces = append(wk.commands.pieces, commandPiece{wk.piece.Order, len(wk.commands.words)})
		body(&wk.piece, &wk.commands)
	}
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
	n := max(c.N/(4*p.workers), 1)
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
		Dense: c.Dense, Answers: c.Answers, Skip: from,
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
	}
}
