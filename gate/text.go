package gate

import (
	"bytes"
	"strings"
	"unicode/utf8"
	"unsafe"
)

// Text decodes UTF-8 the way the language reads foreign bytes: every maximal
// part of a broken sequence becomes one U+FFFD.
func Text(b []byte) string {
	if utf8.Valid(b) {
		return string(b)
	}
	var s strings.Builder
	s.Grow(len(b) + 8)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		if r == utf8.RuneError && n == 1 {
			n = brokenPrefix(b)
			s.WriteRune(utf8.RuneError)
		} else {
			s.Write(b[:n])
		}
		b = b[n:]
	}
	return s.String()
}

// brokenPrefix is the length of the longest start of b that begins some valid
// sequence, at least 1. b starts with an invalid sequence.
func brokenPrefix(b []byte) int {
	need, low, high := 0, byte(0x80), byte(0xBF)
	switch c := b[0]; {
	case c >= 0xC2 && c <= 0xDF:
		need = 1
	case c >= 0xE0 && c <= 0xEF:
		need = 2
		if c == 0xE0 {
			low = 0xA0
		} else if c == 0xED {
			high = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		need = 3
		if c == 0xF0 {
			low = 0x90
		} else if c == 0xF4 {
			high = 0x8F
		}
	}
	n := 1
	for n <= need && n < len(b) && b[n] >= low && b[n] <= high {
		n++
		low, high = 0x80, 0xBF
	}
	return n
}

// completeText splits b before a sequence that more bytes could still finish,
// so that a chunk never ends inside a character.
func completeText(b []byte) (whole, rest []byte) {
	for i := 1; i <= min(3, len(b)); i++ {
		c := b[len(b)-i]
		if utf8.RuneStart(c) {
			if !utf8.FullRune(b[len(b)-i:]) {
				return b[:len(b)-i], b[len(b)-i:]
			}
			break
		}
	}
	return b, nil
}

// unsafeString is b as a text without a copy; b must not be changed any more.
func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

func indexNewline(b []byte) int { return bytes.IndexByte(b, '\n') }
