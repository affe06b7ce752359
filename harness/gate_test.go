package harness_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// diagnostic is a line that the compiler writes under -m.
type diagnostic struct {
	file    string // base name
	line    int
	message string
}

var diagnosticLine = regexp.MustCompile(`^(?:\./)?(\S+\.go):(\d+):\d+: (.*)$`)

// compiled builds packages with -m and gives what the compiler says of each
// file, by the path that it prints. The build cache repeats what was said.
func compiled(t *testing.T, packages ...string) []diagnostic {
	t.Helper()
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "arm64" {
		t.Skip("what is inlined depends on the machine")
	}
	args := append([]string{"build", "-gcflags=-m"}, packages...)
	cmd := exec.Command("go", args...)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	var list []diagnostic
	for l := range strings.Lines(string(out)) {
		if m := diagnosticLine.FindStringSubmatch(strings.TrimSpace(l)); m != nil {
			n, _ := strconv.Atoi(m[2])
			list = append(list, diagnostic{filepath.ToSlash(m[1]), n, m[3]})
		}
	}
	if len(list) == 0 {
		t.Fatal("the compiler said nothing")
	}
	return list
}

// hot names the methods and functions that are timed, entity by entity.
var hot = regexp.MustCompile(`^(run|pass|advance|walk|visit|fly|frame|sum|scan|step|Move|Advance)$`)

// stretch is where a hot function stands.
type stretch struct {
	name     string
	from, to int
	panics   [][2]int // calls of panic: what escapes there ends the run
}

// stretches finds the hot functions of a file. Function literals in them are
// theirs.
func stretches(t *testing.T, path string) []stretch {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	line := func(p token.Pos) int { return fset.Position(p).Line }
	var out []stretch
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil || !hot.MatchString(fn.Name.Name) {
			continue
		}
		s := stretch{name: fn.Name.Name, from: line(fn.Pos()), to: line(fn.End())}
		ast.Inspect(fn.Body, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				if name, ok := c.Fun.(*ast.Ident); ok && (name.Name == "panic" || name.Name == "must") {
					s.panics = append(s.panics, [2]int{line(c.Pos()), line(c.End())})
				}
			}
			return true
		})
		out = append(out, s)
	}
	return out
}

func (s stretch) holds(line int) bool {
	if line < s.from || line > s.to {
		return false
	}
	for _, p := range s.panics {
		if line >= p[0] && line <= p[1] {
			return false
		}
	}
	return true
}

// TestNothingEscapesInHotKernels: what a kernel allocates for each iteration
// would be measured as the price of the backend.
func TestNothingEscapesInHotKernels(t *testing.T) {
	seen := 0
	for _, pkg := range []string{"component", "iterate", "track", "spawn", "migrate", "apps"} {
		dir := filepath.Join("..", "scenarios", pkg)
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		where := map[string][]stretch{}
		for _, f := range files {
			if !strings.HasSuffix(f, "_test.go") {
				where["scenarios/"+pkg+"/"+filepath.Base(f)] = stretches(t, f)
			}
		}
		for _, s := range where {
			seen += len(s)
		}
		for _, d := range compiled(t, "./scenarios/"+pkg) {
			if !strings.Contains(d.message, "escapes to heap") && !strings.Contains(d.message, "moved to heap") {
				continue
			}
			if pkg == "apps" && d.message == "append escapes to heap" {
				continue // lists of what was hit or moved: they grow in the first frames and are kept
			}
			for _, s := range where[d.file] {
				if s.holds(d.line) {
					t.Errorf("%s:%d, in %s: %s", d.file, d.line, s.name, d.message)
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("only %d hot functions were looked at", seen)
	}
}

// TestHotMethodsStayInlinable: what a loop runs for every entity, or every chunk
// of a few, costs several times as much as a call.
func TestHotMethodsStayInlinable(t *testing.T) {
	inlined := compiled(t, "./scenarios/iterate") // a generic method is compiled where it is used
	for _, method := range [][2]string{
		{"ecs.(*Access[", ".At"},
		{"ecs.(*Query)", ".Next"},
		{"ecs.(*View[", ".Slice"},
	} {
		if !slices.ContainsFunc(inlined, func(d diagnostic) bool {
			return strings.HasPrefix(d.message, "inlining call to "+method[0]) && strings.HasSuffix(d.message, method[1])
		}) {
			t.Errorf("the compiler does not inline %s…%s any more", method[0], method[1])
		}
	}
}

// TestEscapesAreSeen lets the gate look at something that does escape.
func TestEscapesAreSeen(t *testing.T) {
	s := stretch{from: 3, to: 20, panics: [][2]int{{7, 8}}}
	for line, want := range map[int]bool{2: false, 3: true, 7: false, 8: false, 9: true, 20: true, 21: false} {
		if s.holds(line) != want {
			t.Errorf("line %d: %v", line, !want)
		}
	}
	escapes := 0
	for _, d := range compiled(t, "./scenarios/iterate") {
		if strings.Contains(d.message, "escapes to heap") {
			escapes++
		}
	}
	if escapes == 0 {
		t.Error("no constructor of a kernel lets anything escape: the gate is blind")
	}
}
