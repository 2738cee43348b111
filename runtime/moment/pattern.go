package moment

import (
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// item is one piece of a strftime pattern: a directive, white space or other
// literal text.
type item struct {
	code   string // letter with its prefix: "Y", ".3f", ":z"; "" for a literal
	pad    byte   // '-', '_', '0', or 0 when not given
	text   string // a literal
	spaces bool   // the literal is white space
}

// composites are directives that stand for others.
func composite(code string) string {
	switch code {
	case "D", "x":
		return "%m/%d/%y"
	case "F":
		return "%Y-%m-%d"
	case "v":
		return "%e-%b-%Y"
	case "R":
		return "%H:%M"
	case "T", "X":
		return "%H:%M:%S"
	case "r":
		return "%I:%M:%S %p"
	case "c":
		return "%a %b %e %H:%M:%S %Y"
	}
	return ""
}

// directives of one letter; those with a prefix are told apart in parsePattern.
const simple = "YCymbBhdeaAwuUWGgVjHkIlPpMSfZzs+"

// parsePattern takes a pattern apart for the builtin fn.
func parsePattern(fn, pattern string) ([]item, error) {
	var items []item
	for i := 0; i < len(pattern); {
		c := pattern[i]
		if c != '%' {
			n := i
			blank := isSpace(c)
			for n < len(pattern) && pattern[n] != '%' && isSpace(pattern[n]) == blank {
				n++
			}
			items = append(items, item{text: pattern[i:n], spaces: blank})
			i = n
			continue
		}
		n := i + 1
		it := item{}
		if n < len(pattern) && strings.IndexByte("-_0", pattern[n]) >= 0 {
			it.pad = pattern[n]
			n++
		}
		from := n
		n = codeEnd(pattern, n)
		it.code = pattern[from:n]
		inner := composite(it.code)
		switch {
		case it.code == "%":
			items = append(items, item{text: "%"})
		case it.code == "t":
			items = append(items, item{text: "\t", spaces: true})
		case it.code == "n":
			items = append(items, item{text: "\n", spaces: true})
		case inner != "":
			more, _ := parsePattern(fn, inner)
			items = append(items, more...)
		case len(it.code) == 1 && strings.Contains(simple, it.code), len(it.code) > 1 && known(it.code):
			items = append(items, it)
		default:
			end := n
			if it.code == "" && n < len(pattern) {
				end = runeEnd(pattern, n)
			}
			return nil, value.Errorf("%s: %s is not a strftime specifier (e.g. %%Y %%m %%d %%H %%M %%S %%z; %%%% is a literal %%)", fn, builtin.Quote(pattern[i:end]))
		}
		i = n
	}
	return items, nil
}

// codeEnd finds the end of the directive whose code begins at n.
func codeEnd(p string, n int) int {
	for _, long := range [...]string{".3f", ".6f", ".9f", ".f", "3f", "6f", "9f", "::z", ":z"} {
		if strings.HasPrefix(p[n:], long) {
			return n + len(long)
		}
	}
	if n < len(p) && p[n] < 128 {
		return n + 1
	}
	return n
}

func known(code string) bool {
	switch code {
	case ".f", ".3f", ".6f", ".9f", "3f", "6f", "9f", ":z", "::z":
		return true
	}
	return false
}

func runeEnd(s string, n int) int {
	for i := range s[n:] {
		if i > 0 {
			return n + i
		}
	}
	return len(s)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

var months = [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

var weekdays = [...]string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}
