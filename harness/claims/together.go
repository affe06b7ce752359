package claims

import "strings"

// Together is the verdict on a claim whose parts, which are points or machines,
// have the verdicts. Parts that are not separable neither support nor refute it:
// they take nothing from what the others decide, and "in part" says that they
// are there.
func Together(over string, verdicts []string) string {
	var supported, direction, refuted, open bool
	for _, v := range verdicts {
		whole, part := strings.CutSuffix(v, InPart)
		open = open || part || v == NotSeparable
		switch Kind(whole) {
		case Supported:
			supported = true
		case DirectionOnly:
			direction = true
		case Refuted:
			refuted = true
		case DependsOn:
			supported, refuted = true, true
		}
	}
	decided := ""
	switch {
	case refuted && (supported || direction):
		return DependsOn + " " + over
	case refuted:
		decided = Refuted
	case direction:
		decided = DirectionOnly
	case supported:
		decided = Supported
	case open:
		return NotSeparable
	default:
		return NotMeasured
	}
	if open {
		decided += InPart
	}
	return decided
}

// Kind is a verdict without what it depends on.
func Kind(verdict string) string {
	if strings.HasPrefix(verdict, DependsOn) {
		return DependsOn
	}
	return verdict
}
