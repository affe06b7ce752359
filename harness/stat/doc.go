// Package stat judges paired samples.
//
// A comparison is made of log ratios cell ÷ reference, one for each process and
// round. Within a process the median over rounds counts; over processes their
// mean. The interval comes from a hierarchical bootstrap: a draw takes
// processes with replacement, then within each of them rounds with replacement.
//
//	process 1   r r r r r …  ─median─┐
//	process 2   r r r r r …  ─median─┼─ mean ─ exp ─▶ ratio
//	process P   r r r r r …  ─median─┘
//
// With five or ten processes a percentile bootstrap is too narrow: it has the
// spread of P values and not of P−1, and no heavier tails than they have. So
// percentiles are taken further out, at Φ(−√(P/(P−1))·t), where t is the
// quantile of Student's distribution with P−1 degrees of freedom (Hesterberg,
// "What Teachers Should Know about the Bootstrap", 2015, section 3.3). The p
// value of "no difference" uses the same widening: the mean over its bootstrap
// standard error, against the same distribution.
//
// Verdicts with margin d: faster if the interval lies below 1−d and slower if
// above 1+d, each only if the p value corrected by Holm's method within the
// family is below 5 %; equivalent if the interval lies inside, and d is no
// excuse for more than 10 %; else not separable. With one process there is no
// interval, and nothing is separable.
//
// Everything is deterministic: draws come from the seed. Medians and their
// intervals in absolute terms are those of golang.org/x/perf/benchmath.
package stat
