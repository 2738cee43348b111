// Package flat translates the flat syntax of .fsyn files, a line-oriented
// document style, to standard source text.
//
// The translation works line by line before anything is lexed. A header
// (task, agent, type) takes the lines after it as its body, up to a line
// "end" or the first blank line; a sentence such as "When x > 1, give x."
// becomes a statement with an indented body. Locations in errors refer to
// the translated text.
package flat

import (
	"strings"
	"unicode"
)

// IsFlat reports whether a file name is that of flat source.
func IsFlat(name string) bool { return strings.HasSuffix(name, ".fsyn") }

// Translate returns the standard source text of a flat one.
func Translate(src []byte) []byte {
	lines := strings.Split(string(src), "\n")
	out := make([]string, 0, len(lines)+len(lines)/4)
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" || strings.HasPrefix(line, "--") {
			out = append(out, lines[i])
		} else if h := header(line, "type"); h != "" {
			out = append(out, h)
			i = body(lines, i+1, func(t string) { out = append(out, "    "+strings.TrimRight(t, ".")) })
		} else if h := header(line, "task") + header(line, "agent"); h != "" {
			out = append(out, h)
			i = body(lines, i+1, func(t string) { out = statement(out, "    ", t) })
		} else {
			out = statement(out, "", line)
		}
	}
	return []byte(strings.Join(out, "\n"))
}

// body calls each for the trimmed body lines that begin at line i, and returns the
// index of the last line that belongs to the body.
func body(lines []string, i int, each func(string)) int {
	any := false
	for ; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		switch {
		case line == "" && any:
			return i - 1 // the blank line itself is copied
		case line == "":
		case strings.EqualFold(line, "end"):
			return i
		default:
			any = true
			each(line)
		}
	}
	return i
}

// header returns the part before the colon of a header line, "WORD NAME" or
// for a task "task NAME(…)", or "".
func header(line, word string) string {
	name, ok := cutWord(line, word)
	if !ok {
		return ""
	}
	rest := strings.TrimLeftFunc(name, isNamePart)
	if len(rest) == len(name) {
		return ""
	}
	if word == "task" {
		closing := strings.IndexByte(rest, ')')
		if rest == "" || rest[0] != '(' || closing < 0 {
			return ""
		}
		rest = rest[closing+1:]
	}
	if !strings.HasPrefix(trimLeft(rest), ":") {
		return ""
	}
	return line[:len(line)-len(rest)]
}

// maxNesting bounds how many sentences one line may nest; no text that makes
// sense comes near.
const maxNesting = 200

// statement appends the translation of one sentence, every line indented.
func statement(out []string, indent, s string) []string {
	for range maxNesting {
		s = strings.TrimSpace(strings.TrimRight(s, "."))
		head, rest := cutHead(s)
		if rest == "" {
			break
		}
		if s = rest; head != "" {
			out = append(out, indent+head)
			indent += "    "
		}
	}
	return append(out, indent+lowerFirst(s))
}

// cutHead takes the beginning of a sentence that opens a block and returns
// its line and the sentence that is the body. The line is empty for "Then",
// and the rest is empty where no block opens.
func cutHead(s string) (head, rest string) {
	if after, ok := cutWord(s, "When", "when"); ok {
		if cond, then := cutComma(after); then != "" {
			return "when " + cond, then
		}
	}
	for _, word := range [...]string{"Otherwise", "otherwise"} {
		after, ok := strings.CutPrefix(s, word)
		if !ok {
			continue
		}
		if second, ok := cutWord(trimLeft(after), "when"); ok && trimLeft(after) != after {
			if cond, then := cutComma(second); then != "" {
				return "otherwise when " + cond, then
			}
		}
		if rest = trimLeft(strings.TrimPrefix(after, ",")); rest == "" {
			rest = trimLeft(after) // the comma alone is the sentence
		}
		return "otherwise", rest
	}
	if after, ok := cutWord(s, "Then", "then"); ok {
		return "", after
	}
	if after, ok := cutWord(s, "For each", "for each"); ok {
		coll := strings.TrimLeftFunc(after, isNamePart)
		name := after[:len(after)-len(coll)]
		if coll, ok := cutWord(trimLeft(coll), "in"); ok && name != "" {
			if coll, then := cutComma(coll); then != "" {
				return "each " + name + " in " + coll, then
			}
		}
	}
	return "", ""
}

// cutWord cuts one of the words and the blanks after it, at least one, from
// the beginning of s.
func cutWord(s string, words ...string) (rest string, ok bool) {
	for _, w := range words {
		if after, ok := strings.CutPrefix(s, w); ok {
			rest = trimLeft(after)
			return rest, len(rest) < len(after)
		}
	}
	return "", false
}

// cutComma splits "condition, sentence" at the first comma that has something
// on its left; then is empty if there is none.
func cutComma(s string) (cond, then string) {
	if s == "" {
		return "", ""
	}
	i := strings.IndexByte(s[1:], ',') + 1
	if i == 0 {
		return "", ""
	}
	return s[:i], trimLeft(s[i+1:])
}

func trimLeft(s string) string { return strings.TrimLeftFunc(s, unicode.IsSpace) }

func isNamePart(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }

// lowerFirst writes a leading statement word in lower case.
func lowerFirst(s string) string {
	for _, w := range [...]string{"Let ", "Set ", "Give ", "Show ", "Log ", "Stop", "Approve ", "Confirm ",
		"Share ", "Observe ", "Require ", "Spawn "} {
		if strings.HasPrefix(s, w) {
			return strings.ToLower(w) + s[len(w):]
		}
	}
	return s
}
