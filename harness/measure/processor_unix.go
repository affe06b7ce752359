//go:build unix

package measure

import (
	"time"

	"golang.org/x/sys/unix"
)

// processorTime is the time that the process has had of the processors.
func processorTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return time.Since(started)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

var started = time.Now()
