package cli

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWorkflow looks whether the workflow uses commands and flags that exist,
// and measures as many parts as it divides the plan into.
func TestWorkflow(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", ".github", "workflows", "bench.yml"))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(b), "\\\n", " ")
	known := map[string]*flag.FlagSet{"run": newRunFlags().set, "merge": flag.NewFlagSet("", flag.ContinueOnError)}
	known["merge"].String("o", "", "")
	calls := regexp.MustCompile(`\./benchrun (\w+) (.*)`).FindAllStringSubmatch(text, -1)
	if len(calls) != 2 {
		t.Fatalf("%d calls of benchrun", len(calls))
	}
	for _, c := range calls {
		for _, f := range regexp.MustCompile(` -([a-z-]+)`).FindAllStringSubmatch(" "+c[2], -1) {
			if f[1] != "eq" && (known[c[1]] == nil || known[c[1]].Lookup(f[1]) == nil) {
				t.Errorf("%s has no flag -%s", c[1], f[1])
			}
		}
	}
	parts := regexp.MustCompile(`part: \[([^\]]*)\]`).FindStringSubmatch(text)
	of := regexp.MustCompile(`-shard "[^"]*/(\d+)"`).FindStringSubmatch(text)
	if parts == nil || of == nil || strings.Join(strings.Split(parts[1], ", "), "") != "123456789"[:int(of[1][0]-'0')] {
		t.Errorf("parts %v of %v", parts, of)
	}
	if strings.Contains(text, "\t") {
		t.Error("YAML knows no tabs")
	}
}
