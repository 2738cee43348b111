package memory

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// condition is what a rule says of a number: `height <= 120`.
type condition struct {
	variable, op string
	bound        float64
}

// conditionOf finds the first `word OP number` in a description.
func conditionOf(s string) (condition, bool) {
	for i := 0; i < len(s); i++ {
		op := operatorAt(s[i:])
		if op == "" {
			continue
		}
		word := lastWord(strings.TrimRightFunc(s[:i], unicode.IsSpace))
		num := leadingNumber(strings.TrimLeftFunc(s[i+len(op):], unicode.IsSpace))
		if word != "" && num != "" {
			f, err := strconv.ParseFloat(num, 64)
			return condition{word, op, f}, err == nil
		}
		i += len(op) - 1
	}
	return condition{}, false
}

func operatorAt(s string) string {
	if len(s) > 1 && s[1] == '=' {
		switch s[0] {
		case '<', '>', '=', '!':
			return s[:2]
		}
	}
	if s[0] == '<' || s[0] == '>' {
		return s[:1]
	}
	return ""
}

func lastWord(s string) string {
	i := len(s)
	for i > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:i])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		i -= n
	}
	return s[i:]
}

// leadingNumber is [-]digits[.digits] at the start of s.
func leadingNumber(s string) string {
	i := 0
	if strings.HasPrefix(s, "-") {
		i = 1
	}
	from := i
	digits := func() {
		for i < len(s) && s[i] >= '0' && s[i] <= '9' {
			i++
		}
	}
	digits()
	if i == from {
		return ""
	}
	if i+1 < len(s) && s[i] == '.' && s[i+1] >= '0' && s[i+1] <= '9' {
		i++
		digits()
	}
	return s[:i]
}

// violated reports whether the numbers of a context contradict the rule. A
// variable that is missing, or no number, contradicts nothing.
func (r *rule) violated(context *value.Map) bool {
	c, ok := conditionOf(r.description)
	if !ok || context == nil {
		return false
	}
	v, ok := context.Get(c.variable)
	if !ok || !v.IsNumber() && !v.IsDecimal() {
		return false
	}
	x := builtin.Float(v)
	switch c.op {
	case "<=":
		return !(x <= c.bound)
	case ">=":
		return !(x >= c.bound)
	case "<":
		return !(x < c.bound)
	case ">":
		return !(x > c.bound)
	case "==":
		return x != c.bound
	}
	return x == c.bound
}
