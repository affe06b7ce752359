package ecs

import (
	"fmt"
	"strings"

	"ecslab/ecs/driver"
)

// Stats is a world's shape and memory in bytes by part.
type Stats struct {
	driver.Stats
	DirectoryBytes int // the entity directory
	TrackerBytes   int // the tracker's own records; the columns beside values are BesideBytes
}

// Bytes is the sum of the parts.
func (s Stats) Bytes() int { return s.Stats.Bytes() + s.DirectoryBytes + s.TrackerBytes }

// Report is a page of text about the world for a person.
func (s Stats) Report() string {
	var b strings.Builder
	fmt.Fprintf(&b, "entities    %d\narchetypes  %d\ntables      %d\nchunks      %d\n",
		s.Entities, s.Archetypes, s.Tables, s.Chunks)
	if s.ReservedRows > 0 {
		fmt.Fprintf(&b, "rows        %d used of %d reserved, %.1f %% empty\n", s.UsedRows, s.ReservedRows,
			100*(1-float64(s.UsedRows)/float64(s.ReservedRows)))
	}
	per := ""
	if s.Entities > 0 {
		per = fmt.Sprintf(", %.1f an entity", float64(s.Bytes())/float64(s.Entities))
	}
	fmt.Fprintf(&b, "bytes       %d%s\n", s.Bytes(), per)
	for _, part := range []struct {
		name  string
		bytes int
	}{
		{"values", s.ValueBytes}, {"entities", s.EntityBytes}, {"directory", s.DirectoryBytes},
		{"masks", s.MaskBytes}, {"sparse", s.SparseBytes}, {"lookup", s.LookupBytes},
		{"beside", s.BesideBytes}, {"tracker", s.TrackerBytes}, {"other", s.OtherBytes},
	} {
		if part.bytes > 0 {
			fmt.Fprintf(&b, "  %-9s %d\n", part.name, part.bytes)
		}
	}
	return b.String()
}
