package fidelity

import (
	"embed"
	"encoding/json"

	"ecslab/ecs"
)

// Fault is a way in which a report can be wrong.
type Fault string

const (
	Missed   Fault = "missed"
	Repeated Fault = "repeated"
	Late     Fault = "late"
	MadeUp   Fault = "made up"
)

// Faults are all, in the order in which they are told.
var Faults = []Fault{Missed, Repeated, Late, MadeUp}

// Published is the tracker of StaticEcs as its code is published: an index that
// is given out again inherits the bits of its last entity. The table has it
// where it differs from bitmap.
const Published = "bitmap as published"

// Table is what the trackers' reports got wrong.
type Table struct {
	Trackers []string
	Rows     []Row
}

// Row is a schedule with each tracker.
type Row struct {
	Schedule string
	Asks     string
	Shown    string                   // by the trace of that name
	Due      int                      // reports that the oracle expects
	Counts   map[string]map[Fault]int // by tracker; faults that did not happen are left out
}

// Count runs all schedules on each of the backends, one a tracker.
func Count(backends []ecs.Backend) *Table {
	t := new(Table)
	for _, b := range backends {
		t.Trackers = append(t.Trackers, b.Tracker)
	}
	for _, schedule := range Schedules() {
		row := Row{Schedule: schedule.Name, Asks: schedule.Asks, Shown: schedule.Trace, Counts: map[string]map[Fault]int{}}
		for _, b := range backends {
			s := newStage(b, schedule.kind, schedule.ring)
			schedule.run(s)
			s.finish()
			row.Due = s.due
			row.Counts[b.Tracker] = s.counts
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

//go:embed table.json
var committed []byte

// Committed is the table that the tests have counted.
func Committed() *Table {
	t := new(Table)
	if err := json.Unmarshal(committed, t); err != nil {
		panic(err) // a test reads it
	}
	return t
}

//go:embed traces
var traces embed.FS

// Traces are the committed traces by file name.
func Traces() map[string][]byte {
	list, err := traces.ReadDir("traces")
	if err != nil {
		panic(err) // they are part of the program
	}
	texts := map[string][]byte{}
	for _, f := range list {
		if texts[f.Name()], err = traces.ReadFile("traces/" + f.Name()); err != nil {
			panic(err)
		}
	}
	return texts
}

// File is the name of the row's trace.
func (r Row) File() string { return r.Shown + ".trace" }

// Row is the schedule of that name.
func (t *Table) Row(schedule string) (Row, bool) {
	for _, r := range t.Rows {
		if r.Schedule == schedule {
			return r, true
		}
	}
	return Row{}, false
}
