// Package predict says what a frame of a workload costs on each pair of storage
// and tracker, from the raw samples of a run: without measuring the workload.
//
//	trace ──replay.Survey──▶ census ──Of──▶ Workload    counts a frame
//	                                            │
//	results directory ──raw.Load──▶ Model ──────┴──▶ Prediction ──▶ Rank
//	                     samples     costs             Σ count × cost
//
// Terms:
//
//   - A workload is a list of jobs: iterate, detect, mark, read, churn, spawn,
//     despawn, move, frame. A job is an amount of work of one kind in a frame.
//   - A cost is what a unit of a job takes on a pair, from the families that
//     measure it. Lines through several points split it into a fixed part and
//     one for each entity or byte; a change query is a part for each pass and one
//     for each entity that is asked about, by the share that changed, linear
//     between the shares that were measured.
//   - A cost is borrowed where no family measured the pair, but the storage
//     without a tracker and the tracker on another storage: then it is the first
//     with what tracking adds to the second, or that of the second altogether. A
//     variant of a tracker, measured nowhere, borrows from that tracker. A
//     prediction with a borrowed part says so and has no interval: storages
//     differ by factors in what tracking costs them, of which the noise of the
//     lender tells nothing.
//
// Which families give which cost, and to what they are extended, stands at the
// functions: of passes and accesses in passes.go, of change queries in
// queries.go, of what comes, goes and moves in changes.go.
//
// Invariants:
//
//  1. A cost that the run cannot give is no cost: Predict gives a *Missing that
//     names the families that would.
//  2. Costs are never negative: a line that would be so at a size of zero goes
//     through the origin.
//  3. The same files give the same prediction.
//
// Intervals come from redrawing the processes of the run, as those of package
// stat, and are widened by what the fitted lines miss at the points that they
// are fitted to. They know nothing of how the families differ from the
// workload, which is what a measurement of the workload is for.
//
// Deliberately not done: caches that jobs share or spoil for one another, the
// number of archetypes, collections of the garbage collector.
package predict
