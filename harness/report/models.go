package report

import (
	"slices"
	"strings"
)

// models are the names in all tables, in a few words, for a reader who sees only
// the first screen. A storage or tracker of another module is named without.
var models = map[string]string{
	"table":  "a table of columns for each set of components (archetypes)",
	"sparse": "a sparse set for each component",
	"hybrid": "tables, and sparse sets for components that are declared so",
	"bitset": "columns by entity index, and bits that say who has what",

	"none":        "nothing is tracked",
	"ticks":       "two ticks beside each value",
	"bitmap":      "a bit for each entity and frame",
	"frame":       "the number of a frame for each entity, which loses some updates",
	"frame-exact": "the same without losses",
}

// pairs says what the storages and trackers of the run are, and how both are
// written together.
func (d *document) pairs() {
	var storages, trackers []string
	for _, r := range d.runs {
		for _, f := range r.Plan.Families {
			for _, c := range f.Cells {
				if !c.Floor() {
					storages, trackers = append(storages, c.Backend), append(trackers, c.Track)
				}
			}
		}
	}
	if storages, trackers = among(d.run.Plan.Storages, storages), among(d.run.Plan.Trackers, trackers); len(storages) > 0 && len(trackers) > 0 {
		d.p("A *pair*, such as `%s/%s`, is a way of storing components with one of tracking their changes. Storages: %s. Trackers: %s.",
			storages[0], trackers[len(trackers)/2], inWords(storages), inWords(trackers))
	}
}

// among keeps the names that occur, in their order.
func among(names, occur []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(n string) bool { return !slices.Contains(occur, n) })
}

func inWords(names []string) string {
	var out []string
	for _, n := range names {
		text := "`" + n + "`"
		if m := models[n]; m != "" {
			text += ", " + m
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}
