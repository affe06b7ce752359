package archetype

import (
	"slices"
	"unsafe"
)

// arena cuts lists from larger arrays, so that what an archetype consists of
// takes few allocations. Nothing comes back to it: the collector takes an array
// when nobody has any list of it.
type arena[T any] struct {
	rest  []T
	bytes uintptr // of the last array
}

// take is a list of n zero elements, which cannot grow in place.
func (a *arena[T]) take(n int) []T {
	const least, most = 256, 8192
	if n > len(a.rest) {
		a.bytes = min(max(2*a.bytes, least), most)
		a.rest = make([]T, max(n, int(a.bytes/unsafe.Sizeof(*new(T)))))
	}
	list := a.rest[:n:n]
	a.rest = a.rest[n:]
	return list
}

// one is a single zero element.
func (a *arena[T]) one() *T { return &a.take(1)[0] }

// left is how many bytes wait to be taken.
func (a *arena[T]) left() int { return cap(a.rest) * int(unsafe.Sizeof(*new(T))) }

// push is append for lists of all archetypes: it doubles long ones, where append
// grows them by a quarter and copies each element four times.
func push[T any](list []T, v T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, max(len(list), 8))
	}
	return append(list, v)
}
