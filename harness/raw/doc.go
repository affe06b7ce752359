// Package raw writes and reads the files of a run and refuses those that are
// not what was written.
//
//	results/<UTC time>-<seed>/
//	    manifest.json           plan, machine, size and SHA-256 of every raw file
//	    raw/track-01.txt        process 1 of group track: benchfmt
//	    raw/track-memory.txt    the memory pass of group track
//	    raw/track-table-cpu.pprof    one cell of group track on storage table
//	    results.json  plots/  REPORT.md      made from the above
//
// A raw file is the text that "go test -bench" would print: configuration
// lines, Unit lines, one line per cell and round; a cell whose check failed has
// a "--- FAIL:" line instead. benchstat reads it as it is; since process, round
// and seed are configuration too, it has to be told to ignore them:
//
//	benchstat -filter pass:time -ignore process,round,seed -col /backend results/RUN/raw/*.txt
//
// Configuration keys: run, group, pass, process, round (counts from 1; the
// round that is thrown away is not written), seed, commit, dirty, go, goos,
// goarch, goamd64, cpu, cores, gomaxprocs, gogc ("off", or "100" where a cell
// that allocates was timed alone), kernel.
//
// Profiles are what runtime/pprof writes, without the paths of the machine;
// "go tool pprof" reads them as they are. A cell that gave a wrong answer has
// one without samples, whose comment says why.
//
// Invariants:
//
//  1. The manifest lists a file only after the file is complete under its final
//     name; it is replaced as a whole. So whatever is killed when, what the
//     manifest lists is readable.
//  2. Loading changes nothing.
//  3. An error about a file names it, and the line if one is to blame. A line
//     that was altered is found by the checksum that the manifest keeps of each.
//  4. What a manifest lists lies in raw/: to merge or report a directory of
//     somebody else's writes nothing outside of the results.
package raw
