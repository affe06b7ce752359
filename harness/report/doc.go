// Package report writes REPORT.md, and beside it results.json, the plots and
// report.html, from the raw files of a run; and COMPARISON.md with its page, from
// two. It measures nothing and asks nothing of the machine it runs on: the same
// files give the same bytes anywhere.
//
//	analyse.Figures ─▶ document: sections ─▶ blocks ─┬─▶ markdown.go  REPORT.md
//	                                                 └─▶ page.go      report.html
//
// The report is composed once, as a list of blocks: headings, paragraphs,
// tables, figures, folds. Their text is in the few notations of Markdown that
// inline.go reads. The page sorts and filters tables and holds its plots.
//
// Sections, a file each: what this is, which backend when (kinds.go, which.go),
// claims, workloads (see.go, fits.go, frames.go), fidelity, memory, profiles,
// method, full tables.
//
// Every sentence that states a result is computed from analyse.Figures. A
// result that is not there is said to be missing; "not separable" is a result.
package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ecslab/harness/analyse"
	"ecslab/harness/plot"
	"ecslab/harness/raw"
)

// Name is the report's file name in a results directory.
const Name = "REPORT.md"

// Result is what was written.
type Result struct {
	Path    string // of the report
	Figures *analyse.Figures
	Run     *raw.Run
}

// Write makes the report of the run in dir, as out, or as REPORT.md in dir if
// out is empty; results.json and the plots go into dir in either case. A
// directory that raw.Load refuses is left as it is.
func Write(dir, out string) (*Result, error) {
	if raw.IsMerged(dir) {
		return writeMerged(dir, out)
	}
	run, err := raw.Load(dir)
	if err != nil {
		return nil, err
	}
	out, prefix, err := place(dir, out)
	if err != nil {
		return nil, err
	}
	versus, err := builds(dir)
	if err != nil {
		return nil, err
	}
	return newDocument(run, analyse.Make(run), versus).write(dir, out, prefix)
}

// write writes figures, plots and report.
func (d *document) write(dir, out, prefix string) (*Result, error) {
	if err := d.writePlots(dir); err != nil {
		return nil, err
	}
	if err := writeTraces(dir); err != nil {
		return nil, err
	}
	text, err := d.figures.JSON()
	if err != nil {
		return nil, err
	}
	if err := update(filepath.Join(dir, "results.json"), text); err != nil {
		return nil, err
	}
	if err := update(out, writeMarkdown(d.compose(prefix))); err != nil {
		return nil, err
	}
	html, err := writePage(title+" · "+d.figures.Run, d.compose(""))
	if err != nil {
		return nil, err
	}
	if err := update(filepath.Join(dir, PageName), html); err != nil {
		return nil, err
	}
	return &Result{out, d.figures, d.run}, nil
}

// place is where the report goes, REPORT.md in dir if out is empty, and what
// leads from there to the results directory, "" or with a slash at its end. A
// folder that is not there is an error now, not after the work.
func place(dir, out string) (path, prefix string, err error) {
	path = cmp.Or(out, filepath.Join(dir, Name))
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return "", "", fmt.Errorf("cannot write the report: %w", err)
	}
	from, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return "", "", err
	}
	to, err := filepath.Abs(dir)
	if err != nil {
		return "", "", err
	}
	rel, err := filepath.Rel(from, to)
	if err != nil {
		return "", "", fmt.Errorf("no relative path leads from %s to %s", path, dir)
	}
	if rel == "." {
		return path, "", nil
	}
	return path, filepath.ToSlash(rel) + "/", nil
}

func (d *document) writePlots(dir string) error {
	pictures, flames := d.pictures(), d.flames()
	if len(pictures)+len(flames) == 0 {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(dir, "plots"), 0o755); err != nil {
		return fmt.Errorf("cannot write plots: %w", err)
	}
	if err := writePictures(dir, pictures); err != nil {
		return err
	}
	for _, f := range flames {
		if err := update(filepath.Join(dir, filepath.FromSlash(f.path)), f.svg); err != nil {
			return err
		}
	}
	return nil
}

func writePictures(dir string, pictures []plot.Picture) error {
	for _, p := range pictures {
		for ext, draw := range map[string]func() ([]byte, error){".png": p.PNG, ".svg": p.SVG} {
			b, err := draw()
			if err != nil {
				return fmt.Errorf("plot %s: %w", p.Name, err)
			}
			if err := update(filepath.Join(dir, "plots", p.Name+ext), b); err != nil {
				return err
			}
		}
	}
	return nil
}

// update replaces a file whose content differs.
func update(path string, b []byte) error {
	old, err := raw.ReadFile(path)
	if err == nil && bytes.Equal(old, b) {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	if err := raw.Replace(path, b); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	return nil
}

// pictures are all plots of the report.
func (d *document) pictures() []plot.Picture {
	out := slices.Concat(d.overview, d.tradeoff, d.maps, d.shares, d.profiled)
	for _, s := range d.figures.Scenarios {
		out = append(out, d.plots[s.Name]...)
	}
	return out
}
