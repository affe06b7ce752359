package model

import "ecslab/replay"

// Verdict is what a run of a file came to.
type Verdict struct {
	Outcomes []Outcome // in the order of execution
	Refused  bool      // the tracker is none and something needed another: n/a
}

// Mismatches are the outcomes that are not what the file expects.
func (v Verdict) Mismatches() []Outcome {
	var list []Outcome
	for _, o := range v.Outcomes {
		if o.Mismatch != "" {
			list = append(list, o)
		}
	}
	return list
}

// Run executes a file under a tracker.
func Run(file *replay.File, tracker string) Verdict {
	var v Verdict
	m := NewMachine(file, tracker)
	m.execAll(file.Body, func(o Outcome) {
		v.Outcomes = append(v.Outcomes, o)
		v.Refused = v.Refused || o.Refused
	})
	return v
}
