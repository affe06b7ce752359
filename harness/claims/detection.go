package claims

// detection are the claims about change detection by frames, and the question
// where a record should lie.
func detection() []Claim {
	const source = "Estella, change detection"
	bars := func(pair, share string, x float64) Point {
		return beside(pair+", "+share+" %", Decisive{}, "apps/healthbars/n=10000/hit="+share, pair+" (all)", pair+" (changed)").along(pair, x)
	}
	var few, where []Point
	for _, pair := range []string{"table/frame", "table/ticks", "bitset/bitmap"} {
		few = append(few, bars(pair, "1", 1), bars(pair, "10", 10), bars(pair, "100", 100))
	}
	for _, storage := range []string{"table", "sparse", "hybrid", "bitset"} {
		for _, at := range []struct {
			dirty string
			x     float64
		}{{"1", 1}, {"50", 50}} {
			for _, cluster := range []string{"scattered", "clustered"} {
				where = append(where, beside(storage+", "+at.dirty+" % "+cluster, Faster{},
					"track/density/n=10000/dirty="+at.dirty+"/cluster="+cluster, storage+"/ticks", storage+"/bitmap").along(storage+", "+cluster, at.x))
			}
		}
	}
	var turnover []Point
	for _, at := range []struct {
		churn string
		x     float64
	}{{"1", 1}, {"10", 10}, {"50", 50}} {
		turnover = append(turnover,
			beside("entities, "+at.churn+" %", Faster{}, "spawn/turnover/n=10000/churn="+at.churn, "table/none", "sparse/none").along("entities", at.x),
			beside("a component, "+at.churn+" %", Faster{}, "migrate/turnover/n=10000/churn="+at.churn, "table/none", "sparse/none").along("a component", at.x))
	}
	return []Claim{
		{
			ID: "E1", Source: source, Over: "the share that changes, in %",
			Statement: "Change detection is decisive when few of many change.",
			Points:    few,
		},
		{
			ID: "E2", Source: source, Over: "where the remover stands",
			Statement: "A removal buffer of two ticks lets every-frame systems always see removals.",
			Points:    []Point{asked(removerFirst, "frame", Missed), asked(removerLast, "frame", Missed)},
		},
		{
			ID: "E3", Source: source, Over: "the tracker",
			Statement: "A system that skips frames sees everything since its last run.",
			Points:    []Point{asked(slowReader, "frame", Missed)},
		},
		{
			ID: "E4", Source: source, Over: "the order of writer and reader",
			Statement: "An every-frame system sees the changes of the last frame.",
			Points:    []Point{asked(writerFirst, "frame", Missed), asked(readerFirst, "frame", Missed)},
		},
		{
			ID: "E5", Source: source, Over: "the tracker",
			Statement: "A new component shows as added once.",
			Points:    []Point{asked(added, "frame", Missed, Repeated)},
		},
		{
			ID: "X2", Source: "our question", Over: "the churn, in %",
			Statement: "If enough comes and goes in a frame, sparse sets cost less than tables, although iterating them costs more.",
			Points:    turnover,
		},
		{
			ID: "X1", Source: "our question", Over: "the storage, density and clustering",
			Statement: "A record by entity (bitmap) is searched faster than one beside the row (ticks).",
			Points:    where,
		},
	}
}
