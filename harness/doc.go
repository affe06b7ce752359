// Package harness and the packages below it measure scenarios and say what
// the measurement means. The harness is given its backends and scenarios and
// needs none by name, so that an outside module measures its own in the same way;
// what it says of ours alone are the claims and the report's first words.
//
//	Suite ─▶ plan ─▶ run ══ child process ══▶ measure      one after another
//	                  │       (same binary)      │
//	                  ▼                          ▼
//	              manifest.json              raw/*.txt      benchfmt, SHA-256
//	                  └───────────┬──────────────┘
//	                              ▼
//	                 raw ─▶ analyse ─▶ plot, report         from the files alone
//
// Terms:
//
//   - A family is one workload at one parameter point; its cells are the
//     backends and floors that run it. Only cells of a family are compared.
//   - A group is the families of one scenario package ("track" for
//     track/density). A process measures one group; a run has P of them for
//     each group, one after another, and no two at the same time.
//   - In a process every family runs R rounds; in a round each cell runs once,
//     in shuffled order, so that what disturbs a round disturbs all cells.
//   - A twin is a second copy of a cell in the same family. Cell and twin are
//     the A/A pair: what differs between them is noise, and sets the margin
//     below which no difference is claimed.
//
// Packages:
//
//   - plan: which cells are measured, in how many processes and rounds, for how
//     long; filters; what is derived from the seed
//   - host: the machine, the commit and the toolchain, without names or paths
//   - measure: what a child process does: calibrate, warm, time, check, weigh
//   - profile: top functions and flame graphs of a cell
//   - raw: the files of a run: benchfmt text, manifest, checksums
//   - run: the parent: processes, interrupt, resume, progress; two builds by turns
//   - stat: bootstrap over processes and rounds, Holm, verdicts
//   - analyse: from raw samples to every figure that is shown (results.json);
//     one run against another (comparison.json); runs of several machines
//   - predict: from the costs that a run knows to the frame time of another workload
//   - claims: what sources say, as data, and the verdict of a run on it
//   - plot: the house theme and the plots
//   - report: REPORT.md, and the same as a page, report.html
//   - cli: the commands
//
// Invariants:
//
//  1. A figure in REPORT.md comes from results.json, and that from the raw
//     files and the manifest alone: making it again gives the same bytes.
//  2. A cell whose check fails in any process has no time anywhere.
//  3. Nothing is measured again until it pleases: a process either completes
//     and is kept, or is started afresh as if it had never run.
//  4. No output names a host or a path of the machine it ran on.
//
// Deliberately not done: a single score; a comparison of cells of different
// machines, or of different families, but for claims about how a cell's cost
// changes along a parameter, which are judged within the same processes.
package harness
