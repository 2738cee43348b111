package caps

import (
	"strings"

	"github.com/gobwas/glob"
)

// Families is a ceiling of the lamp format as its own, purely textual rule
// reads it. That rule decides only what is shown and recorded; runs are held to
// [List] ceilings. A nil *Families is the absent ceiling.
type Families struct {
	names    []string
	patterns map[string][]string // absent or empty: the whole family
	whole    map[string]bool
}

// ParseFamilies reads the text of a lamp's ceiling. Nothing is an error.
func ParseFamilies(text string) *Families {
	f := &Families{patterns: map[string][]string{}, whole: map[string]bool{}}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		name, pattern, scoped := strings.Cut(part, "=")
		f.add(strings.TrimSpace(name), strings.TrimSpace(pattern), scoped)
	}
	return f
}

func (f *Families) has(name string) bool { return f.whole[name] || f.patterns[name] != nil }

func (f *Families) add(name, pattern string, scoped bool) {
	if !f.has(name) {
		f.names = append(f.names, name)
	}
	if !scoped {
		f.whole[name] = true
		return
	}
	for _, have := range f.patterns[name] {
		if have == pattern {
			return
		}
	}
	f.patterns[name] = append(f.patterns[name], pattern)
}

// Names returns the families in the order of their first appearance.
func (f *Families) Names() []string { return f.names }

// Patterns returns the patterns of a family; none: the whole of it.
func (f *Families) Patterns(name string) []string {
	if f.whole[name] {
		return nil
	}
	return f.patterns[name]
}

// Intersect returns what both allow, compared as text: families literally,
// patterns with "*" for any text. Once nothing is left, it stays nothing.
func (f *Families) Intersect(g *Families) *Families {
	switch {
	case f == nil:
		return g
	case g == nil:
		return f
	}
	both := ParseFamilies("")
	for _, name := range f.names {
		if !g.has(name) {
			continue
		}
		ours, theirs := f.patterns[name], g.patterns[name]
		switch {
		case f.whole[name] && g.whole[name]:
			both.add(name, "", false)
		case f.whole[name]:
			both.addAll(name, theirs)
		case g.whole[name]:
			both.addAll(name, ours)
		default:
			for _, p := range ours {
				for _, q := range theirs {
					if matchStars(p, q) {
						both.add(name, q, true)
					} else if matchStars(q, p) {
						both.add(name, p, true)
					}
				}
			}
		}
	}
	return both
}

func (f *Families) addAll(name string, patterns []string) {
	for _, p := range patterns {
		f.add(name, p, true)
	}
}

// String returns the list, "" when nothing is left.
func (f *Families) String() string {
	if f == nil {
		return ""
	}
	var items []string
	for _, name := range f.names {
		if f.whole[name] {
			items = append(items, name)
			continue
		}
		for _, p := range f.patterns[name] {
			items = append(items, name+"="+p)
		}
	}
	return strings.Join(items, ",")
}

// matchStars matches a whole text against a pattern in which only "*" is
// special.
func matchStars(pattern, text string) bool {
	m, err := glob.Compile(strings.ReplaceAll(glob.QuoteMeta(pattern), `\*`, "*"))
	return err == nil && m.Match(text)
}

// careful lists the families whose unbounded use deserves a note.
const careful = " net secret file file.read file.write exec env db llm serve reveal sign wallet spend memory stdin sandbox_run "

// CarelessNotes returns a note for each family that the text grants whole:
// "net is bare: it grants the whole family", "env=* grants the whole family".
func CarelessNotes(text string) []string {
	f := ParseFamilies(text)
	var notes []string
	for _, name := range f.names {
		if !strings.Contains(careful, " "+name+" ") {
			continue
		}
		if f.whole[name] {
			notes = append(notes, bareNote(name))
		}
		for _, p := range f.patterns[name] {
			if p == "*" || p == "/*" || p == "**" {
				notes = append(notes, wholeNote(name+"="+p))
			}
		}
	}
	return notes
}

func bareNote(family string) string { return family + " is bare: it grants the whole family" }

func wholeNote(item string) string { return item + " grants the whole family" }
