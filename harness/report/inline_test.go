package report

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// outlined writes spans so that their nesting shows.
func outlined(spans []inline) string {
	var b strings.Builder
	for _, s := range spans {
		switch s.Kind {
		case "text":
			b.WriteString(s.Text)
		case "br":
			b.WriteString("{br}")
		case "link":
			fmt.Fprintf(&b, "{link %s %s}", s.Href, outlined(s.In))
		default:
			fmt.Fprintf(&b, "{%s %s%s}", s.Kind, s.Text, outlined(s.In))
		}
	}
	return b.String()
}

func TestReadInline(t *testing.T) {
	for in, want := range map[string]string{
		"":                                "",
		"plain":                           "plain",
		"1.07 × [1.0, 1.1] ([how](#7-x))": "1.07 × [1.0, 1.1] ({link #7-x how})",
		"**table/none (batch)** leads":    "{bold table/none (batch)} leads",
		"*Slower* and *faster*":           "{em Slower} and {em faster}",
		"**a *b* c**":                     "{bold a {em b} c}",
		"*a **b** c*":                     "{em a {bold b} c}",
		"`a*b` *c*":                       "{code a*b} {em c}",
		"*a `*` b*":                       "{em a {code *} b}",
		"`x\\|y`":                         "{code x|y}",
		"a\\*b\\*c\\|d\\_e\\`f":           "a*b*c|d_e`f",
		"&lt;script>":                     "<script>",
		"a<br>b":                          "a{br}b",
		"<b>n=1</b>: x":                   "{bold n=1}: x",
		"2 * 3":                           "2 * 3",
		"a < b & c":                       "a < b & c",
		"[**a**](b), [c](d)":              "{link b {bold a}}, {link d c}",
		"[a] (b)":                         "[a] (b)",
		"**":                              "**",
		"`":                               "`",
	} {
		if got := outlined(readInline(in)); got != want {
			t.Errorf("%q: %s, want %s", in, got, want)
		}
	}
}

// TestEscapedTextIsRead back as it was, in whatever notation it stands.
func TestEscapedTextIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching("[ -%'-~é×]{0,30}").Draw(t, "text") // & is not escaped
		if strings.Contains(text, "](") {
			t.Skip("a bracket is not escaped either")
		}
		if got := bare(readInline(escape(text))); got != text {
			t.Fatalf("%q became %q", text, got)
		}
		if text != "" {
			if got := readInline("**" + escape(text) + "** x"); len(got) != 2 || bare(got) != text+" x" {
				t.Fatalf("%q in bold became %s", text, outlined(got))
			}
		}
	})
}
