package ticks

import "ecslab/ecs/driver"

// window is a driver.Window as the scans want it. A stamp lies in it when
//
//	uint64(now-stamp) < width
//
// where the difference is taken in 32 bits: by invariant 1 of the package it is
// the stamp's age. That is the whole of min(now-last, maxAge) > min(now-stamp,
// maxAge): for width is the left side, and as it is at most maxAge, an age of
// maxAge and more fails the comparison with and without its own minimum.
type window struct {
	now   uint32
	width uint64 // at most maxAge
}

func windowOf(w driver.Window) window {
	return window{uint32(w.Upto), uint64(w.Upto - w.After)}
}

// bit is 1 if the stamp lies in the window: the difference is then negative.
func (w window) bit(stamp uint32) uint64 { return (uint64(w.now-stamp) - w.width) >> 63 }

// sign is bit in the highest place.
func (w window) sign(stamp uint32) uint64 { return (uint64(w.now-stamp) - w.width) & (1 << 63) }
