// Package arrows guards the import arrows of the folder map in CONTRIBUTING.md.
package arrows

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed is the folder map: what a package (the longest prefix counts) may
// import of this module. Its own folder is always allowed, test files are exempt.
var allowed = map[string][]string{
	"ecs/driver":   {},
	"ecs":          {"ecs/driver"},
	"ecs/ecstest":  {"ecs", "ecs/driver", "replay"},
	"internal":     {"ecs/driver", "internal"},
	"tracker":      {"ecs/driver", "internal"},
	"impl":         {"ecs/driver", "internal"},
	"backends":     {"ecs", "ecs/driver", "impl", "tracker"},
	"scenarios":    {"ecs", "scenarios"},
	"replay":       {"ecs"},
	"harness":      {"ecs", "scenarios", "replay"},
	"harness/cli":  {"ecs", "scenarios", "replay", "harness"},
	"cmd/benchrun": {"harness/cli", "backends", "scenarios/catalog"},
	"examples":     {"ecs", "backends", "impl", "tracker", "replay", "harness/analyse"},
}

func TestArrows(t *testing.T) {
	eachFile(t, func(rel string, imports []string) {
		if strings.HasSuffix(rel, "_test.go") {
			return
		}
		pkg := path.Dir(rel)
		home, may := rule(pkg)
		if home == "" {
			t.Errorf("%s: folder %s is not in the map", rel, pkg)
			return
		}
		for _, name := range imports {
			name, ours := strings.CutPrefix(name, "ecslab/")
			if !ours || under(name, pkg) || under(pkg, name) && home != "ecs" || under(name, home) && home != "impl" && home != "ecs" && home != "tracker" {
				continue
			}
			if !reaches(may, name) {
				t.Errorf("%s imports %s, which the map does not allow", rel, name)
			}
		}
	})
}

const root = "../.."

// eachFile visits the Go files of the module, tests too, by path from its root.
func eachFile(t *testing.T, visit func(rel string, imports []string)) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		rel = filepath.ToSlash(rel)
		if d.IsDir() {
			if strings.HasPrefix(d.Name(), ".") && rel != "." || d.Name() == "testdata" || rel == "examples/outside-backend" {
				return fs.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		seen++
		var imports []string
		for _, imp := range file.Imports {
			name, _ := strconv.Unquote(imp.Path.Value)
			imports = append(imports, name)
		}
		visit(rel, imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Fatalf("only %d files were looked at", seen)
	}
}

// rule is the longest entry of the map that holds the package.
func rule(pkg string) (home string, may []string) {
	for prefix, list := range allowed {
		if under(pkg, prefix) && len(prefix) > len(home) {
			home, may = prefix, list
		}
	}
	return home, may
}

// reaches reports whether an allowed folder holds the package. "ecs" stands for
// that package alone: the kit and the drivers below it are named by themselves.
func reaches(may []string, pkg string) bool {
	for _, m := range may {
		if m == pkg || m != "ecs" && under(pkg, m) {
			return true
		}
	}
	return false
}

func under(pkg, folder string) bool { return pkg == folder || strings.HasPrefix(pkg, folder+"/") }

// TestRule makes sure that the rules refuse what they should.
func TestRule(t *testing.T) {
	for _, c := range []struct {
		pkg, imp string
		want     bool
	}{
		{"impl/table", "ecs", false},
		{"impl/table", "impl/sparse", false},
		{"impl/table", "ecs/driver", true},
		{"impl/table", "internal/archetype", true},
		{"ecs", "replay", false},
		{"scenarios/track", "backends", false},
		{"harness/run", "backends", false},
		{"cmd/benchrun", "backends", true},
	} {
		_, may := rule(c.pkg)
		if got := reaches(may, c.imp); got != c.want {
			t.Errorf("%s → %s: got %t, expected %t", c.pkg, c.imp, got, c.want)
		}
	}
}
