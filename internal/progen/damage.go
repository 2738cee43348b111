package progen

import "strings"

// damaged makes copies of other programs with a few tokens taken out, put in
// or exchanged: mostly programs that do not load.
func (g *gen) damaged(n int) {
	other := New(n*cycle + []int{9, 10, 12, 17, 18}[n%5])
	parts := tokens(other.Files["main.syn"])
	g.tag("damaged")
	g.files = other.Files
	for range 1 + g.n(2) {
		i, j := g.n(len(parts)), g.n(len(parts))
		switch g.n(6) {
		case 0:
			parts[i] = ""
		case 1:
			parts[i] = parts[j]
		case 2:
			parts[i], parts[j] = parts[j], parts[i]
		case 3:
			parts[i] += pick(g, damage...)
		case 4:
			parts[i] = pick(g, damage...)
		default:
			parts = parts[:max(1, i)]
		}
	}
	g.out.Reset()
	g.out.WriteString(strings.Join(parts, ""))
}

// damage is what turns up in the wrong place.
var damage = []string{" ", "\n", "\n    ", "\t", ":", "=", "==", "+=", "(", ")", "[", "]", "{", "}", "'", "\"", "`", ",", ".", "..", "...", "|>", "=>", "->", "//", "--", "-", "**",
	" if ", " else ", " return ", " def ", " for ", " import ", "\nbreak\n", " then ", " otherwise ", " when ", " is ", " of ", " in ", " not ", " and ", " type ", " let x be ", " set x to ",
	" 0x", " 0b12", " 1_", " 1__0", " 1.5d", " 2e", "é", "#", "?", ";", "&", "!", "@", "\\", " task ", " give ", " lambda ", " f\"x\"", " stop ", " use ", " export ", " match ", " judge ", " raise", "\r", " nothing ", "\u00a0",
	" x = 1", " class ", " try ", " recover ", " require ", " intent: ", " spawn ", " agent ", " within ", "// note", " enum ", " test ", " serve ", " sandbox ", " log ", " show "}

// tokens cuts source into words, blanks and single characters.
func tokens(s string) []string {
	class := func(c rune) int {
		switch {
		case c == ' ':
			return 1
		case c == '_' || c > 127 || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
			return 2
		}
		return 0
	}
	var out []string
	last := 0
	for _, c := range s {
		k := class(c)
		if k != 0 && k == last {
			out[len(out)-1] += string(c)
		} else {
			out = append(out, string(c))
		}
		last = k
	}
	return out
}
