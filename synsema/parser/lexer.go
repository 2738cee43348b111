package parser

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/synsema/token"
)

// lexer turns src[off:end] into tokens. It lexes whole files and, started
// inside one, the holes of templates.
//
// Columns count characters: column = byte distance from the line start, less
// the continuation bytes seen on the line (wide).
type lexer struct {
	file string
	src  string
	off  int
	end  int

	line    int32
	lineOff int
	wide    int

	start    int    // where lexing began; no character stands before it
	bol      bool   // at the start of a physical line
	indents  []int  // open indentation levels, the first is 0
	brackets []byte // open brackets, whatever closes them
	parens   []int  // indexes of open LParen tokens
	toks     []token.Token

	comments bool // emit Comment tokens
	all      bool // go on after an error, until there are max
	max      int
	stop     bool
	stage    Stage
	errs     []*Error
	alias    int // all: a wrong indentation taken for the level on top; 0 if none
}

func (l *lexer) run() {
	l.start = l.off
	l.bol = true
	if l.indents == nil {
		l.indents = append(make([]int, 0, 8), 0)
	}
	if l.toks == nil {
		l.toks = make([]token.Token, 0, (l.end-l.off)/4+8)
	}
	for l.off < l.end && !l.stop {
		if l.bol {
			l.bol = false
			if len(l.brackets) == 0 {
				l.indentation()
				continue
			}
		}
		l.next()
	}
	if l.stop {
		return
	}
	at := l.pos(l.off)
	for i := len(l.indents) - 1; i > 0; i-- {
		l.toks = append(l.toks, token.Token{Kind: token.Dedent, Pos: at, Off: int32(l.off), End: int32(l.off)})
	}
	if n := len(l.toks); n > 0 && l.toks[n-1].Kind != token.Newline {
		l.toks = append(l.toks, token.Token{Kind: token.Newline, Pos: at, Off: int32(l.off), End: int32(l.off)})
	}
	l.toks = append(l.toks, token.Token{Kind: token.EOF, Pos: at, Off: int32(l.off), End: int32(l.off)})
}

func (l *lexer) pos(off int) token.Pos {
	return token.Pos{Line: l.line, Col: int32(off - l.lineOff - l.wide + 1)}
}

// fail records an error. Without all, lexing ends at the first one.
func (l *lexer) fail(at token.Pos, code, msg string) {
	l.errs = append(l.errs, &Error{
		Stage: l.stage, File: l.file, Pos: at, End: token.Pos{Line: at.Line, Col: at.Col + 1}, Code: code,
		Msg: withCommentHint(l.src, at.Line, msg),
	})
	if !l.all || len(l.errs) == l.max {
		l.stop = true
	}
}

func (l *lexer) emit(k token.Kind, n int) {
	l.toks = append(l.toks, token.Token{Kind: k, Pos: l.pos(l.off), Off: int32(l.off), End: int32(l.off + n)})
	l.off += n
}

// indentation handles the leading blanks of a line.
func (l *lexer) indentation() {
	n, i := 0, l.off
	for ; i < l.end; i++ {
		if c := l.src[i]; c == ' ' {
			n++
		} else if c == '\t' {
			n += 4
		} else {
			break
		}
	}
	at := l.pos(l.off)
	l.off = i
	if i == l.end || l.src[i] == '\n' || l.src[i] == '\r' || l.at(i, "--") {
		return
	}
	top := l.indents[len(l.indents)-1]
	if n == top || l.alias != 0 && n == l.alias {
		return
	}
	l.alias = 0
	if n > top {
		l.indents = append(l.indents, n)
		l.toks = append(l.toks, token.Token{Kind: token.Indent, Pos: at, Off: int32(i), End: int32(i), Aux: int32(n)})
		return
	}
	for top > n {
		l.indents = l.indents[:len(l.indents)-1]
		top = l.indents[len(l.indents)-1]
		l.toks = append(l.toks, token.Token{Kind: token.Dedent, Pos: at, Off: int32(i), End: int32(i), Aux: int32(n)})
	}
	if top != n {
		l.fail(at, CodeIndentation, fmt.Sprintf("Inconsistent indentation: expected %d spaces but got %d", top, n))
		l.alias = n
	}
}

func (l *lexer) at(i int, s string) bool {
	return strings.HasPrefix(l.src[i:l.end], s)
}

// next takes one element at l.off.
func (l *lexer) next() {
	c := l.src[l.off]
	switch c {
	case ' ', '\t', '\r':
		l.off++
	case '\n':
		if len(l.brackets) == 0 {
			if n := len(l.toks); n > 0 && l.toks[n-1].Kind != token.Newline {
				l.emit(token.Newline, 0)
			}
		}
		l.off++
		l.newline()
	case '"', '\'':
		l.quoted(c)
	case '`':
		l.template()
	case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		l.number()
	case '-':
		switch {
		case l.at(l.off, "--"):
			l.comment()
		case l.at(l.off, "->"):
			l.emit(token.Arrow, 2)
		default:
			l.emit(token.Minus, 1)
		}
	case '+':
		l.emit(token.Plus, 1)
	case '*':
		l.either('*', token.Power, token.Star)
	case '/':
		l.either('/', token.FloorDiv, token.Slash)
	case '%':
		l.emit(token.Percent, 1)
	case '=':
		if l.at(l.off, "=>") {
			l.emit(token.FatArrow, 2)
		} else {
			l.either('=', token.Equal, token.Assign)
		}
	case '<':
		l.either('=', token.LessEqual, token.Less)
	case '>':
		l.either('=', token.GreaterEqual, token.Greater)
	case '!':
		if l.at(l.off, "!=") {
			l.emit(token.NotEqual, 2)
		} else {
			l.unexpected()
		}
	case '|':
		if l.at(l.off, "|>") {
			l.emit(token.Pipe, 2)
		} else {
			l.unexpected()
		}
	case '(':
		l.parens = append(l.parens, len(l.toks))
		l.open(c, token.LParen)
		l.toks[len(l.toks)-1].Aux = -1
	case ')':
		if n := len(l.parens); n > 0 {
			l.toks[l.parens[n-1]].Aux = int32(len(l.toks))
			l.parens = l.parens[:n-1]
		}
		l.close(token.RParen)
	case '[':
		l.open(c, token.LBracket)
	case ']':
		l.close(token.RBracket)
	case '{':
		l.open(c, token.LBrace)
	case '}':
		l.close(token.RBrace)
	case ',':
		l.emit(token.Comma, 1)
	case '.':
		if l.at(l.off, "...") {
			l.emit(token.Spread, 3)
		} else {
			l.emit(token.Dot, 1)
		}
	case ':':
		l.emit(token.Colon, 1)
	default:
		l.word()
	}
}

func (l *lexer) newline() {
	l.line++
	l.lineOff = l.off
	l.wide = 0
	l.bol = true
}

// either emits two when the next character is second, else one.
func (l *lexer) either(second byte, two, one token.Kind) {
	if l.off+1 < l.end && l.src[l.off+1] == second {
		l.emit(two, 2)
	} else {
		l.emit(one, 1)
	}
}

func (l *lexer) open(c byte, k token.Kind) {
	l.brackets = append(l.brackets, c)
	l.emit(k, 1)
}

func (l *lexer) close(k token.Kind) {
	if n := len(l.brackets); n > 0 {
		l.brackets = l.brackets[:n-1]
	}
	l.emit(k, 1)
}

// word takes a name or a reserved word, or fails on the character.
func (l *lexer) word() {
	src, i := l.src[:l.end], l.off
	start, at := i, l.pos(i)
	wide := 0
	for i < len(src) {
		c := src[i]
		if c < utf8.RuneSelf {
			if !nameByte(c) || i == start && c <= '9' {
				break
			}
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(src[i:])
		if !isNameStart(r) && (i == start || !isNameContinue(r)) {
			break
		}
		i += n
		wide += n - 1
	}
	if i == start {
		l.unexpected()
		return
	}
	k := token.Ident
	if c := src[start]; c >= 'a' && c <= 'w' && i-start <= 9 {
		k = token.Lookup(src[start:i])
	}
	l.toks = append(l.toks, token.Token{Kind: k, Pos: at, Off: int32(start), End: int32(i)})
	l.off = i
	l.wide += wide
}

func nameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= '0' && c <= '9'
}

func isNameStart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || r >= utf8.RuneSelf && unicode.In(r, unicode.Nl, unicode.Other_Alphabetic)
}

func isNameContinue(r rune) bool {
	return isNameStart(r) || unicode.IsNumber(r)
}

func isSpace(r rune) bool {
	return unicode.IsSpace(r)
}

// unexpected fails on the character at l.off and steps over it.
func (l *lexer) unexpected() {
	r, n := utf8.DecodeRuneInString(l.src[l.off:l.end])
	shown := l.src[l.off : l.off+n]
	switch {
	case r == '\\':
		shown = `\\`
	case r < ' ' || r == 0x7f:
		shown = fmt.Sprintf(`\x%02x`, r)
	}
	hint := ""
	switch r {
	case '?':
		hint = " — no `c ? a : b`: the inline form is `when c then a otherwise b`"
	case '&', '|':
		hint = " — the logical operators are `and` / `or`"
	case ';':
		hint = " — one statement per line (no `;`)"
	}
	l.fail(l.pos(l.off), CodeCharacter, "Unexpected character: '"+shown+"'"+hint)
	l.off += n
	l.wide += n - 1
}

// quoted takes a "…" or '…' string.
func (l *lexer) quoted(quote byte) {
	t := token.Token{Kind: token.Text, Pos: l.pos(l.off), Off: int32(l.off)}
	src, i := l.src[:l.end], l.off+1
	for i < len(src) {
		switch c := src[i]; {
		case c == quote:
			l.off = i + 1
			t.End = int32(l.off)
			l.toks = append(l.toks, t)
			return
		case c == '\\':
			t.Escaped = true
			i++
			if i < len(src) && src[i] == '\n' {
				l.off = i + 1
				l.newline()
				l.bol = false
			} else if i < len(src) && src[i]&0xC0 == 0x80 {
				l.wide++
			}
		case c == '\n':
			l.off = i
			l.fail(t.Pos, CodeUnterminated, "Unterminated string (newline in string)")
			t.End = int32(i)
			l.toks = append(l.toks, t)
			return
		case c&0xC0 == 0x80:
			l.wide++
		}
		i++
	}
	l.off = len(src)
	t.End = int32(l.off)
	l.toks = append(l.toks, t)
	l.fail(t.Pos, CodeUnterminated, "Unterminated string (reached end of file)")
}

// template takes a `…` template; its holes are lexed when it is parsed.
func (l *lexer) template() {
	t := token.Token{Kind: token.Template, Pos: l.pos(l.off), Off: int32(l.off)}
	end, escaped := templateEnd(l.src[:l.end], l.off)
	t.Escaped = escaped
	if end < 0 {
		l.fail(t.Pos, CodeUnterminated, "Unterminated template (reached end of file)")
		end = l.end
	}
	for i := l.off; i < end; i++ {
		switch c := l.src[i]; {
		case c == '\n':
			l.off = i + 1
			l.newline()
			l.bol = false
		case c&0xC0 == 0x80:
			l.wide++
		}
	}
	l.off = end
	t.End = int32(end)
	l.toks = append(l.toks, t)
}

// templateEnd returns the offset after the template that opens at start, or
// -1 if it has no end.
func templateEnd(src string, start int) (end int, escaped bool) {
	for i := start + 1; i < len(src); i++ {
		switch src[i] {
		case '`':
			return i + 1, escaped
		case '\\':
			escaped = true
			i++
		case '{':
			if i = holeEnd(src, i); i < 0 {
				return -1, escaped
			}
		}
	}
	return -1, escaped
}

// holeEnd returns the offset of the } that closes the { at start, or -1.
// Quoted strings and templates inside count as units.
func holeEnd(src string, start int) int {
	depth := 0
	for i := start; i < len(src); i++ {
		switch c := src[i]; c {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		case '"', '\'', '`':
			for i++; i < len(src) && src[i] != c; i++ {
				if src[i] == '\\' {
					i++
				}
			}
		}
	}
	return -1
}

// comment takes a comment, or fails on a -- that looks like arithmetic.
func (l *lexer) comment() {
	off := l.off
	number := off+2 < l.end && (l.src[off+2] == '(' || l.src[off+2] >= '0' && l.src[off+2] <= '9')
	if number {
		switch {
		case l.gluedLeft():
			l.fail(l.pos(off), CodeComment, "`--` right after a value: a comment needs a space before `--`, and a negative operand needs a space after the operator (write `5 - -1`, or `5 -- comment`)")
		case l.swallowsParen():
			l.fail(l.pos(off), CodeComment, "`--` starts a comment (the rest of the line, including a closing `)`, is ignored) — to subtract a negative write `x - -1`; a comment inside parentheses needs a space after `--`")
		}
		if l.stop {
			return
		}
	}
	end := l.end
	if i := strings.IndexByte(l.src[off:end], '\n'); i >= 0 {
		end = off + i
	}
	if l.comments {
		l.toks = append(l.toks, token.Token{Kind: token.Comment, Pos: l.pos(off), Off: int32(off), End: int32(end)})
	}
	l.off = end
	if end < l.end {
		return // the line ends here, its columns are done with
	}
	for i := off; i < end; i++ {
		if l.src[i]&0xC0 == 0x80 {
			l.wide++
		}
	}
}

// gluedLeft reports whether a character other than white space and ( [ { ,
// stands before the -- at l.off.
func (l *lexer) gluedLeft() bool {
	if l.off == l.start {
		return false
	}
	r, _ := utf8.DecodeLastRuneInString(l.src[l.start:l.off])
	return !isSpace(r) && r != '(' && r != '[' && r != '{' && r != ','
}

// swallowsParen reports whether a comment at l.off would hide the ) of the
// innermost open parenthesis, after a value on the same line.
func (l *lexer) swallowsParen() bool {
	n := len(l.brackets)
	if n == 0 || l.brackets[n-1] != '(' || len(l.toks) == 0 {
		return false
	}
	last := l.toks[len(l.toks)-1]
	switch last.Kind {
	case token.Ident, token.Number, token.RParen, token.RBracket:
	default:
		return false
	}
	if last.Pos.Line != l.line {
		return false
	}
	depth := 1
	for i := l.off + 2; i < l.end && l.src[i] != '\n'; i++ {
		switch c := l.src[i]; c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return true
			}
		case '"', '\'', '`':
			for i++; i < l.end && l.src[i] != c && l.src[i] != '\n'; i++ {
				if l.src[i] == '\\' {
					i++
				}
			}
			if i < l.end && l.src[i] == '\n' {
				i--
			}
		}
	}
	return false
}
