package ecs

import (
	"encoding/gob"
	"fmt"
	"io"
	"reflect"
	"unsafe"

	"ecslab/ecs/driver"
)

// WithCodec makes snapshots write the component by functions of the caller's,
// a slice at a time; decode fills a slice of zero values. Types with pointers
// need one to be written to a stream; others may have one, so that the stream
// does not depend on how their values lie in memory. Neither function may keep
// the slice.
func WithCodec[T any](encode func(io.Writer, []T) error, decode func(io.Reader, []T) error) ComponentOption {
	return func(c *driver.Component) {
		if c.Size == 0 {
			return // a tag has no value
		}
		c.Codec = &driver.Codec{
			Type:   reflect.TypeFor[T](),
			Encode: func(w io.Writer, p unsafe.Pointer, n int) error { return encode(w, unsafe.Slice((*T)(p), n)) },
			Decode: func(r io.Reader, p unsafe.Pointer, n int) error { return decode(r, unsafe.Slice((*T)(p), n)) },
		}
	}
}

// WithGob is WithCodec by encoding/gob, which writes exported fields only.
func WithGob[T any]() ComponentOption {
	return WithCodec(
		func(w io.Writer, values []T) error { return gob.NewEncoder(w).Encode(values) },
		func(r io.Reader, values []T) error {
			var read []T
			if err := gob.NewDecoder(r).Decode(&read); err != nil {
				return err
			}
			if len(read) != len(values) {
				return fmt.Errorf("%d values instead of %d", len(read), len(values))
			}
			copy(values, read)
			return nil
		})
}
