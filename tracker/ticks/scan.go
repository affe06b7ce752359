package ticks

import "ecslab/ecs/driver"

// The scan over dense stamps has three speeds, of which it takes one for each
// word of 64 rows. Measured on two shared cores of a Xeon, best of 3000, ns a row:
//
//	nothing in the window   fold only                          .20   (a plain loop .71)
//	a few rows              fold, build the groups that hit    .32 at 1 %, .53 at 5 %
//	many rows               build all, no fold                 .55   (a plain loop 1.2 to 1.8)

const (
	word  = 64 // rows of an answer's word
	group = 16 // rows that are built together

	signs = 1<<63 | 1<<31 // of the two lanes

	// foldWidth is the widest window that can be folded: its ages, plus one
	// for a borrow, must be told by a sign bit of 32.
	foldWidth = 1<<31 - 1
)

// scan puts the rows whose stamps lie in the window into out.
func (w window) scan(stamps []uint32, out *driver.Bits) {
	words := len(stamps) / word
	bound := uint64(w.now - uint32(w.width))
	bound |= bound << 32
	many := w.width > foldWidth
	for i := range words {
		rows := (*[word]uint32)(stamps[i*word:])
		if many {
			x := w.build(rows)
			out[i] = x
			// Fewer than two rows: fold the next word, unless the window forbids it.
			many = x&(x-1) != 0 || w.width > foldWidth
			continue
		}
		a := fold((*[group]uint32)(rows[0:]), bound)
		b := fold((*[group]uint32)(rows[16:]), bound)
		c := fold((*[group]uint32)(rows[32:]), bound)
		d := fold((*[group]uint32)(rows[48:]), bound)
		if (a|b|c|d)&signs == 0 {
			out[i] = 0
			continue
		}
		x := uint64(0)
		if a&signs != 0 {
			x = w.buildGroup((*[group]uint32)(rows[0:]))
		}
		if b&signs != 0 {
			x |= w.buildGroup((*[group]uint32)(rows[16:])) << 16
		}
		if c&signs != 0 {
			x |= w.buildGroup((*[group]uint32)(rows[32:])) << 32
		}
		if d&signs != 0 {
			x |= w.buildGroup((*[group]uint32)(rows[48:])) << 48
		}
		out[i] = x
		many = x&(x-1) != 0
	}
	if len(stamps)%word != 0 {
		out[words] = w.tail(stamps[words*word:])
	}
}

// fold subtracts each stamp from the bound, the last stamp before the window,
// two in one subtraction, and ors the differences. A stamp in the window lies
// after the bound by 1 … width, so the difference is negative and its lane has
// the sign bit. The upper lane may lose one more to a borrow of the lower: it
// stays negative then, and a stamp that is the bound itself becomes negative by
// it. So a clear sign says that no row is in the window; a set one says maybe:
// stamps more than 2^31 ticks before the bound set it too, and are then built in
// vain.
func fold(p *[group]uint32, bound uint64) uint64 {
	a := bound - (uint64(p[0]) | uint64(p[1])<<32) // the compiler makes one load of it
	b := bound - (uint64(p[2]) | uint64(p[3])<<32)
	a |= bound - (uint64(p[4]) | uint64(p[5])<<32)
	b |= bound - (uint64(p[6]) | uint64(p[7])<<32)
	a |= bound - (uint64(p[8]) | uint64(p[9])<<32)
	b |= bound - (uint64(p[10]) | uint64(p[11])<<32)
	a |= bound - (uint64(p[12]) | uint64(p[13])<<32)
	b |= bound - (uint64(p[14]) | uint64(p[15])<<32)
	return a | b
}

// build is the word of 64 rows, without a branch.
func (w window) build(p *[word]uint32) uint64 {
	return w.buildGroup((*[group]uint32)(p[0:])) |
		w.buildGroup((*[group]uint32)(p[16:]))<<16 |
		w.buildGroup((*[group]uint32)(p[32:]))<<32 |
		w.buildGroup((*[group]uint32)(p[48:]))<<48
}

func (w window) buildGroup(p *[group]uint32) uint64 {
	a := w.bit(p[0]) | w.bit(p[1])<<1 | w.bit(p[2])<<2 | w.bit(p[3])<<3
	b := w.bit(p[4])<<4 | w.bit(p[5])<<5 | w.bit(p[6])<<6 | w.bit(p[7])<<7
	a |= w.bit(p[8])<<8 | w.bit(p[9])<<9 | w.bit(p[10])<<10 | w.bit(p[11])<<11
	b |= w.bit(p[12])<<12 | w.bit(p[13])<<13 | w.bit(p[14])<<14 | w.bit(p[15])<<15
	return a | b
}

// tail is the word of fewer than 64 rows.
func (w window) tail(stamps []uint32) (x uint64) {
	at := 0
	for ; len(stamps)-at >= group; at += group {
		x |= w.buildGroup((*[group]uint32)(stamps[at:])) << at
	}
	for ; at < len(stamps); at++ {
		x |= w.bit(stamps[at]) << at
	}
	return x
}

// clamp gives the age maxAge to stamps that are older.
func clamp(stamps []uint32, now uint32) {
	for i, stamp := range stamps {
		if now-stamp > maxAge {
			stamps[i] = now - maxAge
		}
	}
}
