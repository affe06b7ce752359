package replay

import (
	"errors"

	"ecslab/ecs"
)

// Reasons why a statement is an error that the trace language has and a world does not. Like the
// errors of package ecs they are plain values; what was asked of what is put before them only
// where one is shown.
var (
	errUnmade    = errors.New("nothing of that name has been made")
	errForgotten = errors.New("load has forgotten what was made since the save")
	errInUse     = errors.New("something that the label names is alive")
	errLostMark  = errors.New("load has forgotten the mark, which was made since the save")
)

// A fault is what the last error of a machine was about, where the statement names several.
type fault struct {
	entity    ecs.Entity // zero: the statement alone tells
	component ComponentID
}

// fails remembers what the error is about.
func (m *machine) fails(e ecs.Entity, c ComponentID, err error) error {
	m.fault = fault{e, c}
	return err
}

// explain is an error of a statement with what was asked, and of what.
func (m *machine) explain(s Stmt, err error) string {
	text := "error: " + m.file.asked(s) + ": "
	if m.fault.entity != 0 {
		text += m.nameOf(m.fault.entity) + " " + m.file.Components[m.fault.component].Name + ": "
	}
	return text + err.Error()
}
