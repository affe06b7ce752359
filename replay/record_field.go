package replay

import (
	"math"
	"reflect"
	"unsafe"
)

// recordedColumn is how a component of a program stands in a trace.
type recordedColumn struct {
	name   string // "": the trace does not have it
	tag    bool
	fields []recordedField
}

// recordedField is a number in a value.
type recordedField struct {
	offset uintptr
	kind   reflect.Kind // Invalid: always zero
}

// fieldsOf are the numbers of a type, in the order of its fields.
func fieldsOf(t reflect.Type) (list []recordedField) {
	var visit func(t reflect.Type, at uintptr)
	visit = func(t reflect.Type, at uintptr) {
		if len(list) == maxFields {
			return
		}
		switch k := t.Kind(); k {
		case reflect.Struct:
			for i := range t.NumField() {
				visit(t.Field(i).Type, at+t.Field(i).Offset)
			}
		case reflect.Array:
			for i := range min(t.Len(), maxFields) {
				visit(t.Elem(), at+uintptr(i)*t.Elem().Size())
			}
		case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint,
			reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
			list = append(list, recordedField{at, k})
		}
	}
	visit(t, 0)
	return list
}

// read is the number in the value at p. Unsafe: offset and kind are those of the type that the
// world keeps at p.
func (f recordedField) read(p unsafe.Pointer) float64 {
	at := unsafe.Add(p, f.offset)
	var v float64
	switch f.kind {
	case reflect.Float64:
		v = *(*float64)(at)
	case reflect.Float32:
		v = float64(*(*float32)(at))
	case reflect.Bool:
		if *(*bool)(at) {
			v = 1
		}
	case reflect.Int:
		v = float64(*(*int)(at))
	case reflect.Int8:
		v = float64(*(*int8)(at))
	case reflect.Int16:
		v = float64(*(*int16)(at))
	case reflect.Int32:
		v = float64(*(*int32)(at))
	case reflect.Int64:
		v = float64(*(*int64)(at))
	case reflect.Uint:
		v = float64(*(*uint)(at))
	case reflect.Uint8:
		v = float64(*(*uint8)(at))
	case reflect.Uint16:
		v = float64(*(*uint16)(at))
	case reflect.Uint32:
		v = float64(*(*uint32)(at))
	case reflect.Uint64:
		v = float64(*(*uint64)(at))
	}
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0 // a trace cannot spell it
	}
	return v
}
