package claims

// Contradiction is a matter on which a source does not agree with itself, or
// with its code.
type Contradiction struct {
	Matter   string
	Says     [2]string // what one place says, and what another, in our words
	Happens  string    // in words; the trace shows it
	Judges   []string  // ids of the claims whose verdicts bear on it
	Trace    string    // of package fidelity
	Schedule string    // of the fidelity table, whose counts bear on it; "": none
}

// Contradictions are all that were found.
func Contradictions() []Contradiction {
	return []Contradiction{
		{
			Matter:  "whether sparse components make archetypes",
			Says:    [2]string{"the book, 6.1: they make none", "the book, 6.2: they do, over one and the same table"},
			Happens: "the set of components is another and the table row stays: no value is touched, nothing counts as changed",
			Judges:  []string{"B6.1b", "B6.2"}, Trace: "sparse-toggle",
		},
		{
			Matter:  "when the clock of changes moves",
			Says:    [2]string{"the book, 10.1: once a frame", "Bevy's code: at every run of a system"},
			Happens: "`ticks`, which is the code, tells two runs of a frame apart; a clock that moves once a frame loses what came between them",
			Judges:  []string{"B10g", "B9.7"}, Trace: "two-runs-in-a-frame", Schedule: "reader twice a frame",
		},
		{
			Matter:  "whether a change can be missed",
			Says:    [2]string{"the book, 10.3: none ever is", "the book, appendix E: by the order of systems, or on the first frame"},
			Happens: "`ticks` misses none: one made behind the reader is seen at its next run, and a first run sees all that is there",
			Judges:  []string{"B10g"}, Trace: "missed-or-not", Schedule: readerFirst,
		},
		{
			Matter: "what a fixed update sees",
			Says: [2]string{"StaticEcs, tracking: a system sees what came since it last ran, whatever its group",
				"the same page: all fixed steps of a frame fall in one tick, and a tick is seen when it has ended"},
			Happens: "with `bitmap` no step sees what came in its own frame; the first step of the next sees all of it",
			Judges:  []string{"S11", "S12"}, Trace: "steps-of-a-frame", Schedule: catchUp,
		},
		{
			Matter:  "what an every-frame system sees of the last frame",
			Says:    [2]string{"Estella, change detection: what came since it last ran", "its code: stamps are frames, so what comes in a frame after the run is not later than it"},
			Happens: "`frame`, which is the code, never reports what came behind the run; `frame-exact` does",
			Judges:  []string{"E4", "E3"}, Trace: "after-the-run", Schedule: readerFirst,
		},
	}
}

// Advice is a branch of the decision between storages as Bevy gives it, and the
// claims that test it.
type Advice struct {
	Question string
	Advised  string
	Judges   []string
}

// Advices are the branches, in the order in which they are asked.
func Advices() []Advice {
	return []Advice{
		{"Is it iterated in most frames?", "table, the default", []string{"B5.2a", "B7.3"}},
		{"Is it added and removed often, on entities that carry much?", "sparse set", []string{"B5.2c", "B6.2"}},
		{"Would it multiply the archetypes?", "sparse set", []string{"B6.1"}},
		{"Is it mostly looked up by entity?", "either", []string{"B5.2b"}},
		{"Does memory decide?", "table", []string{"BD", "B5.6"}},
	}
}
