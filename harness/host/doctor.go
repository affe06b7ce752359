package host

import (
	"fmt"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// Grade says how fit the machine is for measuring in one respect.
type Grade int

const (
	Unknown Grade = iota - 1 // the system does not say
	Fit
	Look  // figures are usable; ratios are better than times
	Unfit // only large differences can be seen
)

// String is the word of the grade.
func (g Grade) String() string { return [...]string{"unknown", "fit", "look", "unfit"}[g+1] }

// MarshalText is String.
func (g Grade) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// Finding is one respect in which a machine can disturb measurements.
type Finding struct {
	Subject string `json:"subject"`
	Grade   Grade  `json:"grade"`
	Found   string `json:"found"`  // without names and paths of this machine
	Advice  string `json:"advice"` // what to do if the grade is not fit
}

const notKnown = "not known here"

// Examine looks at the machine, for as long as the noise floor is to be
// measured. Steal and load are watched meanwhile.
func Examine(noise time.Duration) []Finding {
	before, known := stolen()
	n := measureNoise(noise)
	after, _ := stolen()
	return []Finding{
		cores(runtime.GOMAXPROCS(0)),
		governor(),
		load(),
		steal(before, after, known),
		hugePages(),
		n.finding(),
		program("valgrind", "valgrind", "instruction and cache counts are the same on every machine; install valgrind to have them"),
		counters(),
		browser(),
	}
}

func cores(n int) Finding {
	f := Finding{Subject: "cores", Found: strconv.Itoa(n) + " usable",
		Advice: "with one core the collector and the system take turns with what is measured; use a machine with two or more"}
	if n < 2 {
		f.Grade = Unfit
	}
	return f
}

// governor looks at how the frequency is chosen. In a virtual machine there is
// usually nothing to see.
func governor() Finding {
	f := Finding{Subject: "frequency", Grade: Unknown, Found: notKnown + "; the host decides",
		Advice: "run the loops for longer and trust ratios of paired rounds, which share a frequency"}
	g := readWord("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")
	if g == "" {
		return f
	}
	f.Grade, f.Found, f.Advice = Fit, "governor "+g, `choose a fixed frequency: cpupower frequency-set -g performance`
	if g != "performance" {
		f.Grade = Look
	}
	if readWord("/sys/devices/system/cpu/intel_pstate/no_turbo") == "0" || readWord("/sys/devices/system/cpu/cpufreq/boost") == "1" {
		f.Grade, f.Found = Look, f.Found+", boost on"
		f.Advice += "; switch boost off, which depends on heat and on the other cores"
	}
	return f
}

func load() Finding {
	f := Finding{Subject: "load", Grade: Unknown, Found: notKnown, Advice: "end other programs, or wait until they have ended"}
	word, _, _ := strings.Cut(readWord("/proc/loadavg"), " ")
	running, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return f
	}
	// The loop of the noise floor is one of those that ran in the last minute.
	share := running / float64(runtime.NumCPU())
	f.Found = fmt.Sprintf("%.2f programs ran on average in the last minute, on %d cores", running, runtime.NumCPU())
	switch {
	case share > 1:
		f.Grade = Unfit
	case share > 0.75:
		f.Grade = Look
	default:
		f.Grade = Fit
	}
	return f
}

// stolen gives the time that the hypervisor took, and all time, in ticks.
func stolen() (ticks [2]uint64, known bool) { return parseStat(readWord("/proc/stat")) }

func parseStat(text string) (ticks [2]uint64, known bool) {
	line, _, _ := strings.Cut(text, "\n")
	fields := strings.Fields(line)
	if len(fields) < 9 || fields[0] != "cpu" {
		return ticks, false
	}
	for i, word := range fields[1:9] { // user … steal; guest time is part of user
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return ticks, false
		}
		ticks[1] += n
		if i == 7 {
			ticks[0] = n
		}
	}
	return ticks, true
}

func steal(before, after [2]uint64, known bool) Finding {
	f := Finding{Subject: "steal", Grade: Unknown, Found: notKnown,
		Advice: "other guests of this host take its time: measure at another hour, with more processes and rounds, or on a machine of your own"}
	if !known || after[1] <= before[1] {
		return f
	}
	share := float64(after[0]-before[0]) / float64(after[1]-before[1])
	f.Found = fmt.Sprintf("%.1f %% of the time was taken by the host", 100*share)
	switch {
	case share > 0.05:
		f.Grade = Unfit
	case share > 0.005:
		f.Grade = Look
	default:
		f.Grade = Fit
	}
	return f
}

func hugePages() Finding {
	f := Finding{Subject: "huge pages", Grade: Unknown, Found: notKnown,
		Advice: "with \"always\", how fast large worlds are depends on what memory the system has at hand: choose madvise, and compare large worlds by ratio"}
	_, rest, ok := strings.Cut(readWord("/sys/kernel/mm/transparent_hugepage/enabled"), "[")
	mode, _, _ := strings.Cut(rest, "]")
	if !ok {
		return f
	}
	f.Grade, f.Found = Fit, "transparent, "+mode
	if mode == "always" {
		f.Grade = Look
	}
	return f
}

// program says whether one of the named programs can be started.
func program(subject, names, advice string) Finding {
	for _, name := range strings.Fields(names) {
		if _, err := exec.LookPath(name); err == nil {
			return Finding{Subject: subject, Found: "there", Advice: advice}
		}
	}
	return Finding{Subject: subject, Grade: Look, Found: "not there", Advice: advice}
}

func counters() Finding {
	f := program("counters", "perf", "hardware counters say why a loop is slow; install perf, and allow it: sysctl kernel.perf_event_paranoid=1")
	level, err := strconv.Atoi(readWord("/proc/sys/kernel/perf_event_paranoid"))
	switch {
	case runtime.GOOS != "linux":
		return Finding{Subject: f.Subject, Grade: Unknown, Found: notKnown}
	case err != nil:
		f.Grade, f.Found = Look, "the kernel offers none"
		f.Advice = "nothing is lost but explanations; virtual machines rarely have counters"
	case level > 1 && f.Grade == Fit:
		f.Grade, f.Found = Look, fmt.Sprintf("not allowed (perf_event_paranoid %d)", level)
	}
	return f
}

func browser() Finding {
	return program("browser", "xdg-open open firefox chromium google-chrome chrome",
		"plots are SVG and PNG files beside the report; look at them on another machine")
}
