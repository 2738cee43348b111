package progen

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// Difference says how two outcomes of a program differ; "" when they agree.
//
// Where the specification leaves the place of an error open (errors from
// inside builtins, 70 §5.1), an outcome with a place agrees with one without.
// The free ends of messages and the last digits of approximate functions do
// not count (tolerance.go).
func Difference(p *Program, a, b *Outcome) string {
	return compare(p, a, b, func(string, string) bool { return false })
}

// Compare is Difference with an outcome of this engine and one of a second
// implementation, for which the differences that leeways.go lists do not
// count. It adds those that it came across to seen.
func Compare(p *Program, ours, theirs *Outcome, seen map[string]int) string {
	return compare(p, ours, theirs, func(a, b string) bool {
		name := leewayOf(a, b)
		if name != "" {
			seen[name]++
		}
		return name != ""
	})
}

func compare(p *Program, a, b *Outcome, allowed func(a, b string) bool) string {
	a, b = settle(a), settle(b)
	t := toleranceOf(p.Files["main.syn"])
	same := func(x, y string) bool { return x == y || t.equal(x, y) || allowed(x, y) }
	if d := firstDifference(a.Out, b.Out, func(x, y string) bool { return placeless(x, y) || same(x, y) }); d != "" {
		return "stdout " + d
	}
	if d := firstDifference(errText(p, a, b), errText(p, b, a), same); d != "" {
		return "stderr " + d
	}
	if a.Code != b.Code {
		return sprintf("exit code: %d / %d", a.Code, b.Code)
	}
	return ""
}

// firstDifference compares line by line.
func firstDifference(a, b string, same func(a, b string) bool) string {
	if a == b {
		return ""
	}
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(x), len(y)) {
		var l, r string
		if i < len(x) {
			l = x[i]
		}
		if i < len(y) {
			r = y[i]
		}
		if i >= len(x) || i >= len(y) || !same(l, r) {
			return sprintf("line %d:\n    %.300s\n    %.300s", i+1, l, r)
		}
	}
	return ""
}

var runtimeError = regexp.MustCompile(`(?m)^((?:Runtime error|Agent error \[\w+\]): )([\w./-]+\.syn:\d+:\d+: )?((?s:.*))`)

// errText is the error stream of o without an optional place that other has
// not got.
func errText(p *Program, o, other *Outcome) string {
	m, n := runtimeError.FindStringSubmatchIndex(o.Err), runtimeError.FindStringSubmatchIndex(other.Err)
	if m == nil || n == nil || m[4] < 0 || n[4] >= 0 || mustBeLocated(p, o.Err[m[4]:m[5]], o.Err[m[6]:m[7]]) {
		return o.Err
	}
	return o.Err[:m[4]] + o.Err[m[5]:]
}

var innerPlace = regexp.MustCompile(`(Runtime error: )[\w./<>-]+:\d+:\d+: `)

// placeless reports lines that are the same but for the optional places of
// errors in them, which only one has: those of run_program and of reports.
func placeless(a, b string) bool {
	return len(innerPlace.FindAllString(a, -1)) != len(innerPlace.FindAllString(b, -1)) &&
		innerPlace.ReplaceAllString(a, "$1") == innerPlace.ReplaceAllString(b, "$1")
}

// mustBeLocated reports a message that is never printed without its place.
func mustBeLocated(p *Program, place, msg string) bool {
	msg = strings.TrimSuffix(msg, "\n")
	if operatorError().MatchString(msg) && isCall(p, place) {
		return false
	}
	for i, r := range recognisers() {
		if locatedNames()[i] && r.re.MatchString(msg) {
			return true
		}
	}
	return false
}

// operatorError are messages of operators that builtins give, too: pow, and
// those that add or compare numbers (40 §8, §10).
var operatorError = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:Unsupported operation: \w+ \*\* \w+|cannot mix decimal and float; )`)
})

// isCall reports a place, FILE:LINE:COLUMN, that is the parenthesis of a call.
func isCall(p *Program, place string) bool {
	parts := strings.Split(place, ":")
	if len(parts) < 3 {
		return false
	}
	line, _ := strconv.Atoi(parts[1])
	column, _ := strconv.Atoi(parts[2])
	lines := strings.Split(p.Files[parts[0]], "\n")
	if line < 1 || line > len(lines) {
		return false
	}
	text := []rune(lines[line-1])
	return column > 1 && column <= len(text) && text[column-1] == '(' && text[column-2] != ' '
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
