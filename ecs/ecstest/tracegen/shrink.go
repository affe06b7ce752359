package tracegen

import (
	"errors"
	"math"

	"ecslab/ecs/ecstest/model"
	"ecslab/replay"
)

// Shrink looks for a smaller file that is still bad. The function is given
// files that parse, with the model's answers; it should say whether the file
// fails in the way that is looked for. A file that is not bad once it has the
// model's answers is returned as it is.
func Shrink(file *replay.File, bad func(*replay.File) bool) *replay.File {
	best, err := settled(file)
	if err != nil || !bad(best) {
		return file
	}
	for at := 0; ; {
		smaller, found := step(best, at, bad)
		if smaller == nil {
			return best
		}
		best, at = smaller, found
	}
}

// step finds a reduction that costs less and is still bad, and its number; nil
// if there is none. It begins at a number, that of the last one found, because
// what was of no use before that one seldom is of use now, and comes back to
// the first when there is nothing behind it.
func step(file *replay.File, at int, bad func(*replay.File) bool) (smaller *replay.File, number int) {
	limit := cost(file)
	for _, late := range []bool{true, false} {
		number = -1
		for candidate := range reductions(file) {
			number++
			if (number >= at) != late || cost(candidate) >= limit {
				continue
			}
			smaller, err := settled(candidate)
			if err == nil && cost(smaller) < limit && bad(smaller) {
				return smaller, number
			}
		}
	}
	return nil, 0
}

// settled is a file in which nothing fails unexpectedly, with answers. The
// error is about a file that does not parse.
func settled(file *replay.File) (*replay.File, error) {
	left := *file
	left.Body = model.CopyBody(file.Body) // the old answers may name what is no longer there
	if _, err := replay.Parse(left.Name, left.Format()); err != nil {
		return nil, err // the machines need a file that parses
	}
	body, _, ok := settle(start(&left), left.Body, func() bool { return true })
	if !ok {
		return nil, errRestless
	}
	left.Body = body
	return canonical(&left)
}

var errRestless = errors.New("the file has errors that come and go")

// cost is about the length of the text without answers, with every loop
// unrolled.
func cost(file *replay.File) float64 {
	header := *file
	header.Body = nil
	return float64(len(header.Format())) + bodyCost(file, file.Body)
}

func bodyCost(file *replay.File, body []replay.Stmt) float64 {
	const frame = 12 // of a run or a repeat: two lines
	var sum float64
	for _, s := range body {
		switch s := s.(type) {
		case *replay.RunStmt:
			sum += frame + bodyCost(file, s.Body)
		case *replay.RepeatStmt:
			sum += frame + float64(s.N)*bodyCost(file, s.Body)
		default:
			sum += float64(len(file.FormatStmt(bare(s)))) + size(s)
		}
	}
	return sum
}

// size is what the length of a statement does not show of it.
func size(s replay.Stmt) float64 {
	switch s := s.(type) {
	case *replay.FailStmt:
		return size(s.Stmt)
	case *replay.DeferStmt:
		return 5 + size(s.Op)
	case *replay.SpawnStmt:
		return math.Log2(float64(s.N))
	case *replay.TickStmt:
		return math.Log2(float64(s.N))
	case *replay.EditStmt:
		switch {
		case s.Target.Form == replay.RefRange:
			return 8 + math.Log2(float64(s.Target.To-s.Target.From+1))
		case !s.Target.Single():
			return 10
		}
	}
	return 0
}
