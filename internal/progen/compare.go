package progen

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Difference says how two outcomes of a program differ; "" when they agree.
//
// Where the specification leaves the place of an error open (errors from
// inside builtins, 70 §5.1), an outcome with a place agrees with one without.
//
// Functions that only need to come near the true value (40 §8.1) may differ in
// the last digits.
func Difference(p *Program, a, b *Outcome) string {
	a, b = settle(a), settle(b)
	near := approximate().MatchString(p.Files["main.syn"])
	if a.Out != b.Out && !(near && nearlyEqual(a.Out, b.Out)) {
		return "stdout " + firstDifference(a.Out, b.Out)
	}
	if x, y := errText(a, b), errText(b, a); x != y && !(near && nearlyEqual(x, y)) {
		return "stderr " + firstDifference(x, y)
	}
	if a.Code != b.Code {
		return sprintf("exit code: %d / %d", a.Code, b.Code)
	}
	return ""
}

var runtimeError = regexp.MustCompile(`(?m)^((?:Runtime error|Agent error \[\w+\]): )([\w./-]+\.syn:\d+:\d+: )?((?s:.*))`)

// approximate finds the operations whose last digits are left open.
var approximate = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\*\*|\b(a?(sin|cos|tan)h?|atan2|exp|ln|log10|log2|log_base|cbrt|hypot|pow|l?gamma|beta|erfc?|arg|degrees|radians|` +
		`std|var|corr|cov|polyfit|polyval|lstsq|solve|inv|det|norm|mean_of|rng|quantile\w*|percentile|random_normal|complex|sqrt)\b`)
})

var longFloat = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[0-9]+\.[0-9]+(?:e[+-][0-9]+)?`)
})

var complexText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]i\b`) })

// nearlyEqual reports texts that differ in the last digits of floats alone.
func nearlyEqual(a, b string) bool {
	re := longFloat()
	x, y := re.FindAllString(a, -1), re.FindAllString(b, -1)
	if len(x) != len(y) || re.ReplaceAllString(a, "#") != re.ReplaceAllString(b, "#") {
		return false
	}
	within := 4e-15
	if complexText().MatchString(a) { // products of complex numbers add their errors up
		within = 1e-12
	}
	for i := range x {
		if x[i] == y[i] {
			continue
		}
		f, err1 := strconv.ParseFloat(x[i], 64)
		g, err2 := strconv.ParseFloat(y[i], 64)
		if err1 != nil || err2 != nil || math.Abs(f-g) > within*math.Abs(f) {
			return false
		}
	}
	return true
}

// hidden is the free end of the message about protected names (20 §22.2).
var hidden = regexp.MustCompile(`(is a protected builtin and this call does not resolve to it \(it resolves to \w+\): )[^\n]*`)

// settle drops what the specification leaves open.
func settle(o *Outcome) *Outcome {
	return &Outcome{Code: o.Code, Out: hidden.ReplaceAllString(o.Out, "$1"), Err: hidden.ReplaceAllString(o.Err, "$1")}
}

// errText is the error stream of o without an optional place that other has
// not got.
func errText(o, other *Outcome) string {
	m, n := runtimeError.FindStringSubmatchIndex(o.Err), runtimeError.FindStringSubmatchIndex(other.Err)
	if m == nil || n == nil || m[4] < 0 || n[4] >= 0 || mustBeLocated(o.Err[m[6]:m[7]]) {
		return o.Err
	}
	return o.Err[:m[4]] + o.Err[m[5]:]
}

// mustBeLocated reports a message that is never printed without its place.
func mustBeLocated(msg string) bool {
	msg = strings.TrimSuffix(msg, "\n")
	for i, r := range recognisers() {
		if locatedNames()[i] && r.re.MatchString(msg) {
			return true
		}
	}
	return false
}

func locatedNames() []bool {
	var list []bool
	for _, c := range faultCases() {
		if c.message != "$^" {
			// a raised text may look like any other
			list = append(list, c.located && c.name != "raise")
		}
	}
	return list
}

func firstDifference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(x), len(y)) {
		var l, r string
		if i < len(x) {
			l = x[i]
		}
		if i < len(y) {
			r = y[i]
		}
		if l != r {
			return sprintf("line %d:\n    %.300s\n    %.300s", i+1, l, r)
		}
	}
	return ""
}
