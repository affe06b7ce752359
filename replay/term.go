package replay

// A Quantifier says how the components of a Term are combined.
type Quantifier uint8

const (
	All  Quantifier = iota
	None            // not one of them
	Any
	Or // no components: at least one of Terms holds
)

// A Term is a condition on an entity. There are four shapes:
//
//   - presence, All(A,..) None(A,..) Any(A,..): Kind Present
//   - tracked, AllAdded(A,..) to AnyRemoved(A,..): Kind Added, Changed or Removed
//   - Created: Kind Created, Quantifier All, no Components
//   - Or(TERM,..): Quantifier Or, Kind Present, no Components, at least one of Terms, none of
//     them an Or
type Term struct {
	Position   Position
	Quantifier Quantifier
	Kind       Kind
	Components []ComponentID // at least one for the first two shapes; may repeat
	Mark       MarkID        // of a tracked term or Created; NoMark: the running system's window
	Terms      []Term        // of Or
}

// termsOf are the terms of a statement that has some.
func termsOf(s Stmt) (terms []Term, ok bool) {
	switch s := s.(type) {
	case *EachStmt:
		return s.Terms, true
	case *CountStmt:
		return s.Terms, true
	case *SumStmt:
		return s.Terms, true
	case *QueryStmt:
		return s.Terms, true
	}
	return nil, false
}

// Tracked reports whether t asks for records: it is a tracked term or Created, or an Or that
// holds one.
func (t *Term) Tracked() bool {
	if t.Kind != Present {
		return true
	}
	for i := range t.Terms {
		if t.Terms[i].Tracked() {
			return true
		}
	}
	return false
}
