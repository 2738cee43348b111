package text

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

func stripANSI(t value.Thread, args []value.Value) (value.Value, error) {
	s, err := builtin.RawStr(t, args[0])
	if err != nil {
		return args[0], err
	}
	if err := t.Charge(len(s)); err != nil {
		return args[0], err
	}
	if err := scan(t, 4*len(s)); err != nil {
		return args[0], err
	}
	return builtin.OwnText(t, plain(s))
}

// plain is the text that a terminal would show: escape sequences and control
// characters are gone, and a carriage return starts the line again.
func plain(s string) []byte {
	out := make([]byte, 0, len(s))
	line := 0     // where the current line begins in out
	back := false // after a carriage return: more text replaces the line
	put := func(c byte) {
		if back {
			out, back = out[:line], false
		}
		out = append(out, c)
	}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case c == 0x1b:
			i += escape(s[i:])
			continue
		case c == '\n':
			out = append(out, c)
			line, back = len(out), false
		case c == '\r':
			back = true
		case c >= 0x20 && c != 0x7f, c == '\t':
			put(c)
		}
		i++
	}
	return out
}

// escape is the length of the escape sequence at the start of s.
func escape(s string) int {
	if len(s) < 2 {
		return 1
	}
	switch s[1] {
	case '[':
		i := 2
		for i < len(s) && s[i] >= 0x30 && s[i] <= 0x3f {
			i++
		}
		for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2f {
			i++
		}
		if i < len(s) && s[i] >= 0x40 && s[i] <= 0x7e {
			return i + 1
		}
		return 2 // unfinished
	case ']', 'P', '^', '_', 'X':
		for i := 2; i < len(s); i++ {
			if s[i] == 0x07 {
				return i + 1
			}
			if s[i] == 0x1b && i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
		}
		return len(s)
	}
	i := 1
	for i < len(s) && s[i] >= 0x20 && s[i] <= 0x2f {
		i++
	}
	if i < len(s) && s[i] >= 0x30 && s[i] <= 0x7e {
		return i + 1
	}
	return 1 // unfinished
}
