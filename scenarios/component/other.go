package component

import (
	"fmt"

	"ecslab/ecs"
)

// Other is a component that is only carried along: payload when entities move,
// or what makes archetypes differ. Number tells the types apart.
type Other[S Size, Number any] struct{ Value S }

// Size is the payload of an Other.
type Size interface {
	[1]float64 | [2]float64 | [4]float64 | [8]float64 | [16]float64 | [32]float64
}

// Kind is one type of Others.
type Kind struct {
	Register func(w *ecs.World, options ...ecs.ComponentOption) ecs.ComponentID
	Of       ecs.Component
	Fill     func(w *ecs.World, es []ecs.Entity) error // entity es[i] gets a value of i's own
	Check    func(w *ecs.World, es []ecs.Entity) error // and still has it
	Mut      func(w *ecs.World) (mark func(ecs.Entity), err error)
}

// Others are n types of Other with that many bytes: 8, 16, 32, 64, 128 or 256.
func Others(bytes, n int) []Kind {
	switch bytes {
	case 8:
		return kinds[[1]float64]()[:n]
	case 16:
		return kinds[[2]float64]()[:n]
	case 32:
		return kinds[[4]float64]()[:n]
	case 64:
		return kinds[[8]float64]()[:n]
	case 128:
		return kinds[[16]float64]()[:n]
	case 256:
		return kinds[[32]float64]()[:n]
	}
	panic(fmt.Sprintf("component: no Other of %d bytes", bytes))
}

// Register registers all of the kinds.
func Register(w *ecs.World, kinds []Kind) {
	for _, k := range kinds {
		k.Register(w)
	}
}

// Names are the kinds as terms name them.
func Names(kinds []Kind) []ecs.Component {
	cs := make([]ecs.Component, len(kinds))
	for i, k := range kinds {
		cs[i] = k.Of
	}
	return cs
}

// Subset are the kinds whose bit is set.
func Subset(kinds []Kind, set int) (some []Kind) {
	for i, k := range kinds {
		if set>>i&1 != 0 {
			some = append(some, k)
		}
	}
	return some
}

// Fill gives each entity values of its own in all of the kinds.
func Fill(w *ecs.World, kinds []Kind, es []ecs.Entity) error {
	for _, k := range kinds {
		if err := k.Fill(w, es); err != nil {
			return err
		}
	}
	return nil
}

// Check looks whether what Fill wrote is still there.
func Check(w *ecs.World, kinds []Kind, es []ecs.Entity) error {
	for _, k := range kinds {
		if err := k.Check(w, es); err != nil {
			return err
		}
	}
	return nil
}

// Value is what Fill gives entity i in the kind of that number.
func Value(i, number int) float64 { return float64(100*i + number) }

func kind[S Size, Number any](number int) Kind {
	type other = Other[S, Number]
	value := func(i int) float64 { return Value(i, number) }
	return Kind{
		Register: ecs.Register[other],
		Of:       ecs.Of[other](),
		Fill: func(w *ecs.World, es []ecs.Entity) error {
			a, err := ecs.NewAccess[other](w)
			if err != nil {
				return err
			}
			for i, e := range es {
				o := a.Untracked(e)
				if o == nil {
					return fmt.Errorf("entity %d has no %T", i, other{})
				}
				o.Value[0], o.Value[len(o.Value)-1] = value(i), value(i)
			}
			return nil
		},
		Check: func(w *ecs.World, es []ecs.Entity) error {
			a, err := ecs.NewAccess[other](w)
			if err != nil {
				return err
			}
			for i, e := range es {
				o := a.Get(e)
				switch {
				case o == nil:
					return fmt.Errorf("entity %d has lost component %d of %d", i, number, len(es))
				case o.Value[0] != value(i) || o.Value[len(o.Value)-1] != value(i):
					return fmt.Errorf("entity %d: component %d is %v, expected %v", i, number, o.Value, value(i))
				}
			}
			return nil
		},
		Mut: func(w *ecs.World) (func(ecs.Entity), error) {
			a, err := ecs.NewAccess[other](w)
			return func(e ecs.Entity) { a.Mut(e) }, err
		},
	}
}

// kinds numbers 36 types by the lengths of arrays.
func kinds[S Size]() []Kind {
	return []Kind{
		kind[S, [0]byte](0), kind[S, [1]byte](1), kind[S, [2]byte](2), kind[S, [3]byte](3),
		kind[S, [4]byte](4), kind[S, [5]byte](5), kind[S, [6]byte](6), kind[S, [7]byte](7),
		kind[S, [8]byte](8), kind[S, [9]byte](9), kind[S, [10]byte](10), kind[S, [11]byte](11),
		kind[S, [12]byte](12), kind[S, [13]byte](13), kind[S, [14]byte](14), kind[S, [15]byte](15),
		kind[S, [16]byte](16), kind[S, [17]byte](17), kind[S, [18]byte](18), kind[S, [19]byte](19),
		kind[S, [20]byte](20), kind[S, [21]byte](21), kind[S, [22]byte](22), kind[S, [23]byte](23),
		kind[S, [24]byte](24), kind[S, [25]byte](25), kind[S, [26]byte](26), kind[S, [27]byte](27),
		kind[S, [28]byte](28), kind[S, [29]byte](29), kind[S, [30]byte](30), kind[S, [31]byte](31),
		kind[S, [32]byte](32), kind[S, [33]byte](33), kind[S, [34]byte](34), kind[S, [35]byte](35),
	}
}
