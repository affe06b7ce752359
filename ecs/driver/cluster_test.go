package driver

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestClusters drives a directory with clusters and a map by the same random
// operations: no handle is given out twice, and no segment holds living
// entities of two clusters.
func TestClusters(t *testing.T) {
	for seed := uint64(1); seed <= 30; seed++ {
		r := rand.New(rand.NewPCG(seed, 0))
		d := NewDirectory()
		if seed%3 == 0 {
			d.Hold()
		}
		ever := map[Entity]bool{}
		of := map[Entity]uint32{}
		var living, saved []Entity
		restored := false
		issue := func(es []Entity, cluster uint32) {
			for _, e := range es {
				if e == 0 || ever[e] || d.Alive(e) {
					t.Fatalf("seed %d: %v was given out again", seed, e)
				}
				ever[e], of[e] = true, cluster
				d.SetPlace(e, e.Index())
			}
			living = append(living, es...)
		}
		for range 300 {
			switch r.IntN(10) {
			case 0, 1, 2, 3:
				cluster := uint32(r.IntN(4))
				d.SetCluster(cluster)
				n := r.IntN(20)
				if r.IntN(6) == 0 {
					n = r.IntN(3000)
				}
				es := make([]Entity, n)
				if !d.Allocate(es) {
					t.Fatalf("seed %d: no room for %d", seed, n)
				}
				issue(es, cluster)
			case 4:
				es := make([]Entity, r.IntN(10))
				for i := range es {
					es[i], _ = d.Reserve()
				}
				d.Redeem(len(es))
				issue(es, 0)
			case 5, 6, 7:
				r.Shuffle(len(living), func(i, j int) { living[i], living[j] = living[j], living[i] })
				n := r.IntN(len(living) + 1)
				d.Release(living[:n])
				living = slices.Delete(living, 0, n)
			case 8:
				d.Turn()
			default:
				switch r.IntN(6) {
				case 0:
					d.Reset()
					living, restored = living[:0], false
				case 1:
					saved = slices.Clone(living)
				case 2:
					if saved != nil {
						origin, high := d.Generations()
						d.Restore(saved, origin, high)
						for _, e := range saved {
							d.SetPlace(e, e.Index())
						}
						living, restored = slices.Clone(saved), true
					}
				case 3:
					d.disband()
					restored = true
				}
			}
			if err := d.validateClusters(); err != "" {
				t.Fatalf("seed %d: %s", seed, err)
			}
			if d.Len() != len(living) {
				t.Fatalf("seed %d: %d live, expected %d", seed, d.Len(), len(living))
			}
			if restored { // segments of before are mixed
				continue
			}
			home := map[uint32]uint32{}
			for _, e := range living {
				s := e.Index() >> segmentBits
				if have, ok := home[s]; ok && have != of[e] {
					t.Fatalf("seed %d: segment %d has clusters %d and %d", seed, s, have, of[e])
				}
				home[s] = of[e]
			}
		}
		for _, e := range living {
			delete(ever, e)
			if !d.Alive(e) {
				t.Fatalf("seed %d: %v does not live", seed, e)
			}
		}
		for e := range ever {
			if d.Alive(e) {
				t.Fatalf("seed %d: %v lives", seed, e)
			}
		}
	}
}

// validateClusters says what is wrong with who owns what: every index below
// next is in one place, and in that of its owner.
func (d *Directory) validateClusters() string {
	d.Settle()
	seen := make([]bool, d.next)
	for i := range seen {
		seen[i] = d.Handle(uint32(i)) != 0
	}
	put := func(index uint32, c *cluster) string {
		var owner *cluster
		if s := int(index >> segmentBits); s < len(d.owners) {
			owner = d.owners[s]
		}
		switch {
		case index >= d.next:
			return "an index beyond next is free"
		case seen[index]:
			return "an index is in two places"
		case owner != c:
			return "an index is in another's list"
		}
		seen[index] = true
		return ""
	}
	for _, index := range d.free.indices() {
		if err := put(index, nil); err != "" {
			return err
		}
	}
	for _, c := range d.clusters {
		for _, index := range c.free.indices() {
			if err := put(index, c); err != "" {
				return err
			}
		}
		for index := c.next; index < c.end; index++ {
			if err := put(index, c); err != "" {
				return err
			}
		}
	}
	for i, chunk := range d.gaps {
		if d.pages[chunk] != deadPage || i > 0 && chunk >= d.gaps[i-1] {
			return "a gap is in use, or out of order"
		}
		for index := chunk << RowBits; index < (chunk+1)<<RowBits; index++ {
			if err := put(index, nil); err != "" {
				return err
			}
		}
	}
	for _, index := range d.wait.indices() {
		if index >= d.next || seen[index] {
			return "an index that waits is elsewhere too"
		}
		seen[index] = true
	}
	if i := slices.Index(seen, false); i >= 0 {
		return "an index is lost"
	}
	return ""
}

// TestClusterOrder: entities of a cluster stand side by side however the
// clusters take turns, and a cluster uses what it freed.
func TestClusterOrder(t *testing.T) {
	d := NewDirectory()
	var one [1]Entity
	var of [3][]Entity
	for i := range 3 * 1000 {
		d.SetCluster(uint32(i%3) + 1)
		d.Allocate(one[:])
		d.SetPlace(one[0], one[0].Index())
		of[i%3] = append(of[i%3], one[0])
	}
	for c, es := range of {
		for i := range es[:256] {
			if es[i].Index() != es[0].Index()+uint32(i) {
				t.Fatalf("cluster %d: entity %d at %d, the first at %d", c+1, i, es[i].Index(), es[0].Index())
			}
		}
	}
	span := d.Span()
	d.Release(of[1])
	d.SetCluster(2)
	again := make([]Entity, 1000)
	d.Allocate(again)
	if d.Span() != span {
		t.Errorf("span was %d and is %d: the cluster did not use its own", span, d.Span())
	}
}

// TestClustersRunOut: with the last indices in the hands of clusters, everyone
// may use them.
func TestClustersRunOut(t *testing.T) {
	d := NewDirectory()
	d.SetCluster(1)
	es := make([]Entity, 1000)
	d.Allocate(es)
	for _, e := range es {
		d.SetPlace(e, e.Index())
	}
	d.Release(es)
	d.next = MaxIndices // as if all had been given out; no page is touched above
	d.SetCluster(2)
	if !d.Allocate(es) {
		t.Fatal("free indices of a cluster cannot be had")
	}
	for _, e := range es {
		if e.Index() >= 4096 {
			t.Fatalf("%v is not one of the cluster's", e)
		}
	}
}
