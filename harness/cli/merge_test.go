package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
)

func shards(t *testing.T, base synthetic.Options, parts ...string) []string {
	t.Helper()
	var out []string
	for _, p := range parts {
		o := base
		o.Shard = p
		out = append(out, synthesized(t, o))
	}
	return out
}

func merged(t *testing.T, want int, dirs ...string) (dir, out, errs string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "m")
	code, out, errs := benchrun(t, append([]string{"merge", "-o", dir}, dirs...)...)
	wantExit(t, want, code, out, errs)
	return dir, out, errs
}

func TestMergeOfOneMachine(t *testing.T) {
	base := synthetic.Options{Processes: 4, Rounds: 5, Profiles: true}
	parts := shards(t, base, "3/3", "1/3", "2/3")
	dir, out, _ := merged(t, exitFine, parts...)
	text := read(t, filepath.Join(dir, "REPORT.md"))
	for _, want := range []string{"iterate/pair", "track/density", "spawn/batch", "track, part 2/3", "shards/01/raw/iterate-01.txt",
		"shards/02/plots/flame-track-table-cpu.svg", "Merged from runs of one kind of machine", "plots/iterate-pair-scaling.png"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, never := range []string{"machine=", "not complete", "missing", "NaN"} {
		if strings.Contains(text, never) {
			t.Errorf("the report says %q", never)
		}
	}
	linksLead(t, dir, text)
	if !strings.Contains(out, "report: "+filepath.Join(dir, "REPORT.md")) {
		t.Errorf("standard output:\n%s", out)
	}
	// Made again it is the same, and in another order of the parts too.
	again, _, _ := merged(t, exitFine, parts[1], parts[2], parts[0])
	if got := read(t, filepath.Join(again, "REPORT.md")); got != text {
		t.Error("the order in which parts are named changes the report")
	}
	before := read(t, filepath.Join(dir, "results.json"))
	if code, o, e := benchrun(t, "report", dir); code != exitFine {
		wantExit(t, exitFine, code, o, e)
	}
	if read(t, filepath.Join(dir, "REPORT.md")) != text || read(t, filepath.Join(dir, "results.json")) != before {
		t.Error("made again, the report differs")
	}
}

func TestMergeOfTwoMachinesComparesNothingAcross(t *testing.T) {
	m := synthetic.Machine
	m.CPU, m.Cores = "Other CPU", 8
	a := synthetic.Options{Processes: 5, Rounds: 8}
	// On the other machine sparse is fast, and everything is three times slower.
	b := synthetic.Options{Processes: 5, Rounds: 8, Machine: &m, Slow: 3, Factor: map[string]float64{}}
	for _, n := range []string{"1000", "10000", "100000"} {
		b.Factor["Iterate/pair/n="+n+"/backend=sparse/track=none"] = 0.7
	}
	dirs := append(shards(t, a, "1/3", "2/3", "3/3"), shards(t, b, "1/3", "2/3")...)
	code, out, errs := benchrun(t, "merge", "-o", filepath.Join(t.TempDir(), "m"), dirs[0], dirs[3])
	// With 0.7 of its time sparse beats its floor there; that is another test.
	if code != exitFine && !strings.Contains(errs, "FLOOR BEATEN") {
		wantExit(t, exitFine, code, out, errs)
	}
	dir := filepath.Join(t.TempDir(), "m2")
	benchrun(t, append([]string{"merge", "-o", dir}, dirs...)...)
	text := read(t, filepath.Join(dir, "REPORT.md"))
	for _, want := range []string{"2 different machines", "n=10000 machine=A", "n=10000 machine=B", "Across machines", "Depends on the machine",
		"Other CPU", "| iterate/pair/n=10000 ", "track, part 2/3 on B"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	linksLead(t, dir, text)
	// What is said along a parameter stays on a machine.
	for _, l := range strings.Split(text, "\n") {
		if strings.Contains(l, "machine=A") && strings.Contains(l, "machine=B") && !strings.HasPrefix(l, "|") {
			t.Errorf("a sentence of two machines: %s", l)
		}
	}
	if !regexp.MustCompile(`plots/iterate-pair-scaling-machine=A`).MatchString(text) {
		t.Error("no scaling plot of one machine alone")
	}
}

func TestMergeNamesWhatIsMissing(t *testing.T) {
	dir, _, errs := merged(t, exitFine, shards(t, synthetic.Options{Processes: 3, Rounds: 3}, "1/3", "3/3")...)
	if !strings.Contains(errs, "part 2/3 is missing") {
		t.Errorf("standard error:\n%s", errs)
	}
	if text := read(t, filepath.Join(dir, "REPORT.md")); !strings.Contains(text, "Parts of the plan are missing**: 2/3") || strings.Contains(text, "processes were measured") {
		t.Error("the report does not name the missing part, or says that processes of the others are")
	}
	code, out, errs := benchrun(t, "compare", dir, dir)
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, "merged runs, not one; they lie in "+filepath.Join(dir, "shards"))
	path := filepath.Join(dir, raw.MergedName)
	if err := os.WriteFile(path, []byte(strings.Replace(read(t, path), `"2/3"`, "", 1)), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs = benchrun(t, "report", dir)
	wantExit(t, exitWrong, code, out, errs)
	oneLine(t, errs, `parts [] are missing; ["2/3"] are`)
}

func TestMergeRefuses(t *testing.T) {
	base := synthetic.Options{Processes: 3, Rounds: 3}
	parts := shards(t, base, "1/3", "2/3")
	seed, commit := base, base
	seed.Seed = 7
	m := synthetic.Machine
	m.Commit = "fedcba"
	commit.Machine = &m
	for _, c := range []struct {
		name string
		dirs []string
		want string
	}{
		{"another seed", []string{parts[0], shards(t, seed, "2/3")[0]}, "not parts of one plan"},
		{"another commit", []string{parts[0], shards(t, commit, "2/3")[0]}, "commit 0123456789abcdef0123456789abcdef01234567"},
		{"one part twice", []string{parts[0], parts[1], shards(t, base, "1/3")[0]}, "the same part, 1/3"},
		{"another number of parts", []string{parts[0], shards(t, base, "2/2")[0]}, "of 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, _, errs := merged(t, exitUsage, c.dirs...)
			oneLine(t, errs, c.want)
			if _, err := os.Stat(dir); err == nil {
				t.Error("a directory was made")
			}
		})
	}
	t.Run("an altered part", func(t *testing.T) {
		path := filepath.Join(parts[1], "raw", "track-01.txt")
		if err := os.WriteFile(path, []byte(strings.Replace(read(t, path), " ns/op", "0 ns/op", 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		_, _, errs := merged(t, exitWrong, parts...)
		oneLine(t, errs, "track-01.txt:")
	})
	t.Run("a part exchanged later", func(t *testing.T) {
		dir, _, _ := merged(t, exitFine, shards(t, base, "1/3", "3/3")...)
		other := filepath.Join(dir, filepath.FromSlash(raw.ShardDir(1)))
		os.RemoveAll(other)
		if err := os.CopyFS(other, os.DirFS(shards(t, seed, "3/3")[0])); err != nil {
			t.Fatal(err)
		}
		code, out, errs := benchrun(t, "report", dir)
		wantExit(t, exitWrong, code, out, errs)
		oneLine(t, errs, "not the run that was merged")
	})
}

// TestShardsOfARun measures the fake suite in two parts and merges them.
func TestShardsOfARun(t *testing.T) {
	var dirs []string
	for _, part := range []string{"1/2", "2/2"} {
		dir := filepath.Join(t.TempDir(), "r")
		code, out, errs := benchrun(t, small("-o", dir, "-shard", part, "good", "alloc")...)
		if code != exitFine && !strings.Contains(errs, "FLOOR BEATEN") {
			wantExit(t, exitFine, code, out, errs)
		}
		dirs = append(dirs, dir)
	}
	dir := filepath.Join(t.TempDir(), "m")
	if code, out, errs := benchrun(t, append([]string{"merge", "-o", dir}, dirs...)...); code != exitFine && !strings.Contains(errs, "FLOOR BEATEN") {
		wantExit(t, exitFine, code, out, errs)
	}
	text := read(t, filepath.Join(dir, "REPORT.md"))
	for _, want := range []string{"good/sum", "good/change", "alloc/make"} {
		if !strings.Contains(text, "### "+want) {
			t.Errorf("the merged report lacks %s", want)
		}
	}
	code, _, errs := benchrun(t, "run", "-shard", "1/2", "good")
	if code != exitUsage {
		t.Errorf("a shard without a seed: exit code %d", code)
	}
	oneLine(t, errs, "-seed")
}

func linksLead(t *testing.T, dir, text string) {
	t.Helper()
	for _, m := range regexp.MustCompile(`\]\(([^)#][^)]*)\)`).FindAllStringSubmatch(text, -1) {
		if _, err := os.Stat(filepath.Join(dir, m[1])); err != nil {
			t.Error(err)
		}
	}
}
