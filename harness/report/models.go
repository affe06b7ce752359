package report

import "strings"

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

// pairs says what storages and trackers are, and how both are written together.
func (d *document) pairs() {
	p := d.run.Plan
	pair := "table/ticks"
	if len(p.Storages) > 0 && len(p.Trackers) > 0 {
		pair = p.Storages[0] + "/" + p.Trackers[min(1, len(p.Trackers)-1)]
	}
	d.p("A *pair*, such as `%s`, is a way of storing components with one of tracking their changes. Storages: %s. Trackers: %s.",
		pair, inWords(p.Storages), inWords(p.Trackers))
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
