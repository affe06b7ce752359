package claims

// Contradiction is a matter on which a source does not agree with itself, or
// with its code.
type Contradiction struct {
	Matter string
	Where  string   // the places that disagree
	Judges []string // ids of the claims whose verdicts bear on it
}

// Contradictions are all that were found.
func Contradictions() []Contradiction {
	return []Contradiction{
		{"whether sparse components make archetypes", "the book: no in 6.1, yes in 6.2", []string{"B6.1b", "B6.2"}},
		{"when the clock of changes moves", "once a frame in the book, 10.1; at every run of a system in the code", []string{"B10g", "B9.7"}},
		{"whether a change can be missed", "the book: never in 10.3; by order, or on the first frame, in appendix E", []string{"B10g"}},
		{"what a fixed update sees", "the StaticEcs documents, in two places", []string{"S11", "S12"}},
		{"what an every-frame system sees of the last frame", "the Estella page, in two places", []string{"E4", "E3"}},
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
