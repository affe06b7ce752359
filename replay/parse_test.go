package replay

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// traces returns the committed traces by name.
func traces(t testing.TB) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob("testdata/traces/*.trace")
	if err != nil || len(names) == 0 {
		t.Fatalf("no traces: %v", err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[name] = text
	}
	return all
}

func TestParseTraces(t *testing.T) {
	for name, text := range traces(t) {
		f, err := Parse(name, text)
		if err != nil {
			t.Error(err)
			continue
		}
		checkRoundTrip(t, f)
	}
}

// checkRoundTrip checks that what f is printed as is read back as f and printed the same.
func checkRoundTrip(t *testing.T, f *File) {
	t.Helper()
	text := f.Format()
	again, err := Parse(f.Name, text)
	if err != nil {
		t.Fatalf("%v in the formatted text\n%s", err, text)
	}
	if second := again.Format(); string(second) != string(text) {
		t.Fatalf("formatted\n%s\nformatted again\n%s", text, second)
	}
	clearPositions(reflect.ValueOf(f))
	clearPositions(reflect.ValueOf(again))
	if !reflect.DeepEqual(f, again) {
		t.Fatalf("the syntax tree differs after\n%s", text)
	}
}

// clearPositions sets every Position below v to zero.
func clearPositions(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			clearPositions(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			clearPositions(v.Index(i))
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[Position]() {
			v.SetZero()
			return
		}
		for i := range v.NumField() {
			clearPositions(v.Field(i))
		}
	}
}

// here marks the offending word in the text of a malformed trace; it is taken out before parsing.
const here = "◆"

// unmark returns text without its mark, and the line and column where it stood.
func unmark(t *testing.T, text string) (clean string, line, column int) {
	t.Helper()
	before, after, ok := strings.Cut(text, here)
	if !ok || strings.Contains(after, here) {
		t.Fatalf("not one mark in %q", text)
	}
	start := strings.LastIndexByte(before, '\n') + 1
	line = strings.Count(before, "\n") + 1
	column = utf8.RuneCountInString(strings.TrimPrefix(before[start:], byteOrderMark)) + 1
	return before + after, line, column
}

// head is the header of most malformed and well-formed lines: P has two fields, C one, T is a tag.
const head = `component C
component P fields=2
component T fields=0
component my.own.Name
spawn a C P T
spawn b*10 C
spawn c
mark m
save s
`

func TestMalformed(t *testing.T) {
	for _, group := range []map[string][]string{malformedForm, malformedHeader, malformedStatements, malformedAnswers, malformedBlocks} {
		for rule, cases := range group {
			for _, text := range cases {
				clean, line, column := unmark(t, text)
				f, err := Parse("x.trace", []byte(clean))
				e, ok := err.(*SyntaxError)
				if f != nil || !ok {
					t.Errorf("%s: no error in %q", rule, text)
					continue
				}
				if e.Line != line || e.Column != column {
					t.Errorf("%s: %q: %v; want it at %d:%d", rule, text, err, line, column)
				}
				if message := e.Error(); !strings.HasPrefix(message, fmt.Sprintf("x.trace:%d:%d: found ", line, column)) ||
					strings.ContainsAny(message, "\n\r\t") || len(message) > 400 {
					t.Errorf("%s: message %q", rule, message)
				}
			}
		}
	}
}

func TestWellFormed(t *testing.T) {
	for rule, cases := range wellFormed {
		for _, text := range cases {
			f, err := Parse("x.trace", []byte(text))
			if err != nil {
				t.Errorf("%s: %q: %v", rule, text, err)
				continue
			}
			checkRoundTrip(t, f)
		}
	}
}

func TestNearest(t *testing.T) {
	for text, want := range map[string]string{
		"qurey All(C)":                                `(nearest: "query")`,
		"spwan a":                                     `(nearest: "spawn")`,
		"component C\nspawn a\nadd a c":               `(nearest: "C")`,
		"component Pos\nspawn a\nadd a Ps":            `(nearest: "Pos")`,
		"component C\ncount Al(C)":                    `(nearest: "All")`,
		"wrld ring=3":                                 `(nearest: "world")`,
		"world rnig=3":                                `(nearest: "ring")`,
		"component C spasre":                          `(nearest: "sparse")`,
		"spawn first\ndespawn frist":                  `(nearest: "first")`,
		"save one\nload oen":                          `(nearest: "one")`,
		"component C\ncount All(C)\n=> frame-exat: 1": `(nearest: "frame-exact")`,
	} {
		if _, err := Parse("x", []byte(text)); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v; want %s", text, err, want)
		}
	}
}

// Every keyword that a message can offer must be one that the parser knows.
func TestKeywords(t *testing.T) {
	for _, keyword := range keywords {
		if _, err := Parse("x", []byte(keyword+" ?")); err == nil || strings.Contains(err.Error(), "nearest") {
			t.Errorf("%s: %v", keyword, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range traces(f) {
		f.Add(text)
	}
	for _, group := range []map[string][]string{malformedForm, malformedHeader, malformedStatements, malformedAnswers, malformedBlocks, wellFormed} {
		for _, cases := range group {
			for _, text := range cases {
				f.Add([]byte(strings.ReplaceAll(text, here, "")))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := Parse("x", text)
		if err == nil {
			checkRoundTrip(t, file)
			return
		}
		e := err.(*SyntaxError)
		lines := strings.Split(strings.TrimPrefix(string(text), byteOrderMark), "\n")
		if e.Line < 1 || e.Line > len(lines) || e.Column < 1 || e.Column > utf8.RuneCountInString(lines[e.Line-1])+1 {
			t.Fatalf("%v is not a place in %q", err, text)
		}
	})
}
