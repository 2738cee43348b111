package vet

import (
	"fmt"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
)

// Promise compares what a manifest says a plugin may use with what its source
// asks for. It warns and never blocks: the ceiling holds whatever it finds.
type Promise struct {
	Keeps     bool     `json:"keeps_promise"`
	Overreach []string `json:"overreach"` // required, but of a family that the manifest does not list
	Sloppy    []string `json:"sloppy"`    // items that grant a whole family
}

// Lint reads the require lines of a source text against a ceiling. It looks at
// lines, not at the grammar: it also judges source that does not parse.
func Lint(source, ceiling string) Promise {
	p := Promise{Overreach: []string{}, Sloppy: []string{}}
	families := map[string]bool{}
	for _, it := range manifest.SplitCaps(ceiling) {
		families[it.Family] = true
	}
	for line := range strings.SplitSeq(source, "\n") {
		rest, ok := strings.CutPrefix(strings.TrimSpace(line), "require ")
		if !ok {
			continue
		}
		family, label := requirement(strings.TrimLeft(rest, " \t"))
		if family == "" {
			continue
		}
		group, _, _ := strings.Cut(family, ".")
		if !families[family] && !families[group] {
			p.Overreach = append(p.Overreach, label)
		}
	}
	p.Sloppy = append(p.Sloppy, caps.CarelessNotes(ceiling)...)
	p.Keeps = len(p.Overreach) == 0
	return p
}

// requirement takes the family from the text after require, and its label: with
// the pattern when a literal text follows in parentheses.
func requirement(s string) (family, label string) {
	n := 0
	for n < len(s) {
		c := s[n]
		if c >= 'a' && c <= 'z' || c == '_' || n > 0 && (c >= '0' && c <= '9' || c == '.') {
			n++
			continue
		}
		break
	}
	family, label = s[:n], s[:n]
	rest, ok := strings.CutPrefix(strings.TrimLeft(s[n:], " \t"), "(")
	if !ok {
		return family, label
	}
	rest = strings.TrimLeft(rest, " \t")
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return family, label
	}
	if pattern, _, closed := strings.Cut(rest[1:], rest[:1]); closed {
		label = family + `("` + pattern + `")`
	}
	return family, label
}

// Lines are the report as a command prints it: nothing when there is nothing to
// say.
func (p Promise) Lines() []string {
	var out []string
	if len(p.Overreach) > 0 {
		out = append(out, fmt.Sprintf("BREAKS ITS PROMISE — asks for %d thing(s) it never declared:", len(p.Overreach)))
		for _, label := range p.Overreach {
			out = append(out, "  ! "+label)
		}
	}
	for _, note := range p.Sloppy {
		out = append(out, "  ~ careless ceiling: "+note)
	}
	return out
}
