package backends

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime is the time that the calling thread has had of a processor.
func threadTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t) != nil {
		return time.Since(started)
	}
	return time.Duration(t.Nano())
}

var started = time.Now()
