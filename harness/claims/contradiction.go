package claims

// Contradiction is a matter on which the sources do not agree, with themselves
// or with their code.
type Contradiction struct {
	Matter string
	One    string
	Other  string
	Judges []string // ids of the claims whose verdicts bear on it
}

// Contradictions are all that were found.
func Contradictions() []Contradiction {
	return []Contradiction{
		{
			Matter: "archetypes of sparse components",
			One:    "the book, 6.1: sparse components make no archetypes of their own",
			Other:  "the book, 6.2: each set of components is an archetype, wherever they are stored",
			Judges: []string{"B6.1b", "B6.2"},
		},
		{
			Matter: "when the clock of changes moves",
			One:    "the book, 10.1: once a frame",
			Other:  "the code: at every run of a system",
			Judges: []string{"B10g", "B9.7"},
		},
		{
			Matter: "whether a change can be missed",
			One:    "the book, 10.3: never",
			Other:  "the book, appendix E: by the order of systems, and on the first frame",
			Judges: []string{"B10g"},
		},
		{
			Matter: "what a fixed update sees",
			One:    "StaticEcs: what changed since its last run, through the ring",
			Other:  "StaticEcs: what the ring still holds, which is less where the fixed update is rarer than the ring is long",
			Judges: []string{"S11", "B9.7"},
		},
		{
			Matter: "what an every-frame system sees",
			One:    "Estella: the changes of the last frame",
			Other:  "Estella: its writers of this frame too, by where they stand",
			Judges: []string{"E4"},
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
