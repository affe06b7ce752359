//go:build invariants

package removal

// check panics if an invariant does not hold. Only programs built with the tag
// invariants check.
func (l *Log) check() {
	if err := l.validate(); err != nil {
		panic("removal: " + err.Error())
	}
}
