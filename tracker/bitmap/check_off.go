//go:build !invariants

package bitmap

func (t *tracker) check() {}
