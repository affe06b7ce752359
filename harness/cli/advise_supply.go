package cli

import (
	"ecslab/harness/plan"
	"ecslab/harness/predict"
)

// supplier is the command of the smallest run that has all that is missing; ""
// if none has.
func (s Suite) supplier(missing []*predict.Missing) string {
	for i, preset := range plan.Presets {
		w, err := plan.New(s.Backends, s.Scenarios, plan.Options{Preset: preset.Name})
		if err != nil || !supplies(&w.Plan, missing) {
			continue
		}
		command := s.command()
		if i > 0 {
			command += " -preset " + preset.Name
		}
		return command + " -o DIR"
	}
	return ""
}

func supplies(p *plan.Plan, missing []*predict.Missing) bool {
	for _, m := range missing {
		if !m.In(p) {
			return false
		}
	}
	return true
}
