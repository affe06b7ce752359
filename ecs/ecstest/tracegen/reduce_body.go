package tracegen

import (
	"iter"
	"slices"

	"ecslab/replay"
)

// reduceBody leaves out ever smaller pieces, then makes single statements
// smaller.
func reduceBody(body []replay.Stmt) iter.Seq[[]replay.Stmt] {
	return func(yield func([]replay.Stmt) bool) {
		for reduced := range without(body, 0) {
			if !yield(reduced) {
				return
			}
		}
		for i, s := range body {
			for instead := range reduceStmt(s) {
				if !yield(slices.Concat(body[:i], instead, body[i+1:])) {
					return
				}
			}
		}
	}
}

// without leaves out half of a list, a quarter and so on to one, wherever they
// stand, as long as so many are left.
func without[E any](list []E, left int) iter.Seq[[]E] {
	return func(yield func([]E) bool) {
		for n := len(list); n > 0; n /= 2 {
			for from := 0; from < len(list); from += n {
				to := min(from+n, len(list))
				if len(list)-(to-from) >= left && !yield(slices.Concat(list[:from], list[to:])) {
					return
				}
			}
		}
	}
}

// unrolled is up to how many rounds a repeat is written out.
const unrolled = 4

// reduceStmt yields what can stand instead of a statement.
func reduceStmt(s replay.Stmt) iter.Seq[[]replay.Stmt] {
	return func(yield func([]replay.Stmt) bool) {
		one := func(s replay.Stmt) bool { return yield([]replay.Stmt{s}) }
		switch s := s.(type) {
		case *replay.RunStmt:
			if !yield(s.Body) {
				return
			}
			for body := range reduceBody(s.Body) {
				if !one(&replay.RunStmt{System: s.System, Body: body}) {
					return
				}
			}
		case *replay.RepeatStmt:
			reduceRepeat(s, yield)
		case *replay.TickStmt:
			for n := range smaller(s.N) {
				if !one(&replay.TickStmt{N: n}) {
					return
				}
			}
		case *replay.DeferStmt:
			if !one(s.Op) {
				return
			}
			for op := range reduceLeaf(s.Op) {
				if !one(&replay.DeferStmt{Fail: s.Fail, Op: op.(replay.Operation)}) {
					return
				}
			}
		case *replay.FailStmt:
			for inner := range reduceLeaf(s.Stmt) {
				if !one(&replay.FailStmt{Stmt: inner}) {
					return
				}
			}
		default:
			reduceLeaf(s)(one)
		}
	}
}

func reduceRepeat(s *replay.RepeatStmt, yield func([]replay.Stmt) bool) {
	if !yield(s.Body) {
		return
	}
	for n := range smaller(s.N) {
		if !yield([]replay.Stmt{&replay.RepeatStmt{N: n, Body: s.Body}}) {
			return
		}
	}
	for body := range reduceBody(s.Body) {
		if !yield([]replay.Stmt{&replay.RepeatStmt{N: s.N, Body: body}}) {
			return
		}
	}
	if s.N <= unrolled {
		yield(slices.Concat(slices.Repeat([][]replay.Stmt{s.Body}, s.N)...))
	}
}

// smaller yields one, and numbers ever closer to n.
func smaller(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for less := n - 1; less > 0; less /= 2 {
			if !yield(n - less) {
				return
			}
		}
	}
}
