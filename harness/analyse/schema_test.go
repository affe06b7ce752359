package analyse_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var remake = flag.Bool("update", false, "make schema.md again")

// composites are the struct and slice types of a package's source by name.
func composites(t *testing.T, dir string) map[string]*ast.TypeSpec {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*ast.TypeSpec{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				if spec, ok := s.(*ast.TypeSpec); ok {
					switch spec.Type.(type) {
					case *ast.StructType, *ast.ArrayType:
						if spec.Doc == nil {
							spec.Doc = g.Doc
						}
						out[spec.Name.Name] = spec
					}
				}
			}
		}
	}
	return out
}

// schema writes a table for each type that is reached from a root.
type schema struct {
	b        strings.Builder
	packages map[string]map[string]*ast.TypeSpec
	done     map[string]bool
}

func (s *schema) write(pkg, name string) {
	if s.done[pkg+"."+name] || s.packages[pkg][name] == nil {
		return
	}
	s.done[pkg+"."+name] = true
	spec := s.packages[pkg][name]
	fmt.Fprintf(&s.b, "### %s\n\n%s", name, sentence(spec.Doc))
	if list, ok := spec.Type.(*ast.ArrayType); ok {
		element := types.ExprString(list.Elt)
		fmt.Fprintf(&s.b, " A list of %s.\n\n", element)
		s.write(pkg, element)
		return
	}
	s.b.WriteString("\n\n| field | type | meaning |\n| --- | --- | --- |\n")
	var next [][2]string
	for _, f := range spec.Type.(*ast.StructType).Fields.List {
		text := strings.ReplaceAll(types.ExprString(f.Type), "|", `\|`)
		if f.Tag == nil && len(f.Names) > 0 {
			continue // not exported
		}
		if len(f.Names) == 0 {
			fmt.Fprintf(&s.b, "| (the fields of %s) | | |\n", text)
		} else {
			key, option, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
			may := ""
			if strings.Contains(option, "omitempty") {
				may = ", may be absent"
			}
			fmt.Fprintf(&s.b, "| `%s` | %s%s | %s |\n", key, text, may, sentence(f.Comment))
		}
		ast.Inspect(f.Type, func(n ast.Node) bool {
			switch x := n.(type) {
			case *ast.SelectorExpr:
				next = append(next, [2]string{x.X.(*ast.Ident).Name, x.Sel.Name})
				return false
			case *ast.Ident:
				next = append(next, [2]string{pkg, x.Name})
			}
			return true
		})
	}
	s.b.WriteString("\n")
	for _, n := range next {
		s.write(n[0], n[1])
	}
}

func sentence(c *ast.CommentGroup) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(c.Text()), " "), "|", `\|`)
}

// TestSchema makes the page on results.json and comparison.json again from the
// types that are written into them.
func TestSchema(t *testing.T) {
	s := &schema{done: map[string]bool{}, packages: map[string]map[string]*ast.TypeSpec{
		"analyse": composites(t, "."), "plan": composites(t, filepath.Join("..", "plan")), "host": composites(t, filepath.Join("..", "host")),
	}}
	s.b.WriteString(`# results.json and comparison.json

Made from the types of package analyse by its test; changes made here are lost.

Times are nanoseconds, sizes bytes. A ratio is a time ÷ the reference's: below 1 the cell is faster. All figures are
rounded to four significant digits, after verdicts were made from what they are rounded from. What is absent was not
measured, or is not known of this workload. ` + "`schema`" + ` changes when a field is renamed, removed or given another meaning,
not when one is added.

## results.json

`)
	s.write("analyse", "Figures")
	s.b.WriteString("## comparison.json\n\n")
	s.write("analyse", "Comparison")
	text := strings.TrimRight(s.b.String(), "\n") + "\n"
	if *remake {
		if err := os.WriteFile("schema.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	page, err := os.ReadFile("schema.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(page) != text {
		t.Error("schema.md is not what the types say; make it again with -update")
	}
	for _, want := range []string{"### Cell", "`ns_per_unit`", "### Ratio", "### Machine", "### ComparedCell", "`p_holm`"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
