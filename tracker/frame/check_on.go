//go:build invariants

package frame

// check panics if an invariant does not hold. Only programs built with the tag
// invariants check.
func (t *tracker) check() {
	if err := t.validate(); err != nil {
		panic(t.Name() + ": " + err.Error())
	}
}
