//go:build !invariants

package table

// check does nothing: the program was built without the tag invariants.
func (s *Storage) check() {}
