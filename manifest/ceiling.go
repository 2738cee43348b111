package manifest

import (
	"strings"

	"github.com/synrun/synrun/caps"
)

// Item is one item of a ceiling as a manifest writes it, not yet judged.
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
	for s := range strings.SplitSeq(list, ",") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		family, pattern, scoped := strings.Cut(s, "=")
		items = append(items, Item{strings.TrimSpace(family), strings.TrimSpace(pattern), !scoped})
	}
	return items
}

// HasFamily reports whether a ceiling text has an item of that family.
func HasFamily(list, family string) bool {
	for _, it := range SplitCaps(list) {
		if it.Family == family {
			return true
		}
	}
	return false
}

// Platform is what the rules of paths need to know about the user.
func (p Places) Platform() *caps.Platform { return caps.DefaultPlatform(p.UserHome) }

// Ceiling composes the ceiling of a plugin: nil for a process that has none.
// For lamps it reads the project's and the session's lists and may fail.
func (p Places) Ceiling(pl *Plugin) (*Ceiling, error) {
	if pl.Format == FormatLamp {
		return p.lampCeiling(pl)
	}
	if !pl.Bounded() {
		return nil, nil
	}
	if c := pl.ceiling.Load(); c != nil {
		return c, nil
	}
	list, err := p.Platform().PluginCeiling(pl.Caps)
	if err != nil {
		return nil, err
	}
	text := caps.PluginText(pl.Caps)
	c := &Ceiling{Text: text, Layers: []Layer{{"manifest", text, list}}}
	pl.ceiling.Store(c)
	return c, nil
}

// checkCaps checks the caps of a plugin or an rpc plugin, also for what its
// kind can be lent.
func (p *Plugin) checkCaps() *fault {
	bad := func(text string) *fault { return &fault{"caps", `bad "caps": ` + text} }
	list, err := new(caps.Platform).ParseItems(p.Caps)
	if err != nil {
		return bad(err.Error())
	}
	if p.Kind == KindSyn {
		return nil
	}
	p.Confine = p.Kind != KindWasm && !blank(p.Caps)
	for _, it := range list.Items() {
		if text := p.lend(it); text != "" {
			return bad(text)
		}
	}
	return nil
}

// lend says why a process or a module cannot be given an item, or nothing.
func (p *Plugin) lend(it *caps.Item) string {
	process := p.Kind != KindWasm
	scope, scoped := it.Scope()
	shown := scope
	if !scoped {
		shown = it.Kind().String()
	}
	switch it.Kind() {
	case caps.Stdout, caps.Time, caps.Random, caps.Env:
		return ""
	case caps.Net:
		if process {
			return ""
		}
	case caps.Exec:
		if !process {
			break
		}
		if scope == "" || strings.ContainsAny(scope, "*?") {
			return `a process can only be lent programs by name (exec=git), not ` + quoted(shown)
		}
		return ""
	case caps.File, caps.FileRead, caps.FileWrite:
		dir, whole := strings.CutSuffix(scope, "/*")
		switch {
		case scope != "" && !strings.ContainsAny(dir, "*?") && (whole || process):
			return ""
		case process:
			return `a process can only be lent files and whole directories (<dir>/*), not ` + quoted(shown)
		default:
			return `kind=wasm can only be lent whole directories (<dir>/*), not ` + quoted(shown)
		}
	}
	return "kind=" + string(p.Kind) + " cannot be lent " + it.Kind().String()
}

// MatchName reports whether name matches a pattern in which * stands for any
// text and everything else for itself: the patterns of permission rules.
//
// It walks both texts once and goes back only to the last star, so its cost is
// bounded by the product of the lengths.
func MatchName(pattern, name string) bool {
	star, mark := -1, 0
	p, i := 0, 0
	for i < len(name) {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case p < len(pattern) && pattern[p] == name[i]:
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
