package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Upper is the full Unicode upper case, independent of locale: one code
// point may become several (ß becomes SS).
func Upper(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return upperUnicode(s)
		}
	}
	return strings.ToUpper(s)
}

func upperUnicode(s string) string {
	var b strings.Builder
	b.Grow(len(s) + len(s)/8)
	for _, r := range s {
		if up := specialUpper(r); up != "" {
			b.WriteString(up)
		} else {
			b.WriteRune(unicode.ToUpper(r))
		}
	}
	return b.String()
}

// specialUpper gives the upper case of the code points whose upper case is
// not one code point, "" for all others.
func specialUpper(r rune) string {
	if r < 0xdf {
		return ""
	}
	lo, hi := 0, len(specials)
	for lo < hi {
		mid := (lo + hi) / 2
		if specials[mid].r < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(specials) && specials[lo].r == r {
		return specials[lo].up
	}
	return ""
}

// Lower is the full Unicode lower case, independent of locale. A capital
// sigma at the end of a word becomes the final form.
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return lowerUnicode(s)
		}
	}
	return strings.ToLower(s)
}

func lowerUnicode(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for i, r := range s {
		switch r {
		case 'Σ':
			if finalSigma(s, i) {
				r = 'ς'
			} else {
				r = 'σ'
			}
			b.WriteRune(r)
		case 'İ':
			b.WriteString("i̇")
		default:
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// finalSigma is the condition Final_Sigma of the Unicode Standard: a cased
// letter before the sigma and none after it, case-ignorable ones skipped.
// Runs of case-ignorable code points are looked at once for every sigma next
// to them only.
func finalSigma(s string, at int) bool {
	before := false
	for i := at; i > 0; {
		r, w := utf8.DecodeLastRuneInString(s[:i])
		i -= w
		if !caseIgnorable(r) {
			before = cased(r)
			break
		}
	}
	if !before {
		return false
	}
	for _, r := range s[at+len("Σ"):] {
		if !caseIgnorable(r) {
			return !cased(r)
		}
	}
	return true
}

func cased(r rune) bool {
	return unicode.IsUpper(r) || unicode.IsLower(r) || unicode.IsTitle(r) ||
		unicode.In(r, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

func caseIgnorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '\u00b7', '\u0387', '\u055f', '\u05f4', '\u2018', '\u2019', '\u2024', '\u2027',
		'\ufe13', '\ufe52', '\ufe55', '\uff07', '\uff0e', '\uff1a':
		return true
	}
	if r < utf8.RuneSelf {
		return r == '^' || r == '`'
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

// Fold is the lower case without the most common Latin diacritics.
func Fold(s string) string {
	s = Lower(s)
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return foldUnicode(s)
		}
	}
	return s
}

func foldUnicode(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		if r >= 0xdf && r <= 0x17e {
			if to := folded[r-0xdf]; to != 0 {
				b.WriteByte(to)
				continue
			}
			switch r {
			case 'þ':
				b.WriteString("th")
				continue
			case 'ß':
				b.WriteString("ss")
				continue
			case 'æ':
				b.WriteString("ae")
				continue
			case 'œ':
				b.WriteString("oe")
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}

// folded maps the code points from U+00DF on to ASCII letters.
var folded = [0x17e - 0xdf + 1]byte{
	'à' - 0xdf: 'a', 'á' - 0xdf: 'a', 'â' - 0xdf: 'a', 'ã' - 0xdf: 'a', 'ä' - 0xdf: 'a', 'å' - 0xdf: 'a', 'ā' - 0xdf: 'a', 'ă' - 0xdf: 'a', 'ą' - 0xdf: 'a',
	'ç' - 0xdf: 'c', 'ć' - 0xdf: 'c', 'ĉ' - 0xdf: 'c', 'ċ' - 0xdf: 'c', 'č' - 0xdf: 'c',
	'ð' - 0xdf: 'd',
	'è' - 0xdf: 'e', 'é' - 0xdf: 'e', 'ê' - 0xdf: 'e', 'ë' - 0xdf: 'e', 'ē' - 0xdf: 'e', 'ĕ' - 0xdf: 'e', 'ė' - 0xdf: 'e', 'ę' - 0xdf: 'e', 'ě' - 0xdf: 'e',
	'ĝ' - 0xdf: 'g', 'ğ' - 0xdf: 'g', 'ġ' - 0xdf: 'g', 'ģ' - 0xdf: 'g',
	'ì' - 0xdf: 'i', 'í' - 0xdf: 'i', 'î' - 0xdf: 'i', 'ï' - 0xdf: 'i', 'ĩ' - 0xdf: 'i', 'ī' - 0xdf: 'i', 'ĭ' - 0xdf: 'i', 'į' - 0xdf: 'i', 'ı' - 0xdf: 'i',
	'ñ' - 0xdf: 'n', 'ń' - 0xdf: 'n', 'ņ' - 0xdf: 'n', 'ň' - 0xdf: 'n',
	'ò' - 0xdf: 'o', 'ó' - 0xdf: 'o', 'ô' - 0xdf: 'o', 'õ' - 0xdf: 'o', 'ö' - 0xdf: 'o', 'ø' - 0xdf: 'o', 'ō' - 0xdf: 'o', 'ŏ' - 0xdf: 'o', 'ő' - 0xdf: 'o',
	'ś' - 0xdf: 's', 'ŝ' - 0xdf: 's', 'ş' - 0xdf: 's', 'š' - 0xdf: 's',
	'ù' - 0xdf: 'u', 'ú' - 0xdf: 'u', 'û' - 0xdf: 'u', 'ü' - 0xdf: 'u', 'ũ' - 0xdf: 'u', 'ū' - 0xdf: 'u', 'ŭ' - 0xdf: 'u', 'ů' - 0xdf: 'u', 'ű' - 0xdf: 'u', 'ų' - 0xdf: 'u',
	'ý' - 0xdf: 'y', 'ÿ' - 0xdf: 'y',
	'ź' - 0xdf: 'z', 'ż' - 0xdf: 'z', 'ž' - 0xdf: 'z',
}
