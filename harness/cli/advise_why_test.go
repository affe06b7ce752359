package cli

import (
	"bytes"
	"strings"
	"testing"

	"ecslab/harness/predict"
)

// The reasons go as far as the first pair that is clearly slower, and what is
// borrowed is not taken for it.
func TestWhyReachesTheFirstLoser(t *testing.T) {
	p := func(pair string, ratio float64, alike, borrowed bool) *predict.Prediction {
		return &predict.Prediction{Pair: pair, NS: 1e3 * ratio, Ratio: ratio, Alike: alike, Borrowed: borrowed,
			Parts: []predict.Part{{Kind: predict.Detect, NS: 1e3 * ratio, Share: 1}}}
	}
	out := &advice{predictions: []*predict.Prediction{
		p("table/bitmap", 1, true, false), p("table/frame", 1.01, true, false), p("sparse/bitmap", 1.5, false, true),
		p("table/ticks", 3, false, false), p("sparse/ticks", 4, false, false),
	}}
	for _, elsewhere := range [][]string{nil, {"cpu"}} {
		out.Elsewhere = elsewhere
		var b bytes.Buffer
		out.why(&paragraphs{w: &b})
		flat := strings.Join(strings.Fields(b.String()), " ")
		for _, want := range []string{"- table/frame cannot be told from it.", "- sparse/bitmap~ takes ", "- table/ticks, the first that is clearly slower, takes "} {
			if !strings.Contains(flat, want) {
				t.Errorf("no %q in\n%s", want, b.String())
			}
		}
		if strings.Contains(flat, "sparse/ticks") || strings.Contains(flat, "may have made it the first") {
			t.Errorf("too much in\n%s", b.String())
		}
		narrow(t, b.String())
	}
	out.predictions[0].Borrowed = true
	var b bytes.Buffer
	out.why(&paragraphs{w: &b})
	if !strings.Contains(b.String(), "may have made it the first") {
		t.Errorf("a borrowed first:\n%s", b.String())
	}
}

// All that was asked for is told, whatever it is.
func TestDemandInWords(t *testing.T) {
	d := demand{entities: 100, components: 4, fields: 1, systems: 2, observers: 1, every: 1, changed: 3, toggled: 5, churn: 7}
	want := "100 entities of 4 components of 1 field, 2 systems, 1 observer every frame; of the entities 3 % change, 5 % gain and lose a component, 7 % are replaced in each frame"
	if got := d.inWords(); got != want {
		t.Error(got)
	}
	d.observers, d.every = 2, 6
	if got := d.inWords(); !strings.Contains(got, "2 observers every 6 frames;") {
		t.Error(got)
	}
	d.observers = 0
	if got := d.inWords(); !strings.Contains(got, "no observer;") {
		t.Error(got)
	}
}
