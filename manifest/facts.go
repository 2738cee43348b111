package manifest

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Facts are what makes a plugin as dangerous as it is. A person's approval is
// bound to their digest: when one of them changes, the yes no longer holds.
// The code of syn and wasm plugins is not among them, because their ceiling
// bounds it whatever it does.
type Facts struct {
	Kind    string            `json:"kind"`
	Entry   string            `json:"entry"`
	Command string            `json:"command"`
	Caps    string            `json:"caps"`
	Env     []string          `json:"env"`
	Profile string            `json:"profile"`
	Main    string            `json:"main"`
	Version string            `json:"version"`
	Tools   map[string]bool   `json:"tools"` // name → readonly
	Code    map[string]string `json:"code"`  // path → mode and hash; nil when the code is not pinned
}

// Facts returns the facts of a plugin without its code.
func (p *Plugin) Facts() Facts {
	f := Facts{
		Kind: string(p.Kind), Command: p.CommandLine, Caps: p.Caps,
		Env: append([]string{}, p.EnvList...), Profile: p.Profile, Version: p.Version,
		Tools: map[string]bool{},
	}
	if p.Kind == KindRPC {
		f.Main = p.Entry
	} else {
		f.Entry = p.Entry
	}
	for _, t := range p.Tools {
		f.Tools[t.Name] = t.ReadOnly
	}
	return f
}

// FactsDigest is the digest of the facts without the code.
func (p *Plugin) FactsDigest() string {
	if d := p.digest.Load(); d != nil {
		return *d
	}
	d := p.Facts().Digest()
	p.digest.Store(&d)
	return d
}

// HasCode reports whether the plugin's code is part of what is approved: that
// of processes is.
func (p *Plugin) HasCode() bool { return p.Kind == KindExec || p.Kind == KindRPC }

// Digest is the lower-case hex SHA-256 of the facts.
func (f Facts) Digest() string {
	src, err := json.Marshal(f) // fields in a fixed order, map keys sorted
	if err != nil {
		panic("manifest: facts of texts cannot fail to encode: " + err.Error())
	}
	sum := sha256.Sum256(src)
	return hex.EncodeToString(sum[:])
}

// Changes says in words what differs between the facts a person approved and
// those of now, most dangerous first.
func (f Facts) Changes(now Facts) []string {
	var out []string
	say := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	field := func(name, was, is string) {
		if was != is {
			say("%s: %s → %s", name, orNone(was), orNone(is))
		}
	}
	field("kind", f.Kind, now.Kind)
	for _, it := range missing(f.Caps, now.Caps) {
		say("caps: added %s", it)
	}
	for _, it := range missing(now.Caps, f.Caps) {
		say("caps: removed %s", it)
	}
	field("profile", f.Profile, now.Profile)
	field("command", f.Command, now.Command)
	field("main", f.Main, now.Main)
	field("entry", f.Entry, now.Entry)
	field("env", strings.Join(f.Env, ", "), strings.Join(now.Env, ", "))
	field("version", f.Version, now.Version)
	for _, name := range keys(f.Tools, now.Tools) {
		was, had := f.Tools[name]
		is, has := now.Tools[name]
		switch {
		case !had:
			say("tool added: %s", name)
		case !has:
			say("tool removed: %s", name)
		case was != is:
			say("tool %s: readonly %t → %t", name, was, is)
		}
	}
	return append(out, codeChanges(f.Code, now.Code)...)
}

// maxCodeChanges is how many changed files are named one by one.
const maxCodeChanges = 20

func codeChanges(was, now map[string]string) []string {
	switch {
	case was == nil && now == nil:
		return nil
	case was == nil:
		return []string{"code: was not pinned, now is"}
	case now == nil:
		return []string{"code: was pinned, now is not"}
	}
	var out []string
	for _, path := range keys(was, now) {
		old, had := was[path]
		cur, has := now[path]
		switch {
		case !had:
			out = append(out, "file added: "+path)
		case !has:
			out = append(out, "file removed: "+path)
		case old != cur:
			out = append(out, "file changed: "+path)
		}
	}
	if n := len(out) - maxCodeChanges; n > 0 {
		out = append(out[:maxCodeChanges], fmt.Sprintf("and %d more files", n))
	}
	return out
}

// missing lists the items of list b that are not in list a.
func missing(a, b string) []string {
	have := map[Item]bool{}
	for _, it := range SplitCaps(a) {
		have[it] = true
	}
	var out []string
	for _, it := range SplitCaps(b) {
		if !have[it] {
			out = append(out, it.String())
		}
	}
	return out
}

func keys[V any](a, b map[string]V) []string {
	var out []string
	for k := range a {
		out = append(out, k)
	}
	for k := range b {
		if _, both := a[k]; !both {
			out = append(out, k)
		}
	}
	sort.Strings(out)
	return out
}

func orNone(s string) string {
	if s == "" {
		return "(none)"
	}
	return s
}
