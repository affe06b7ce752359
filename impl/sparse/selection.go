package sparse

import (
	"fmt"

	"ecslab/ecs/driver"
	"ecslab/internal/sparseset"
)

// selection is what passes over a query found, as far as they came and as far
// as it is kept. Row lists are kept in one array; a stretch takes none of it.
type selection struct {
	versions []uint64 // of the watched sets, when it was begun
	segments []segment
	places   []place  // of each segment: of the entities, then of each column
	rows     []uint32 // the row lists of all segments
	end      position // where building goes on …
	whole    bool     // … unless no match is left
	counted  int      // rows for which the storage's budget is charged
}

// segment is matches whose places go on in the same way.
type segment struct {
	source *sparseset.Set // has the entities
	n      int
	places int // where its places begin
}

// place is where the rows of one column of a segment are.
type place struct {
	how how
	at  int // stretch: the first row; listed: where the list begins
}

type how uint8

const (
	stretch how = iota // consecutive rows
	listed
	unseen  // a required component at which nobody looks
	missing // a Maybe component that no match has
)

// clear drops the selection but not its memory, for the next one.
func (k *selection) clear() {
	k.segments, k.places, k.rows = k.segments[:0], k.places[:0], k.rows[:0]
	k.end, k.whole = position{}, false
}

// keep appends the chunk just built, if the budget allows.
func (c *cursor) keep(ch *driver.Chunk, n int) bool {
	k, places := &c.kept, c.build.places
	if k.goesOn(c.build.source.set, places) {
		k.segments[len(k.segments)-1].n += n
		return true
	}
	lists := 0
	for _, p := range places {
		if p.how == listed {
			lists++
		}
	}
	if !c.s.charge(k, lists*n) {
		return false
	}
	k.segments = append(k.segments, segment{c.build.source.set, n, len(k.places)})
	for _, p := range places {
		if p.how == listed {
			at := len(k.rows)
			k.rows = append(k.rows, ch.Scratch(p.at)[:n]...)
			p.at = at
		}
		k.places = append(k.places, p)
	}
	return true
}

// goesOn reports whether places go on where the last segment ends.
func (k *selection) goesOn(source *sparseset.Set, places []place) bool {
	if len(k.segments) == 0 {
		return false
	}
	last := k.segments[len(k.segments)-1]
	if last.source != source {
		return false
	}
	before := k.places[len(k.places)-len(places):]
	for i, p := range places {
		if p.how != before[i].how || p.how == listed || p.how == stretch && p.at != before[i].at+last.n {
			return false
		}
	}
	return true
}

// segmentCost is what a segment takes, in rows of a list.
const segmentCost = 16

// charge allows a selection to grow by that many rows and a segment, if all
// selections together then keep at most two rows for each value of the world.
func (s *Storage) charge(k *selection, rows int) bool {
	want := len(k.rows) + rows + segmentCost*(len(k.segments)+1)
	if want <= k.counted {
		return true
	}
	limit := s.limits.kept
	for _, set := range s.sets[:len(s.env.Schema.Components)] {
		if set != nil {
			limit += 2 * set.Len()
		}
	}
	if s.kept+want-k.counted > limit {
		return false
	}
	// Arrays double, so that much is charged.
	more := min(max(want, 2*k.counted), limit-s.kept+k.counted)
	s.kept += more - k.counted
	k.counted = more
	return true
}

// forget gives the memory of the selection back.
func (c *cursor) forget() {
	c.s.kept -= c.kept.counted
	c.kept = selection{versions: c.kept.versions}
	clear(c.build.proofs)
	c.restart()
}

func (c *cursor) bytes() int {
	return 4*cap(c.kept.rows) + 16*(cap(c.kept.places)+cap(c.kept.segments))
}

// validate checks that the kept selection, if it still stands, has exactly the
// matches that it passed, each once.
func (c *cursor) validate() error {
	for i, set := range c.watched {
		if set.Version() != c.kept.versions[i] {
			return nil
		}
	}
	seen := map[driver.Entity]bool{}
	k := &c.kept
	if len(k.places) != len(k.segments)*(len(c.cols)+1) {
		return fmt.Errorf("selection: %d places of %d segments", len(k.places), len(k.segments))
	}
	for _, seg := range k.segments {
		places := k.places[seg.places:][:len(c.cols)+1]
		for m := range seg.n {
			e := seg.source.Entities()[k.row(places[0], m)]
			set := c.s.Components(e)
			if !c.q.Matches(&set) || seen[e] {
				return fmt.Errorf("selection: %v of signature %x, seen %t", e, set, seen[e])
			}
			seen[e] = true
			for i, col := range c.cols {
				p, row := places[i+1], col.set.Row(e.Index())
				if p.how != unseen && k.row(p, m) != row {
					return fmt.Errorf("selection: column %d has row %d of %v, not %d", i, k.row(p, m), e, row)
				}
			}
		}
	}
	return nil
}

// row is the row of match m of a segment.
func (k *selection) row(p place, m int) uint32 {
	switch p.how {
	case stretch:
		return uint32(p.at + m)
	case listed:
		return k.rows[p.at+m]
	}
	return driver.NoRow
}
