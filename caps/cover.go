package caps

import (
	"strings"
	"unicode/utf8"

	"github.com/gobwas/glob"
)

// Covers reports whether the item allows the request. It is the only covering
// rule of the runtime.
func (it *Item) Covers(r Request) bool {
	g := &it.req
	if !g.kind.includes(r.kind) {
		return false
	}
	if r.kind == Env && r.scoped && sensitive(r.key) {
		// A provider key is never handed out as text by a pattern, and a
		// pattern of nothing but such keys can only be granted as it is.
		return g.scoped && !it.long && g.key == r.key
	}
	if !g.scoped {
		return true
	}
	if !r.scoped || it.long || len(r.scope) > MaxScope {
		return false
	}
	switch r.form {
	case relative, rooted, address:
		return it.coversPath(&r)
	}
	switch r.kind {
	case Net:
		return it.coversHost(&r)
	case Exec:
		if climbs(r.scope) {
			// "./tools/*" must not reach "./tools/../../bin/sh".
			return it.all || g.key == r.key
		}
	}
	return g.key == r.key || it.match(r.key, r.wild)
}

// coversPath compares paths and database targets. Only an item written "*"
// stands for all of them; any other pattern stays on its side of the root, at
// its height above the current directory, and on its side of path and URL.
func (it *Item) coversPath(r *Request) bool {
	if it.all {
		return true
	}
	if r.star {
		return false
	}
	g := &it.req
	if g.form != r.form {
		return false
	}
	if g.key == r.key {
		return true
	}
	return g.ups == r.ups && it.match(r.key, r.wild)
}

func (it *Item) coversHost(r *Request) bool {
	g := &it.req
	if g.scope == noHost {
		return false
	}
	if g.scope == r.scope {
		return true
	}
	if g.port != "" && g.port != r.port {
		return false
	}
	return g.key == r.key || it.match(r.key, r.wild)
}

// NamesHost reports whether the item names the host of a net request without
// wildcard. Port and covering are not looked at.
func (it *Item) NamesHost(r Request) bool { return it.inHost != "" && it.inHost == r.key }

// match compares a key with the item's pattern. wild tells that the key is
// itself a pattern; its "*" is then matched only by "*".
func (it *Item) match(key string, wild bool) bool {
	if it.matcher == nil {
		return false
	}
	if wild {
		return matchPattern(it.req.key, key)
	}
	return it.matcher.Match(key)
}

// compile prepares a scope for matching: "*" is any text and "?" any single
// character, whatever they are; everything else is literal.
func compile(pattern string) *glob.Pattern {
	var b strings.Builder
	b.Grow(len(pattern) + 8)
	for i := range len(pattern) {
		switch c := pattern[i]; c {
		case '*':
			// A run of stars is one star.
			if i == 0 || pattern[i-1] != '*' {
				b.WriteByte(c)
			}
		case '[', ']', '{', '}', '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	p, err := glob.Compile(b.String())
	if err != nil {
		return nil // cannot happen: nothing special is left. A nil matcher covers nothing.
	}
	return p
}

// matchPattern reports whether every text that the pattern r can stand for is
// one that g stands for, as far as that can be told character by character: a
// "*" of r is matched only by "*", a "?" of r by "?" or "*". It takes time
// proportional to the product of the lengths at worst and no memory.
func matchPattern(g, r string) bool {
	gi, ri := 0, 0
	star, back := -1, 0 // the last "*" of g and what it has taken so far
	for ri < len(r) {
		switch {
		case gi < len(g) && g[gi] == '*':
			star, back = gi, ri
			gi++
			continue
		case gi < len(g) && g[gi] == '?' && r[ri] != '*':
			gi++
			ri += charLen(r[ri:])
			continue
		case gi < len(g) && g[gi] == r[ri] && r[ri] != '*' && r[ri] != '?':
			gi++
			ri++
			continue
		case star < 0:
			return false
		}
		back += charLen(r[back:])
		gi, ri = star+1, back
	}
	for gi < len(g) && g[gi] == '*' {
		gi++
	}
	return gi == len(g)
}

// charLen is the length of the first character of s, which is not empty.
func charLen(s string) int {
	_, n := utf8.DecodeRuneInString(s)
	return n
}

// climbs reports whether a command has a ".." segment.
func climbs(c string) bool {
	for i := 0; i+1 < len(c); i++ {
		if c[i] == '.' && c[i+1] == '.' && (i == 0 || isSeparator(c[i-1])) && (i+2 == len(c) || isSeparator(c[i+2])) {
			return true
		}
	}
	return false
}

// SensitiveName reports whether a variable belongs to the runtime's own
// providers and approval channels. Such a name is not readable as text through
// a pattern and is not passed on to child processes.
func (p *Platform) SensitiveName(name string) bool {
	if p.FoldNames {
		name = strings.ToUpper(name)
	}
	return sensitive(name)
}

func sensitive(name string) bool {
	switch name {
	case "ANTHROPIC_API_KEY", "OPENAI_API_KEY", "MINIMAX_API_KEY", "DEEPSEEK_API_KEY", "TYPESAFE_API_KEY":
		return true
	}
	rest, ok := strings.CutPrefix(name, "SYNSEMA_")
	return ok && (strings.HasPrefix(rest, "LLM_") || strings.HasPrefix(rest, "JUDGE_") || strings.HasPrefix(rest, "HUMAN_"))
}
