//go:build unix

package host

import "golang.org/x/sys/unix"

// kernel is the kernel's release, without the host name that uname also gives.
func kernel() string {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return "unknown"
	}
	return unix.ByteSliceToString(u.Release[:])
}
