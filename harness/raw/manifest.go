package raw

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	slashed "path"
	"path/filepath"
	"strings"
	"time"

	"ecslab/harness/host"
	"ecslab/harness/plan"
	"ecslab/harness/profile"
)

// Schema is the version of manifest and raw files. A reader refuses others.
const Schema = 1

// ManifestName is the manifest's file name in a results directory.
const ManifestName = "manifest.json"

// Manifest says what a run is and which files belong to it.
type Manifest struct {
	Schema  int           `json:"schema"`
	Run     string        `json:"run"`     // the name of the results directory when it was made
	Created time.Time     `json:"created"` // UTC
	Command string        `json:"command"` // makes a run with the same plan
	Machine host.Machine  `json:"machine"`
	Options plan.Options  `json:"options"` // what Plan was made from; -resume makes it again
	Plan    plan.Plan     `json:"plan"`
	Files   []File        `json:"files"`   // complete ones, in the order in which they were measured
	Elapsed time.Duration `json:"elapsed"` // measuring, in ns, over all resumptions
	Digest  string        `json:"digest"`  // SHA-256 of the manifest with an empty digest
	path    string        // where it was loaded from
	source  []byte        // as it was loaded
}

// File is one raw file.
type File struct {
	Path     string `json:"path"` // with slashes, below the results directory
	Group    string `json:"group"`
	Pass     string `json:"pass"`              // PassTime, PassMemory, PassCPU or PassHeap
	Process  int    `json:"process,omitempty"` // counts from 1; 0 in other passes than that of time
	Cell     string `json:"cell,omitempty"`    // benchmark name of the cell that a profile is of
	Size     int64  `json:"size"`
	Lines    int    `json:"lines"` // 0 for a profile
	SHA256   string `json:"sha256"`
	LineSums string `json:"line_sums"` // base64; two bytes a line, of its CRC-32; "" for a profile
}

// The passes of a run.
const (
	PassTime   = "time"
	PassMemory = "memory"
	PassCPU    = profile.CPU  // of one cell; the file is a profile
	PassHeap   = profile.Heap // likewise
)

// Profiles are the passes that give profiles.
var Profiles = []string{PassCPU, PassHeap}

// rawFolder holds all files that a manifest lists. Results of others are merged
// and reported: what they list must not lead out of their directory.
const rawFolder = "raw"

// ProfilePath is where a profile is written.
func ProfilePath(group, storage, pass string) string {
	return rawFolder + "/" + group + "-" + storage + "-" + pass + ".pprof"
}

// FilePath is where a process writes.
func FilePath(group, pass string, process int) string {
	if pass == PassMemory {
		return rawFolder + "/" + group + "-memory.txt"
	}
	return fmt.Sprintf("%s/%s-%02d.txt", rawFolder, group, process)
}

// Has reports whether the file is listed.
func (m *Manifest) Has(path string) bool {
	for _, f := range m.Files {
		if f.Path == path {
			return true
		}
	}
	return false
}

// Complete reports whether every process of the plan is there.
func (m *Manifest) Complete() bool {
	return len(m.Files) == m.Due()
}

// Due is the number of files that a complete run has, one a process.
func (m *Manifest) Due() int {
	return len(m.Plan.Groups())*(m.Plan.Processes+1) + len(m.Plan.Profiles)*len(Profiles)
}

// Processes is the number of timed processes that a group has.
func (m *Manifest) Processes(group string) int {
	n := 0
	for _, f := range m.Files {
		if f.Group == group && f.Pass == PassTime {
			n++
		}
	}
	return n
}

// Save writes the manifest into the directory, all of it or nothing.
func (m *Manifest) Save(dir string) error {
	m.Digest = ""
	b, err := m.encode()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(b)
	m.Digest = hex.EncodeToString(sum[:])
	if b, err = m.encode(); err != nil {
		return err
	}
	return Replace(filepath.Join(dir, ManifestName), b)
}

func (m *Manifest) encode() ([]byte, error) {
	b, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(b, '\n'), nil
}

// Partial ends the name of a file that is not complete yet.
const Partial = ".partial"

// Replace writes a file under a temporary name and renames it, so that a full
// disk or a kill leaves the old one.
func Replace(path string, b []byte) error {
	if err := regular("replace", path); err != nil {
		return err
	}
	tmp := path + Partial
	err := os.WriteFile(tmp, b, 0o644)
	if err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		os.Remove(tmp)
	}
	return err
}

// LoadManifest reads the manifest of a results directory.
func LoadManifest(dir string) (*Manifest, error) {
	path := filepath.Join(dir, ManifestName)
	b, err := ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil, &Fault{Path: dir, Message: "no such results directory"}
		}
		if IsMerged(dir) {
			return nil, &Fault{Path: dir, Message: "merged runs, not one; they lie in " + filepath.Join(dir, "shards")}
		}
		return nil, &Fault{Path: path, Message: "missing: not a results directory"}
	}
	if err != nil {
		return nil, &Fault{Path: path, Message: reason(err)}
	}
	m := &Manifest{path: path, source: b}
	dec := json.NewDecoder(bytes.NewReader(b))
	dec.DisallowUnknownFields()
	if err := dec.Decode(m); err != nil {
		return nil, &Fault{Path: path, Line: lineAt(b, errorOffset(err, dec, b)), Message: jsonReason(err)}
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, &Fault{Path: path, Line: lineAt(b, dec.InputOffset()), Message: "altered: something follows the manifest's closing brace"}
	}
	if m.Schema != Schema {
		return nil, &Fault{Path: path, Line: m.lineOf(`"schema"`), Message: fmt.Sprintf("schema %d; this program reads %d", m.Schema, Schema)}
	}
	want := m.Digest
	m.Digest = ""
	c, err := m.encode()
	if err != nil {
		return nil, &Fault{Path: path, Message: err.Error()}
	}
	m.Digest = want
	sum := sha256.Sum256(c)
	if hex.EncodeToString(sum[:]) != want {
		return nil, &Fault{Path: path, Line: m.lineOf(`"digest"`), Message: "altered: the digest does not fit the manifest"}
	}
	for _, f := range m.Files {
		if f.Path != slashed.Join(rawFolder, slashed.Base(f.Path)) || !filepath.IsLocal(f.Path) {
			return nil, &Fault{Path: path, Line: m.lineOf(`"` + f.Path + `"`), Message: fmt.Sprintf("%q does not lie in %s", f.Path, rawFolder)}
		}
	}
	for i, f := range m.Plan.Families {
		if f.Name == "" {
			return nil, &Fault{Path: path, Line: m.lineOf(`"families"`), Message: fmt.Sprintf("family %d has no name", i+1)}
		}
	}
	return m, nil
}

// lineOf is the line of the manifest that holds a text, counted from 1; 0 if
// none does.
func (m *Manifest) lineOf(text string) int {
	i := bytes.LastIndex(m.source, []byte(text))
	if i < 0 {
		return 0
	}
	return lineAt(m.source, int64(i))
}

func lineAt(b []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(b)))
	return 1 + bytes.Count(b[:offset], []byte("\n"))
}

func errorOffset(err error, dec *json.Decoder, b []byte) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &kind):
		return kind.Offset
	case strings.Contains(err.Error(), "EOF"):
		return int64(len(b))
	}
	return dec.InputOffset()
}

func jsonReason(err error) string {
	if strings.Contains(err.Error(), "EOF") {
		return "truncated: the manifest ends before its closing brace"
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}
