package report

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ecslab/harness/analyse"
	"ecslab/harness/profile"
)

// profiles says where the time of one cell of each storage and package goes.
func (d *document) profiles() {
	d.p("One cell of each storage and scenario package ran for %s under the runtime's profiler, at 100 Hz and alone in its "+
		"process, with the collector on; a second process counted every allocation. *Own* is what a function's instructions took, "+
		"or what it allocated and still lives; *with callees* adds what it calls. Sampling has an error of its own: a share of 10 %% is known to "+
		"± %s. `go tool pprof` reads the same files and names the same functions.",
		duration(float64(d.run.Plan.ProfileTime)), percent(samplingError(0.1, d.run.Plan.ProfileTime)))
	for _, group := range profiledGroups(d.figures.Profiles) {
		d.heading(3, "Profiles of %s", group)
		for _, p := range d.profiled {
			if p.Name == "profile-"+group+"-"+profile.CPU {
				d.image(p)
			}
		}
		var sentences []string
		for _, p := range d.figures.Profiles {
			if p.Group == group && p.Kind == profile.CPU {
				sentences = append(sentences, d.profileSentence(p))
			}
		}
		d.list(sentences)
		d.details("Functions and memory of "+group, func() {
			for _, p := range d.profiled {
				if p.Name == "profile-"+group+"-"+profile.Heap {
					d.image(p)
				}
			}
			for _, p := range d.figures.Profiles {
				if p.Group == group {
					d.profileTable(p)
				}
			}
		})
	}
}

// samplingError is the half width of the 95 % interval of a share, after so
// much time at 100 Hz.
func samplingError(share float64, worked time.Duration) float64 {
	return 1.96 * math.Sqrt(share*(1-share)/max(worked.Seconds()*100, 1))
}

func profiledGroups(list []analyse.Profile) []string {
	var out []string
	for _, p := range list {
		if len(out) == 0 || out[len(out)-1] != p.Group {
			out = append(out, p.Group)
		}
	}
	return out
}

// profileSentence says in which packages most of a cell's time goes.
func (d *document) profileSentence(p analyse.Profile) string {
	if p.Status != analyse.OK {
		return fmt.Sprintf("**%s**: **%s**: %s", p.Cell, p.Status, escape(p.Message))
	}
	var parts []string
	for i, s := range p.Packages {
		if i < 3 && s.Share >= 0.01 {
			parts = append(parts, fmt.Sprintf("%s `%s`", percent(s.Share), s.Package))
		}
	}
	where := list(parts)
	if where == "" {
		where = "nothing was sampled"
	}
	return fmt.Sprintf("**%s** in %s: %s ([flame graph](%s%s)).", p.Cell, p.Family, where, d.prefix, p.Flame)
}

func (d *document) profileTable(p analyse.Profile) {
	write := duration
	if p.Kind == profile.Heap {
		write = size
	}
	d.p("**%s**, %s, %s: %s in all; [profile](%s%s), [flame graph](%s%s)", p.Cell, p.Family, ProfileSubject(p.Kind), write(p.Total),
		d.prefix, p.File, d.prefix, p.Flame)
	t := newTable("function", ">own", ">of all", ">with callees", ">of all")
	for _, f := range p.Top {
		t.row("`"+strings.ReplaceAll(f.Name, "|", "\\|")+"`", write(f.Flat), percent(f.FlatShare), write(f.Cum), percent(f.CumShare))
	}
	d.table(t)
}

// flame is a flame graph with its place below the results directory.
type flame struct {
	path string
	svg  []byte
}

// flames draws all profiles.
func (d *document) flames() []flame {
	byFile := map[string]analyse.Profile{}
	for _, p := range d.figures.Profiles {
		byFile[p.File] = p
	}
	var out []flame
	for _, p := range d.run.Profiles {
		x, ok := byFile[p.Path]
		if !ok {
			continue
		}
		title := fmt.Sprintf("%s %s: %s", x.Family, x.Cell, ProfileSubject(x.Kind))
		out = append(out, flame{x.Flame, p.Flame(title, FlameSubtitle, analyse.Outside)})
	}
	return out
}

// ProfileSubject is what a kind of profile is about, in words.
func ProfileSubject(kind string) string {
	if kind == profile.Heap {
		return "live heap"
	}
	return "CPU time"
}

// FlameSubtitle explains a flame graph.
const FlameSubtitle = "callers above callees, as wide as their share; click a frame to widen it, the top one to see all again"
