package claims

import "ecslab/harness/analyse"

// beside sets two cells of a family against each other.
func beside(label string, r Rule, family, of, against string) Point {
	return Point{
		Label: label, Rule: r, Quantity: Time,
		Of: analyse.Cost{Family: family, Cell: of}, Against: analyse.Cost{Family: family, Cell: against},
	}
}

// across sets a cell at one point of its scenario against the same at another.
func across(label string, r Rule, cell, of, against string) Point {
	return Point{
		Label: label, Rule: r, Quantity: Time,
		Of: analyse.Cost{Family: of, Cell: cell}, Against: analyse.Cost{Family: against, Cell: cell},
	}
}

// along puts the point on a series.
func (x Point) along(series string, at float64) Point {
	x.Series, x.X = series, at
	return x
}

// counting compares what is counted instead of the time.
func (x Point) counting(q Quantity) Point {
	x.Quantity = q
	return x
}

// perIteration compares whole iterations, whatever their units are.
func (x Point) perIteration() Point {
	x.Of.PerOp, x.Against.PerOp = true, true
	return x
}

// compiled asks what a cell without a tracker costs more with tracking compiled
// into the program.
func compiled(label, family, cell string) Point {
	return Point{Label: label, Rule: Free{}, Quantity: Builds, Of: analyse.Cost{Family: family, Cell: cell}}
}

// allocating asks how many allocations an iteration makes.
func allocating(label, family, cell string) Point {
	return Point{Label: label, Rule: Nothing{}, Quantity: Allocs, Of: analyse.Cost{Family: family, Cell: cell}}
}

// sharing asks how many component sets there are beyond one for each table.
func sharing(label, family, cell string) Point {
	return Point{Label: label, Rule: Nothing{}, Quantity: Sharing, Of: analyse.Cost{Family: family, Cell: cell}}
}

// asked is a row of the fidelity table in which none of the faults may happen.
func asked(schedule, tracker string, faults ...Fault) Point {
	return Point{
		Label: schedule + " on " + tracker, Rule: Kept{}, Quantity: Reports,
		Question: &Question{Schedule: schedule, Tracker: tracker, Faults: faults},
	}
}

// happening expects that some of the faults do happen.
func (x Point) happening() Point {
	x.Rule = Lost{}
	return x
}

// book names a chapter of the book on Bevy's internals.
func book(chapter string) string { return "Bevy book, " + chapter }
