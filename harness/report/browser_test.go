package report

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"ecslab/harness/analyse"
	"ecslab/harness/internal/synthetic"
	"ecslab/harness/raw"
)

// chromium finds a browser; without one there is nothing to test with.
func chromium(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no Chromium in PATH")
	return ""
}

// browser starts a browser of its own, with one page. What the page logs or
// throws fails the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium(t)), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.WSURLReadTimeout(time.Minute))
	var listening sync.WaitGroup
	t.Cleanup(listening.Wait)
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	messages := chromedp.Console(ctx)
	listening.Go(func() {
		for m, err := range messages {
			if err != nil {
				return // the test is over
			}
			t.Errorf("the page complained: %s", m)
		}
	})
	return ctx
}

// do runs steps in the page.
func do(t *testing.T, ctx context.Context, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

// ask evaluates a script in the page.
func ask[T any](t *testing.T, ctx context.Context, script string) T {
	t.Helper()
	ctx, stop := context.WithTimeout(ctx, 2*time.Minute)
	defer stop()
	out, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// script runs a script in the page for what it does.
func script(t *testing.T, ctx context.Context, text string) {
	t.Helper()
	ask[bool](t, ctx, "(() => { "+text+"; return true; })()")
}

func address(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(abs)}).String()
}

// columnOf gives what the rows that are shown of the first table with such a
// head hold in its column.
const columnOf = `(head) => {
	for (const table of document.querySelectorAll("table")) {
		const heads = table.tHead ? [...table.tHead.rows[0].cells].map((c) => c.textContent) : [];
		const i = heads.indexOf(head);
		if (i >= 0 && table.tBodies[0].rows.length > 3)
			return [...table.tBodies[0].rows].filter((r) => !r.hidden).map((r) => r.cells[i].textContent);
	}
}`

// TestPageInBrowser reads the report of a run as its readers do.
func TestPageInBrowser(t *testing.T) {
	ctx := browser(t)
	dir := filepath.Join(t.TempDir(), "run")
	if err := synthetic.Write(dir, synthetic.Options{Processes: 3, Rounds: 5, Profiles: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(dir, ""); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address(t, filepath.Join(dir, PageName))))

	t.Run("plots are drawn", func(t *testing.T) {
		sizes := ask[[]float64](t, ctx, `(() => {
			document.querySelectorAll("details").forEach((d) => { d.open = true; });
			const sizes = [...document.querySelectorAll("figure svg")].flatMap((s) => {
				const r = s.getBoundingClientRect();
				return [Math.min(r.width, r.height), s.querySelectorAll("text").length];
			});
			document.querySelectorAll("main details").forEach((d) => { d.open = false; });
			return sizes;
		})()`)
		plots, _ := filepath.Glob(filepath.Join(dir, "plots", "*.png"))
		if len(sizes) != 2*len(plots) || len(plots) < 8 {
			t.Errorf("%d plots on the page, %d in the directory", len(sizes)/2, len(plots))
		}
		for i := 0; i < len(sizes); i += 2 {
			if sizes[i] < 60 || sizes[i+1] < 3 {
				t.Errorf("plot %d: %g pixels, %g texts", i/2, sizes[i], sizes[i+1])
			}
		}
	})

	t.Run("a click sorts", func(t *testing.T) {
		values := func(head string) []string {
			return ask[[]string](t, ctx, "("+columnOf+")("+fmt.Sprintf("%q", head)+")")
		}
		click := func(head string) {
			script(t, ctx, fmt.Sprintf(`[...document.querySelectorAll("thead button")].find((b) => b.textContent === %q).click()`, head))
		}
		const head = "time per iteration [95 %]"
		original := values(head)
		click(head)
		up := values(head)
		click(head)
		down := values(head)
		click(head)
		again := values(head)
		if got := strings.Join(again, "|"); got != strings.Join(original, "|") {
			t.Errorf("the third click gives %s, not the order of the report", got)
		}
		if len(up) != len(original) || len(up) < 5 {
			t.Fatalf("%d rows of %d", len(up), len(original))
		}
		for i := range up {
			if up[i] != down[len(down)-1-i] {
				t.Errorf("up %q, down %q", up, down)
				break
			}
		}
		for i := 1; i < len(up); i++ {
			if firstTime(t, up[i-1]) > firstTime(t, up[i]) {
				t.Errorf("sorted: %q", up)
			}
		}
		if how := ask[string](t, ctx, `[...document.querySelectorAll("thead th")].find((h) => h.textContent === "time per iteration [95 %]").getAttribute("aria-sort")`); how != "none" {
			t.Errorf("aria-sort is %q", how)
		}
	})

	t.Run("a filter hides rows", func(t *testing.T) {
		count := func() int {
			return ask[int](t, ctx, `[...document.querySelectorAll("main tbody tr")].filter((r) => !r.hidden).length`)
		}
		all := count()
		fill := func(words string) {
			script(t, ctx, fmt.Sprintf(`const i = document.getElementById("words"); i.value = %q; i.form.requestSubmit()`, words))
		}
		fill("track/density sparse/bitmap")
		some := count()
		stray := ask[int](t, ctx, `[...document.querySelectorAll("main tbody tr")].filter((r) => !r.hidden &&
			!(r.closest("table").dataset.context + r.textContent).includes("sparse/bitmap")).length`)
		open := ask[int](t, ctx, `document.querySelectorAll("main details[open]").length`)
		said := ask[string](t, ctx, `document.querySelector("output").textContent`)
		if some == 0 || some >= all/2 || stray > 0 || open == 0 || said != fmt.Sprintf("%d of %d rows", some, all) {
			t.Errorf("%d of %d rows are left, %d of them for no reason, %d folds open; the page says %q", some, all, stray, open, said)
		}
		fill("")
		if n := count(); n != all {
			t.Errorf("%d of %d rows when the filter is empty", n, all)
		}
		if n := ask[int](t, ctx, `document.querySelectorAll("main details[open]").length`); n != 0 {
			t.Errorf("%d folds stay open", n)
		}
	})

	t.Run("links lead somewhere", func(t *testing.T) {
		lost := ask[[]string](t, ctx, `[...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute("href"))
			.filter((h) => !document.getElementById(decodeURIComponent(h.slice(1))))`)
		if len(lost) > 0 {
			t.Errorf("no element for %q", lost)
		}
		for _, l := range ask[[]string](t, ctx, `[...document.querySelectorAll("main a")].map((a) => a.getAttribute("href")).filter((h) => !h.startsWith("#"))`) {
			if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(l))); err != nil {
				t.Error(err)
			}
		}
		if n := ask[int](t, ctx, `document.querySelectorAll("nav a").length`); n < 12 {
			t.Errorf("%d lines in the contents", n)
		}
	})

	t.Run("everything has a name", func(t *testing.T) {
		nameless := ask[[]string](t, ctx, `[
			...[...document.querySelectorAll("table")].filter((t) => !t.caption?.textContent.trim()),
			...[...document.querySelectorAll("svg")].filter((s) => !s.getAttribute("aria-label")),
			...[...document.querySelectorAll("button, a, summary")].filter((b) => !b.textContent.trim()),
			...[...document.querySelectorAll("th[scope=col]")].filter((h) => h.querySelector("button") && !h.hasAttribute("aria-sort")),
		].map((e) => e.outerHTML.slice(0, 120))`)
		if len(nameless) > 0 {
			t.Errorf("without a name: %q", nameless)
		}
		ids := ask[[]string](t, ctx, `(() => { const seen = new Set(); return [...document.querySelectorAll("[id]")].map((e) => e.id).filter((i) => seen.has(i) || !seen.add(i)); })()`)
		if len(ids) > 0 {
			t.Errorf("given away twice: %q", ids)
		}
	})

	for _, width := range []int64{60, 400, 830, 1400} {
		t.Run(fmt.Sprintf("%d pixels", width), func(t *testing.T) {
			do(t, ctx, chromedp.EmulateViewport(width, 800))
			script(t, ctx, `document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
			page := ask[[]float64](t, ctx, `[document.documentElement.scrollWidth, innerWidth]`)
			if page[0] > float64(width) || page[1] > float64(width) {
				t.Errorf("the page is %g wide in a window of %g", page[0], page[1])
			}
			// What is wider than the window may only stand where it scrolls by itself.
			out := ask[[]string](t, ctx, `[...document.querySelectorAll("body *")].filter((e) => !e.closest(".scroll table, .skip, svg") &&
				e.getBoundingClientRect().right > document.documentElement.clientWidth + 1).map((e) => e.outerHTML.slice(0, 120))`)
			if len(out) > 0 {
				t.Errorf("beyond the edge: %q", out[:min(len(out), 3)])
			}
		})
	}

	t.Run("dark where asked for", func(t *testing.T) {
		shade := func(scheme string) float64 {
			do(t, ctx, func(ctx context.Context, page *chromedp.Target) (none chromedp.Void, err error) {
				_, err = cdp.Call(ctx, page, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
				})
				return none, err
			})
			return ask[float64](t, ctx, `Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)[0])`)
		}
		if light, dark := shade("light"), shade("dark"); light < 200 || dark > 60 {
			t.Errorf("the page has %g of 255 in light and %g in dark", light, dark)
		}
	})
}

// TestComparisonInBrowser reads a comparison of two runs as a page.
func TestComparisonInBrowser(t *testing.T) {
	ctx := browser(t)
	dir := t.TempDir()
	var runs [2]*raw.Run
	for i, side := range []string{"old", "new"} {
		o := synthetic.Options{Processes: 5, Rounds: 5, Seed: uint64(1 + i)}
		if side == "new" {
			o.Factor = map[string]float64{"Iterate/pair/n=10000/backend=table/track=none": 1.5}
		}
		if err := synthetic.Write(filepath.Join(dir, side), o); err != nil {
			t.Fatal(err)
		}
		var err error
		if runs[i], err = raw.Load(filepath.Join(dir, side)); err != nil {
			t.Fatal(err)
		}
	}
	c, err := analyse.Compare(runs[0], runs[1], false)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := WriteComparison(dir, c, runs[1]); err != nil {
		t.Fatal(err)
	}
	do(t, ctx, chromedp.EmulateViewport(1280, 900), chromedp.Navigate(address(t, filepath.Join(dir, ComparisonPageName))))
	changed := ask[[]string](t, ctx, `[...document.querySelectorAll("main tbody tr")].map((r) => r.textContent).filter((s) => s.includes("slower"))`)
	if len(changed) == 0 || !strings.Contains(changed[0], "iterate/pair/n=10000") {
		t.Errorf("what became slower: %q", changed)
	}
	if n := ask[int](t, ctx, `document.querySelectorAll("figure svg text").length`); n < 3 {
		t.Errorf("the plot has %d texts", n)
	}
	if n := ask[int](t, ctx, `document.querySelectorAll("thead button").length`); n == 0 {
		t.Error("no table sorts")
	}
}

// TestFlameGraphInBrowser clicks into a flame graph and out again.
func TestFlameGraphInBrowser(t *testing.T) {
	ctx := browser(t)
	flame := filepath.Join("testdata", "run", "plots", "flame-track-table-cpu.svg")
	do(t, ctx, chromedp.EmulateViewport(1280, 600), chromedp.Navigate(address(t, flame)))
	type frame struct {
		Name              string
		X, Y, Width, Full float64
		Shown             bool
	}
	frames := func() []frame {
		return ask[[]frame](t, ctx, `[...document.querySelectorAll("g.f")].map((g) => {
			const r = g.querySelector("rect").getBoundingClientRect();
			return { name: g.dataset.n, x: r.x + r.width / 2, y: r.y + r.height / 2, width: r.width,
				full: document.documentElement.getBoundingClientRect().width, shown: r.width > 0 };
		})`)
	}
	before := frames()
	if len(before) < 8 || before[0].Name != "all" {
		t.Fatalf("frames: %+v", before)
	}
	narrow := -1
	for i, f := range before {
		if f.Width < before[0].Width/2 && f.Width > 40 {
			narrow = i
			break
		}
	}
	if narrow < 0 {
		t.Fatalf("no narrow frame: %+v", before)
	}
	click := func(f frame) { do(t, ctx, chromedp.MouseClickXY(f.X, f.Y)) }
	click(before[narrow])
	hidden := 0
	for i, f := range frames() {
		if i == narrow && f.Width < before[0].Width-1 {
			t.Errorf("%s is %g wide after the click, all is %g", f.Name, f.Width, before[0].Width)
		}
		if !f.Shown {
			hidden++
		}
	}
	if hidden == 0 {
		t.Error("what is beside the frame is still shown")
	}
	click(before[0])
	for i, f := range frames() {
		if f != before[i] {
			t.Errorf("after a click on the root %+v, it was %+v", f, before[i])
		}
	}
}

// firstTime reads the beginning of a span of times.
func firstTime(t *testing.T, s string) float64 {
	t.Helper()
	var v float64
	if _, err := fmt.Sscanf(s, "%g", &v); err != nil {
		t.Fatalf("%q: %v", s, err)
	}
	for _, u := range timeUnits {
		for _, w := range strings.Fields(s) {
			if w == u.name {
				if w == "ns" {
					return v
				}
				return v * u.size
			}
		}
	}
	t.Fatalf("%q has no unit", s)
	return 0
}
