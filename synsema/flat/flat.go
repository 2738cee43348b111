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
	"regexp"
	"strings"
	"sync"
)

// IsFlat reports whether a file name is that of flat source.
func IsFlat(name string) bool { return strings.HasSuffix(name, ".fsyn") }

// Translate returns the standard source text of a flat one.
func Translate(src []byte) []byte {
	r := rules()
	lines := strings.Split(string(src), "\n")
	out := make([]string, 0, len(lines)+len(lines)/4)
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		if line == "" || strings.HasPrefix(line, "--") {
			out = append(out, lines[i])
		} else if h := head(r.header, line); h != "" {
			out = append(out, h)
			i = body(lines, i+1, func(t string) { out = statement(out, "    ", t) })
		} else if h := head(r.record, line); h != "" {
			out = append(out, h)
			i = body(lines, i+1, func(t string) { out = append(out, "    "+strings.TrimRight(t, ".")) })
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

// rules are the patterns of the translation, compiled at first use.
var rules = sync.OnceValue(func() *patterns {
	compile := regexp.MustCompile
	return &patterns{
		header:        compile(`^((?:task\s+[\pL\pN_]+\([^)]*\))|(?:agent\s+[\pL\pN_]+))\s*:`),
		record:        compile(`^(type\s+[\pL\pN_]+)\s*:`),
		when:          compile(`^[Ww]hen\s+(.+?),\s*(.+)$`),
		otherwiseWhen: compile(`^[Oo]therwise\s+when\s+(.+?),\s*(.+)$`),
		otherwise:     compile(`^[Oo]therwise,?\s*(.+)$`),
		then:          compile(`^[Tt]hen\s+(.+)$`),
		each:          compile(`^[Ff]or each\s+([\pL\pN_]+)\s+in\s+(.+?),\s*(.+)$`),
	}
})

type patterns struct {
	header, record, when, otherwiseWhen, otherwise, then, each *regexp.Regexp
}

// head returns what p captures at the start of line, or "".
func head(p *regexp.Regexp, line string) string {
	if m := p.FindStringSubmatch(line); m != nil {
		return m[1]
	}
	return ""
}

// maxNesting bounds how many sentences one line may nest; no text that makes
// sense comes near.
const maxNesting = 200

// statement appends the translation of one sentence, every line indented.
func statement(out []string, indent, s string) []string {
	r := rules()
	for range maxNesting {
		s = strings.TrimSpace(strings.TrimRight(s, "."))
		if m := r.when.FindStringSubmatch(s); m != nil {
			out, s = append(out, indent+"when "+m[1]), m[2]
		} else if m := r.otherwiseWhen.FindStringSubmatch(s); m != nil {
			out, s = append(out, indent+"otherwise when "+m[1]), m[2]
		} else if m := r.otherwise.FindStringSubmatch(s); m != nil {
			out, s = append(out, indent+"otherwise"), m[1]
		} else if m := r.then.FindStringSubmatch(s); m != nil {
			s = m[1]
			continue
		} else if m := r.each.FindStringSubmatch(s); m != nil {
			out, s = append(out, indent+"each "+m[1]+" in "+m[2]), m[3]
		} else {
			break
		}
		indent += "    "
	}
	return append(out, indent+lowerFirst(s))
}

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
