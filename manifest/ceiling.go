package manifest

import (
	"strings"

	"github.com/synrun/synrun/caps"
)

// maxItems is the number of items a ceiling may have.
const maxItems = 1024

// BaseCeiling is what every plugin may use without asking: its output, the
// clock and its own variables. It is never applied to a lamp.
const BaseCeiling = "stdout,time,env=PLUGIN_*,env=LAMP_*"

// Item is one item of a ceiling as a manifest writes it.
type Item struct {
	Family  string
	Pattern string
	Bare    bool // no pattern: the whole family
}

// String returns the item as a ceiling writes it.
func (it Item) String() string {
	if it.Bare {
		return it.Family
	}
	return it.Family + "=" + it.Pattern
}

// SplitCaps cuts a ceiling text into its items without judging them. Empty
// items are skipped.
func SplitCaps(list string) []Item {
	var items []Item
	for _, s := range strings.Split(list, ",") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		family, pattern, scoped := strings.Cut(s, "=")
		items = append(items, Item{strings.TrimSpace(family), strings.TrimSpace(pattern), !scoped})
	}
	return items
}

func hasFamily(items []Item, family string) bool {
	for _, it := range items {
		if it.Family == family {
			return true
		}
	}
	return false
}

// HasFamily reports whether a ceiling text has an item of that family.
func HasFamily(list, family string) bool { return hasFamily(SplitCaps(list), family) }

// PluginCeiling is the composed ceiling of the formats plugin, legacy and rpc:
// the base with the manifest's caps behind it, verbatim. It is nil for a process
// that has none.
func (p *Plugin) PluginCeiling() *Ceiling {
	if !p.Bounded() {
		return nil
	}
	text := BaseCeiling
	if p.Caps != "" {
		text += "," + p.Caps
	}
	return &Ceiling{Text: text, Layers: []Layer{{"manifest", text}}}
}

// checkCaps checks the caps of a plugin or an rpc plugin, also for what its
// kind can be lent.
func (p *Plugin) checkCaps() *fault {
	bad := func(text string) *fault { return &fault{"caps", `bad "caps": ` + text} }
	if f := checkList(p.Caps, false); f != nil {
		return bad(f.text)
	}
	if p.Kind == KindSyn {
		return nil
	}
	p.Confine = p.Kind != KindWasm && !blank(p.Caps)
	for _, it := range SplitCaps(p.Caps) {
		if text := p.lend(it); text != "" {
			return bad(text)
		}
	}
	return nil
}

// checkList checks that a list would do as a ceiling. whole says that it is one
// by itself, where "none" has a meaning; else it is added to others.
func checkList(list string, whole bool) *fault {
	items := SplitCaps(list)
	if whole && len(items) == 1 && items[0].Bare && items[0].Family == "none" {
		return nil
	}
	for _, it := range items {
		if _, known := caps.ParseKind(it.Family); !known {
			return faultf("caps", "unknown capability %s", quoted(it.Family))
		}
	}
	for _, it := range items {
		if len(it.Pattern) > caps.MaxScope {
			return faultf("caps", "a scope is longer than %d bytes", caps.MaxScope)
		}
	}
	if len(items) > maxItems {
		return faultf("caps", "more than %d items", maxItems)
	}
	return nil
}

// lend says why a process or a module cannot be given an item, or nothing.
func (p *Plugin) lend(it Item) string {
	switch family := strings.Replace(it.Family, "file_", "file.", 1); family {
	case "stdout", "time", "random", "env":
		return ""
	case "net":
		if p.Kind != KindWasm {
			return ""
		}
	case "exec":
		if p.Kind == KindWasm {
			break
		}
		if it.Bare || strings.ContainsAny(it.Pattern, "*?") {
			return `a process can only be lent programs by name (exec=git), not "` + it.shown() + `"`
		}
		return ""
	case "file", "file.read", "file.write":
		if lendable(it, p.Kind != KindWasm) {
			return ""
		}
		if p.Kind == KindWasm {
			return `kind=wasm can only be lent whole directories (<dir>/*), not "` + it.shown() + `"`
		}
		return `a process can only be lent files and whole directories (<dir>/*), not "` + it.shown() + `"`
	}
	return "kind=" + string(p.Kind) + " cannot be lent " + it.Family
}

func (it Item) shown() string {
	if it.Bare {
		return it.Family
	}
	return it.Pattern
}

// lendable reports whether a file item names a whole directory or, where files
// will do, one file: the two things that an operating system can be told.
func lendable(it Item, files bool) bool {
	if it.Bare || it.Pattern == "" {
		return false
	}
	dir, whole := strings.CutSuffix(it.Pattern, "/*")
	if strings.ContainsAny(dir, "*?") || !whole && !files {
		return false
	}
	return true
}

// Intersect composes two ceilings of lamps as text: families are compared
// literally, patterns as raw text. A nil operand is no restriction; an empty one
// is a ceiling that covers nothing, and stays so.
func Intersect(a, b []Item) []Item {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := []Item{}
	for _, family := range families(a) {
		pa, aBare := patterns(a, family)
		pb, bBare := patterns(b, family)
		switch {
		case !hasFamily(b, family):
		case aBare && bBare:
			out = append(out, Item{Family: family, Bare: true})
		case aBare:
			out = appendPatterns(out, family, pb)
		case bBare:
			out = appendPatterns(out, family, pa)
		default:
			out = appendPatterns(out, family, overlap(pa, pb))
		}
	}
	return out
}

func overlap(a, b []string) []string {
	var out []string
	for _, p := range a {
		for _, q := range b {
			switch {
			case starMatch(p, q):
				out = append(out, q)
			case starMatch(q, p):
				out = append(out, p)
			}
		}
	}
	return out
}

func appendPatterns(out []Item, family string, list []string) []Item {
	for i, p := range list {
		if !contains(list[:i], p) {
			out = append(out, Item{Family: family, Pattern: p})
		}
	}
	return out
}

func families(items []Item) []string {
	var out []string
	for _, it := range items {
		if !contains(out, it.Family) {
			out = append(out, it.Family)
		}
	}
	return out
}

// patterns returns the patterns of a family; one bare item makes it whole.
func patterns(items []Item, family string) (list []string, bare bool) {
	for _, it := range items {
		if it.Family == family {
			bare = bare || it.Bare
			list = append(list, it.Pattern)
		}
	}
	return list, bare
}

// CapsText writes items as one list, grouped by family as they first appear.
func CapsText(items []Item) string {
	var parts []string
	for _, family := range families(items) {
		for _, it := range items {
			if it.Family == family {
				parts = append(parts, it.String())
			}
		}
	}
	return strings.Join(parts, ",")
}

// MatchName reports whether name matches a pattern in which * stands for any
// text and everything else for itself: the patterns of permission rules.
func MatchName(pattern, name string) bool { return starMatch(pattern, name) }

// starMatch walks both texts once and goes back only to the last star, so its
// cost is bounded by the product of the lengths.
func starMatch(pattern, s string) bool {
	star, mark := -1, 0
	p, i := 0, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && pattern[p] == s[i]:
			p++
			i++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
