package table

import (
	"fmt"
	"reflect"
	"unsafe"

	"ecslab/ecs"
)

// The component types of the model test: tags, every form of row, types with
// pointers, several KiB.
type (
	tag    struct{}
	one    struct{ A byte }
	tiny   struct{ A uint16 }
	four   struct{ A uint32 }
	padded struct {
		A byte
		B uint64
		C byte
	}
	eight   struct{ A uint64 }
	twelve  struct{ A [3]uint32 }
	sixteen struct{ A, B float64 }
	thirty  struct{ A [4]uint64 }
	large   struct{ A [300]byte }
	huge    struct{ A [5000]byte }
	pointer struct{ P *int }
	text    struct {
		S string
		N int
	}
	list  struct{ L []*int }
	act   struct{ F func() int }
	boxed struct {
		A [2]any
		M map[string]int
	}
)

// shape is one component of the model test: how a value is made of a seed and
// how the seed is read back.
type shape struct {
	id   ecs.ComponentID
	name string
	size uintptr
	put  func(p unsafe.Pointer, seed int)
	get  func(p unsafe.Pointer) int // 0 for the zero value
	// look is the address by random access; false: the world has no fast path.
	look func(e ecs.Entity) (unsafe.Pointer, bool)
}

func shapeOf[T any](w *ecs.World, put func(*T, int), get func(*T) int, options ...ecs.ComponentOption) shape {
	id := ecs.Register[T](w, options...)
	access, err := ecs.NewAccess[T](w)
	if err != nil {
		panic(err)
	}
	return shape{
		look: func(e ecs.Entity) (unsafe.Pointer, bool) { return unsafe.Pointer(access.Get(e)), access.Direct() },
		id:   id, name: reflect.TypeFor[T]().Name(), size: reflect.TypeFor[T]().Size(),
		put: func(p unsafe.Pointer, seed int) { put((*T)(p), seed) },
		get: func(p unsafe.Pointer) int { return get((*T)(p)) },
	}
}

func shapes(w *ecs.World) []shape {
	boxed16 := func(i int) *int { v := new(int); *v = i; return v }
	deref := func(p *int) int {
		if p == nil {
			return 0
		}
		return *p
	}
	return []shape{
		shapeOf(w, func(p *sixteen, i int) { *p = sixteen{float64(i), -float64(i)} }, func(p *sixteen) int {
			if p.B != -p.A {
				return -1
			}
			return int(p.A)
		}, ecs.Track(ecs.Added|ecs.Changed)),
		shapeOf(w, func(p *tag, i int) {}, func(p *tag) int { return 0 }, ecs.Track(ecs.Added)),
		shapeOf(w, func(p *pointer, i int) { p.P = boxed16(i) }, func(p *pointer) int { return deref(p.P) }),
		shapeOf(w, func(p *one, i int) { p.A = byte(i) }, func(p *one) int { return int(p.A) }),
		shapeOf(w, func(p *eight, i int) { p.A = uint64(i) }, func(p *eight) int { return int(p.A) }, ecs.Track(ecs.Changed)),
		shapeOf(w, func(p *text, i int) { *p = text{fmt.Sprint(i), i} }, func(p *text) int {
			if p.N != 0 && p.S != fmt.Sprint(p.N) {
				return -1
			}
			return p.N
		}, ecs.Track(ecs.Added|ecs.Changed|ecs.Removed)),
		shapeOf(w, func(p *large, i int) { p.A[0], p.A[299] = byte(i), byte(i) }, func(p *large) int { return int(p.A[299]) }),
		shapeOf(w, func(p *list, i int) { p.L = []*int{boxed16(i), boxed16(i)} }, func(p *list) int {
			if len(p.L) == 0 {
				return 0
			}
			return deref(p.L[1])
		}),
		shapeOf(w, func(p *four, i int) { p.A = uint32(i) }, func(p *four) int { return int(p.A) }),
		shapeOf(w, func(p *twelve, i int) { p.A[2] = uint32(i) }, func(p *twelve) int { return int(p.A[2]) }),
		shapeOf(w, func(p *act, i int) { p.F = func() int { return i } }, func(p *act) int {
			if p.F == nil {
				return 0
			}
			return p.F()
		}),
		shapeOf(w, func(p *thirty, i int) { p.A[3] = uint64(i) }, func(p *thirty) int { return int(p.A[3]) }),
		shapeOf(w, func(p *padded, i int) { *p = padded{byte(i), uint64(i), byte(i)} }, func(p *padded) int { return int(p.C) }),
		shapeOf(w, func(p *tiny, i int) { p.A = uint16(i) }, func(p *tiny) int { return int(p.A) }),
		shapeOf(w, func(p *boxed, i int) { *p = boxed{[2]any{i, fmt.Sprint(i)}, map[string]int{"a": i}} }, func(p *boxed) int {
			if p.M == nil {
				return 0
			}
			if p.M["a"] != p.A[0].(int) {
				return -1
			}
			return p.M["a"]
		}),
		shapeOf(w, func(p *huge, i int) { p.A[4999] = byte(i) }, func(p *huge) int { return int(p.A[4999]) }),
	}
}

// maxSeed keeps seeds within a byte, the smallest component.
const maxSeed = 255
