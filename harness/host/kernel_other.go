//go:build !unix

package host

func kernel() string { return "unknown" }
