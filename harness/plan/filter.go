package plan

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"ecslab/ecs"
	"ecslab/scenarios"
)

// Unusable says that a choice is well-formed word by word and yet selects
// nothing, or cannot be understood.
type Unusable struct{ Message string }

func (e *Unusable) Error() string { return e.Message }

// FindPreset gives the preset of that name.
func FindPreset(name string) (Preset, error) {
	var names []string
	for _, p := range Presets {
		if p.Name == name {
			return p, nil
		}
		names = append(names, p.Name)
	}
	return Preset{}, &Unknown{"preset", name, names}
}

// chooseScenarios picks the scenarios with these names; the name of a scenario
// package picks all of it. No names: all.
func chooseScenarios(list []scenarios.Scenario, names []string) ([]scenarios.Scenario, error) {
	if len(names) == 0 {
		return list, nil
	}
	var valid []string
	for _, s := range list {
		valid = append(valid, s.Name)
	}
	for _, s := range list {
		if g := group(s.Name); !slices.Contains(valid, g) {
			valid = append(valid, g)
		}
	}
	for _, n := range names {
		if !slices.Contains(valid, n) {
			return nil, &Unknown{"scenario", n, valid}
		}
	}
	var out []scenarios.Scenario
	for _, s := range list {
		if slices.Contains(names, s.Name) || slices.Contains(names, group(s.Name)) {
			out = append(out, s)
		}
	}
	return out, nil
}

// chooseBackends reads a comma list of storages ("table") and pairs
// ("table/ticks"). An empty list is all.
func chooseBackends(all []ecs.Backend, list string) ([]ecs.Backend, error) {
	if list == "" {
		return all, nil
	}
	var valid []string
	for _, b := range all {
		if !slices.Contains(valid, b.Storage) {
			valid = append(valid, b.Storage)
		}
	}
	for _, b := range all {
		valid = append(valid, b.Pair())
	}
	words := strings.Split(list, ",")
	for i, w := range words {
		words[i] = strings.TrimSpace(w)
		if !slices.Contains(valid, words[i]) {
			return nil, &Unknown{"backend", words[i], valid}
		}
	}
	var out []ecs.Backend
	for _, b := range all {
		if slices.Contains(words, b.Storage) || slices.Contains(words, b.Pair()) {
			out = append(out, b)
		}
	}
	return out, nil
}

// filter selects cells. A word is a part of a family's name; a text with a
// colon is a filter of golang.org/x/perf/benchproc, such as
// "/backend:table -/dirty:100", applied to the benchmark names.
type filter struct {
	word string
	expr *benchproc.Filter
}

// A key of a filter expression stands before a colon that is not inside a
// quoted word.
var filterKey = regexp.MustCompile(`(?:^|[\s(-])([./]?[A-Za-z][\w.]*):`)

func newFilter(text string) (filter, error) {
	if !strings.Contains(text, ":") {
		return filter{word: text}, nil
	}
	expr, err := benchproc.NewFilter(text)
	if err != nil {
		line, _, _ := strings.Cut(err.Error(), "\n")
		return filter{}, &Unusable{fmt.Sprintf("filter %q: %s", text, line)}
	}
	return filter{expr: expr}, nil
}

func (f filter) match(family Family, c Cell) bool {
	if f.expr == nil {
		return strings.Contains(family.Name, f.word)
	}
	m, err := f.expr.Apply(&benchfmt.Result{
		Name: benchfmt.Name(family.Benchmark(c)), Iters: 1,
		Values: []benchfmt.Value{{Value: 1, Unit: "sec/op"}},
	})
	return err == nil && m
}

// checkKeys finds a mistyped key in a filter expression: benchproc would take
// it for a key that is empty everywhere, and a negation of it for everything.
func checkKeys(text string, offered map[string]bool) error {
	if !strings.Contains(text, ":") {
		return nil
	}
	valid := filterKeys(offered)
	for _, m := range filterKey.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(valid, m[1]) {
			return &Unknown{"filter key", m[1], valid}
		}
	}
	return nil
}

// filterKeys are the keys by which cells can be selected.
func filterKeys(offered map[string]bool) []string {
	valid := []string{".name", ".fullname", "/backend", "/track", "/form"}
	fixed := len(valid)
	for name := range offered {
		for _, part := range strings.Split(name, "/") {
			if k, _, ok := strings.Cut(part, "="); ok && !slices.Contains(valid, "/"+k) {
				valid = append(valid, "/"+k)
			}
		}
	}
	slices.Sort(valid[fixed:])
	return valid
}

// nothing explains why a choice selects no cell.
func nothing(o Options, offered map[string]bool, chosen []scenarios.Scenario, pairs []ecs.Backend) error {
	switch {
	case o.Filter == "":
		return &Unusable{"no scenario runs on " + pairList(pairs)}
	case strings.Contains(o.Filter, ":"):
		return &Unusable{fmt.Sprintf("filter %q selects no cell; its keys are %s",
			o.Filter, strings.Join(filterKeys(offered), " "))}
	}
	var valid []string
	for _, s := range chosen {
		valid = append(valid, s.Name)
	}
	for name := range offered {
		valid = append(valid, name)
	}
	slices.Sort(valid[len(chosen):])
	return &Unknown{"family that contains", o.Filter, valid}
}

func pairList(pairs []ecs.Backend) string {
	var s []string
	for _, b := range pairs {
		s = append(s, b.Pair())
	}
	return strings.Join(s, ", ")
}
