package tracegen

import (
	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// statement makes any statement that can stand here, and executes it on the
// scratch machine, with what is inside of it.
func (g *generator) statement() replay.Stmt {
	if g.inRun {
		return g.inner()
	}
	n := g.r.IntN(100)
	switch {
	case n < 25:
		return g.run()
	case n < 45:
		return g.step(g.tick())
	case n < 50:
		return g.step(&replay.MarkStmt{Mark: intern[replay.MarkID](&g.file.Marks, pick(g, "m", "n", "o", "long-mark:1"))})
	case n < 53:
		return g.step(g.clear())
	case n < 56:
		return g.step(&replay.SaveStmt{Snapshot: intern[replay.SnapshotID](&g.file.Snapshots, pick(g, "s", "t"))})
	case n < 59 && len(g.file.Snapshots) > 0 && g.depth == 0:
		return g.step(&replay.LoadStmt{Snapshot: replay.SnapshotID(g.r.IntN(len(g.file.Snapshots)))})
	case n < 61 && g.depth == 0 && !g.measures():
		return g.step(&replay.MeasureStmt{})
	case n < 62 && g.cfg.LongSleeps && g.depth == 0 && !g.slept:
		return g.longSleep()
	default:
		return g.inner()
	}
}

// inner makes a statement that can also stand inside a run.
func (g *generator) inner() replay.Stmt {
	n := g.r.IntN(100)
	switch {
	case n < 6 && g.depth < 3:
		return g.repeat()
	case n < 22 && g.inRun:
		return g.step(&replay.DeferStmt{Op: g.operation(true)})
	case n < 24:
		edit := g.edit()
		edit.Target = g.anyReference()
		return g.step(&replay.FailStmt{Stmt: edit})
	case n < 60:
		return g.step(g.operation(false))
	default:
		return g.step(g.observation())
	}
}

// step executes a statement on the scratch machine.
func (g *generator) step(s replay.Stmt) replay.Stmt {
	g.scratch.Exec(s, func(model.Outcome) {})
	return s
}

func (g *generator) run() replay.Stmt {
	system := intern[replay.SystemID](&g.file.Systems, pick(g, "move", "show", "S:1", "late"))
	g.scratch.Begin(system)
	g.inRun = true
	body := g.body(7)
	g.inRun = false
	g.scratch.End(func(model.Outcome) {})
	return &replay.RunStmt{System: system, Body: body}
}

func (g *generator) repeat() replay.Stmt {
	s := &replay.RepeatStmt{N: pick(g, 1, 2, 2, 3, 4, 7), Body: g.body(5)}
	for range s.N - 1 {
		for _, inner := range s.Body {
			g.step(inner)
		}
	}
	return s
}

func (g *generator) body(most int) []replay.Stmt {
	g.depth++
	var body []replay.Stmt
	for range g.r.IntN(most + 1) {
		body = append(body, g.statement())
	}
	g.depth--
	return body
}

func (g *generator) tick() *replay.TickStmt {
	n := 1
	if g.chance(25) {
		n = pick(g, 2, 3, 4, 5, 9, g.file.Settings.Ring, g.file.Settings.Ring+1, 300, 1_000_000)
	}
	return &replay.TickStmt{N: n}
}

// longSleep lets more ticks pass than the ticks tracker can tell apart, or
// about as many.
func (g *generator) longSleep() replay.Stmt {
	g.slept = true
	n := pick(g, 519, 3258, 3259, 4295, 5000)
	return g.step(&replay.RepeatStmt{N: n, Body: []replay.Stmt{&replay.TickStmt{N: 1_000_000}}})
}

func (g *generator) clear() *replay.ClearStmt {
	s := &replay.ClearStmt{Kinds: replay.AllKinds, Component: replay.NoComponent}
	switch g.r.IntN(5) {
	case 0: // clear
		s.Created = true
	case 1: // clear created
		s.Kinds, s.Created = 0, true
	case 2: // clear COMP
		s.Component = g.components(1, g.anyComponent)[0]
	case 3: // clear KIND COMP
		s.Component = g.components(1, g.anyComponent)[0]
		fallthrough
	default: // clear KIND
		s.Kinds = 1 << pick(g, replay.Added, replay.Changed, replay.Removed)
	}
	return s
}

func (g *generator) measures() bool {
	for _, s := range g.file.Body {
		if _, ok := s.(*replay.MeasureStmt); ok {
			return true
		}
	}
	return false
}
