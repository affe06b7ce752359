package report

import (
	"strings"
	"unicode/utf8"
)

// table is a Markdown table. A header that begins with ">" aligns right.
type table struct {
	header []string
	rows   [][]string
}

func newTable(header ...string) *table { return &table{header: header} }

func (t *table) row(cells ...string) { t.rows = append(t.rows, cells) }

// write pads the cells, so that the table also reads as text.
func (d *document) table(t *table) {
	if len(t.rows) == 0 {
		return
	}
	width := make([]int, len(t.header))
	head := make([]string, len(t.header))
	for i, h := range t.header {
		head[i] = strings.TrimPrefix(h, ">")
		width[i] = max(utf8.RuneCountInString(head[i]), 3)
		for _, r := range t.rows {
			width[i] = max(width[i], utf8.RuneCountInString(r[i]))
		}
	}
	line := func(cells []string) {
		for i, c := range cells {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if strings.HasPrefix(t.header[i], ">") {
				d.b.WriteString("| " + pad + c + " ")
			} else {
				d.b.WriteString("| " + c + pad + " ")
			}
		}
		d.b.WriteString("|\n")
	}
	line(head)
	rule := make([]string, len(t.header))
	for i, h := range t.header {
		rule[i] = strings.Repeat("-", width[i])
		if strings.HasPrefix(h, ">") {
			rule[i] = rule[i][1:] + ":"
		}
	}
	line(rule)
	for _, r := range t.rows {
		line(r)
	}
	d.b.WriteString("\n")
}

// details folds what is written in between.
func (d *document) details(summary string, body func()) {
	d.p("<details><summary>%s</summary>", summary)
	body()
	d.text("</details>")
}
