package manifest

import (
	"path/filepath"
	"strings"
)

// SplitCommand cuts a command line into words. Quotes of both kinds take
// everything literally up to the next quote of that kind; outside them only
// space and tab mean anything. There are no escapes, variables or wildcards, and
// no shell ever sees the line. closed is false when a quote is left open.
func SplitCommand(line string) (words []string, closed bool) {
	var word strings.Builder
	var quote byte
	open := false // a word has begun, maybe an empty one
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote, open = c, true
		case c == ' ' || c == '\t':
			if open {
				words = append(words, word.String())
				word.Reset()
				open = false
			}
		default:
			word.WriteByte(c)
			open = true
		}
	}
	if open {
		words = append(words, word.String())
	}
	return words, quote == 0
}

// ResolveCommand replaces every word that names a regular file directly in the
// plugin folder by the absolute path of that file, so that a plugin can start
// its own programs from any working directory.
func ResolveCommand(dir string, words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		if w == "" || strings.ContainsAny(w, `/\`) {
			continue
		}
		if path := filepath.Join(dir, w); regular(path) {
			out[i] = path
		}
	}
	return out
}
