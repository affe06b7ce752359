package replay

// A ReadStmt asks for the values of a component. Answered by AnswerValues, one value per field,
// or AnswerError.
type ReadStmt struct {
	Position  Position
	Target    Reference // single
	Component ComponentID
	Answers   *Answers
}

// A HasStmt asks whether a component is there; false for the dead. Answered by AnswerBool or
// AnswerError.
type HasStmt struct {
	Position  Position
	Target    Reference // single
	Component ComponentID
	Answers   *Answers
}

// An AliveStmt asks whether an entity is alive. Answered by AnswerBool or AnswerError.
type AliveStmt struct {
	Position Position
	Target   Reference // single
	Answers  *Answers
}

// A WasStmt asks whether the entity is alive and the query AllAdded(C), AllChanged(C),
// AllRemoved(C) or Created would list it. Answered by AnswerBool or AnswerError.
type WasStmt struct {
	Position  Position
	Target    Reference   // single
	Kind      Kind        // Added, Changed, Removed or Created
	Component ComponentID // NoComponent for Created
	Mark      MarkID      // NoMark only inside a run
	Answers   *Answers
}

// A CountStmt asks how many entities match. Answered by AnswerCount or AnswerError.
type CountStmt struct {
	Position Position
	Terms    []Term // at least one
	Answers  *Answers
}

// A SumStmt asks for the sum of the first field over the matches. Answered by AnswerValues with
// one value, or AnswerError.
type SumStmt struct {
	Position  Position
	Terms     []Term      // at least one
	Component ComponentID // no tag, in an All(...) of Terms
	Answers   *Answers
}

// A QueryStmt asks for the set of matches. Answered by AnswerList (order and repeats do not
// matter) or AnswerError.
type QueryStmt struct {
	Position Position
	Terms    []Term // at least one
	Answers  *Answers
}

// A RemovedStmt asks what the tracker reports as removed. It stands only inside a RunStmt.
// Answered by AnswerList (repeats matter, order does not) or AnswerError.
type RemovedStmt struct {
	Position  Position
	Component ComponentID
	Answers   *Answers
}

func (s *ReadStmt) Pos() Position    { return s.Position }
func (s *HasStmt) Pos() Position     { return s.Position }
func (s *AliveStmt) Pos() Position   { return s.Position }
func (s *WasStmt) Pos() Position     { return s.Position }
func (s *CountStmt) Pos() Position   { return s.Position }
func (s *SumStmt) Pos() Position     { return s.Position }
func (s *QueryStmt) Pos() Position   { return s.Position }
func (s *RemovedStmt) Pos() Position { return s.Position }

func (*ReadStmt) stmt()    {}
func (*HasStmt) stmt()     {}
func (*AliveStmt) stmt()   {}
func (*WasStmt) stmt()     {}
func (*CountStmt) stmt()   {}
func (*SumStmt) stmt()     {}
func (*QueryStmt) stmt()   {}
func (*RemovedStmt) stmt() {}

func (s *ReadStmt) Expected() *Answers    { return s.Answers }
func (s *HasStmt) Expected() *Answers     { return s.Answers }
func (s *AliveStmt) Expected() *Answers   { return s.Answers }
func (s *WasStmt) Expected() *Answers     { return s.Answers }
func (s *CountStmt) Expected() *Answers   { return s.Answers }
func (s *SumStmt) Expected() *Answers     { return s.Answers }
func (s *QueryStmt) Expected() *Answers   { return s.Answers }
func (s *RemovedStmt) Expected() *Answers { return s.Answers }
