package tracegen

import (
	"iter"
	"slices"

	"ecslab/replay"
)

// reduceLeaf yields smaller forms of an operation or an observation.
func reduceLeaf(s replay.Stmt) iter.Seq[replay.Stmt] {
	return func(yield func(replay.Stmt) bool) {
		switch s := s.(type) {
		case *replay.SpawnStmt:
			reduceSpawn(s, yield)
		case *replay.EditStmt:
			reduceEdit(s, yield)
		case *replay.EachStmt:
			for list := range without(s.Mut, 1) {
				if !yield(&replay.EachStmt{Terms: s.Terms, Mut: list}) {
					return
				}
			}
			for terms := range reduceTerms(s.Terms, 1) {
				if !yield(&replay.EachStmt{Terms: terms, Mut: s.Mut}) {
					return
				}
			}
		case *replay.CountStmt:
			if !yield(&replay.QueryStmt{Terms: s.Terms}) {
				return
			}
			for terms := range reduceTerms(s.Terms, 1) {
				if !yield(&replay.CountStmt{Terms: terms}) {
					return
				}
			}
		case *replay.SumStmt:
			if !yield(&replay.QueryStmt{Terms: s.Terms}) {
				return
			}
			for terms := range reduceTerms(s.Terms, 1) {
				if !yield(&replay.SumStmt{Terms: terms, Component: s.Component}) {
					return
				}
			}
		case *replay.QueryStmt:
			for terms := range reduceTerms(s.Terms, 1) {
				if !yield(&replay.QueryStmt{Terms: terms}) {
					return
				}
			}
		}
	}
}

func reduceSpawn(s *replay.SpawnStmt, yield func(replay.Stmt) bool) {
	for n := range smaller(s.N) {
		reduced := *s
		reduced.N = n
		if !yield(&reduced) {
			return
		}
	}
	for args := range reduceArgs(s.Args, 0) {
		reduced := *s
		reduced.Args = args
		if !yield(&reduced) {
			return
		}
	}
}

func reduceEdit(s *replay.EditStmt, yield func(replay.Stmt) bool) {
	for target := range reduceTarget(s.Target) {
		if !yield(&replay.EditStmt{Edit: s.Edit, Target: target, Args: s.Args}) {
			return
		}
	}
	for args := range reduceArgs(s.Args, 1) {
		if !yield(&replay.EditStmt{Edit: s.Edit, Target: s.Target, Args: args}) {
			return
		}
	}
}

// reduceArgs leaves out components, then values.
func reduceArgs(args []replay.Arg, left int) iter.Seq[[]replay.Arg] {
	return func(yield func([]replay.Arg) bool) {
		for list := range without(args, left) {
			if !yield(list) {
				return
			}
		}
		for i, a := range args {
			if a.Values == nil {
				continue
			}
			list := slices.Clone(args)
			list[i].Values = nil
			if !yield(list) {
				return
			}
		}
	}
}

// reduceTarget names one of several, or less of a range.
func reduceTarget(r replay.Reference) iter.Seq[replay.Reference] {
	return func(yield func(replay.Reference) bool) {
		if r.Single() {
			return
		}
		member := func(i int) replay.Reference {
			return replay.Reference{Label: r.Label, Form: replay.RefMember, From: i, To: i}
		}
		if !yield(member(r.From)) || r.Form == replay.RefSample && !yield(replay.Reference{Label: r.Label, Form: replay.RefAll}) {
			return
		}
		if r.Form != replay.RefRange {
			return
		}
		middle := (r.From + r.To) / 2
		for _, to := range []replay.Reference{
			member(r.To),
			{Label: r.Label, Form: replay.RefRange, From: r.From, To: middle},
			{Label: r.Label, Form: replay.RefRange, From: middle, To: r.To},
			{Label: r.Label, Form: replay.RefRange, From: r.From + 1, To: r.To},
			{Label: r.Label, Form: replay.RefRange, From: r.From, To: r.To - 1},
		} {
			if to.From <= to.To && !yield(to) {
				return
			}
		}
	}
}

// reduceTerms leaves out terms, then what is in them.
func reduceTerms(terms []replay.Term, left int) iter.Seq[[]replay.Term] {
	return func(yield func([]replay.Term) bool) {
		for list := range without(terms, left) {
			if !yield(list) {
				return
			}
		}
		for i, t := range terms {
			for instead := range reduceTerm(t) {
				if !yield(slices.Concat(terms[:i], instead, terms[i+1:])) {
					return
				}
			}
		}
	}
}

func reduceTerm(t replay.Term) iter.Seq[[]replay.Term] {
	return func(yield func([]replay.Term) bool) {
		for i := range t.Terms {
			if !yield(t.Terms[i : i+1]) {
				return
			}
		}
		for terms := range reduceTerms(t.Terms, 1) {
			reduced := t
			reduced.Terms = terms
			if !yield([]replay.Term{reduced}) {
				return
			}
		}
		for list := range without(t.Components, 1) {
			reduced := t
			reduced.Components = list
			if !yield([]replay.Term{reduced}) {
				return
			}
		}
	}
}
