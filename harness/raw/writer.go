package raw

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

	"ecslab/harness/host"
)

// Header is the configuration of a raw file.
type Header struct {
	Run     string
	Group   string
	Pass    string
	Process int
	Seed    uint64
	Machine host.Machine
}

// Writer writes a raw file.
type Writer struct {
	w   io.Writer
	b   *benchfmt.Writer
	res benchfmt.Result
	err error
}

// units are the measurements that occur, each with what benchstat should know
// of it.
var units = []struct{ unit, better, assume string }{
	{"ns/op", "lower", "nothing"},
	{"MB/s", "higher", "nothing"},
	{"B/op", "lower", "nothing"},
	{"allocs/op", "lower", "nothing"},
	{LiveBytes, "lower", "nothing"},
	{LiveObjects, "lower", "nothing"},
	{ForcedGC, "lower", "nothing"},
	{TrackerBytes, "lower", "nothing"},
	{BesideBytes, "lower", "nothing"},
	{Archetypes, "lower", "nothing"},
	{Tables, "lower", "nothing"},
	{FrameP50, "lower", "nothing"},
	{FrameP99, "lower", "nothing"},
	{FrameWorst, "lower", "nothing"},
}

// Units of the memory pass, beside B/op and allocs/op.
const (
	LiveBytes   = "live-B"       // heap that the built workload keeps alive
	LiveObjects = "live-objects" // heap objects that it keeps alive
	ForcedGC    = "gc-ns"        // wall time of a forced collection while it lives

	TrackerBytes = "tracker-B" // what the tracker takes for itself; absent where no world was made
	BesideBytes  = "beside-B"  // its columns beside the values

	Archetypes = "archetypes" // component sets that the storages keep a record of; absent where no world was made
	Tables     = "tables"     // tables among them
)

// Units of single frames, one line a process: the iteration count of the line
// is the number of frames.
const (
	FrameP50   = "p50-frame-ns"
	FrameP99   = "p99-frame-ns"
	FrameWorst = "worst-frame-ns"
)

// NewWriter starts a raw file.
func NewWriter(w io.Writer, h Header) *Writer {
	rw := &Writer{w: w, b: benchfmt.NewWriter(w)}
	m := h.Machine
	for _, c := range [][2]string{
		{"run", h.Run}, {"group", h.Group}, {"pass", h.Pass},
		{"process", strconv.Itoa(h.Process)}, {"seed", strconv.FormatUint(h.Seed, 10)},
		{"commit", m.Commit}, {"dirty", strconv.FormatBool(m.Dirty)}, {"go", m.Go},
		{"goos", m.GOOS}, {"goarch", m.GOARCH}, {"goamd64", m.GOAMD64},
		{"cpu", m.CPU}, {"cores", strconv.Itoa(m.Cores)}, {"gomaxprocs", strconv.Itoa(m.GOMAXPROCS)},
		{"kernel", m.Kernel}, {"gogc", "off"},
	} {
		rw.set(c[0], c[1])
	}
	for _, u := range units {
		for _, kv := range [][2]string{{"better", u.better}, {"assume", u.assume}} {
			rw.write(&benchfmt.UnitMetadata{
				UnitMetadataKey: benchfmt.UnitMetadataKey{Unit: u.unit, Key: kv[0]},
				OrigUnit:        u.unit, Value: kv[1],
			})
		}
	}
	return rw
}

// GOGC notes with which collector setting the following samples were taken.
func (w *Writer) GOGC(setting string) { w.set("gogc", setting) }

// Round notes the round of the following samples.
func (w *Writer) Round(r int) { w.set("round", strconv.Itoa(r)) }

// Value is one measurement of a sample.
type Value struct {
	Value float64
	Unit  string
}

// Sample writes what a cell took. Values are rounded to six digits, which is
// finer than the clock and keeps the files small.
func (w *Writer) Sample(benchmark string, iterations int, values ...Value) {
	w.res.Name = benchfmt.Name(benchmark)
	w.res.Iters = iterations
	w.res.Values = w.res.Values[:0]
	for _, v := range values {
		w.res.Values = append(w.res.Values, benchfmt.Value{Value: sixDigits(v.Value), Unit: v.Unit})
	}
	w.write(&w.res)
}

// Fail writes that a cell gave a wrong answer, or none.
func (w *Writer) Fail(benchmark, message string) {
	if w.err == nil {
		_, w.err = fmt.Fprintf(w.w, "%sBenchmark%s\n%s%s\n", failPrefix, benchmark, incorrectPrefix, oneLine(message))
	}
}

const (
	failPrefix      = "--- FAIL: "
	incorrectPrefix = "    INCORRECT: "
)

// Err is the first error that writing met.
func (w *Writer) Err() error { return w.err }

func (w *Writer) write(r benchfmt.Record) {
	if w.err == nil {
		w.err = w.b.Write(r)
	}
}

// set changes a configuration key. Only those with File set get written.
func (w *Writer) set(key, value string) {
	value = oneLine(value)
	if value == "" {
		return
	}
	if i, ok := w.res.ConfigIndex(key); ok {
		w.res.Config[i].Value = []byte(value)
		return
	}
	w.res.SetConfig(key, value)
	i, _ := w.res.ConfigIndex(key)
	w.res.Config[i].File = true
}

func sixDigits(v float64) float64 {
	if v == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return 0
	}
	r, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 5, 64), 64)
	if err != nil {
		return v
	}
	return r
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
