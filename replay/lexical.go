package replay

import (
	"math"
	"strconv"
)

// isName reports whether s is a NAME: an ASCII letter or _, then letters, digits, _, - and :.
func isName(s string) bool { return isWordOf(s, false) }

// isComponentName reports whether s is a NAME that may also hold dots.
func isComponentName(s string) bool { return isWordOf(s, true) }

func isWordOf(s string, dots bool) bool {
	for i := range len(s) {
		if !fits(s[i], i, dots) {
			return false
		}
	}
	return s != ""
}

// fits reports whether a byte may stand there in a NAME, or with dots in the name of a component.
func fits(c byte, at int, dots bool) bool {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
		return true
	case isDigit(c), c == '-', c == ':':
		return at > 0
	}
	return c == '.' && at > 0 && dots
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// digits returns how many bytes at the start of s are decimal digits.
func digits(s string) int {
	n := 0
	for n < len(s) && isDigit(s[n]) {
		n++
	}
	return n
}

// parseNumber reads s as nothing but decimal digits, within 64 bits.
func parseNumber(s string) (n uint64, ok bool) {
	if s == "" || digits(s) != len(s) {
		return 0, false // strconv takes a sign
	}
	n, err := strconv.ParseUint(s, 10, 64)
	return n, err == nil
}

// parseNumberIn is parseNumber for a number from low to high.
func parseNumberIn(s string, low, high uint64) (n uint64, ok bool) {
	n, ok = parseNumber(s)
	return n, ok && low <= n && n <= high
}

// parseValue reads s as a V: [+-]digits[.digits][e[+-]digits] within float64. strconv alone would
// take more: hexadecimal, underscores, Inf, a bare point.
func parseValue(s string) (v float64, ok bool) {
	rest := skipSign(s)
	n := digits(rest)
	if n == 0 {
		return 0, false
	}
	rest = rest[n:]
	if rest != "" && rest[0] == '.' {
		if n = digits(rest[1:]); n == 0 {
			return 0, false
		}
		rest = rest[1+n:]
	}
	if rest != "" && rest[0] == 'e' {
		rest = skipSign(rest[1:])
		if n = digits(rest); n == 0 {
			return 0, false
		}
		rest = rest[n:]
	}
	if rest != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && !math.IsInf(v, 0)
}

func skipSign(s string) string {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return s[1:]
	}
	return s
}
