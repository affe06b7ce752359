//go:build !unix

package measure

import "time"

// processorTime is the wall time, where the system is not asked for better.
func processorTime() time.Duration { return time.Since(started) }

var started = time.Now()
