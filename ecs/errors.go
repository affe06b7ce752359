package ecs

import (
	"errors"

	"ecslab/ecs/driver"
)

// Errors that an operation on a world can return, the same on every backend.
// They are plain values: a wrong handle in a hot loop does not allocate. What
// fails while it is prepared returns an error that wraps one of these and
// names what was asked for.
var (
	ErrDead      = errors.New("entity does not live")
	ErrAbsent    = errors.New("entity does not have the component")
	ErrTag       = errors.New("a tag has no value")
	ErrUntracked = errors.New("component is not tracked for that kind")
	ErrNoTracker = errors.New("the world has no tracker")
	ErrNoWindow  = errors.New("a tracked question outside a system's run needs a moment (Since)")
	ErrOpen      = errors.New("a query is open, a batch is being filled or a watcher is being told")
	ErrRunning   = errors.New("a system is running")
	ErrNotRun    = errors.New("no system is running")
	ErrWaiting   = errors.New("commands wait that would spawn entities; flush them first")
	ErrTooMany   = errors.New("a world holds at most 16777216 living entities")
	ErrFrames    = errors.New("at most 2^50 frames end at once")
	ErrForeign   = errors.New("prepared for another world, or for another operation")
	ErrTerm      = errors.New("a term does not fit the operation")
	ErrZero      = errors.New("nil, or a zero value that no world has prepared")
	ErrComponent = errors.New("component is not registered")
	ErrSnapshot  = errors.New("snapshot does not fit the world")
	ErrDamaged   = errors.New("snapshot is damaged")
	ErrCodec     = errors.New("component has pointers and no codec")

	ErrFull     = driver.ErrFull
	ErrOverflow = driver.ErrOverflow
)
