// Package results reads the results.json of a run, the one file that holds every
// figure of a report. Its schema is harness/analyse.Figures; any program that
// reads JSON can do the same.
package results
