package model

import (
	"math"
	"slices"

	"ecslab/replay"
)

// maxAnswer is how many words an answer may have; a line has 65 536 bytes.
const maxAnswer = 4_000

// answered are the trackers that an answer line can name.
var answered = [4]replay.TrackerName{replay.Ticks, replay.Bitmap, replay.Frame, replay.FrameExact}

// Fill returns a copy of a file that says of each observation what the model
// answers. What a tracker answers now so and now so, since the statement is
// executed several times, stays open for that tracker; so does what the
// trackers answer differently where the language has no line for each, and
// what cannot be spelled. Answers that the file had are dropped.
func Fill(file *replay.File) *replay.File {
	filled := *file
	filled.Body = CopyBody(file.Body)
	heard := map[replay.Stmt]*hearing{}
	for i, t := range answered {
		m := NewMachine(&filled, t.String())
		m.execAll(filled.Body, func(o Outcome) {
			h := heard[o.Stmt]
			if h == nil {
				h = &hearing{}
				heard[o.Stmt] = h
			}
			h.add(i, o)
		})
	}
	for s, h := range heard {
		if o, ok := s.(replay.Observation); ok {
			withAnswers(o, h.answers(o))
		}
	}
	return &filled
}

// hearing is what one observation answered, by tracker.
type hearing struct {
	answer [len(answered)]*replay.Answer // nil: not yet heard, or open
	open   [len(answered)]bool           // not the same every time, or not to be spelled
}

func (h *hearing) add(i int, o Outcome) {
	a := spell(o)
	if a == nil || h.answer[i] != nil && !equalAnswers(h.answer[i], a) {
		h.open[i] = true
	}
	h.answer[i] = a
	if h.open[i] {
		h.answer[i] = nil
	}
}

// answers makes the lines of an observation: the answer that most trackers
// give as the default, the first of them where several are as frequent, and a
// line for each that differs. A default speaks for every tracker, so there is
// none while one of them is open.
func (h *hearing) answers(s replay.Observation) *replay.Answers {
	var lines replay.Answers
	said := false
	if !slices.Contains(h.open[:], true) {
		lines.Default = h.mostFrequent()
		said = true
	}
	differ := false
	for i, t := range answered {
		a := h.answer[i]
		if a == nil || lines.Default != nil && equalAnswers(a, lines.Default) {
			continue
		}
		lines.ByTracker[t] = a
		differ, said = true, true
	}
	switch s.(type) {
	case *replay.ReadStmt, *replay.HasStmt, *replay.AliveStmt:
		lines.SameLine = true
		if differ {
			return nil
		}
	case *replay.CountStmt, *replay.SumStmt, *replay.WasStmt:
		lines.SameLine = !differ
	}
	if !said {
		return nil
	}
	return &lines
}

func (h *hearing) mostFrequent() *replay.Answer {
	var best *replay.Answer
	most := 0
	for _, a := range h.answer {
		n := 0
		for _, other := range h.answer {
			if equalAnswers(a, other) {
				n++
			}
		}
		if n > most {
			best, most = a, n
		}
	}
	return best
}

// spell gives an outcome as the answer of a file, nil if that has no words for
// it.
func spell(o Outcome) *replay.Answer {
	if o.Err != nil {
		return &replay.Answer{Form: replay.AnswerError}
	}
	if o.Answer == nil {
		return nil
	}
	for _, v := range o.Answer.Values {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			return nil
		}
	}
	list := references(o.Answer.Entities)
	if len(list) > maxAnswer {
		return nil
	}
	return &replay.Answer{
		Form:   o.Answer.Form,
		Bool:   o.Answer.Bool,
		Count:  o.Answer.Count,
		Values: o.Answer.Values,
		List:   list,
	}
}

// references names each entity of a sorted list as often as it stands there,
// neighbours by a range.
func references(names []Name) []replay.Reference {
	var list []replay.Reference
	for len(names) > 0 {
		var again []Name // what stands there more than once, for the next round
		var previous *Name
		for i, n := range names {
			if previous != nil && n == *previous {
				again = append(again, n)
				continue
			}
			if previous != nil && n.Label == previous.Label && n.Index == previous.Index+1 && previous.Index != single {
				last := &list[len(list)-1]
				last.Form, last.To = replay.RefRange, n.Index
			} else if n.Index == single {
				list = append(list, replay.Reference{Label: n.Label, Form: replay.RefOne})
			} else {
				list = append(list, replay.Reference{Label: n.Label, Form: replay.RefMember, From: n.Index, To: n.Index})
			}
			previous = &names[i]
		}
		names = again
	}
	return list
}

func equalAnswers(a, b *replay.Answer) bool {
	return a.Form == b.Form && a.Bool == b.Bool && a.Count == b.Count &&
		slices.Equal(a.Values, b.Values) && slices.Equal(a.List, b.List)
}
