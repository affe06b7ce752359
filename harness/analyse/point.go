package analyse

import (
	"cmp"
	"slices"
)

// Varying are the parameters whose value is not the same in all families of
// the scenario, in their order. One that a family lacks is not shared.
func (s Scenario) Varying() []string {
	var out []string
	for _, f := range s.Families {
		for _, p := range f.Params {
			differs := func(other Family) bool { return other.Value(p.Key) != p.Value }
			if !slices.Contains(out, p.Key) && slices.ContainsFunc(s.Families, differs) {
				out = append(out, p.Key)
			}
		}
	}
	return out
}

// Value gives the value of a parameter, or "".
func (f Family) Value(key string) string { return f.Params.Value(key) }

// Short is the family's point without the parameters that all families of the
// scenario share; the whole point if that leaves nothing.
func (s Scenario) Short(f Family) string {
	return cmp.Or(f.Params.Only(s.Varying()).String(), f.Point)
}

// Fixed is the parameters that all families share, in words; "" if that is all
// of them or none.
func (s Scenario) Fixed() string {
	if len(s.Families) < 2 {
		return ""
	}
	return s.Families[0].Params.Without(s.Varying()...).String()
}
