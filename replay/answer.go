package replay

// A TrackerName is the TRACKER of an answer line.
type TrackerName uint8

const (
	Ticks TrackerName = iota
	Bitmap
	Frame
	FrameExact
	trackerCount
)

var trackerNames = [trackerCount]string{"ticks", "bitmap", "frame", "frame-exact"}

// String returns the name as a trace spells it.
func (t TrackerName) String() string { return trackerNames[t] }

// Answers are what an observation is expected to answer. At least one of them is there.
type Answers struct {
	SameLine  bool                  // the answer stands on the observation's line; Default only
	Default   *Answer               // for trackers without a line of their own; nil: not checked
	ByTracker [trackerCount]*Answer // nil: Default holds
}

// For returns the answer expected with a tracker, nil when nothing is checked.
func (a *Answers) For(t TrackerName) *Answer {
	if a == nil {
		return nil
	}
	if own := a.ByTracker[t]; own != nil {
		return own
	}
	return a.Default
}

// An AnswerForm says which field of an Answer holds it.
type AnswerForm uint8

const (
	AnswerError  AnswerForm = iota // the word error: the observation must report one
	AnswerBool                     // Bool
	AnswerCount                    // Count
	AnswerValues                   // Values
	AnswerList                     // List
)

// An Answer is one ANSWER. Which form can stand behind which observation is said there.
type Answer struct {
	Position Position // of the first word behind => and the tracker's name
	Form     AnswerForm
	Bool     bool
	Count    int64       // not negative
	Values   []float64   // to be compared as float64
	List     []Reference // never RefSample; nil for "-"
}
