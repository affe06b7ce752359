package arrows

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	required = regexp.MustCompile(`(?m)^\t(\S+\.\S+) v\S+`)           // in go.mod, with its version
	tool     = regexp.MustCompile(`(?m)^\t(\S+\.\S+/\S+)$`)           // likewise, a package
	reason   = regexp.MustCompile(`(?m)^\| (\S+\.\S+/\S+) \| .+ \|$`) // a row of the table
)

// TestModules: CONTRIBUTING.md says why each module that is imported is there,
// and names no other.
func TestModules(t *testing.T) {
	gomod := text(t, "go.mod")
	var modules []string
	for _, m := range required.FindAllStringSubmatch(gomod, -1) {
		modules = append(modules, m[1])
	}
	used := map[string]string{}
	use := func(where, name string) {
		if m := moduleOf(name, modules); m != "" {
			used[m] = where
		} else {
			t.Errorf("%s: no module of go.mod holds %s", where, name)
		}
	}
	eachFile(t, func(rel string, imports []string) {
		for _, name := range imports {
			if first, _, _ := strings.Cut(name, "/"); strings.Contains(first, ".") {
				use(rel, name)
			}
		}
	})
	for _, m := range tool.FindAllStringSubmatch(gomod, -1) {
		use("go.mod", m[1])
	}
	told := map[string]bool{}
	for _, m := range reason.FindAllStringSubmatch(text(t, "CONTRIBUTING.md"), -1) {
		told[m[1]] = true
		if used[m[1]] == "" {
			t.Errorf("CONTRIBUTING.md says why %s is there; nothing imports it", m[1])
		}
	}
	for m, where := range used {
		if !told[m] {
			t.Errorf("%s uses %s; CONTRIBUTING.md does not say why", where, m)
		}
	}
	if len(used) < 5 {
		t.Errorf("only %d modules were found", len(used))
	}
}

// moduleOf is the module that holds a package: the longest that is a prefix.
func moduleOf(pkg string, modules []string) (longest string) {
	for _, m := range modules {
		if under(pkg, m) && len(m) > len(longest) {
			longest = m
		}
	}
	return longest
}

func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
