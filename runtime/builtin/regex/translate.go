package regex

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// translation turns a pattern of the dialect (30 §30.5) into one of
// regexp/syntax with the same meaning. Differences handled here: Unicode
// classes and word boundaries, verbose mode, \u escapes, what the dialect
// refuses although Go accepts it (octal escapes, \Q, \C), and clear messages
// for what neither has. Everything else is checked by regexp/syntax itself.
type translation struct {
	src string
	pos int
	out buffer

	// atom is where the last thing that can be repeated begins in out, -1
	// when there is none; repeated tells that an operator follows it already.
	atom     int
	repeated bool
	wrapped  int // atoms put into groups of their own

	flags flags
	outer []group // that are open
	// boundary tells that \b or \B occurs with its Unicode meaning.
	boundary bool
	// classes is what the Unicode classes weigh that were written.
	classes     int
	complements map[string]string // by class, that were needed
}

// buffer is a strings.Builder that can be inserted into.
type buffer []byte

func (b *buffer) Write(p []byte) (int, error) { *b = append(*b, p...); return len(p), nil }
func (b *buffer) WriteString(s string)        { *b = append(*b, s...) }

// group is an open group: the flags outside of it, and where it begins.
type group struct {
	flags flags
	at    int
}

// flags are the flags that the translator has to know itself.
type flags struct {
	verbose bool // x
	ascii   bool // -u
}

func translate(pattern string) (goPattern string, boundary bool, err error) {
	if !utf8.ValidString(pattern) {
		return "", false, fmt.Errorf("the pattern is not valid UTF-8")
	}
	tr := translation{src: pattern, out: make(buffer, 0, len(pattern)+16), atom: -1}
	for tr.pos < len(tr.src) {
		if err := tr.item(); err != nil {
			return "", false, err
		}
		if tr.classes > maxClasses {
			return "", false, errTooLarge
		}
	}
	return string(tr.out), tr.boundary, nil
}

func (tr *translation) rest() string { return tr.src[tr.pos:] }

// copyBytes takes n bytes over as they are.
func (tr *translation) copyBytes(n int) {
	tr.out.WriteString(tr.src[tr.pos : tr.pos+n])
	tr.pos += n
}

func (tr *translation) item() error {
	at := len(tr.out)
	switch c := tr.src[tr.pos]; c {
	case '*', '+', '?':
		if err := tr.repeat(); err != nil {
			return err
		}
		tr.copyBytes(1)
		tr.lazy()
		return nil
	case '{':
		if op, n := tr.count(); n > 0 {
			if err := tr.repeat(); err != nil {
				return err
			}
			tr.out.WriteString(op)
			tr.pos += n
			tr.lazy()
			return nil
		}
		tr.out.WriteString(`\{`)
		tr.pos++
	case '(':
		tr.atom, tr.repeated = -1, false
		return tr.open()
	case ')':
		if n := len(tr.outer); n > 0 {
			tr.flags, at = tr.outer[n-1].flags, tr.outer[n-1].at
			tr.outer = tr.outer[:n-1]
		}
		tr.copyBytes(1)
	case '|':
		tr.copyBytes(1)
		at = -1
	case '\\':
		if err := tr.escape(false); err != nil {
			return err
		}
	case '[':
		if err := tr.class(); err != nil {
			return err
		}
	default:
		if tr.flags.verbose && tr.ignored() {
			return nil
		}
		_, w := utf8.DecodeRuneInString(tr.rest())
		tr.copyBytes(w)
	}
	tr.atom, tr.repeated = at, false
	return nil
}

// ignored skips white space and comments of verbose mode.
func (tr *translation) ignored() bool {
	if tr.src[tr.pos] == '#' {
		if end := strings.IndexByte(tr.rest(), '\n'); end >= 0 {
			tr.pos += end + 1
		} else {
			tr.pos = len(tr.src)
		}
		return true
	}
	r, w := utf8.DecodeRuneInString(tr.rest())
	if !unicode.IsSpace(r) {
		return false
	}
	tr.pos += w
	return true
}

// repeat prepares for a repetition operator. What is repeated already
// becomes a group, since regexp/syntax has no a**.
func (tr *translation) repeat() error {
	if tr.atom < 0 { // regexp/syntax words the error
		return nil
	}
	if tr.repeated {
		if tr.wrapped++; tr.wrapped > 100 {
			return fmt.Errorf("too many repetition operators in a row")
		}
		tr.out = slices.Insert(tr.out, tr.atom, '(', '?', ':')
		tr.out.WriteString(")")
	}
	tr.repeated = true
	return nil
}

// lazy takes the question mark that makes an operator prefer less.
func (tr *translation) lazy() {
	if tr.flags.verbose {
		for tr.pos < len(tr.src) && tr.ignored() {
		}
	}
	if strings.HasPrefix(tr.rest(), "?") {
		tr.copyBytes(1)
	}
}

// count reads a counted repetition, in verbose mode one with spaces inside;
// n is 0 when the brace begins none.
func (tr *translation) count() (op string, n int) {
	end := strings.IndexByte(tr.rest(), '}')
	if end < 0 {
		return "", 0
	}
	inner := tr.rest()[1:end]
	if tr.flags.verbose {
		inner = strings.Join(strings.Fields(inner), "")
	}
	if !isCount(inner) {
		return "", 0
	}
	return "{" + inner + "}", end + 1
}

func isCount(s string) bool {
	low, high, comma := strings.Cut(s, ",")
	digits := func(s string) bool {
		for i := 0; i < len(s); i++ {
			if s[i] < '0' || s[i] > '9' {
				return false
			}
		}
		return true
	}
	return low != "" && digits(low) && (!comma || digits(high))
}

// open handles what begins with an opening parenthesis.
func (tr *translation) open() error {
	s := tr.rest()
	if !strings.HasPrefix(s, "(?") {
		tr.outer = append(tr.outer, group{tr.flags, len(tr.out)})
		tr.copyBytes(1)
		return nil
	}
	for _, look := range [...]string{"(?=", "(?!", "(?<=", "(?<!"} {
		if strings.HasPrefix(s, look) {
			return fmt.Errorf("look-around, including look-ahead and look-behind, is not supported: `%s`", look)
		}
	}
	if strings.HasPrefix(s, "(?P=") || strings.HasPrefix(s, "(?P>") {
		return fmt.Errorf("backreferences are not supported: `%s`", s[:4])
	}
	if strings.HasPrefix(s, "(?P<") || strings.HasPrefix(s, "(?<") {
		end := strings.IndexByte(s, '>')
		if end < 0 {
			return fmt.Errorf("unclosed group name")
		}
		tr.outer = append(tr.outer, group{tr.flags, len(tr.out)})
		tr.copyBytes(end + 1)
		return nil
	}
	return tr.setFlags(s)
}

// setFlags handles (?flags) and (?flags:…), keeping what regexp/syntax has.
func (tr *translation) setFlags(s string) error {
	was := tr.flags
	on, off := "", ""
	negative := false
	for i := 2; i < len(s); i++ {
		switch c := s[i]; c {
		case 'x':
			tr.flags.verbose = !negative
		case 'u':
			tr.flags.ascii = negative
		case 'i', 'm', 's', 'U':
			if negative {
				off += string(c)
			} else {
				on += string(c)
			}
		case '-':
			if negative {
				return fmt.Errorf("flag negation operator repeated")
			}
			negative = true
		case ':', ')':
			if s[i-1] == '-' || c == ')' && i == 2 {
				return fmt.Errorf("missing flags in `%s`", s[:i+1])
			}
			if off != "" {
				on += "-" + off
			}
			tr.pos += i + 1
			switch {
			case c == ':':
				tr.outer = append(tr.outer, group{was, len(tr.out)})
				tr.out.WriteString("(?" + on + ":")
			case on != "":
				tr.out.WriteString("(?" + on + ")")
			}
			return nil
		default:
			r, _ := utf8.DecodeRuneInString(s[i:])
			return fmt.Errorf("unrecognized flag `%c`", r)
		}
	}
	return fmt.Errorf("unclosed group")
}

// escape translates an escape sequence, inside a bracketed class or outside.
func (tr *translation) escape(inClass bool) error {
	s := tr.rest()
	if len(s) < 2 {
		return fmt.Errorf("incomplete escape sequence, reached end of pattern prematurely")
	}
	c := s[1]
	switch {
	case strings.IndexByte("dDwWsS", c) >= 0:
		tr.pos += 2
		tr.perl(c, inClass)
		return nil
	case c >= '0' && c <= '9':
		return fmt.Errorf("backreferences are not supported: `\\%c`", c)
	case c == 'b' || c == 'B':
		if inClass {
			return fmt.Errorf("`\\%c` is not allowed in a class", c)
		}
		if strings.HasPrefix(s, `\b{`) {
			return fmt.Errorf("special word boundaries are not supported: `\\b{`")
		}
		tr.boundary = tr.boundary || !tr.flags.ascii
		tr.copyBytes(2)
		return nil
	case c == 'A' || c == 'z':
		if inClass {
			return fmt.Errorf("`\\%c` is not allowed in a class", c)
		}
		tr.copyBytes(2)
		return nil
	case c == 'p' || c == 'P':
		return tr.property(inClass)
	case c == 'x' || c == 'u' || c == 'U':
		return tr.hex()
	case strings.IndexByte("aftnrv", c) >= 0:
		tr.copyBytes(2)
		return nil
	case c >= utf8.RuneSelf, c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '<', c == '>':
		r, _ := utf8.DecodeRuneInString(s[1:])
		return fmt.Errorf("unrecognized escape sequence `\\%c`", r)
	case c <= ' ' || c == 0x7f:
		if c != ' ' && !tr.flags.verbose {
			return fmt.Errorf("unrecognized escape sequence")
		}
		fmt.Fprintf(&tr.out, `\x{%x}`, c)
		tr.pos += 2
		return nil
	}
	tr.copyBytes(2)
	return nil
}

// hex translates \xHH, \x{H…}, \uHHHH, \u{…}, \UHHHHHHHH, \U{…}.
func (tr *translation) hex() error {
	s := tr.rest()
	digits, end := "", 0
	if len(s) > 2 && s[2] == '{' {
		i := strings.IndexByte(s, '}')
		if i < 0 {
			return fmt.Errorf("incomplete escape sequence, reached end of pattern prematurely")
		}
		digits, end = s[3:i], i+1
	} else {
		n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[1]]
		if len(s) < 2+n {
			return fmt.Errorf("incomplete escape sequence, reached end of pattern prematurely")
		}
		digits, end = s[2:2+n], 2+n
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || strings.ContainsAny(digits, "_+-") {
		return fmt.Errorf("invalid hexadecimal digit")
	}
	if n > unicode.MaxRune || n >= 0xd800 && n <= 0xdfff {
		return fmt.Errorf("hexadecimal literal is not a Unicode scalar value")
	}
	fmt.Fprintf(&tr.out, `\x{%x}`, n)
	tr.pos += end
	return nil
}

// class translates a bracketed class.
func (tr *translation) class() error {
	tr.copyBytes(1)
	if strings.HasPrefix(tr.rest(), "^") {
		tr.copyBytes(1)
	}
	for first := true; tr.pos < len(tr.src); first = false {
		s := tr.rest()
		switch c := s[0]; {
		case c == ']' && !first:
			tr.copyBytes(1)
			return nil
		case c == '[' && strings.HasPrefix(s, "[:"):
			end := strings.Index(s, ":]")
			if end < 0 {
				return fmt.Errorf("nested character classes are not supported")
			}
			tr.copyBytes(end + 2)
		case c == '[':
			return fmt.Errorf("nested character classes are not supported")
		case strings.HasPrefix(s, "&&"), strings.HasPrefix(s, "--"), strings.HasPrefix(s, "~~"):
			return fmt.Errorf("class set operation `%s` is not supported", s[:2])
		case c == '\\':
			if err := tr.escape(true); err != nil {
				return err
			}
			if tr.classes > maxClasses {
				return errTooLarge
			}
		case tr.flags.verbose && (c == ' ' || c >= '\t' && c <= '\r'):
			tr.pos++
		case tr.flags.verbose && c == '#':
			end := strings.IndexByte(s, '\n')
			if end < 0 {
				return fmt.Errorf("unclosed character class")
			}
			tr.pos += end
		default:
			_, w := utf8.DecodeRuneInString(s)
			tr.copyBytes(w)
		}
	}
	return fmt.Errorf("unclosed character class")
}
