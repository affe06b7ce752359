//go:build invariants

package ticks

// check panics if an invariant does not hold. Only programs built with the tag
// invariants check.
func (t *tracker) check() {
	if err := t.validate(); err != nil {
		panic("ticks: " + err.Error())
	}
}
