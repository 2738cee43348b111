package progen

import (
	"math"
	"regexp"
	"strconv"
	"sync"
)

// freeEnds are parts of messages whose wording the specification leaves to the
// implementation; what stays is the first group.
var freeEnds = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		// 20 §22.2: only the beginning is quoted
		regexp.MustCompile(`(is a protected builtin and this call does not resolve to it \(it resolves to \w+\): )[^\n]*`),
		regexp.MustCompile(`(is a protected builtin and cannot be bound to something callable: )[^\n]*`),
		// 60 §60.5: `zip_extract: not a zip: <os>`, `tar_extract: not a tar: <os>`; 60 §60.4: `Cannot write file PATH: <os>`
		regexp.MustCompile(`(\b(?:zip_extract: not a zip|tar_extract: not a tar|Cannot (?:write|delete|list) (?:file|directory|dir) [^:\n]+): )[^\n]*`),
		// 60 §60.7: the reason is the system's
		regexp.MustCompile(`(\b(?:run|proc_spawn): cannot start "(?s:.*?)": )[^\n]*`),
		// 60 §60.9.1: "an error containing `the options map is the last argument`"
		regexp.MustCompile(`(\bfetch: the options map is the last argument)[^\n]*`),
		// 30 §30.5: "‹detail› is implementation defined"
		regexp.MustCompile(`(invalid regex pattern (?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"): )[^\n]*`),
		// 30 §30.14: "Errors start with `toml_parse: ` (detail implementation defined)", but for one
		regexp.MustCompile(`(\btoml_parse: (?:expected TOML text, got \w+)?)[^\n]*`),
		// 30 §30.14: "Any error, DOCTYPE included: `xml_parse: ‹detail› (DTDs …)`"
		regexp.MustCompile(`(\bxml_parse: )[^\n]*\(DTDs and external entities are not processed on purpose\)`),
	}
})

// settle drops what the specification leaves open.
func settle(o *Outcome) *Outcome {
	s := &Outcome{Code: o.Code, Out: unfold(o.Out), Err: o.Err}
	for _, re := range freeEnds() {
		s.Out, s.Err = re.ReplaceAllString(s.Out, "$1"), re.ReplaceAllString(s.Err, "$1")
	}
	return s
}

// A tolerance says how near numbers must be. Functions that only need to come
// near the true value (40 §8.1) may differ in the last digits. Fits,
// decompositions and products of complex numbers add errors up, so that a
// result may be far from another in relation to itself, though not to the
// numbers beside it.
type tolerance struct {
	each float64 // relative to the number
	line float64 // relative to the largest number of the line
}

var approximate = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\*\*|\b(a?(sin|cos|tan)h?|atan2|exp|ln|log10|log2|log_base|cbrt|hypot|pow|gamma|erfc?|arg|degrees|radians|` +
		`std|var|corr|cov|polyval|norm|mean_of|rng|quantile\w*|percentile|random_normal|sqrt)\b`)
})

var accumulating = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(polyfit|lstsq|solve|inv|det|complex|lgamma|beta)\b`)
})

func toleranceOf(source string) tolerance {
	var t tolerance
	if approximate().MatchString(source) {
		t.each = 4e-15
	}
	if accumulating().MatchString(source) {
		t.line = 1e-12
	}
	return t
}

var numberText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?`)
})

// equal reports lines that differ in numbers alone, and in these by little.
func (t tolerance) equal(a, b string) bool {
	if t == (tolerance{}) {
		return false
	}
	re := numberText()
	x, y := re.FindAllString(a, -1), re.FindAllString(b, -1)
	if len(x) != len(y) || re.ReplaceAllString(a, "#") != re.ReplaceAllString(b, "#") {
		return false
	}
	pairs, largest := make([][2]float64, len(x)), 0.0
	for i := range x {
		f, err1 := strconv.ParseFloat(x[i], 64)
		g, err2 := strconv.ParseFloat(y[i], 64)
		if x[i] != y[i] && (err1 != nil || err2 != nil) {
			return false
		}
		pairs[i] = [2]float64{f, g}
		largest = max(largest, math.Abs(f))
	}
	for i, p := range pairs {
		d := math.Abs(p[0] - p[1])
		if x[i] != y[i] && !(d <= t.each*math.Abs(p[0]) || d <= t.line*largest) {
			return false
		}
	}
	return true
}
