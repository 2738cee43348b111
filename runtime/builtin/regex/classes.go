package regex

import (
	"fmt"
	"regexp/syntax"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The classes of the dialect, written for regexp/syntax without brackets. They
// can stand inside of brackets, too: they begin and end with a class or a
// range, so that a hyphen next to them makes no range.
const (
	digitClass = `\p{Nd}`
	wordClass  = `\p{L}\p{M}\p{Nd}\x{200C}-\x{200D}\p{Pc}`
	spaceClass = `\p{Zs}\x{85}\t-\r\x{2028}-\x{2029}`
)

// What classes weigh is, roughly, how many dozens of ranges regexp/syntax makes
// of them. It merges the ranges of a class as it reads, so that the program may
// be small whose pattern takes minutes to compile.
const (
	lightClass = 1
	heavyClass = 8
	maxClasses = 4000
)

// perl writes \d, \w, \s and their complements.
func (tr *translation) perl(c byte, inClass bool) {
	if tr.flags.ascii {
		if c == 's' || c == 'S' { // with the vertical tab, unlike Go
			tr.bracket(` \t-\r`, c == 'S', inClass)
			return
		}
		tr.out.WriteString(`\` + string(c))
		return
	}
	tr.classes += lightClass
	switch c {
	case 'd':
		tr.out.WriteString(digitClass)
	case 'D':
		tr.out.WriteString(`\P{Nd}`)
	case 'w', 'W':
		tr.classes += heavyClass
		tr.bracket(wordClass, c == 'W', inClass)
	case 's', 'S':
		tr.bracket(spaceClass, c == 'S', inClass)
	}
}

// bracket writes a class; a complement inside of brackets is spelled out.
func (tr *translation) bracket(class string, negate, inClass bool) {
	switch {
	case !inClass && negate:
		tr.out.WriteString("[^" + class + "]")
	case !inClass:
		tr.out.WriteString("[" + class + "]")
	case negate:
		tr.out.WriteString(tr.complement(class))
	default:
		tr.out.WriteString(class)
	}
}

// complement spells the complement of a class out as ranges.
func (tr *translation) complement(class string) string {
	if spelled, ok := tr.complements[class]; ok {
		return spelled
	}
	re, err := syntax.Parse("[^"+class+"]", syntax.Perl)
	if err != nil || re.Op != syntax.OpCharClass {
		return ""
	}
	if tr.complements == nil {
		tr.complements = map[string]string{}
	}
	tr.complements[class] = ranges(re.Rune)
	return tr.complements[class]
}

func ranges(pairs []rune) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&b, `\x{%x}-\x{%x}`, pairs[i], pairs[i+1])
	}
	return b.String()
}

// property translates \pN, \p{Name}, \p{^Name}, \p{Script=Name}.
func (tr *translation) property(inClass bool) error {
	s := tr.rest()
	negate := s[1] == 'P'
	if len(s) < 3 {
		return fmt.Errorf("incomplete escape sequence, reached end of pattern prematurely")
	}
	name, end := "", 0
	if s[2] == '{' {
		i := strings.IndexByte(s, '}')
		if i < 0 {
			return fmt.Errorf("incomplete escape sequence, reached end of pattern prematurely")
		}
		name, end = s[3:i], i+1
	} else {
		_, w := utf8.DecodeRuneInString(s[2:])
		name, end = s[2:2+w], 2+w
	}
	if strings.HasPrefix(name, "^") {
		name, negate = name[1:], !negate
	}
	if kind, of, ok := strings.Cut(name, "!="); ok {
		name, negate = kind+"="+of, !negate
	}
	if kind, of, ok := strings.Cut(name, "="); ok {
		switch simple(kind) {
		case "script", "sc", "scx", "scriptextensions", "gc", "generalcategory":
			name = of
		default:
			return fmt.Errorf("no such Unicode property: `%s`", name)
		}
	}
	tr.pos += end
	tr.classes += heavyClass
	if class := derived(simple(name)); class != "" {
		tr.bracket(class, negate, inClass)
		return nil
	}
	letter := "p"
	if negate {
		letter = "P"
	}
	tr.out.WriteString(`\` + letter + "{" + name + "}")
	return nil
}

func simple(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(name))
}

// derived gives the properties that regexp/syntax does not know.
func derived(name string) string {
	switch name {
	case "whitespace", "wspace", "space":
		return spaceClass
	case "alphabetic", "alpha":
		return `\p{L}\p{Nl}` + table(unicode.Other_Alphabetic)
	case "uppercase", "upper":
		return `\p{Lu}` + table(unicode.Other_Uppercase)
	case "lowercase", "lower":
		return `\p{Ll}` + table(unicode.Other_Lowercase)
	case "math":
		return `\p{Sm}` + table(unicode.Other_Math)
	case "dash":
		return table(unicode.Dash)
	case "ideographic", "ideo":
		return table(unicode.Ideographic)
	case "hexdigit", "hex":
		return table(unicode.Hex_Digit)
	case "asciihexdigit", "ahex":
		return table(unicode.ASCII_Hex_Digit)
	}
	return ""
}

func table(t *unicode.RangeTable) string {
	var b strings.Builder
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			fmt.Fprintf(&b, `\x{%x}-\x{%x}`, lo, hi)
			return
		}
		for r := lo; r <= hi; r += stride {
			fmt.Fprintf(&b, `\x{%x}-\x{%x}`, r, r)
		}
	}
	for _, r := range t.R16 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	for _, r := range t.R32 {
		add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
	}
	return b.String()
}
