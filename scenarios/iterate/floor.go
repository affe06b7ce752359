package iterate

import (
	"fmt"

	"ecslab/scenarios"
	"ecslab/scenarios/component"
)

// columns is the floor of motion: the values in slices, entity i in row i.
type columns struct {
	ps     []position
	vs     []velocity
	order  []uint32 // row of entity i's velocity; nil: i
	sparse []uint32 // see holders; not read
	passes int

	// Of the floors of first and change.
	renewed bool // the last row is replaced in every iteration
	moved   bool // and there is a pass after that
}

func newColumns(n int, seed uint64) *columns {
	place := scenarios.NewPlacement(seed)
	c := &columns{ps: scenarios.Slice[position](place, n), vs: scenarios.Slice[velocity](place, n)}
	for i := range c.ps {
		c.ps[i], c.vs[i] = start(i), speed(i)
	}
	return c
}

// shuffle puts the velocities in another order.
func (c *columns) shuffle(order []uint32) *columns {
	for i, row := range order {
		c.vs[row] = speed(i)
	}
	c.order = order
	return c
}

func (c *columns) check() error {
	for i, p := range c.ps {
		want := after(i, c.passes)
		switch {
		case c.renewed && !c.moved:
			want = start(i)
		case c.renewed && i == len(c.ps)-1:
			want = after(i, min(c.passes, 1))
		}
		if p != want {
			return fmt.Errorf("row %d is at %v after %d passes, expected %v", i, p, c.passes, want)
		}
	}
	return nil
}

func (c *columns) kernel(pass func()) scenarios.Kernel {
	return scenarios.Kernel{Check: c.check, Run: func(n int) {
		for range n {
			pass()
		}
		c.passes += n
	}}
}

// byIndex is the loop of the backends, over everything at once.
func (c *columns) byIndex() {
	component.Advance(c.ps, c.vs)
}

// byPointer is another version of it. The slices are held in locals: ranging
// over the struct's took 1.6 times as long.
func (c *columns) byPointer() {
	ps, vs := c.ps, c.vs
	vs = vs[:len(ps)]
	for i := range ps {
		p, v := &ps[i], &vs[i]
		p.X += v.X
		p.Y += v.Y
	}
}

// gather reads the velocities through the order.
func (c *columns) gather() {
	ps, vs, order := c.ps, c.vs, c.order
	order = order[:len(ps)]
	for i := range ps {
		p, v := &ps[i], &vs[order[i]]
		p.X += v.X
		p.Y += v.Y
	}
}

// denseFloors are the two versions of the loop over slices.
func denseFloors(n int) []scenarios.Cell {
	return []scenarios.Cell{
		scenarios.FloorCell("index", func(seed uint64) scenarios.Kernel {
			c := newColumns(n, seed)
			return c.kernel(c.byIndex)
		}),
		scenarios.FloorCell("pointer", func(seed uint64) scenarios.Kernel {
			c := newColumns(n, seed)
			return c.kernel(c.byPointer)
		}),
	}
}

// replace removes the last row and appends it again with its first values.
func (c *columns) replace() {
	last := len(c.ps) - 1
	row := last
	if c.order != nil {
		row = int(c.order[last])
	}
	c.ps[last], c.vs[row] = start(last), speed(last)
}
