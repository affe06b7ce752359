package report

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// markdown writes blocks as GitHub reads them, each with an empty line after
// it. GitHub renders no file of more than 512 KiB, so that what stands in folds,
// which nobody reads as text, is written without padding.
type markdown struct {
	strings.Builder
	folds int // around the block at hand
}

func writeMarkdown(blocks []block) []byte {
	var w markdown
	w.blocks(blocks)
	return []byte(w.String())
}

func (w *markdown) blocks(list []block) {
	for _, b := range list {
		b.markdown(w)
	}
}

func (w *markdown) put(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (b heading) markdown(w *markdown) {
	w.put("%s %s\n\n", strings.Repeat("#", b.level), b.text)
}

func (b paragraph) markdown(w *markdown) { w.put("%s\n\n", b.text) }

func (b bullets) markdown(w *markdown) {
	for _, s := range b.items {
		w.put("- %s\n", s)
	}
	w.put("\n")
}

func (b alert) markdown(w *markdown) {
	w.put("> [!%s]\n> %s\n\n", b.kind, strings.Join(b.lines, "  \n> "))
}

func (b outline) markdown(w *markdown) {
	fold{summary: "Contents", body: []block{bullets(b)}}.markdown(w)
}

func (b remark) markdown(w *markdown) { w.put("<!-- %s -->\n\n", b.text) }

func (b figure) markdown(w *markdown) {
	w.put("[![%s](%s.png)](%s.svg)\n\n", b.picture.Alt, b.path, b.path)
}

func (b fold) markdown(w *markdown) {
	if b.page != "" {
		w.put("%s: in [%s](%s).\n\n", b.summary, PageName, b.page)
		return
	}
	w.put("<details><summary>%s</summary>\n\n", b.summary)
	w.folds++
	w.blocks(b.body)
	w.folds--
	w.put("</details>\n\n")
}

// markdown pads the cells, so that the table also reads as text.
func (t *table) markdown(w *markdown) {
	if t.ragged || w.folds > 0 {
		t.unpadded(w)
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
				w.WriteString("| " + pad + c + " ")
			} else {
				w.WriteString("| " + c + pad + " ")
			}
		}
		w.WriteString("|\n")
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
	w.put("\n")
}

func (t *table) unpadded(w *markdown) {
	line := func(cells []string) { w.put("| %s |\n", strings.Join(cells, " | ")) }
	head, rule := make([]string, len(t.header)), make([]string, len(t.header))
	for i, h := range t.header {
		head[i], rule[i] = strings.TrimPrefix(h, ">"), "---"
		if strings.HasPrefix(h, ">") {
			rule[i] = "---:"
		}
	}
	line(head)
	line(rule)
	for _, r := range t.rows {
		line(r)
	}
	w.put("\n")
}
