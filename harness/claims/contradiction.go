package claims

// Contradiction is a matter on which a source does not agree with itself, or
// with its code.
type Contradiction struct {
	Matter string
	Says   [2]string // what one place says, and what another, in our words
	Judges []string  // ids of the claims whose verdicts bear on it
	Trace  string    // of package fidelity, which shows what happens
}

// Contradictions are all that were found.
func Contradictions() []Contradiction {
	return []Contradiction{
		{
			"whether sparse components make archetypes",
			[2]string{"the book, 6.1: they make none", "the book, 6.2: they do, over one and the same table"},
			[]string{"B6.1b", "B6.2"}, "sparse-toggle",
		},
		{
			"when the clock of changes moves",
			[2]string{"the book, 10.1: once a frame", "Bevy's code: at every run of a system"},
			[]string{"B10g", "B9.7"}, "reader-twice-a-frame",
		},
		{
			"whether a change can be missed",
			[2]string{"the book, 10.3: none ever is", "the book, appendix E: by the order of systems, or on the first frame"},
			[]string{"B10g"}, "reader-before-writer",
		},
		{
			"what a fixed update sees",
			[2]string{"StaticEcs, tracking: a system sees what came since it last ran, whatever its group",
				"the same page: all fixed steps of a frame fall in one tick, and a tick is seen when it has ended"},
			[]string{"S11", "S12"}, "fixed-update",
		},
		{
			"what an every-frame system sees of the last frame",
			[2]string{"Estella, change detection: what came since it last ran", "its code: stamps are frames, so what comes in a frame after the run is not later than it"},
			[]string{"E4", "E3"}, "reader-before-writer",
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
