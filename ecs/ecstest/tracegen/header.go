package tracegen

import "ecslab/replay"

// componentNames are spelled in all the ways that the language has.
var componentNames = []string{"C", "Pos", "geo.Velocity", "_x", "A-1", "ns:Hit", "D.e.f", "z"}

// header makes settings and components.
func (g *generator) header() {
	s := replay.DefaultSettings
	if g.chance(70) {
		s.Ring = pick(g, 1, 2, 3, 8, 1+g.r.IntN(255))
	}
	s.Created = g.chance(85)
	s.OverflowError = g.chance(25)
	if g.chance(50) {
		s.Clock = pick(g, 0, 4294967295, 4294967290, 4294967200+g.r.Uint32N(90), 2147483647, g.r.Uint32())
	}
	if g.chance(50) {
		s.Seed = pick(g, 0, 7, g.r.Uint64())
	}
	g.file.Settings = s
	names := g.r.Perm(len(componentNames))[:1+g.r.IntN(6)]
	for _, i := range names {
		g.file.Components = append(g.file.Components, g.component(componentNames[i]))
	}
	if g.chance(5) {
		g.file.Components[0].Fields = 64
	}
}

func (g *generator) component(name string) replay.Component {
	c := replay.Component{Name: name, Sparse: g.chance(40), Fields: pick(g, 0, 1, 1, 1, 2, 3, 4), Track: replay.AllKinds}
	if g.chance(40) {
		c.Track = replay.KindSet(g.r.IntN(8))
	}
	if c.Fields == 0 {
		c.Track &^= 1 << replay.Changed
	}
	return c
}

// values fills the fields of a component with numbers that add up exactly in
// any order.
func (g *generator) values(c replay.ComponentID) []float64 {
	var values []float64
	for range g.file.Components[c].Fields {
		values = append(values, pick(g, 0, 0, 1, 1, 2, 3, -1, 0.5, -2.25, 100, 65536))
	}
	return values
}

// components draws some of the components in some order, at least one.
func (g *generator) components(most int, which func(replay.ComponentID) bool) []replay.ComponentID {
	var list []replay.ComponentID
	for _, i := range g.r.Perm(len(g.file.Components)) {
		if c := replay.ComponentID(i); which(c) {
			list = append(list, c)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[:1+g.r.IntN(min(most, len(list)))]
}

func (g *generator) anyComponent(replay.ComponentID) bool { return true }

func (g *generator) isTag(c replay.ComponentID) bool { return g.file.Components[c].Fields == 0 }

func (g *generator) hasFields(c replay.ComponentID) bool { return !g.isTag(c) }
