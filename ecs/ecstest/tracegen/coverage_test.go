package tracegen

import (
	"strings"
	"testing"
)

// Everything that the language has must turn up sooner or later.
func TestGeneratedCoverTheLanguage(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(100) {
		all.Write(generated(seed, Config{LongSleeps: true}).Format())
	}
	text := all.String()
	for _, word := range []string{
		"ring=1", "created=off", "overflow=error", "clock=42949672", "seed=",
		" sparse", " fields=0", " fields=4", " track=none", " track=added", " track=changed", " track=removed", ",removed",
		"\nspawn ", "*", "+", ".*", "%", ".0-",
		"\ndespawn ", "\nadd ", "\nset ", "\nremove ", "\nmut ", "\nupdate ", "\nref ", "\neach ",
		"defer spawn ", "defer despawn ", "defer add ", "defer set ", "defer remove ", "defer mut ",
		"defer update ", "defer ref ", "defer each ", "defer fail ",
		"\nread ", "\nhas ", "\nalive ", "\nwas ", "\ncount ", "\nsum ", "\nquery ", "  removed ",
		"fail spawn ", "fail despawn ", "fail add ", "fail set ", "fail remove ", "fail mut ", "fail update ", "fail ref ",
		"fail read ", "fail was ", "fail count ", "fail sum ", "fail query ", "fail removed ", "fail each ",
		"=> true", "=> false", "=> -", "=> bitmap: error", "=> ticks: ", "=> frame: ", "=> frame-exact: ",
		" All(", " None(", " Any(", " AllAdded(", " NoneAdded(", " AnyAdded(", " AllChanged(", " NoneChanged(", " AnyChanged(",
		" AllRemoved(", " NoneRemoved(", " AnyRemoved(", " Created", " Or(", ")@", "Created@", " created @",
		"\nrun ", "\ntick\n", "\ntick ", "\nmark ", "\nclear\n", "\nclear added", "\nclear changed", "\nclear removed", "\nclear created",
		"\nsave ", "\nload ", "\nrepeat ", "\nmeasure\n", "  repeat ", "tick 1000000",
	} {
		if !strings.Contains(text, word) {
			t.Errorf("%q turns up nowhere", word)
		}
	}
}
