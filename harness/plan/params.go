package plan

import (
	"slices"
	"strings"
)

// Params is a parameter point.
type Params []Param

// Value is that of a parameter, or "".
func (ps Params) Value(key string) string {
	for _, p := range ps {
		if p.Key == key {
			return p.Value
		}
	}
	return ""
}

// Only are the parameters with these keys.
func (ps Params) Only(keys []string) Params {
	return slices.DeleteFunc(slices.Clone(ps), func(p Param) bool { return !slices.Contains(keys, p.Key) })
}

// Without are the parameters with other keys.
func (ps Params) Without(keys ...string) Params {
	return slices.DeleteFunc(slices.Clone(ps), func(p Param) bool { return slices.Contains(keys, p.Key) })
}

// String is the point in words: "n=10000 dirty=1".
func (ps Params) String() string {
	words := make([]string, len(ps))
	for i, p := range ps {
		words[i] = p.Key + "=" + p.Value
	}
	return strings.Join(words, " ")
}
