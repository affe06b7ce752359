package claims

// Fidelity is the table of what trackers report: how each schedule of writers
// and readers comes out. It is counted, not measured, and is the same in every
// run.
type Fidelity interface {
	// Counts answers a question; false if the table does not have it.
	Counts(Question) (Counts, bool)
}

// Question is a row of the fidelity table and what the claim says of it.
type Question struct {
	Schedule string // writer and reader, and in which order they run
	Tracker  string
	Faults   []Fault // none of which may happen
}

// Fault is a way in which a report can be wrong.
type Fault string

const (
	Missed   Fault = "missed"
	Repeated Fault = "repeated"
	Late     Fault = "late"
	MadeUp   Fault = "made up"
)

// Counts are the faults of a schedule with a tracker.
type Counts map[Fault]int
