package replay

// A Position is a place in a trace file. Every node of the syntax tree has the position of its
// first word (for a part of a word, such as a term inside Or, that of the whole word).
type Position struct {
	Line   int32 // from 1; 0 in a node that no file holds (made by a recorder)
	Column int32 // in characters from 1, a byte order mark not counted
}

// Indices into the tables of names of a File. A name keeps one index wherever it stands.
type (
	ComponentID int16 // into File.Components
	LabelID     int32 // into File.Labels
	MarkID      int32 // into File.Marks
	SnapshotID  int32 // into File.Snapshots
	SystemID    int32 // into File.Systems
)

const (
	// NoMark is the mark of a question about the window of the running system.
	NoMark MarkID = -1
	// NoComponent is the component of a statement that names none: Created in a WasStmt, every
	// component in a ClearStmt.
	NoComponent ComponentID = -1
)

// A File is one trace that Parse found well-formed: all that the text alone can show holds.
// What an interpreter must still expect at run time is the list of errors in docs/traces.md, and labels that
// were never made because their spawn failed.
type File struct {
	Name       string      // as given to Parse; the FILE of a report
	Settings   Settings    // the world lines, defaults filled in
	Components []Component // in the order of their lines
	Labels     []string    // in the order of their first spawn
	Marks      []string    // in the order of their first mark
	Snapshots  []string    // in the order of their first save
	Systems    []string    // in the order of their first run
	Body       []Stmt      // all that stands behind the header; at most one MeasureStmt, here only
}

// SplitMeasure returns the statements above and below the measure line. Without one, nothing is
// set-up and the whole body is measured.
func (f *File) SplitMeasure() (setup, measured []Stmt) {
	for i, s := range f.Body {
		if _, ok := s.(*MeasureStmt); ok {
			return f.Body[:i], f.Body[i+1:]
		}
	}
	return nil, f.Body
}

// Settings are the world's keys.
type Settings struct {
	Ring          int    // history depth of the bitmap tracker in ticks, 1..255
	Created       bool   // whether creation is tracked
	OverflowError bool   // a bitmap window that reaches past the ring is an error, not cut
	Clock         uint32 // first value of the ticks tracker's clock
	Seed          uint64 // state of the sample generator when a run of the file begins
}

// DefaultSettings are those of a file without a world line.
var DefaultSettings = Settings{Ring: 8, Created: true, Clock: 1, Seed: 1}

// A Component is one component line.
type Component struct {
	Position Position
	Name     string
	Sparse   bool    // storage used by the hybrid backend; others ignore it
	Fields   int     // float64 fields, 0..64; 0 is a tag
	Track    KindSet // what is recorded; never Changed for a tag, whatever its line asks for
}

// A Kind is what a record says of a component, or Created, of an entity.
type Kind uint8

const (
	Added Kind = iota
	Changed
	Removed
	Created
	Present // no record: whether the component is there; stands only in a Term
)

// A KindSet is a set of Added, Changed and Removed: bit 1<<Kind.
type KindSet uint8

// Has reports whether k is in the set.
func (s KindSet) Has(k Kind) bool { return s>>k&1 != 0 }

// AllKinds is track=all.
const AllKinds KindSet = 1<<Added | 1<<Changed | 1<<Removed

// A Stmt is a statement: an Operation, an Observation, a *FailStmt, *DeferStmt, *RunStmt,
// *RepeatStmt, *TickStmt, *MarkStmt, *ClearStmt, *SaveStmt, *LoadStmt or *MeasureStmt.
type Stmt interface {
	Pos() Position
	stmt()
}

// An Operation is a statement that defer and fail can stand before: *SpawnStmt, *EditStmt or
// *EachStmt.
type Operation interface {
	Stmt
	operation()
}

// An Observation is a statement that can have answers: *ReadStmt, *HasStmt, *AliveStmt, *WasStmt,
// *CountStmt, *SumStmt, *QueryStmt or *RemovedStmt.
type Observation interface {
	Stmt
	// Expected returns the answers, nil when there are none and the statement is only timed.
	Expected() *Answers
}

// An Arg is a component in the list of an operation.
type Arg struct {
	Position  Position
	Component ComponentID
	Values    []float64 // one per field; nil without values (zero, or untouched, by operation)
}

// A SpawnForm tells the three forms of spawn apart.
type SpawnForm uint8

const (
	SpawnOne   SpawnForm = iota // spawn a: one entity
	SpawnBatch                  // spawn a*N: a.0 .. a.N-1 by the batch path
	SpawnMore                   // spawn a+N: N more, numbered on
)

// A SpawnStmt makes entities.
type SpawnStmt struct {
	Position Position
	Form     SpawnForm
	Label    LabelID
	N        int   // entities to make, 1..16777216; 1 for SpawnOne
	Args     []Arg // each component once; without values it is zero
}

// An Edit is what an EditStmt does to the entities it names.
type Edit uint8

const (
	Despawn Edit = iota // no Args
	Add                 // Args never have values
	Set                 // Args without values write zero
	Remove              // Args never have values
	Mut                 // no tags; Args without values mark and write nothing
	Update              // no tags; one Arg, with values
	Ref                 // no tags; Args without values touch nothing
)

// An EditStmt changes the entities that Target names, all of them or (on an error) none.
type EditStmt struct {
	Position Position
	Edit     Edit
	Target   Reference
	Args     []Arg // each component once
}

// An EachStmt iterates the matches with mutable access.
type EachStmt struct {
	Position Position
	Terms    []Term        // at least one; all of presence behind defer
	Mut      []ComponentID // at least one, each once, no tags, each in an All(...) of Terms
}

// A DeferStmt queues an operation until the end of its run. It stands only inside a RunStmt.
type DeferStmt struct {
	Position Position
	Fail     bool // defer fail: an error is expected when the operation is applied
	Op       Operation
}

// A FailStmt expects an error, and nothing changed, from an Operation or from an Observation
// without answers.
type FailStmt struct {
	Position Position
	Stmt     Stmt
}

// A RunStmt is one run of a system.
type RunStmt struct {
	Position Position
	System   SystemID
	Body     []Stmt // no run, tick, mark, clear, save, load or measure at any depth
}

// A RepeatStmt runs its body N times.
type RepeatStmt struct {
	Position Position
	N        int // 1..1e9
	Body     []Stmt
}

// A TickStmt ends N frames.
type TickStmt struct {
	Position Position
	N        int // 1..1e6
}

// A MarkStmt remembers now. The same name may be marked again.
type MarkStmt struct {
	Position Position
	Mark     MarkID
}

// A ClearStmt forgets records. Clear created is Kinds 0 and Created set.
type ClearStmt struct {
	Position  Position
	Kinds     KindSet     // the kinds of components to forget: one, or AllKinds when none is named
	Created   bool        // forget creations: clear created, and clear without any word
	Component ComponentID // NoComponent: of every component
}

// A SaveStmt takes a snapshot. The same name may be saved again.
type SaveStmt struct {
	Position Position
	Snapshot SnapshotID
}

// A LoadStmt puts a snapshot back.
type LoadStmt struct {
	Position Position
	Snapshot SnapshotID
}

// A MeasureStmt parts set-up from what replay -time measures.
type MeasureStmt struct{ Position Position }

func (s *SpawnStmt) Pos() Position   { return s.Position }
func (s *EditStmt) Pos() Position    { return s.Position }
func (s *EachStmt) Pos() Position    { return s.Position }
func (s *DeferStmt) Pos() Position   { return s.Position }
func (s *FailStmt) Pos() Position    { return s.Position }
func (s *RunStmt) Pos() Position     { return s.Position }
func (s *RepeatStmt) Pos() Position  { return s.Position }
func (s *TickStmt) Pos() Position    { return s.Position }
func (s *MarkStmt) Pos() Position    { return s.Position }
func (s *ClearStmt) Pos() Position   { return s.Position }
func (s *SaveStmt) Pos() Position    { return s.Position }
func (s *LoadStmt) Pos() Position    { return s.Position }
func (s *MeasureStmt) Pos() Position { return s.Position }

func (*SpawnStmt) stmt()   {}
func (*EditStmt) stmt()    {}
func (*EachStmt) stmt()    {}
func (*DeferStmt) stmt()   {}
func (*FailStmt) stmt()    {}
func (*RunStmt) stmt()     {}
func (*RepeatStmt) stmt()  {}
func (*TickStmt) stmt()    {}
func (*MarkStmt) stmt()    {}
func (*ClearStmt) stmt()   {}
func (*SaveStmt) stmt()    {}
func (*LoadStmt) stmt()    {}
func (*MeasureStmt) stmt() {}

func (*SpawnStmt) operation() {}
func (*EditStmt) operation()  {}
func (*EachStmt) operation()  {}
