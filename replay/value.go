package replay

import (
	"unsafe"

	"ecslab/ecs"
)

// This file and record_field.go are all of the package that is unsafe. A trace's components are arrays of float64 whose
// length is known only at run time, so their values are reached by address: those that a world
// gives for a component hold as many float64 as the component was registered with.

// value is the fields of a value.
func value(p unsafe.Pointer, fields int) []float64 {
	return unsafe.Slice((*float64)(p), fields)
}

// fill writes values to a component of all matches of a chunk.
func fill(ch *ecs.Chunk, column *ecs.Dynamic, values []float64) {
	if !ch.Dense {
		for k := range ch.N {
			copy(value(column.At(ch, k), len(values)), values)
		}
		return
	}
	all := value(column.At(ch, 0), ch.N*len(values))
	if len(values) == 1 {
		v := values[0]
		for i := range all {
			all[i] = v
		}
		return
	}
	for len(all) > 0 {
		copy(all, values)
		all = all[len(values):]
	}
}

// increment adds 1 to the first field of a component of all matches of a chunk.
func increment(ch *ecs.Chunk, column *ecs.Dynamic, fields int) {
	if !ch.Dense {
		for k := range ch.N {
			*(*float64)(column.At(ch, k))++
		}
		return
	}
	all := value(column.At(ch, 0), ch.N*fields)
	if fields == 1 {
		for i := range all {
			all[i]++
		}
		return
	}
	for i := 0; i < len(all); i += fields {
		all[i]++
	}
}

// sumFirst is the sum of the first field of a component over the matches of a chunk.
func sumFirst(ch *ecs.Chunk, column *ecs.Dynamic, fields int) float64 {
	sum := 0.0
	if !ch.Dense {
		for k := range ch.N {
			sum += *(*float64)(column.At(ch, k))
		}
		return sum
	}
	all := value(column.At(ch, 0), ch.N*fields)
	for i := 0; i < len(all); i += fields {
		sum += all[i]
	}
	return sum
}
