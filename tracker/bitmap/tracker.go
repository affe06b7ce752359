package bitmap

import (
	"fmt"
	"math/bits"
	"unsafe"

	"ecslab/ecs/driver"
)

// Limits and default of the ring.
const (
	defaultRing = 8
	maxRing     = 255
)

// tracker implements driver.Tracker and driver.Indexed.
type tracker struct {
	dir    *driver.Directory
	depth  uint64 // B: how many stamps can be read
	slots  int    // B+1
	strict bool   // a window that reaches back too far is an error

	cur  uint64 // the clock
	slot int    // the write slot; the stamp cur+1-k lies k slots before it

	rings      []*ring    // all of them, by id
	touched    [][]uint64 // by slot: the set of rings that have a layer in it
	components []kinds    // by component
	created    *ring      // nil: the world does not track creation
	reborn     *ring      // indices given out again, by tick of the rebirth
	died       *ring      // in this tick; only the write slot is used
	again      *ring      // scratch of Born: who died and was born in this tick
	tracked    int        // rings of components, and created
	high       uint32     // indices from here on have no bits
	lastDeath  uint64     // stamp of the last death, 0 before the first

	blocks  pool[driver.BitBlock]
	layers  pool[layer]
	trimmed uint64 // clock of the last trim of the pools

	views  [8]view // the first viewed of them stand
	viewed int
	evict  int // the next view to be replaced when all are taken
	words  driver.Bits
}

// perComponent is the number of kinds that belong to a component.
const perComponent = 3

// kinds are the rings of a component, by the bit number of added, changed and
// removed; nil: not tracked.
type kinds [perComponent]*ring

// untracked are those of a component that was not registered.
var untracked kinds

var _ driver.Indexed = (*tracker)(nil)

// New returns a tracker that can read the last ring ticks, 1 … 255; 0 stands
// for 8. A window that reaches back further is cut, or with overflowError
// reported as an error. Another ring is a broken program: New panics.
func New(ring int, overflowError bool) driver.Tracker {
	if ring == 0 {
		ring = defaultRing
	}
	if ring < 1 || ring > maxRing {
		panic(fmt.Sprintf("bitmap: a ring of %d ticks is not in 1 … %d", ring, maxRing))
	}
	t := &tracker{depth: uint64(ring), slots: ring + 1, strict: overflowError, cur: 1, trimmed: 1}
	t.touched = make([][]uint64, t.slots)
	t.reborn, t.died, t.again = t.newRing(), t.newRing(), t.newRing()
	return t
}

func (t *tracker) Name() string { return "bitmap" }

func (t *tracker) Attach(env driver.TrackerEnv) {
	t.dir = env.Directory
	t.dir.Hold()
	if env.Created {
		t.created = t.newRing()
		t.tracked++
	}
}

func (t *tracker) Register(c *driver.Component) {
	for len(t.components) <= int(c.ID) {
		t.components = append(t.components, kinds{})
	}
	for i := range perComponent {
		if c.Kinds>>i&1 != 0 {
			t.components[c.ID][i] = t.newRing()
			t.tracked++
		}
	}
}

func (t *tracker) Beside(driver.ComponentID) int { return 0 }
func (t *tracker) Implies(driver.Kinds) bool     { return false }
func (t *tracker) Buries() bool                  { return false }
func (t *tracker) Indexes(driver.Kinds) bool     { return true }

// of is the rings of a component.
func (t *tracker) of(c driver.ComponentID) *kinds {
	if int(c) < len(t.components) {
		return &t.components[c]
	}
	return &untracked
}

// ring is where a record lies, nil if it is not tracked.
func (t *tracker) ring(r driver.Record) *ring {
	if r.Kind == driver.Created {
		return t.created
	}
	if i := bits.TrailingZeros8(uint8(r.Kind)); i < perComponent && int(r.Component) < len(t.components) {
		return t.components[r.Component][i]
	}
	return nil
}

// chunks is how many index chunks hold an index that was ever born.
func (t *tracker) chunks() int { return int((t.high + driver.ChunkRows - 1) >> driver.RowBits) }

func (t *tracker) Shape(k driver.Kinds, c driver.ComponentID) driver.Shape {
	i := 1
	if k == driver.Added {
		i = 0
	}
	if r := t.of(c)[i]; r != nil {
		return driver.Shape{Way: driver.MarkBit, Bits: &r.write}
	}
	return driver.Shape{}
}

func (t *tracker) Settings() string {
	mode := "clamp"
	if t.strict {
		mode = "error"
	}
	return fmt.Sprintf("ring %d, overflow %s", t.depth, mode)
}

func (t *tracker) Bytes() int {
	n := int(unsafe.Sizeof(*t)) + t.blocks.made*int(unsafe.Sizeof(driver.BitBlock{}))
	n += 8 * (cap(t.blocks.free) + cap(t.layers.free) + cap(t.rings))
	n += len(t.rings)*(int(unsafe.Sizeof(ring{}))+8*t.slots) + cap(t.components)*int(unsafe.Sizeof(kinds{}))
	for _, l := range t.layers.free {
		n += l.bytes()
	}
	for _, r := range t.rings {
		for _, l := range r.slots {
			if l != nil {
				n += l.bytes()
			}
		}
	}
	for _, set := range t.touched {
		n += 24 + 8*cap(set)
	}
	for i := range t.views {
		n += 8 * (cap(t.views[i].pages) + cap(t.views[i].own))
	}
	return n
}

func (l *layer) bytes() int {
	return int(unsafe.Sizeof(*l)) + 8*(cap(l.blocks)+cap(l.dirty))
}
