package analyse

import (
	"errors"
	"fmt"

	"ecslab/harness/stat"
)

// Parts compares cells of the parts of one plan that one machine measured. What
// no part holds together was never in the same processes, and is not compared.
type Parts []*Comparer

// Has reports whether any part holds the family.
func (p Parts) Has(family string) bool {
	for _, c := range p {
		if c.figures.Family(family) != nil {
			return true
		}
	}
	return false
}

// with is the part that holds the families.
func (p Parts) with(families ...string) (*Comparer, error) {
	for _, c := range p {
		all := true
		for _, f := range families {
			all = all && c.figures.Family(f) != nil
		}
		if all {
			return c, nil
		}
	}
	for _, f := range families {
		if !p.Has(f) {
			return nil, fmt.Errorf("%s is not in this run", f)
		}
	}
	return nil, fmt.Errorf("%s and %s are in different parts of this run", families[0], families[len(families)-1])
}

// Time is that of the part that holds both.
func (p Parts) Time(of, against Cost) (r stat.Ratio, margin float64, err error) {
	c, err := p.with(of.Family, against.Family)
	if err != nil {
		return r, 0, err
	}
	return c.Time(of, against)
}

// Memory is that of the part that holds the family: what is weighed needs no
// company.
func (p Parts) Memory(at Cost) (*Memory, error) {
	c, err := p.with(at.Family)
	if err != nil {
		return nil, err
	}
	return c.Memory(at)
}

// Builds is not known: only whole runs compare builds.
func (p Parts) Builds(Cost) (r stat.Ratio, margin float64, err error) {
	return r, 0, errors.New("a run in parts compares no two builds")
}
