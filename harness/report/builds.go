package report

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"ecslab/harness/analyse"
	"ecslab/harness/raw"
	"ecslab/harness/run"
)

// Builds is the directory in a run's own that holds a comparison of two builds
// of the program: tracking compiled out (old) and in (new).
const Builds = "notrack"

// builds reads the comparison, if there is one, and writes its page.
func builds(dir string) (*analyse.Comparison, error) {
	dir = filepath.Join(dir, Builds)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var sides [2]*raw.Run
	for i, side := range run.Sides {
		var err error
		if sides[i], err = raw.Load(filepath.Join(dir, side)); err != nil {
			return nil, err
		}
	}
	c, err := analyse.Compare(sides[0], sides[1], true)
	if err != nil {
		return nil, err
	}
	_, err = writeComparison(dir, c, sides[1], "Tracking compiled in against compiled out",
		"Old is this program built with the tag `notrack`, without tracking; new is the same built as usual. "+
			"No cell of either tracks anything: where they differ, tracking costs something that is not used.")
	return c, err
}
