package claims

// structure are the claims about queries and about what comes and goes.
func structure() []Claim {
	const (
		terms   = "iterate/terms/n=10000"
		sparse  = "iterate/sparse-terms/n=10000"
		cascade = "spawn/cascade/n=1000"
		queue   = "spawn/deferred/n=10000"
		inserts = "migrate/deferred/n=10000/carry=1"
		none16  = "iterate/none/archetypes=16"
		noneMax = "iterate/none/archetypes=16384"
		arrive  = "migrate/arrivals/archetypes="
	)
	hidden := func(storage, share string) Point {
		return beside(storage+", "+share+" %", Free{}, "iterate/disabled/n=10000/disabled="+share, storage+"/none (hidden)", storage+"/none (absent)")
	}
	batch := func(n string, x float64) Point {
		return beside("n="+n, Faster{}, "spawn/fill/n="+n+"/components=2", "table/none (single)", "table/none (batch)").along("single ÷ batch", x)
	}
	workers := func(n, body string, r Rule) Point {
		return beside("n="+n+", body of "+body+" ns", r, "iterate/parallel/n="+n+"/body="+body, "table/none (workers1)", "table/none (workers2)")
	}
	return []Claim{
		{
			ID: "B4.2", Source: book("4.2"), Over: "n",
			Statement: "The free list makes spawn and despawn O(1), recycling included.",
			Points: []Point{
				across("10 k ÷ 1 k entities", Bounded{"n"}, "table/none (single)", "spawn/churn/n=10000", "spawn/churn/n=1000"),
				across("100 k ÷ 1 k entities", Bounded{"n"}, "table/none (single)", "spawn/churn/n=100000", "spawn/churn/n=1000"),
				across("by hand, 100 k ÷ 1 k", Bounded{"n"}, "floor (flags)", "spawn/churn/n=100000", "spawn/churn/n=1000"), // what caches do
			},
		},
		{
			ID: "B4.5", Source: book("4.5"), Over: "the storage and the share that is disabled",
			Statement: "Hiding disabled entities by a tag costs at matching only.",
			Points: []Point{
				hidden("table", "0"), hidden("table", "50"), hidden("sparse", "0"), hidden("sparse", "50"),
				hidden("hybrid", "0"), hidden("hybrid", "50"), hidden("bitset", "0"), hidden("bitset", "50"),
			},
		},
		{
			ID: "B6.6", Source: book("6.6"), Over: "n",
			Statement: "Spawning in a batch beats spawning one by one.",
			Points:    []Point{batch("10", 10), batch("1000", 1e3), batch("10000", 1e4), batch("100000", 1e5)},
		},
		{
			ID: "B6.8", Source: book("6.8"), Over: "the storage",
			Statement: "An index from component to archetypes makes the first match of a query cheap.",
			Points: []Point{
				across("table, 16 k ÷ 16 archetypes", Bounded{"archetypes"}, "table/none (anew)", noneMax, none16),
			},
		},
		{
			ID: "B7.1", Source: book("7.1"), Over: "the number of terms",
			Statement: "With and without cost nothing per row in tables.",
			Points: []Point{
				beside("2 terms", Free{}, terms, "table/none (terms2)", "table/none (terms0)"),
				beside("4 terms", Free{}, terms, "table/none (terms4)", "table/none (terms0)"),
			},
		},
		{
			ID: "B7.2", Source: book("7.2"), Over: "what is compared",
			Statement: "A cached query pays only for archetypes that are new.",
			Points: []Point{
				across("kept, 16 k ÷ 16 archetypes", Bounded{"archetypes that are not new"}, "table/none (kept)", noneMax, none16),
				beside("prepared anew ÷ kept, 16 k archetypes", Faster{}, noneMax, "table/none (anew)", "table/none (kept)"),
				across("a new one a frame, up to 8 k ÷ 2 k", Bounded{"archetypes that are not new"}, "table/none", arrive+"8192", arrive+"2048"),
			},
		},
		{
			ID: "B7.3", Source: book("7.3"), Over: "what is compared",
			Statement: "One sparse term makes the whole query slow.",
			Points: []Point{
				beside("one sparse ÷ all in tables", Decisive{}, sparse, "hybrid/none (one)", "hybrid/none (tables)"),
			},
		},
		{
			ID: "B7.7", Source: book("7.7"), Over: "n and the body",
			Statement: "Parallel iteration pays from about 1000 entities, with a body that is not trivial.",
			Points: []Point{
				workers("1000", "100", Faster{}), workers("10000", "100", Faster{}),
				workers("1000", "1", Free{}), workers("10000", "1", Free{}),
			},
		},
		{
			ID: "B11.2", Source: book("11.2"), Over: "the quantity",
			Statement: "A dense command buffer beats boxed closures.",
			Points: []Point{
				beside("time, 10 k spawns", Faster{}, queue, "table/none (closures)", "table/none (commands)"),
				beside("time, 10 k inserts and removes", Faster{}, inserts, "table/none (closures)", "table/none (commands)"),
				allocating("allocations of the buffer, spawns", queue, "table/none (commands)"),
				allocating("allocations of the buffer, inserts", inserts, "table/none (commands)"),
			},
		},
		{
			ID: "B13.1", Source: book("13.1"), Over: "the job",
			Statement: "A kept reverse index finds children in O(1), and costs at every link.",
			Points: []Point{
				beside("find: scan ÷ index", Decisive{}, "apps/children/n=10000/job=find", "table/none (scan)", "table/none (index)"),
				beside("link: index ÷ scan", Faster{}, "apps/children/n=10000/job=link", "table/none (index)", "table/none (scan)"),
			},
		},
		{
			ID: "B13.3", Source: book("13.3"), Over: "the storage",
			Statement: "Cascading despawn costs a hook per descendant; collecting first and despawning in a batch is cheaper.",
			Points: []Point{
				beside("table", Faster{}, cascade, "table/none (hooks)", "table/none (collected)"),
				beside("sparse", Faster{}, cascade, "sparse/none (hooks)", "sparse/none (collected)"),
				beside("bitset", Faster{}, cascade, "bitset/none (hooks)", "bitset/none (collected)"),
			},
		},
	}
}
