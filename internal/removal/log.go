package removal

import (
	"sort"
	"unsafe"

	"ecslab/ecs/driver"
)

// Log is the removals of all components of a world.
type Log struct {
	kept      int     // generations kept, the present one among them
	turned    int     // frame ends so far, modulo kept: the place of the present generation
	lists     []*list // by component; nil: not tracked for removed
	version   uint64  // rises with whatever may change an answer
	directory *driver.Directory
}

// list is the removals of one component.
type list struct {
	ring [][]event // by place; see Log.turned
	sets []*Set    // the answers kept
	turn int       // which of them makes room for the next
}

// event is one removal.
type event struct {
	entity driver.Entity
	stamp  uint64
}

const eventBytes = int(unsafe.Sizeof(event{}))

// NewLog keeps the events of the present frame and of kept-1 frames before it.
// The directory tells who lives.
func NewLog(kept int, directory *driver.Directory) *Log {
	return &Log{kept: kept, directory: directory}
}

// Track makes room for the events of a component.
func (l *Log) Track(c driver.ComponentID) {
	for int(c) >= len(l.lists) {
		l.lists = append(l.lists, nil)
	}
	l.lists[c] = &list{ring: make([][]event, l.kept)}
}

// Tracks reports whether events of the component are kept.
func (l *Log) Tracks(c driver.ComponentID) bool {
	return int(c) < len(l.lists) && l.lists[c] != nil
}

// Add records a removal from each of es. The stamp is not below any before it.
func (l *Log) Add(c driver.ComponentID, es []driver.Entity, stamp uint64) {
	if !l.Tracks(c) || len(es) == 0 {
		return
	}
	present := &l.lists[c].ring[l.turned]
	for _, e := range es {
		*present = append(*present, event{e, stamp})
	}
	l.changed()
}

// Append appends the entities of the events with stamps after the bound, in
// the order in which they came.
func (l *Log) Append(c driver.ComponentID, after uint64, dst []driver.Entity) []driver.Entity {
	if !l.Tracks(c) {
		return dst
	}
	for age := l.kept - 1; age >= 0; age-- {
		for _, ev := range l.since(l.lists[c], age, after) {
			dst = append(dst, ev.entity)
		}
	}
	return dst
}

// since is the events after the bound of the generation that is age frames old.
func (l *Log) since(of *list, age int, after uint64) []event {
	events := of.ring[(l.turned+l.kept-age)%l.kept]
	first := 0
	if len(events) > 0 && events[0].stamp <= after {
		first = sort.Search(len(events), func(i int) bool { return events[i].stamp > after })
	}
	return events[first:]
}

// EndFrames ends n frames: the oldest min(n, kept) generations are dropped.
func (l *Log) EndFrames(n uint64) {
	dropped := false
	for range min(n, uint64(l.kept)) {
		l.turned = (l.turned + 1) % l.kept
		for _, of := range l.lists {
			if of != nil && len(of.ring[l.turned]) > 0 {
				of.ring[l.turned] = of.ring[l.turned][:0]
				dropped = true
			}
		}
	}
	if dropped {
		l.changed()
	}
}

// Died tells that entities no longer live, which matters to the Sets.
func (l *Log) Died() { l.changed() }

// Clear forgets the events of a component.
func (l *Log) Clear(c driver.ComponentID) {
	if !l.Tracks(c) {
		return
	}
	ring := l.lists[c].ring
	for i := range ring {
		ring[i] = ring[i][:0]
	}
	l.changed()
}

// ClearAll forgets all events.
func (l *Log) ClearAll() {
	for c := range l.lists {
		l.Clear(driver.ComponentID(c))
	}
	l.changed()
}

// changed makes the Sets that were built before out of date.
func (l *Log) changed() {
	l.version++
	l.check()
}

// Bytes is the memory that the log takes.
func (l *Log) Bytes() int {
	bytes := len(l.lists) * int(unsafe.Sizeof(l.lists[0]))
	for _, of := range l.lists {
		if of == nil {
			continue
		}
		bytes += int(unsafe.Sizeof(*of)) + len(of.ring)*int(unsafe.Sizeof(of.ring[0]))
		for _, events := range of.ring {
			bytes += cap(events) * eventBytes
		}
		for _, s := range of.sets {
			bytes += s.bytes()
		}
	}
	return bytes
}
