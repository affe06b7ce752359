package raw

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ecslab/harness/plan"
)

// MergedName is the file that makes a directory one of merged runs. The runs
// lie below it as they were, shards/01, shards/02, …
const MergedName = "merged.json"

// Merged lists the runs of a merged directory.
type Merged struct {
	Schema  int      `json:"schema"`
	Digests []string `json:"digests"`           // of the manifests of shards/01, shards/02, …
	Missing []string `json:"missing,omitempty"` // parts of the plan that no run has: "3/4"
}

// ShardDir is where the i-th run of a merged directory lies, counted from 0.
func ShardDir(i int) string { return fmt.Sprintf("shards/%02d", i+1) }

// IsMerged reports whether a directory is one of merged runs.
func IsMerged(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, MergedName))
	return err == nil
}

// LoadMerged reads the runs of a merged directory and refuses it if one of
// them is missing, altered, or not the one that was merged.
func LoadMerged(dir string) ([]*Run, *Merged, error) {
	path := filepath.Join(dir, MergedName)
	b, err := ReadFile(path)
	if err != nil {
		return nil, nil, &Fault{Path: path, Message: reason(err)}
	}
	var m Merged
	if err := json.Unmarshal(b, &m); err != nil {
		return nil, nil, &Fault{Path: path, Message: jsonReason(err)}
	}
	if m.Schema != Schema {
		return nil, nil, &Fault{Path: path, Message: fmt.Sprintf("schema %d; this program reads %d", m.Schema, Schema)}
	}
	var runs []*Run
	for i, digest := range m.Digests {
		r, err := Load(filepath.Join(dir, filepath.FromSlash(ShardDir(i))))
		if err != nil {
			return nil, nil, err
		}
		if r.Digest != digest {
			return nil, nil, &Fault{Path: filepath.Join(dir, filepath.FromSlash(ShardDir(i)), ManifestName), Message: "not the run that was merged"}
		}
		runs = append(runs, r)
	}
	missing, err := parts(runs)
	if err != nil {
		return nil, nil, &Fault{Path: path, Message: err.Error()}
	}
	if !slices.Equal(missing, m.Missing) {
		return nil, nil, &Fault{Path: path, Message: fmt.Sprintf("altered: it says that parts %q are missing; %q are", m.Missing, missing)}
	}
	return runs, &m, nil
}

// Merge copies runs that are parts of one plan into a new directory. An error
// that is no *Fault says why they do not belong together.
func Merge(out string, dirs []string) error {
	type source struct {
		dir string
		run *Run
	}
	var sources []source
	for _, d := range dirs {
		r, err := Load(d)
		if err != nil {
			return err
		}
		sources = append(sources, source{d, r})
	}
	slices.SortStableFunc(sources, func(a, b source) int { return shardOf(a.run).I - shardOf(b.run).I })
	m := Merged{Schema: Schema}
	var runs []*Run
	for _, s := range sources {
		runs = append(runs, s.run)
		m.Digests = append(m.Digests, s.run.Digest)
	}
	missing, err := parts(runs)
	if err != nil {
		return err
	}
	m.Missing = missing
	for i, s := range sources {
		if err := s.run.copyTo(s.dir, filepath.Join(out, filepath.FromSlash(ShardDir(i)))); err != nil {
			return err
		}
	}
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	return Replace(filepath.Join(out, MergedName), append(b, '\n'))
}

// copyTo copies what the manifest lists, and the manifest last.
func (r *Run) copyTo(from, to string) error {
	if err := os.MkdirAll(filepath.Join(to, rawFolder), 0o755); err != nil {
		return err
	}
	names := []string{}
	for _, f := range r.Files {
		names = append(names, f.Path)
	}
	for _, n := range append(names, ManifestName) {
		b, err := os.ReadFile(filepath.Join(from, filepath.FromSlash(n)))
		if errors.Is(err, fs.ErrNotExist) {
			return &Fault{Path: filepath.Join(from, filepath.FromSlash(n)), Message: "missing"}
		}
		if err != nil {
			return err
		}
		if err := Replace(filepath.Join(to, filepath.FromSlash(n)), b); err != nil {
			return err
		}
	}
	return nil
}

func shardOf(r *Run) plan.Shard {
	s, err := plan.ParseShard(r.Options.Shard)
	if err != nil || s.N == 0 {
		return plan.Shard{I: 1, N: 1}
	}
	return s
}

// Mixed says why runs are not parts of one plan.
type Mixed struct{ Message string }

func (e *Mixed) Error() string { return e.Message }

// parts checks that the runs are parts of one plan, made by one program, and
// names the parts that are missing. Several machines are welcome, one part
// twice from one machine is not: it would count double.
func parts(runs []*Run) (missing []string, err error) {
	if len(runs) == 0 {
		return nil, &Mixed{"no run to merge"}
	}
	first := runs[0]
	n := shardOf(first).N
	have := map[int][]*Run{}
	for _, r := range runs {
		a, b := first.Options, r.Options
		a.Shard, b.Shard = "", ""
		if x, y := text(a), text(b); x != y || shardOf(r).N != n {
			return nil, &Mixed{fmt.Sprintf("%s and %s are not parts of one plan: %s of %d and %s of %d", first.Run, r.Run, x, n, y, shardOf(r).N)}
		}
		o := r.Machine
		o.Commit, o.Dirty, o.Go = first.Machine.Commit, first.Machine.Dirty, first.Machine.Go
		if o != r.Machine {
			return nil, &Mixed{fmt.Sprintf("%s and %s are of different programs: commit %s (%s, changes %v) and %s (%s, changes %v)", first.Run, r.Run,
				first.Machine.Commit, first.Machine.Go, first.Machine.Dirty, r.Machine.Commit, r.Machine.Go, r.Machine.Dirty)}
		}
		i := shardOf(r).I
		for _, other := range have[i] {
			if len(other.Machine.Elsewhere(r.Machine)) == 0 {
				return nil, &Mixed{fmt.Sprintf("%s and %s are the same part, %d/%d, of the same machine", other.Run, r.Run, i, n)}
			}
		}
		have[i] = append(have[i], r)
	}
	for i := 1; i <= n; i++ {
		if have[i] == nil {
			missing = append(missing, fmt.Sprintf("%d/%d", i, n))
		}
	}
	return missing, nil
}

func text(o plan.Options) string {
	b, err := json.Marshal(o)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(string(b))
}
