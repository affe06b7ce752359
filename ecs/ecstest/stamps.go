package ecstest

import "ecslab/ecs/driver"

// stamps says of a storage whether the tracker's columns move with the values. Under
// a tracker those of an exchange are compared with what they were. Without one
// the storage is asked for two columns of its own, in which each value has a stamp
// by which it is known wherever it is met.
type stamps struct {
	*strictStorage
	own bool
}

// stampOf is the stamp of a value in one of the storage's own columns.
func stampOf(e driver.Entity, c driver.ComponentID, j int) uint32 {
	return uint32(uint64(e)*0x9E3779B97F4A7C15>>32) ^ uint32(c)<<8 ^ uint32(j)<<16
}

// write gives the values of new components their stamps.
func (s stamps) write(method string, es []driver.Entity, set *driver.Mask) {
	if s.own {
		s.each(method, es, set, func(e driver.Entity, c driver.ComponentID, j int, at *uint32) { *at = stampOf(e, c, j) })
	}
}

// check compares the stamps of what entities have.
func (s stamps) check(method string, es []driver.Entity, set *driver.Mask) {
	if s.own {
		s.each(method, es, set, func(e driver.Entity, c driver.ComponentID, j int, at *uint32) {
			if *at != stampOf(e, c, j) {
				broken(method, "%v: Beside[%d] of %s did not move with the value", e, j, s.env.Schema.Of(c).Name)
			}
		})
	}
}

// read is all stamps of the components of set that entities have, in order.
func (s stamps) read(method string, es []driver.Entity, set func(k int) driver.Mask) (list []uint32) {
	for k := range es {
		of := set(k)
		s.each(method, es[k:k+1], &of, func(_ driver.Entity, _ driver.ComponentID, _ int, at *uint32) { list = append(list, *at) })
	}
	return list
}

func (s stamps) each(method string, es []driver.Entity, set *driver.Mask, visit func(driver.Entity, driver.ComponentID, int, *uint32)) {
	for c, ok := set.Next(0); ok; c, ok = set.Next(int(c) + 1) {
		n := s.env.Beside(c)
		if n == 0 {
			continue
		}
		for _, e := range es {
			var at driver.Cell
			if !s.Storage.Locate(e, c, &at) {
				continue
			}
			for j := range n {
				if at.Beside[j] == nil {
					broken(method, "%v: Locate gives no Beside[%d] of %s", e, j, s.env.Schema.Of(c).Name)
				}
				visit(e, c, j, (*uint32)(at.Beside[j]))
			}
		}
	}
}
