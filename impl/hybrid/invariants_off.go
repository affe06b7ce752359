//go:build !invariants

package hybrid

// check does nothing: the program was built without the tag invariants.
func (s *Storage) check() {}
