package replay

// A RefForm tells the forms of a Reference apart.
type RefForm uint8

const (
	RefOne    RefForm = iota // a: the entity of a single label
	RefMember                // a.3: one entity of a batch
	RefRange                 // a.10-19: both included
	RefAll                   // a.*: the whole batch
	RefSample                // a%5: a sample of the living; never in an answer
)

// A Reference names entities by their label, in the compact form of the text: a range is never
// spelled out. In a statement, RefOne and RefMember are a single entity, which must be alive
// (not for has, alive and was); the other forms name the living ones only, in the order of their
// index. In an answer, RefRange and RefAll name the dead ones too.
//
// That some earlier line can have made what is named is checked; that it was made is not.
type Reference struct {
	Position Position
	Label    LabelID
	Form     RefForm
	From, To int // RefMember: From == To is the index; RefRange: the bounds, From <= To; else 0
	Percent  int // RefSample: 1..100; else 0
}

// Single reports whether r names one entity that must be alive, not the living ones of several.
func (r Reference) Single() bool { return r.Form <= RefMember }
