//go:build !linux

package backends

import "time"

// threadTime is the time that has passed: other systems do not tell a thread's.
func threadTime() time.Duration { return time.Since(started) }

var started = time.Now()
