// Package host says on what a run was measured, and how fit that is for
// measuring.
//
//	Describe    processor, caches, kernel, toolchain, commit    into every manifest and raw file
//	Examine     cores, frequency, load, steal, huge pages, …    for benchrun doctor, with what to do
//
// It gives no host name, no user and no path, because what it returns is
// published. What a system does not tell is zero, "unknown" or left out, never
// guessed: runs whose machines differ in anything that is known are not
// compared.
package host

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/klauspost/cpuid/v2"
)

// Machine identifies machine and program. Runs of different machines, which
// Elsewhere tells, are never compared.
type Machine struct {
	CPU        string `json:"cpu"`
	Cores      int    `json:"cores"` // logical processors that the process may use
	L1d        int    `json:"l1d"`   // bytes of a core's level 1 data cache; 0: not known
	L2         int    `json:"l2"`
	L3         int    `json:"l3"`
	Kernel     string `json:"kernel"`
	GOOS       string `json:"goos"`
	GOARCH     string `json:"goarch"`
	GOAMD64    string `json:"goamd64,omitempty"` // instruction set level; "" elsewhere
	Go         string `json:"go"`
	GOMAXPROCS int    `json:"gomaxprocs"`
	Commit     string `json:"commit"` // "unknown" where git and the build say nothing
	Dirty      bool   `json:"dirty"`  // the work tree held changes that are not committed
}

// Describe looks at the machine that the process runs on.
func Describe() Machine {
	m := Machine{
		CPU: cpuName(), Cores: runtime.NumCPU(), Kernel: kernel(),
		GOOS: runtime.GOOS, GOARCH: runtime.GOARCH,
		Go: runtime.Version(), GOMAXPROCS: runtime.GOMAXPROCS(0),
	}
	m.L1d, m.L2, m.L3 = caches()
	m.GOAMD64 = buildSetting("GOAMD64")
	m.Commit, m.Dirty = commit()
	return m
}

// Program is Describe of this program as it was built: the commit is the one
// that the build stamped, and not that of the directory it is run in.
func Program() Machine {
	m := Describe()
	m.Commit, m.Dirty = stamp()
	return m
}

// Elsewhere names the differences between two machines apart from the program:
// hardware, system and how much of it the program may use. Only where there
// are none may times be compared.
func (m Machine) Elsewhere(o Machine) []string {
	o.GOAMD64, o.Go, o.Commit, o.Dirty = m.GOAMD64, m.Go, m.Commit, m.Dirty
	return m.Differences(o)
}

// Differences names the fields in which two machines differ.
func (m Machine) Differences(o Machine) []string {
	var out []string
	add := func(name, a, b string) {
		if a != b {
			out = append(out, name+" "+a+" and "+b)
		}
	}
	add("cpu", m.CPU, o.CPU)
	add("cores", strconv.Itoa(m.Cores), strconv.Itoa(o.Cores))
	add("l1d", strconv.Itoa(m.L1d), strconv.Itoa(o.L1d))
	add("l2", strconv.Itoa(m.L2), strconv.Itoa(o.L2))
	add("l3", strconv.Itoa(m.L3), strconv.Itoa(o.L3))
	add("kernel", m.Kernel, o.Kernel)
	add("goos", m.GOOS, o.GOOS)
	add("goarch", m.GOARCH, o.GOARCH)
	add("goamd64", m.GOAMD64, o.GOAMD64)
	add("go", m.Go, o.Go)
	add("gomaxprocs", strconv.Itoa(m.GOMAXPROCS), strconv.Itoa(o.GOMAXPROCS))
	add("commit", m.Commit, o.Commit)
	add("dirty", strconv.FormatBool(m.Dirty), strconv.FormatBool(o.Dirty))
	return out
}

// Caches gives the known cache levels with their sizes, smallest first.
func (m Machine) Caches() []Cache {
	var out []Cache
	for _, c := range []Cache{{"L1d", m.L1d}, {"L2", m.L2}, {"L3", m.L3}} {
		if c.Bytes > 0 {
			out = append(out, c)
		}
	}
	return out
}

// Cache is one level of the memory hierarchy.
type Cache struct {
	Name  string
	Bytes int
}

func cpuName() string {
	name := strings.Join(strings.Fields(cpuid.CPU.BrandName), " ")
	if name == "" {
		name = runtime.GOARCH
	}
	return name
}

// caches asks the processor, and where it does not say, Linux.
func caches() (l1d, l2, l3 int) {
	c := cpuid.CPU.Cache
	l1d, l2, l3 = max(c.L1D, 0), max(c.L2, 0), max(c.L3, 0)
	if l1d > 0 {
		return l1d, l2, l3
	}
	dirs, _ := filepath.Glob("/sys/devices/system/cpu/cpu0/cache/index*")
	for _, d := range dirs {
		size := cacheSize(readWord(filepath.Join(d, "size")))
		switch level, kind := readWord(filepath.Join(d, "level")), readWord(filepath.Join(d, "type")); {
		case level == "1" && kind != "Instruction":
			l1d = size
		case level == "2":
			l2 = size
		case level == "3":
			l3 = size
		}
	}
	return l1d, l2, l3
}

func readWord(path string) string {
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
}

// cacheSize reads "48K" or "2M".
func cacheSize(s string) int {
	shift := 0
	switch {
	case strings.HasSuffix(s, "K"):
		shift = 10
	case strings.HasSuffix(s, "M"):
		shift = 20
	}
	n, err := strconv.Atoi(strings.TrimRight(s, "KM"))
	if err != nil {
		return 0
	}
	return n << shift
}

func buildSetting(key string) string {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range b.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}
