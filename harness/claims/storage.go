package claims

// storage are the claims about how values are laid out and found.
func storage() []Claim {
	const (
		one      = "iterate/components/n=10000/components=1/order=same"
		five     = "iterate/components/n=10000/components=5/order=same"
		fiveMix  = "iterate/components/n=10000/components=5/order=shuffled"
		twoMix   = "iterate/shuffled/n=10000"
		few      = "iterate/holders/n=10000/holders=10"
		all      = "iterate/holders/n=10000/holders=10000"
		fewOfMax = "iterate/holders/n=1000000/holders=10"
		toggle1  = "migrate/toggle/n=10000/carry=1"
		toggle32 = "migrate/toggle/n=10000/carry=32"
		turnover = "migrate/turnover/n=10000/churn=1" // half of the entities have the component
		add      = "migrate/add-remove/n=10000/"
	)
	getSame, getMap := []Point{}, []Point{}
	for _, n := range []struct {
		text string
		n    float64
	}{{"1000", 1e3}, {"10000", 1e4}, {"100000", 1e5}, {"1000000", 1e6}} {
		f := "iterate/get/n=" + n.text
		getSame = append(getSame, beside("n="+n.text, Same{}, f, "sparse/none (get)", "table/none (get)"))
		getMap = append(getMap, beside("n="+n.text, Faster{}, f, "floor (map)", "table/none (get)").along("map ÷ table", n.n))
	}
	return []Claim{
		{
			ID: "B1.2", Source: book("1.2"), Over: "the size and number of objects",
			Statement: "Columns iterate 5–10 × faster than an array of fat structs when one component of many is read.",
			Points: []Point{
				beside("10 k of 512 B", Times{5, 10}, "iterate/object/n=10000/bytes=512", "floor (object)", "table/none"),
				beside("100 k of 64 B", Times{5, 10}, "iterate/object/n=100000/bytes=64", "floor (object)", "table/none"),
				beside("100 k of 512 B", Times{5, 10}, "iterate/object/n=100000/bytes=512", "floor (object)", "table/none"),
			},
		},
		{
			ID: "B5.2a", Source: book("5.2"), Over: "the number of components and their order",
			Statement: "Tables iterate 2–5 × faster than sparse sets.",
			Points: []Point{
				beside("1 component", Times{2, 5}, one, "sparse/none", "table/none"),
				beside("5 components", Times{2, 5}, five, "sparse/none", "table/none"),
				beside("2 components, shuffled", Times{2, 5}, twoMix, "sparse/none", "table/none"),
				beside("5 components, shuffled", Times{2, 5}, fiveMix, "sparse/none", "table/none"),
			},
		},
		{
			ID: "B5.2b", Source: book("5.2"), Over: "n",
			Statement: "Random access by entity costs the same in sparse sets and in tables.",
			Points:    getSame,
		},
		{
			ID: "B5.2c", Source: book("5.2"), Over: "what is carried along",
			Statement: "Adding and removing is much faster in sparse sets; in tables it costs in proportion to the components carried along.",
			Points: []Point{
				beside("8 of 8 B", Decisive{}, add+"carry=8/bytes=8/mode=single", "table/none", "sparse/none").along("table ÷ sparse, 8 B each", 8),
				beside("32 of 8 B", Decisive{}, add+"carry=32/bytes=8/mode=single", "table/none", "sparse/none").along("table ÷ sparse, 8 B each", 32),
				beside("1 of 64 B", Decisive{}, add+"carry=1/bytes=64/mode=single", "table/none", "sparse/none").along("table ÷ sparse, 64 B each", 1),
				beside("32 of 64 B", Decisive{}, add+"carry=32/bytes=64/mode=single", "table/none", "sparse/none").along("table ÷ sparse, 64 B each", 32),
				across("tables, 32 ÷ 8 of 8 B", Grows{"components carried"}, "table/none", add+"carry=32/bytes=8/mode=single", add+"carry=8/bytes=8/mode=single"),
				across("tables, 32 ÷ 1 of 64 B", Grows{"components carried"}, "table/none", add+"carry=32/bytes=64/mode=single", add+"carry=1/bytes=64/mode=single"),
			},
		},
		{
			ID: "B5.6", Source: book("5.6"), Over: "paging",
			Statement: "A sparse set's memory follows the highest entity index, not the number of holders.",
			Points: []Point{
				across("unpaged, 1 M ÷ 10 k entities", Grows{"the highest index"}, "floor (unpaged)", fewOfMax, few).counting(LiveBytes),
				beside("paged, sparse set ÷ table at 1 M entities", Grows{"the highest index"}, fewOfMax, "sparse/none", "table/none").counting(LiveBytes),
				across("sparse set, 10 k ÷ 10 holders", Flat{"holders"}, "sparse/none", all, few).counting(LiveBytes),
			},
		},
		{
			ID: "B6.1", Source: book("6.1"), Over: "the storage and the number of archetypes",
			Statement: "Many archetypes slow iteration in tables; sparse sets do not care.",
			Points: []Point{
				across("table, 256 ÷ 32", Grows{"archetypes"}, "table/none", "iterate/archetypes/n=10000/archetypes=256", "iterate/archetypes/n=10000/archetypes=32"),
				across("table, 4096 ÷ 32", Grows{"archetypes"}, "table/none", "iterate/archetypes/n=10000/archetypes=4096", "iterate/archetypes/n=10000/archetypes=32"),
				across("sparse set, 256 ÷ 32", Flat{"archetypes"}, "sparse/none", "iterate/archetypes/n=10000/archetypes=256", "iterate/archetypes/n=10000/archetypes=32"),
				across("sparse set, 4096 ÷ 32", Flat{"archetypes"}, "sparse/none", "iterate/archetypes/n=10000/archetypes=4096", "iterate/archetypes/n=10000/archetypes=32"),
			},
		},
		{
			ID: "B6.1b", Source: book("6.1"), Over: "the storage",
			Statement: "Sparse components make no new archetypes (6.1 says so, 6.2 the contrary): none that shares the table of another.",
			Points: []Point{
				sharing("sparse sets alone", turnover, "sparse/none"), sharing("beside tables", turnover, "hybrid/none"),
			},
		},
		{
			ID: "B6.2", Source: book("6.2"), Over: "the storage",
			Statement: "Toggling a sparse component leaves the table row where it is, whatever it carries.",
			Points: []Point{
				across("hybrid, 32 ÷ 1 of 16 B", Flat{"components carried"}, "hybrid/none", toggle32, toggle1),
			},
		},
		{
			ID: "B6.3", Source: book("6.3"), Over: "what is compared",
			Statement: "Cached edges find the target table in O(1).",
			Points: []Point{
				across("table, 64 ÷ 2 components", Bounded{"components"}, "table/none", "migrate/edges/n=1000/components=64", "migrate/edges/n=1000/components=2"),
				beside("map ÷ edge, by hand, 2 components", Faster{}, "migrate/edges/n=1000/components=2", "floor (map)", "floor (edge)"),
				beside("map ÷ edge, by hand, 64 components", Faster{}, "migrate/edges/n=1000/components=64", "floor (map)", "floor (edge)"),
			},
		},
		{
			ID: "BD", Source: book("appendix D"), Over: "the number of holders",
			Statement: "Tables use less memory than sparse sets.",
			Points: []Point{
				beside("10 holders of 10 k", Faster{}, few, "sparse/none", "table/none").counting(LiveBytes),
				beside("10 k holders of 10 k", Faster{}, all, "sparse/none", "table/none").counting(LiveBytes),
			},
		},
		{
			ID: "B4.3", Source: book("4.3"), Over: "n",
			Statement: "Two array look-ups beat a hash map from entity to place.",
			Points:    getMap,
		},
	}
}
