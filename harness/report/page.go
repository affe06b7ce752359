package report

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"
)

// PageName is the file name of the page in a results directory.
const PageName = "report.html"

var (
	//go:embed page.html
	pageText string
	//go:embed page.css
	pageStyle string
	//go:embed page.js
	pageScript string

	pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{"inline": readInline}).Parse(pageText))
)

// page is a document as one file of HTML that loads nothing: style, script and
// plots are inside. Without the script it reads as well, but nothing sorts.
type page struct {
	Title    string
	Style    template.CSS
	Script   template.JS
	Contents []entry
	Body     []node
	ids      map[string]int // how often an anchor was given away
	tables   int
	section  string // the heading above, which captions name
}

// entry is a line of the contents.
type entry struct {
	ID, Text string
	Under    []entry
}

// node is a block as the template sees it.
type node struct {
	Kind    string // "heading", "paragraph", "bullets", "alert", "figure", "fold" or "table"
	Level   int
	ID      string
	Text    string // with notations
	Lines   []string
	Alt     string
	Picture template.HTML
	Href    string
	Table   tableNode
	Body    []node
}

type tableNode struct {
	Caption string
	Context string // what a row is about beside what it says; the filter looks at it too
	Columns []column
	Rows    [][]cell
}

type column struct {
	Text     string
	Quantity bool
}

type cell struct {
	Text     string
	Quantity bool
}

// writePage writes blocks as HTML.
func writePage(title string, blocks []block) ([]byte, error) {
	p := &page{Title: title, Style: template.CSS(pageStyle), Script: template.JS(pageScript), ids: map[string]int{}}
	var err error
	if p.Body, err = p.nodes(blocks, ""); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, p); err != nil {
		return nil, fmt.Errorf("cannot write the page: %w", err)
	}
	return b.Bytes(), nil
}

// nodes takes blocks into the page; within is the summary of the fold around.
func (p *page) nodes(blocks []block, within string) ([]node, error) {
	var out []node
	for _, b := range blocks {
		switch b := b.(type) {
		case heading:
			out = append(out, p.heading(b))
		case paragraph:
			out = append(out, node{Kind: "paragraph", Text: b.text})
		case bullets:
			out = append(out, node{Kind: "bullets", Lines: b.items})
		case alert:
			out = append(out, node{Kind: "alert", ID: strings.ToLower(b.kind), Lines: b.lines})
		case figure:
			svg, err := inlined(b)
			if err != nil {
				return nil, err
			}
			out = append(out, node{Kind: "figure", Alt: b.picture.Alt, Picture: svg, Href: b.path + ".svg"})
		case fold:
			body, err := p.nodes(b.body, bare(readInline(b.summary)))
			if err != nil {
				return nil, err
			}
			out = append(out, node{Kind: "fold", Text: b.summary, Body: body})
		case *table:
			out = append(out, node{Kind: "table", ID: fmt.Sprintf("table-%d", p.tables+1), Table: p.table(b, within)})
		case remark, outline: // a page is not read as text
		default:
			return nil, fmt.Errorf("a page has no place for %T", b)
		}
	}
	return out, nil
}

func (p *page) heading(b heading) node {
	text := bare(readInline(b.text))
	id := anchor(text)
	if n := p.ids[id]; n > 0 {
		p.ids[id]++
		id = fmt.Sprintf("%s-%d", id, n)
	}
	p.ids[id]++
	p.section = text
	switch n := len(p.Contents); {
	case b.level == 2:
		p.Contents = append(p.Contents, entry{ID: id, Text: text})
	case b.level == 3 && n > 0:
		p.Contents[n-1].Under = append(p.Contents[n-1].Under, entry{ID: id, Text: text})
	}
	return node{Kind: "heading", Level: b.level, ID: id, Text: b.text}
}

func (p *page) table(t *table, within string) tableNode {
	p.tables++
	about := []string{p.section}
	if within != "" {
		about = append(about, within)
	}
	out := tableNode{Context: strings.Join(about, " "), Caption: fmt.Sprintf("Table %d · %s", p.tables, strings.Join(about, " · "))}
	right := make([]bool, len(t.header))
	for i, h := range t.header {
		right[i] = strings.HasPrefix(h, ">")
		if t.named() {
			out.Columns = append(out.Columns, column{strings.TrimPrefix(h, ">"), right[i]})
		}
	}
	for _, r := range t.rows {
		var cells []cell
		for i, c := range r {
			cells = append(cells, cell{c, right[i]})
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// inlined is a plot as a part of a page. The plot package escapes what it
// writes, so that it is markup as it stands.
func inlined(f figure) (template.HTML, error) {
	b, err := f.picture.SVG()
	if err != nil {
		return "", fmt.Errorf("plot %s: %w", f.picture.Name, err)
	}
	_, rest, ok := strings.Cut(string(b), "<svg ")
	if !ok {
		return "", fmt.Errorf("plot %s is no SVG", f.picture.Name)
	}
	_, rest, ok = strings.Cut(rest, "viewBox=") // width and height are the page's matter
	if !ok {
		return "", fmt.Errorf("plot %s has no viewBox", f.picture.Name)
	}
	return template.HTML(fmt.Sprintf(`<svg role="img" aria-label="%s" viewBox=%s`, template.HTMLEscapeString(f.picture.Alt), strings.TrimSpace(rest))), nil
}

// anchor is the name that GitHub gives to a heading: lower case, without
// punctuation, with hyphens for blanks.
func anchor(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-', r == '_', r >= 'a' && r <= 'z', r >= '0' && r <= '9', r > 127:
			return r
		}
		return -1
	}, strings.ToLower(heading))
}
