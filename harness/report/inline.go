package report

import "strings"

// inline is a stretch of text within a line. Texts of blocks are written in the
// part of Markdown that readInline knows: **bold**, *emphasis*, `code`,
// [link](target), <br>, <b>bold</b>, a backslash before a character that is
// meant as it stands, and &lt;. What looks like a notation and is none, such as
// the brackets of an interval, stands for itself.
type inline struct {
	Kind string   // "text", "bold", "em", "code", "link" or "br"
	Text string   // of text and code
	Href string   // of a link
	In   []inline // of bold, emphasis and link
}

// readInline reads a line.
func readInline(s string) []inline {
	var out []inline
	plain := func(t string) {
		if n := len(out); n > 0 && out[n-1].Kind == "text" {
			out[n-1].Text += t
			return
		}
		out = append(out, inline{Kind: "text", Text: t})
	}
	for s != "" {
		if sp, rest, ok := readSpan(s); ok {
			out = append(out, sp)
			s = rest
			continue
		}
		switch {
		case s[0] == '\\' && len(s) > 1 && strings.IndexByte("\\|*_`<", s[1]) >= 0:
			plain(s[1:2])
			s = s[2:]
		case strings.HasPrefix(s, "&lt;"):
			plain("<")
			s = s[len("&lt;"):]
		default:
			n := strings.IndexAny(s[1:], "\\&`*[<") + 1
			if n == 0 {
				n = len(s)
			}
			plain(s[:n])
			s = s[n:]
		}
	}
	return out
}

// readSpan reads a notation at the beginning of s.
func readSpan(s string) (sp inline, rest string, ok bool) {
	between := func(open, end string) (in, rest string, ok bool) {
		in, ok = strings.CutPrefix(s, open)
		if !ok {
			return "", "", false
		}
		i := closing(in, end)
		if i <= 0 {
			return "", "", false
		}
		return in[:i], in[i+len(end):], true
	}
	if rest, ok := strings.CutPrefix(s, "<br>"); ok {
		return inline{Kind: "br"}, rest, true
	}
	if in, rest, ok := between("`", "`"); ok {
		return inline{Kind: "code", Text: strings.ReplaceAll(in, "\\|", "|")}, rest, true
	}
	for _, x := range [][3]string{{"**", "**", "bold"}, {"<b>", "</b>", "bold"}, {"*", "*", "em"}} {
		if in, rest, ok := between(x[0], x[1]); ok {
			return inline{Kind: x[2], In: readInline(in)}, rest, true
		}
	}
	if in, rest, ok := between("[", "]"); ok && strings.HasPrefix(rest, "(") {
		if href, rest, ok := strings.Cut(rest[1:], ")"); ok {
			return inline{Kind: "link", Href: href, In: readInline(in)}, rest, true
		}
	}
	return inline{}, s, false
}

// closing finds the end of a notation, behind what is escaped or code; -1 if
// there is none. A single star does not end at a pair of them.
func closing(s, end string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case end == "*" && strings.HasPrefix(s[i:], "**"):
			i++
		case strings.HasPrefix(s[i:], end):
			return i
		case s[i] == '\\':
			i++
		case s[i] == '`':
			if n := strings.IndexByte(s[i+1:], '`'); n >= 0 {
				i += n + 1
			}
		}
	}
	return -1
}

// bare is the text without its notations.
func bare(spans []inline) string {
	var b strings.Builder
	for _, s := range spans {
		switch s.Kind {
		case "br":
			b.WriteByte(' ')
		case "text", "code":
			b.WriteString(s.Text)
		default:
			b.WriteString(bare(s.In))
		}
	}
	return b.String()
}
