package claims

// propagation are the claims about what change detection is used for.
func propagation() []Claim {
	moving := func(pair, share, tree string, x float64) Point {
		p := beside(pair+", "+tree+", "+share+" %", Faster{}, "apps/transforms/n=100000/tree="+tree+"/moving="+share, pair+" (all)", pair+" (changed)")
		if tree == "flat" {
			return p.along(pair, x)
		}
		return p
	}
	extract := func(pair, share string, x float64) Point {
		return beside(pair+", "+share+" %", Faster{}, "apps/extract/n=100000/moving="+share, pair+" (all)", pair+" (changed)").along(pair, x)
	}
	writes := func(pair, n string) Point {
		return beside(pair+", writes="+n, Faster{}, "apps/writes/n=10000/tree=deep/writes="+n, pair+" (eager)", pair+" (once)")
	}
	push := func(pair, events, listeners string) Point {
		return beside(pair+", events="+events+" listeners="+listeners, Faster{},
			"track/observers/n=10000/events="+events+"/listeners="+listeners, pair+" (push)", pair+" (pull)")
	}
	var tree, copies, once, pull []Point
	for _, pair := range []string{"table/ticks", "bitset/bitmap"} {
		tree = append(tree, moving(pair, "0.05", "flat", 0.05), moving(pair, "10", "flat", 10), moving(pair, "100", "flat", 100), moving(pair, "1", "deep", 1))
		copies = append(copies, extract(pair, "1", 1), extract(pair, "10", 10), extract(pair, "100", 100))
		once = append(once, writes(pair, "1"), writes(pair, "8"))
		pull = append(pull, push(pair, "100", "1"), push(pair, "100", "16"), push(pair, "10000", "1"), push(pair, "10000", "16"))
	}
	return []Claim{
		{
			ID: "B12.6", Source: book("12.6"), Over: "events, listeners and the tracker",
			Statement: "Pushing costs events × observers, pulling only events + readers, so pulling is cheaper.",
			Points:    pull,
		},
		{
			ID: "B14.2", Source: book("14.2"), Over: "the share that moves, in %",
			Statement: "Copying only what changed saves the copy.",
			Points:    copies,
		},
		{
			ID: "B15.3", Source: book("15.3"), Over: "the share that moves, in %",
			Statement: "Marking ancestors lets whole unchanged subtrees be skipped, which beats computing all.",
			Points:    tree,
		},
		{
			ID: "B15.4", Source: book("15.4"), Over: "the writes of an entity in a frame",
			Statement: "One propagation a frame beats propagating at every write.",
			Points:    once,
		},
	}
}
