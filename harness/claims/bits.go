package claims

// bits are the claims about tracking by bits.
func bits() []Claim {
	const (
		pair    = "bitset/bitmap"
		density = "track/density/n=10000/dirty="
		mark    = "track/mark/n=10000/dirty=100/cluster="
		end     = "track/frame-end/n=10000/types=16/marks="
		cycle   = "track/cycle/n=10000/dirty=1/cluster=scattered"
		wide    = "track/cluster/n=1000000/dirty=0.1"
		place   = "iterate/placement/n=10000"
	)
	source := func(part string) string { return "StaticEcs tracking, " + part }
	var silent []Point
	for _, x := range [][3]string{
		{"mark and find", cycle, pair}, {"mark one by one", mark + "scattered", pair + " (mut)"},
		{"mark by a pass", "track/iterate/n=10000/order=run", pair + " (tracked)"}, {"find", density + "10/cluster=scattered", pair},
		{"end a frame", end + "48", pair}, {"clear", "track/clear/n=100000/dirty=1/cluster=scattered", pair},
		{"despawn and spawn", "track/churn/n=10000/mode=single", pair + " (tracked)"},
	} {
		silent = append(silent, allocating(x[0], x[1], x[2]))
	}
	quiet := beside("16 types, nothing marked ÷ a frame", Share{}, "", "", "").perIteration()
	quiet.Of.Family, quiet.Of.Cell, quiet.Against.Family, quiet.Against.Cell = end+"0", pair, cycle, pair
	busy := beside("16 types, 48 values marked ÷ a frame", Share{}, "", "", "").perIteration()
	busy.Of.Family, busy.Of.Cell, busy.Against.Family, busy.Against.Cell = end+"48", pair, cycle, pair
	return []Claim{
		{
			ID: "S1", Source: source("memory"), Over: "the operation",
			Statement: "Tracking allocates nothing in steady state.",
			Points:    silent,
		},
		{
			ID: "S2", Source: source("cost"), Over: "the operation",
			Statement: "A type that is not tracked costs nothing: no more than in a world without a tracker, nor than in a program without tracking.",
			Points: []Point{
				beside("a pass, beside a tracker ÷ none", Free{}, "track/iterate/n=10000/order=run", pair+" (untracked)", "bitset/none (untracked)"),
				beside("despawn and spawn, beside a tracker ÷ none", Free{}, "track/churn/n=10000/mode=single", pair+" (untracked)", "bitset/none (untracked)"),
				compiled("a pass, compiled in ÷ out", "iterate/pair/n=10000", "bitset/none"),
				compiled("gets, compiled in ÷ out", "iterate/get/n=10000", "bitset/none (get)"),
				compiled("despawn and spawn, compiled in ÷ out", "spawn/churn/n=10000", "bitset/none (single)"),
				compiled("add and remove, compiled in ÷ out", "migrate/toggle/n=10000/carry=1", "bitset/none"),
			},
		},
		{
			ID: "S3", Source: source("access"), Over: "the access",
			Statement: "Reading costs nothing more; mutable access costs a branch and an OR, which is at most a tenth of an access.",
			Points: []Point{
				beside("reading, tracked ÷ untracked", Free{}, "track/read/n=16384", pair+" (tracked)", pair+" (untracked)"),
				beside("mutable ÷ unmarked, shuffled", Same{}, mark+"scattered", pair+" (mut)", pair+" (untracked)"),
				beside("mutable ÷ unmarked, in order", Same{}, mark+"clustered", pair+" (mut)", pair+" (untracked)"),
			},
		},
		{
			ID: "S4", Source: source("queries"), Over: "the storage",
			Statement: "A tracked term costs what a presence term costs.",
			Points: []Point{
				beside("bitset/bitmap", Same{}, density+"100/cluster=scattered", pair+" (changed)", pair+" (unfiltered)"),
				beside("table/bitmap", Same{}, density+"100/cluster=scattered", "table/bitmap (changed)", "table/bitmap (unfiltered)"),
				beside("sparse/bitmap", Same{}, density+"100/cluster=scattered", "sparse/bitmap (changed)", "sparse/bitmap (unfiltered)"),
			},
		},
		{
			ID: "S5", Source: source("queries"), Over: "the order of rows",
			Statement: "Marking in iteration is one OR per 64 entities, so that it cannot be noticed.",
			Points: []Point{
				beside("in order", Free{}, "track/iterate/n=10000/order=run", pair+" (tracked)", pair+" (untracked)"),
				beside("shuffled", Free{}, "track/iterate/n=10000/order=shuffled", pair+" (tracked)", pair+" (untracked)"),
			},
		},
		{
			ID: "S6", Source: source("reading"), Over: "the window",
			Statement: "Reading costs one OR for each tick looked back, at most the ring.",
			Points: []Point{
				across("8 ÷ 1 frames", Grows{"frames looked back"}, pair, "track/window/n=10000/frames=8", "track/window/n=10000/frames=1"),
				across("64 ÷ 8 frames", Grows{"frames looked back"}, pair, "track/window/n=10000/frames=64", "track/window/n=10000/frames=8"),
			},
		},
		{
			ID: "S7", Source: source("reading"), Over: "what is compared",
			Statement: "Chunks and blocks without records are skipped, so that clustered changes are found faster than scattered ones.",
			Points: []Point{
				beside("1 M entities, 0.1 %", Faster{}, wide, pair+" (scattered)", pair+" (clustered)"),
				across("10 k entities, 1 %", Faster{}, pair, density+"1/cluster=scattered", density+"1/cluster=clustered"),
			},
		},
		{
			ID: "S8", Source: source("advancing"), Over: "how much was marked",
			Statement: "Advancing the tick is negligible.",
			Points:    []Point{quiet, busy},
		},
		{
			ID: "S9", Source: source("clearing"), Over: "what is compared",
			Statement: "Clearing costs by occupied chunks, not by the world.",
			Points: []Point{
				across("100 k entities, 1 ÷ 0 % marked", Decisive{}, pair, "track/clear/n=100000/dirty=1/cluster=scattered", "track/clear/n=100000/dirty=0/cluster=clustered"),
			},
		},
		{
			ID: "S10", Source: source("memory"), Over: "where it happened",
			Statement: "Tracking memory is taken only where something happened.",
			Points: []Point{
				across("100 k entities, 1 ÷ 0 % changed", Faster{}, pair, "track/density/n=100000/dirty=1/cluster=scattered", "track/density/n=100000/dirty=0/cluster=scattered").counting(TrackerBytes),
				across("10 k entities, scattered ÷ clustered", Faster{}, pair, density+"1/cluster=scattered", density+"1/cluster=clustered").counting(TrackerBytes),
			},
		},
		{
			ID: "S11", Source: source("ring"), Over: "the ring",
			Statement: "A ring of at least tick rate ÷ slowest rate loses nothing; a smaller one loses the oldest.",
			Points:    []Point{asked(ringFits, "bitmap", Missed), asked(ringTooSmall, "bitmap", Missed).happening()},
		},
		{
			ID: "S12", Source: source("delay"), Over: "where the writer stands",
			Statement: "With one frame of delay nothing is missed or repeated, wherever the writer stands.",
			Points: []Point{
				asked(delayed+", "+writerFirst, "bitmap", Missed, Repeated), asked(delayed+", "+readerFirst, "bitmap", Missed, Repeated),
			},
		},
		{
			ID: "S13", Source: source("cost"), Over: "the access",
			Statement: "Created switched off costs nothing; a repeated mutable access costs nothing more.",
			Points: []Point{
				beside("created off ÷ no tracker", Free{}, "spawn/created/n=10000", pair+" (off)", "bitset/none (off)"),
				compiled("created off, compiled in ÷ out", "spawn/churn/n=10000", "bitset/none (single)"),
				beside("repeated marks ÷ none", Free{}, mark+"clustered", pair+" (mut)", pair+" (untracked)"),
			},
		},
		{
			ID: "S14", Source: "StaticEcs, published code", Over: "what is compared",
			Statement: "A reused index inherits the bits of the entity before it; clean ones cost something.",
			Points: []Point{
				asked(reused, "bitmap as published", MadeUp).happening(),
				beside("to be cleaned ÷ clean", Faster{}, "track/churn/n=10000/mode=single", pair+" (stale)", pair+" (rested)"),
			},
		},
		{
			ID: "S15", Source: source("placement"), Over: "the order of spawning",
			Statement: "Placing entities by type keeps blocks full, which makes passes faster.",
			Points: []Point{
				beside("interleaved ÷ grouped", Faster{}, place, "bitset/none (interleaved)", "bitset/none (grouped)"),
				beside("random ÷ grouped", Faster{}, place, "bitset/none (random)", "bitset/none (grouped)"),
			},
		},
	}
}
