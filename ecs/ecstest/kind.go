package ecstest

import (
	"encoding/binary"
	"io"
	"unsafe"

	"ecslab/ecs"
)

// kind is a component type of the sequences. A value is made from a number and
// can be turned back into it, so that the model only has to keep numbers.
type kind interface {
	register(w *ecs.World) ecs.ComponentID
	write() view
	maybe() view
	set(w *ecs.World, e ecs.Entity, n uint64) error
	update(w *ecs.World, e ecs.Entity, n uint64) (bool, error)
	put(c *ecs.Commands, e ecs.Entity, n uint64) error
	get(w *ecs.World, e ecs.Entity, mut bool) (n uint64, ok bool)
	key(p unsafe.Pointer) uint64
	store(p unsafe.Pointer, n uint64)
	tag() bool
	limit(n uint64) uint64 // the number that a value made from n turns back into
}

// view is an ecs.View of a kind.
type view interface {
	ecs.Term
	key(c *ecs.Chunk, k int) (n uint64, ok bool)
	store(c *ecs.Chunk, k int, n uint64)
	bySlices(c *ecs.Chunk, f func(k int, p unsafe.Pointer))
}

type kindOf[T any] struct {
	make    func(uint64) T
	back    func(T) uint64
	equal   func(w *ecs.World, e ecs.Entity, v T) (bool, error) // ecs.Update, where T is comparable
	options []ecs.ComponentOption
	coded   bool // written to streams as numbers; else as they lie in memory
}

type viewOf[T any] struct {
	*ecs.View[T]
	kind *kindOf[T]
}

func (k *kindOf[T]) write() view                      { return viewOf[T]{ecs.Write[T](), k} }
func (k *kindOf[T]) maybe() view                      { return viewOf[T]{ecs.MaybeRead[T](), k} }
func (k *kindOf[T]) tag() bool                        { return unsafe.Sizeof(*new(T)) == 0 }
func (k *kindOf[T]) limit(n uint64) uint64            { return k.back(k.make(n)) }
func (k *kindOf[T]) key(p unsafe.Pointer) uint64      { return k.back(*(*T)(p)) }
func (k *kindOf[T]) store(p unsafe.Pointer, n uint64) { *(*T)(p) = k.make(n) }

func (k *kindOf[T]) register(w *ecs.World) ecs.ComponentID {
	if !k.coded {
		return ecs.Register[T](w, k.options...)
	}
	return ecs.Register[T](w, append(k.options[:len(k.options):len(k.options)], ecs.WithCodec(k.encode, k.decode))...)
}

func (k *kindOf[T]) encode(w io.Writer, values []T) error {
	for _, v := range values {
		if err := binary.Write(w, binary.LittleEndian, k.back(v)); err != nil {
			return err
		}
	}
	return nil
}

func (k *kindOf[T]) decode(r io.Reader, values []T) error {
	for i := range values {
		var n uint64
		if err := binary.Read(r, binary.LittleEndian, &n); err != nil {
			return err
		}
		values[i] = k.make(n)
	}
	return nil
}

func (k *kindOf[T]) set(w *ecs.World, e ecs.Entity, n uint64) error {
	return ecs.Set(w, e, k.make(n))
}

func (k *kindOf[T]) put(c *ecs.Commands, e ecs.Entity, n uint64) error {
	return ecs.Put(c, e, k.make(n))
}

func (k *kindOf[T]) update(w *ecs.World, e ecs.Entity, n uint64) (bool, error) {
	if k.equal == nil {
		return false, nil
	}
	return k.equal(w, e, k.make(n))
}

func (k *kindOf[T]) get(w *ecs.World, e ecs.Entity, mut bool) (uint64, bool) {
	a, err := ecs.NewAccess[T](w)
	if err != nil {
		return 0, false
	}
	p := a.Get(e)
	if mut {
		p = a.Mut(e)
	}
	if a.Direct() && a.At(e) != p {
		return 0, false // the two ways must agree
	}
	if p == nil {
		return 0, false
	}
	return k.back(*p), true
}

func (v viewOf[T]) key(c *ecs.Chunk, k int) (uint64, bool) {
	p := v.At(c, k)
	if p == nil {
		return 0, false
	}
	return v.kind.back(*p), true
}

func (v viewOf[T]) store(c *ecs.Chunk, k int, n uint64) {
	if p := v.At(c, k); p != nil {
		*p = v.kind.make(n)
	}
}

func (v viewOf[T]) bySlices(c *ecs.Chunk, f func(k int, p unsafe.Pointer)) {
	if c.Dense {
		for k := range v.Slice(c) {
			f(k, unsafe.Pointer(&v.Slice(c)[k]))
		}
		return
	}
	values, rows := v.Rows(c)
	for k, row := range rows {
		if row != ecs.NoRow && values != nil {
			f(k, unsafe.Pointer(&values[row]))
		}
	}
}

// The component types: every size class, padding, everything that the
// collector must see, and tags; some tracked by options, some by markers.
type (
	small  int8
	pair   struct{ X, Y float64 }
	padded struct {
		a uint8
		b uint64
		c [3]byte
	}
	wide   [300]byte
	linked struct {
		p *uint64
		_ [40]byte
	}
	mark  struct{}
	flag  struct{}
	three [3]uint64
)

func (pair) TrackAdded()   {}
func (pair) TrackChanged() {}
func (pair) TrackRemoved() {}

func updater[T comparable]() func(*ecs.World, ecs.Entity, T) (bool, error) { return ecs.Update[T] }

const every = ecs.Added | ecs.Changed | ecs.Removed

func kinds() []kind {
	return []kind{
		&kindOf[pair]{
			make:  func(n uint64) pair { return pair{float64(n), -float64(n)} },
			back:  func(v pair) uint64 { return uint64(v.X) },
			equal: updater[pair](),
		},
		&kindOf[small]{
			make:    func(n uint64) small { return small(n & 127) },
			back:    func(v small) uint64 { return uint64(v) },
			equal:   updater[small](),
			options: []ecs.ComponentOption{ecs.Track(ecs.Changed), ecs.InSparseSet()},
		},
		&kindOf[string]{
			coded:   true,
			make:    func(n uint64) string { return string(appendNumber(nil, n)) },
			back:    func(v string) uint64 { return number(v) },
			equal:   updater[string](),
			options: []ecs.ComponentOption{ecs.Track(every)},
		},
		&kindOf[padded]{
			make: func(n uint64) padded { return padded{byte(n), n, [3]byte{1, 2, byte(n)}} },
			back: func(v padded) uint64 { return v.b },
		},
		&kindOf[wide]{
			make:    func(n uint64) (v wide) { v[0], v[150], v[299] = byte(n), byte(n>>8), byte(n); return v },
			back:    func(v wide) uint64 { return uint64(v[299]) | uint64(v[150])<<8 },
			options: []ecs.ComponentOption{ecs.Track(ecs.Added | ecs.Removed)},
		},
		&kindOf[[]uint64]{
			coded:   true,
			make:    func(n uint64) []uint64 { return []uint64{n, n + 1} },
			back:    func(v []uint64) uint64 { return first(v) },
			options: []ecs.ComponentOption{ecs.InSparseSet(), ecs.Track(every)},
		},
		&kindOf[linked]{
			coded: true,
			make:  func(n uint64) linked { return linked{p: &n} },
			back: func(v linked) uint64 {
				if v.p == nil {
					return 0
				}
				return *v.p
			},
		},
		&kindOf[func() uint64]{
			coded: true,
			make:  func(n uint64) func() uint64 { return func() uint64 { return n } },
			back: func(v func() uint64) uint64 {
				if v == nil {
					return 0
				}
				return v()
			},
			options: []ecs.ComponentOption{ecs.Track(ecs.Changed)},
		},
		&kindOf[map[string]uint64]{
			coded: true,
			make:  func(n uint64) map[string]uint64 { return map[string]uint64{"n": n} },
			back:  func(v map[string]uint64) uint64 { return v["n"] },
		},
		&kindOf[mark]{
			make:    func(uint64) mark { return mark{} },
			back:    func(mark) uint64 { return 0 },
			options: []ecs.ComponentOption{ecs.Track(every)},
		},
		&kindOf[flag]{
			make:    func(uint64) flag { return flag{} },
			back:    func(flag) uint64 { return 0 },
			options: []ecs.ComponentOption{ecs.InSparseSet()},
		},
		&kindOf[three]{
			make:    func(n uint64) three { return three{n, n, n} },
			back:    func(v three) uint64 { return v[1] },
			equal:   updater[three](),
			options: []ecs.ComponentOption{ecs.Track(every), ecs.InSparseSet()},
		},
	}
}

func appendNumber(b []byte, n uint64) []byte {
	if n == 0 {
		return b // the zero string is the value of number zero
	}
	return append(appendNumber(b, n/10), byte('0'+n%10))
}

func number(s string) (n uint64) {
	for i := range len(s) {
		n = n*10 + uint64(s[i]-'0')
	}
	return n
}

func first(v []uint64) uint64 {
	if len(v) == 0 {
		return 0
	}
	return v[0]
}
