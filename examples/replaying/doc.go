// Package replaying runs a trace, which is a workload as text, on every pair of
// storage and tracker, and compares what each answers with what the trace expects.
package replaying
