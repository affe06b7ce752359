package fidelity

import (
	"slices"
	"strings"
	"testing"

	"ecslab/ecs"
	"ecslab/replay"
)

// player does on a stage what a trace says, so that the oracle of the schedules
// judges the reader of the trace.
type player struct {
	*stage
	*testing.T
	file    *replay.File
	named   map[string]ecs.Entity
	systems map[replay.SystemID]*ecs.System
	due     map[int32]string // at each line that asks, by the names of entities
}

// play gives what the oracle counts in a trace, and what it calls due at each
// line that asks. What is pending at the end was missed: a trace that shows that
// a report is late must show the report.
func play(t *testing.T, f *replay.File, b ecs.Backend, asks string) (map[Fault]int, map[int32]string) {
	t.Helper()
	kind := map[string]ecs.Kinds{"changed": ecs.Changed, "added": ecs.Added, "removed": ecs.Removed}[asks]
	p := &player{
		stage: newStage(b, kind, f.Settings.Ring), T: t, file: f,
		named: map[string]ecs.Entity{}, systems: map[replay.SystemID]*ecs.System{}, due: map[int32]string{},
	}
	for _, s := range f.Body {
		p.statement(s)
	}
	for e := range p.pending {
		p.miss(e)
	}
	return p.counts, p.due
}

func (p *player) statement(s replay.Stmt) {
	switch s := s.(type) {
	case *replay.SpawnStmt:
		p.make(s)
	case *replay.EditStmt:
		p.edit(s)
	case *replay.DeferStmt:
		edit := s.Op.(*replay.EditStmt)
		e := p.target(edit)
		must(ecs.Put(p.w.Commands(), e, value{edit.Args[0].Values[0]}))
		p.done[e]++
	case *replay.TickStmt:
		p.tick(s.N)
	case *replay.RunStmt:
		p.runs(s)
	case *replay.QueryStmt, *replay.RemovedStmt:
		line := s.Pos().Line
		p.due[line] = p.namesOf(p.values())
		p.judge(p.report())
	default:
		p.Fatalf("%s: a stage has no word for %T", p.file.Name, s)
	}
}

func (p *player) runs(s *replay.RunStmt) {
	name := p.file.Systems[s.System]
	if name == "reader" {
		must(p.w.Run(p.reader, func() error {
			for _, inner := range s.Body {
				p.statement(inner)
			}
			p.seen = p.values()
			return nil
		}))
		return
	}
	if p.systems[s.System] == nil {
		p.systems[s.System] = p.system(name)
	}
	p.by(p.systems[s.System], func() {
		for _, inner := range s.Body {
			p.statement(inner)
		}
	})
}

func (p *player) make(s *replay.SpawnStmt) {
	label := p.file.Labels[s.Label]
	if s.Form != replay.SpawnOne {
		p.Fatalf("%s: %s is a batch", p.file.Name, label)
	}
	if len(s.Args) == 0 {
		p.bare()
	} else {
		p.spawn(1)
	}
	e := p.es[len(p.es)-1]
	p.named[label] = e
	if len(s.Args) > 0 {
		p.assign(e, s.Args[0].Values[0])
	}
}

// assign writes a value without a mark.
func (p *player) assign(e ecs.Entity, v float64) {
	a, err := ecs.NewAccess[value](p.w)
	must(err)
	a.Untracked(e).V = v
}

func (p *player) target(s *replay.EditStmt) ecs.Entity {
	e, ok := p.named[p.file.Labels[s.Target.Label]]
	if !ok || s.Target.Form != replay.RefOne {
		p.Fatalf("%s:%d: nobody of that name", p.file.Name, s.Pos().Line)
	}
	return e
}

func (p *player) edit(s *replay.EditStmt) {
	e := p.target(s)
	at := slices.Index(p.es, e)
	switch s.Edit {
	case replay.Mut:
		p.touch(at)
		if v := s.Args[0].Values; v != nil {
			p.assign(e, v[0])
		}
	case replay.Set:
		p.add(at)
		p.assign(e, s.Args[0].Values[0])
	case replay.Remove:
		p.remove(at)
	case replay.Despawn:
		p.despawn(at)
	default:
		p.Fatalf("%s:%d: a stage has no word for it", p.file.Name, s.Pos().Line)
	}
}

// namesOf are the entities that are due, by name, as a trace writes them.
func (p *player) namesOf(now map[ecs.Entity]float64) string {
	var names []string
	for name, e := range p.named {
		if p.isDue(e, now) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "-"
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}
