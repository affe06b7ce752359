package ecs

import (
	"fmt"
	"reflect"
	"strings"
)

// shape is what must be the same of two worlds for a snapshot of one to be
// loaded into the other. The storage is not among it.
type shape struct {
	world      *World
	components []componentShape
	created    bool
	tracker    string
	settings   string // the tracker's
}

// componentShape describes a component type in words.
type componentShape struct {
	name, goType string
	layout       string // fields with their offsets, as values lie in memory
	kinds        Kinds
	codec        bool // written by a codec: the layout does not matter
}

// shape of the world as it is now.
func (w *World) shape() shape {
	for i := len(w.shapes); i < len(w.schema.Components); i++ {
		c := w.schema.Components[i]
		w.shapes = append(w.shapes, componentShape{c.Name, c.Type.String(), layout(c.Type), c.Kinds, c.Codec != nil})
	}
	s := shape{world: w, components: w.shapes, created: w.options.Created, tracker: w.Tracker()}
	if w.tracker != nil {
		s.settings = w.tracker.Settings()
	}
	return s
}

// difference is what a snapshot has other than here, and what stands here
// instead; the same words, if nothing.
func (here shape) difference(s *shape) (is, instead string) {
	if s.world == here.world && len(s.components) == len(here.components) {
		return "", "" // components and settings never change
	}
	for i := range max(len(s.components), len(here.components)) {
		switch {
		case i >= len(here.components):
			return s.components[i].words(i), fmt.Sprintf("%d component(s)", i)
		case i >= len(s.components):
			return fmt.Sprintf("%d component(s)", i), here.components[i].words(i)
		}
		a, b := s.components[i], here.components[i]
		if a.codec && b.codec {
			a.layout = b.layout
		}
		if a != b {
			is, instead = a.words(i), b.words(i)
			if is == instead {
				is, instead = is+" as "+a.layout, instead+" as "+b.layout
			}
			return is, instead
		}
	}
	if s.created != here.created {
		return fmt.Sprintf("created %t", s.created), fmt.Sprintf("created %t", here.created)
	}
	return s.trackerWords(), here.trackerWords()
}

func (s *shape) trackerWords() string {
	if s.settings == "" {
		return "tracker " + s.tracker
	}
	return fmt.Sprintf("tracker %s (%s)", s.tracker, s.settings)
}

func (c *componentShape) words(number int) string {
	how := ""
	if c.codec {
		how = " with a codec"
	}
	return fmt.Sprintf("component %d %s %s tracked for %v%s", number, c.name, c.goType, c.kinds, how)
}

// layout is a type's memory in words, "{X float64@0 Y float64@8}": two types
// with the same words can be copied byte by byte.
func layout(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct:
		var b strings.Builder
		b.WriteByte('{')
		for i := range t.NumField() {
			if i > 0 {
				b.WriteByte(' ')
			}
			f := t.Field(i)
			fmt.Fprintf(&b, "%s %s@%d", f.Name, layout(f.Type), f.Offset)
		}
		fmt.Fprintf(&b, "}%d", t.Size())
		return b.String()
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", t.Len(), layout(t.Elem()))
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return fmt.Sprintf("%v%d", t.Kind(), t.Size()*8)
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface:
		return t.String() // may be recursive, and is never copied byte by byte
	}
	return t.Kind().String()
}
