package gate

import "strings"

// sqlTokens walks over the words and marks of a statement, past strings,
// quoted names and comments. It is not a parser: it tells only what has to be
// known before a database sees the text.
type sqlTokens struct {
	s string
	i int
	// backslash says that a backslash escapes in strings (MySQL).
	backslash bool
	// dollar says that $tag$…$tag$ is a string (Postgres).
	dollar bool
}

// next returns the next word in upper case, or a mark; "" at the end. start is
// where it begins. A string or a quoted name is returned as its first byte.
func (t *sqlTokens) next() (word string, start int) {
	s := t.s
	for t.i < len(s) {
		c := s[t.i]
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			t.i++
			continue
		case c == '-' && strings.HasPrefix(s[t.i:], "--"), c == '#' && t.backslash:
			if n := strings.IndexByte(s[t.i:], '\n'); n >= 0 {
				t.i += n + 1
			} else {
				t.i = len(s)
			}
			continue
		case c == '/' && strings.HasPrefix(s[t.i:], "/*"):
			if n := strings.Index(s[t.i+2:], "*/"); n >= 0 {
				t.i += n + 4
			} else {
				t.i = len(s)
			}
			continue
		}
		start = t.i
		switch {
		case c == '\'' || c == '"' || c == '`':
			t.quoted(c)
			return s[start : start+1], start
		case c == '[' && !t.dollar && !t.backslash:
			t.quoted(']')
			return "[", start
		case c == '$' && t.dollar:
			if end := strings.IndexByte(s[t.i+1:], '$'); end >= 0 && isDollarTag(s[t.i+1:t.i+1+end]) {
				tag := s[t.i : t.i+end+2]
				if n := strings.Index(s[t.i+len(tag):], tag); n >= 0 {
					t.i += n + 2*len(tag)
				} else {
					t.i = len(s)
				}
				return "'", start
			}
			t.i++
			return "$", start
		case isWordByte(c):
			for t.i < len(s) && (isWordByte(s[t.i]) || s[t.i] >= '0' && s[t.i] <= '9' || s[t.i] == '$') {
				t.i++
			}
			return strings.ToUpper(s[start:t.i]), start
		}
		t.i++
		return s[start:t.i], start
	}
	return "", len(s)
}

func isWordByte(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

func isDollarTag(s string) bool {
	for i := 0; i < len(s); i++ {
		if !isWordByte(s[i]) && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return true
}

func (t *sqlTokens) quoted(end byte) {
	for t.i++; t.i < len(t.s); t.i++ {
		switch {
		case t.s[t.i] == '\\' && t.backslash && end != '`':
			t.i++
		case t.s[t.i] == end:
			if end != ']' && t.i+1 < len(t.s) && t.s[t.i+1] == end {
				t.i++
				continue
			}
			t.i++
			return
		}
	}
	t.i = min(t.i, len(t.s))
}

// blankSQL reports whether a text holds nothing to run.
func blankSQL(s string) bool {
	t := sqlTokens{s: s}
	for {
		switch w, _ := t.next(); w {
		case "":
			return true
		case ";":
		default:
			return false
		}
	}
}

// opensFile reports a statement of SQLite that would open another file.
func opensFile(s string) bool {
	t := sqlTokens{s: s}
	first, _ := t.next()
	for first == ";" {
		first, _ = t.next()
	}
	if first == "EXPLAIN" {
		for first != "ATTACH" && first != "VACUUM" && first != "" {
			first, _ = t.next()
		}
	}
	switch first {
	case "ATTACH":
		return true
	case "VACUUM":
		for w := first; w != ""; w, _ = t.next() {
			if w == "INTO" {
				return true
			}
		}
	}
	return false
}

// firstWord is the word that a statement begins with.
func firstWord(s string) string {
	t := sqlTokens{s: s}
	w, _ := t.next()
	return w
}
