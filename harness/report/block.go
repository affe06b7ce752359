package report

import (
	"fmt"
	"strings"

	"ecslab/harness/plot"
)

// block is a piece of a document. A document is a list of blocks, which
// markdown.go and page.go write out; only what is foldable holds others. Text
// is in the few notations of Markdown that inline.go reads.
type block interface {
	markdown(w *markdown)
}

type (
	// heading begins a part of the document; level 1 is its title.
	heading struct {
		level int
		text  string
	}
	paragraph struct{ text string }
	bullets   struct{ items []string }

	// alert stands out from the text: CAUTION or WARNING.
	alert struct {
		kind  string
		lines []string
	}

	// remark is for those who read the file as text.
	remark struct{ text string }

	// outline leads to the parts of a file that is read as text; a page has
	// its own.
	outline struct{ items []string }

	// figure is a plot; the path leads to it without its extension.
	figure struct {
		picture plot.Picture
		path    string
	}

	// fold hides its body until one asks for it. Where only a page has room for
	// the body, a file that is read as text leads to that page.
	fold struct {
		summary string
		body    []block
		page    string
	}
)

// table has as many cells in each row as in its header. A header that begins
// with ">" aligns right: the column holds quantities.
type table struct {
	header []string
	rows   [][]string
	ragged bool // the cells differ too much in length to be padded to columns
}

func newTable(header ...string) *table { return &table{header: header} }

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// named is whether the columns have names.
func (t *table) named() bool { return strings.Join(t.header, "") != "" }

func (d *document) add(b block) { d.blocks = append(d.blocks, b) }

// heading begins a part.
func (d *document) heading(level int, format string, args ...any) {
	d.add(heading{level, fmt.Sprintf(format, args...)})
}

// text writes a paragraph.
func (d *document) text(s string) { d.add(paragraph{s}) }

// p writes a paragraph with figures in it.
func (d *document) p(format string, args ...any) { d.text(fmt.Sprintf(format, args...)) }

// list writes the items, if there are any.
func (d *document) list(items []string) {
	if len(items) > 0 {
		d.add(bullets{items})
	}
}

// caution and warning stand out; several lines stay lines.
func (d *document) caution(lines ...string) { d.add(alert{"CAUTION", lines}) }

func (d *document) warning(format string, args ...any) {
	d.add(alert{"WARNING", []string{fmt.Sprintf(format, args...)}})
}

// table writes a table that has rows.
func (d *document) table(t *table) {
	if len(t.rows) > 0 {
		d.add(t)
	}
}

func (d *document) image(p plot.Picture) {
	d.add(figure{p, d.prefix + "plots/" + p.Name})
}

// details folds what is written in between.
func (d *document) details(summary string, body func()) {
	outer := d.blocks
	d.blocks = nil
	body()
	d.blocks = append(outer, fold{summary: summary, body: d.blocks})
}

// appendix is a fold that only the page has room for.
func (d *document) appendix(summary string, body func()) {
	d.details(summary, body)
	last := len(d.blocks) - 1
	f := d.blocks[last].(fold)
	f.page = d.prefix + PageName
	d.blocks[last] = f
}
