package claims

// home are the pairs on which a statement about tracking is judged for every
// tracker: each on the storage of the system that it comes from.
var home = []string{"table/ticks", "table/frame", "table/frame-exact", "bitset/bitmap"}

// scan is how rarely Bevy's clock has to look at all stamps: once in so many
// frames, at one tick a frame.
const scan = 518_400_000

// ticks are the claims about change detection by ticks.
func ticks() []Claim {
	const (
		density = "track/density/n=10000/dirty="
		run     = "track/iterate/n=10000/order=run"
		mixed   = "track/iterate/n=10000/order=shuffled"
		mark    = "track/mark/n=10000/dirty=100/cluster=scattered"
		read    = "track/read/n=16384"
	)
	var follow, near []Point
	for _, pair := range home {
		follow = append(follow, across(pair+", 1 ÷ 0 %", Decisive{}, pair, density+"1/cluster=scattered", density+"0/cluster=scattered"))
		near = append(near, beside(pair, Faster{}, density+"100/cluster=scattered", pair+" (changed)", pair+" (unfiltered)"))
	}
	wrap := beside("100 k values, a scan in 100 days, ÷ an empty frame", Share{}, "", "", "")
	wrap.Of.Family, wrap.Of.Cell, wrap.Of.Scale = "track/overflow/n=100000", "table/ticks", 1.0/scan
	wrap.Against.Family, wrap.Against.Cell = "track/frame-end/n=10000/types=16/marks=0", "table/ticks"
	return []Claim{
		{
			ID: "B10a", Source: book("10.1"), Over: "the access",
			Statement: "Tick tracking is zero-cost; so marking costs nothing.",
			Points: []Point{
				beside("pass in order", Free{}, run, "table/ticks (tracked)", "table/ticks (untracked)"),
				beside("pass over shuffled rows", Free{}, mixed, "table/ticks (tracked)", "table/ticks (untracked)"),
				beside("single accesses", Free{}, mark, "table/ticks (mut)", "table/ticks (untracked)"),
			},
		},
		{
			ID: "B10b", Source: book("10.1"), Over: "the tracker",
			Statement: "With few changes the work follows the changes, not the entities: at 1 % changed, more than half of it is visits.",
			Points:    follow,
		},
		{
			ID: "B10c", Source: book("10.1"), Over: "the tracker",
			Statement: "Near 100 % changed, a changed filter is slower than none.",
			Points:    near,
		},
		{
			ID: "B10d", Source: book("10.1"), Over: "what is compared",
			Statement: "Two ticks cost 8 bytes per component value.",
			Points: []Point{
				beside("tracked − untracked", Bytes{8}, read, "table/ticks (tracked)", "table/ticks (untracked)").counting(Difference),
			},
		},
		{
			ID: "B10e", Source: book("10.2"), Over: "what is compared",
			Statement: "The scan that keeps ticks from overflowing is paid once in a long while and is negligible.",
			Points:    []Point{wrap.perIteration()},
		},
		{
			ID: "B10f", Source: book("10.3"), Over: "the tracker",
			Statement: "Mutable access without a write causes false positives, and they cascade.",
			Points: []Point{
				asked(idleAccess, "ticks", MadeUp).happening(), asked(idleAccess, "bitmap", MadeUp).happening(), asked(idleAccess, "frame", MadeUp).happening(),
				downstream("table/ticks"), downstream("table/frame"), downstream("bitset/bitmap"),
			},
		},
		{
			ID: "B10g", Source: book("10.3, appendix E"), Over: "the order of writer and reader",
			Statement: "No change is ever missed (10.3); Changed can miss by order or on the first frame (appendix E).",
			Points: []Point{
				asked(writerFirst, "ticks", Missed), asked(readerFirst, "ticks", Missed), asked(firstFrame, "ticks", Missed),
			},
		},
		{
			ID: "B9.7", Source: book("9.7"), Over: "the tracker",
			Statement: "A catch-up step of a fixed update sees only what came since the step before.",
			Points:    []Point{asked(catchUp, "ticks", Repeated, MadeUp)},
		},
	}
}

// downstream is what a frame costs more if health is looked at through mutable
// access, and all bars are redrawn for it.
func downstream(pair string) Point {
	return beside("a frame, "+pair, Faster{}, "apps/healthbars/n=10000/hit=1", pair+" (touched)", pair+" (looked)")
}

// Schedules of the fidelity table that claims ask for.
const (
	writerFirst  = "writer before reader"
	readerFirst  = "reader before writer"
	firstFrame   = "first frame"
	catchUp      = "fixed update catching up"
	slowReader   = "reader at a sixtieth of the tick rate"
	ringFits     = "ring of at least tick rate ÷ slowest rate"
	delayed      = "one frame of delay"
	removerFirst = "remover before reader"
	removerLast  = "reader before remover"
	added        = "component added"
	reused       = "reused index"
	idleAccess   = "mutable access without a write"
	ringTooSmall = "ring of less than tick rate ÷ slowest rate"
)
