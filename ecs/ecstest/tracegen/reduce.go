package tracegen

import (
	"bytes"
	"iter"
	"slices"

	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// bare is a statement without answers.
func bare(s replay.Stmt) replay.Stmt { return model.CopyBody([]replay.Stmt{s})[0] }

// reductions yields files with something left out, the most promising first.
// Some of them do not parse.
func reductions(file *replay.File) iter.Seq[*replay.File] {
	return func(yield func(*replay.File) bool) {
		for body := range reduceBody(file.Body) {
			reduced := *file
			reduced.Body = body
			if !yield(&reduced) {
				return
			}
		}
		for header := range reduceHeader(file) {
			if !yield(header) {
				return
			}
		}
	}
}

// reduceHeader drops settings and options, and whole components.
func reduceHeader(file *replay.File) iter.Seq[*replay.File] {
	return func(yield func(*replay.File) bool) {
		d := replay.DefaultSettings
		for _, change := range []func(*replay.Settings){
			func(s *replay.Settings) { s.Ring = d.Ring },
			func(s *replay.Settings) { s.Created = d.Created },
			func(s *replay.Settings) { s.OverflowError = d.OverflowError },
			func(s *replay.Settings) { s.Clock = d.Clock },
			func(s *replay.Settings) { s.Seed = d.Seed },
		} {
			reduced := *file
			change(&reduced.Settings)
			if !yield(&reduced) {
				return
			}
		}
		for i := range file.Components {
			for _, change := range []func(*replay.Component){
				func(c *replay.Component) { c.Sparse = false },
				func(c *replay.Component) { c.Fields = min(c.Fields, 1) },
				func(c *replay.Component) {
					c.Track = replay.AllKinds
					if c.Fields == 0 {
						c.Track &^= 1 << replay.Changed
					}
				},
			} {
				reduced := *file
				reduced.Components = slices.Clone(file.Components)
				change(&reduced.Components[i])
				if !yield(&reduced) {
					return
				}
			}
			if reduced := withoutComponent(file, i); reduced != nil && !yield(reduced) {
				return
			}
		}
	}
}

// withoutComponent drops a component that nothing uses, nil if something does.
func withoutComponent(file *replay.File, i int) *replay.File {
	lone := replay.File{Settings: replay.DefaultSettings, Components: file.Components[i : i+1]}
	text := bytes.Replace(file.Format(), lone.Format(), nil, 1)
	reduced, err := replay.Parse(file.Name, text)
	if err != nil {
		return nil
	}
	return reduced
}
