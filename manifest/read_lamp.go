package manifest

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// Lamp profiles.
const (
	ProfilePure   = "pure"
	ProfileNative = "native"
)

// ReadLamp reads a folder of the format lamp. scope is "project" or the owner
// of a pulled one.
func ReadLamp(dir, scope string) *Plugin {
	p := &Plugin{Format: FormatLamp, ID: filepath.Base(dir), Scope: scope, Dir: dir, Kind: KindSyn}
	src, err := readFile(filepath.Join(dir, "lamp.json"))
	if err != nil {
		if !exists(filepath.Join(dir, "lamp.json")) {
			return p.broken(faultf("", "no lamp.json in %s", dir))
		}
		return p.broken(faultf("", "lamp.json in %s: %v", dir, err))
	}
	doc, err := jsondoc.Parse(src)
	if err != nil {
		return p.broken(faultf("", "lamp.json is not valid JSON: %v", err))
	}
	if doc.Kind != jsondoc.Object {
		return p.broken(&fault{"", "manifest must be a JSON object"})
	}
	if f := p.readLamp(doc); f != nil {
		return p.broken(f)
	}
	return p
}

func (p *Plugin) readLamp(doc jsondoc.Value) *fault {
	p.Description = loose(doc, "description")
	name := loose(doc, "name")
	if blank(name) {
		return faultf("name", "%s: manifest has no name", p.ID)
	}
	p.Title = name
	list, _ := doc.Get("caps")
	if list.Kind != jsondoc.Text || blank(list.Text) {
		return faultf("caps", "%s: manifest declares no caps", name)
	}
	p.Caps = list.Text
	for _, it := range SplitCaps(p.Caps) {
		if it.Family == "exec" && strings.Trim(it.Pattern, "*?") == "" {
			return faultf("caps", "%s: an unbounded 'exec' ceiling is never allowed — name the binaries (exec=git)", name)
		}
	}
	profile, ok := doc.Get("profile")
	switch {
	case !ok:
		p.Profile = ProfilePure
	case profile.Kind == jsondoc.Text && (profile.Text == ProfilePure || profile.Text == ProfileNative):
		p.Profile = profile.Text
	default:
		return faultf("profile", "%s: profile must be \"pure\" or \"native\"", name)
	}
	if p.Profile != ProfileNative && HasFamily(p.Caps, "exec") {
		return faultf("caps", "%s: 'exec' needs profile \"native\" — the pure profile has no processes", name)
	}
	var f *fault
	if p.Entry, f = text(doc, "entry", "lamp.syn"); f != nil {
		return f.of(name)
	}
	if !regular(filepath.Join(p.Dir, filepath.FromSlash(p.Entry))) {
		return faultf("entry", "%s has no %s", p.Dir, p.Entry)
	}
	if name != p.ID {
		return faultf("name", "%s: the manifest's name must match where it lives — rename the repo/folder or the manifest (expected %s)", name, quoted(p.ID))
	}
	if p.Files, f = texts(doc, "files", []string{"lamp.syn"}); f != nil {
		return f.of(name)
	}
	if p.EnvList, f = texts(doc, "env", nil); f != nil {
		return f.of(name)
	}
	for _, file := range append([]string{p.Entry}, p.Files...) {
		if !SafeLampFile(file) || !inside(p.Dir, filepath.FromSlash(file)) {
			return faultf("files", "manifest file escapes the lamp folder: %s", file)
		}
	}
	return p.readLampRest(doc, name)
}

func (p *Plugin) readLampRest(doc jsondoc.Value, name string) *fault {
	p.Version = loose(doc, "version")
	p.Author, p.URL, p.License = loose(doc, "author"), loose(doc, "url"), loose(doc, "license")
	if f := p.checkDescription(); f != nil {
		return f.of(name)
	}
	if list, ok := doc.Get("tools"); ok {
		rules := toolRules{schemaField: "parameters", timeouts: true, validName: validLampTool}
		if f := p.tools(list, rules); f != nil {
			return f.of(name)
		}
	}
	var ok bool
	if p.Timeout, ok = timeout(doc, defaultLampTime); !ok {
		return faultf("timeout", "%s: %s", name, timeoutFault)
	}
	if _, err := new(caps.Platform).ParseList(p.Caps); err != nil {
		return faultf("caps", "%s: bad \"caps\": %v", name, err)
	}
	if !HasFamily(p.Caps, "stdout") {
		p.note(NoteNoStdout, "ceiling has no stdout: nothing it prints is returned")
	}
	if p.Entry != "lamp.syn" && !contains(p.Files, p.Entry) {
		p.note(NoteNotPulled, fmt.Sprintf("entry %s is not among its files: a pull does not fetch it", quoted(p.Entry)))
	}
	return nil
}

// of puts the name of the lamp in front, as all texts of that format have it.
func (f *fault) of(name string) *fault { return &fault{f.field, name + ": " + f.text} }

// SafeLampFile reports whether a name of a manifest's files stays in the folder
// by its text alone.
func SafeLampFile(f string) bool {
	return f != "" && !strings.Contains(f, "..") && !strings.HasPrefix(f, "/") && !strings.Contains(f, ":")
}

// validLampTool is looser than the rule of the other formats: lamps of the
// original name their tools as they like.
func validLampTool(s string) bool {
	if blank(s) || len(s) > maxToolName {
		return false
	}
	return strings.IndexFunc(s, func(r rune) bool { return r < 0x21 || r == 0x7f }) < 0
}

func texts(doc jsondoc.Value, field string, def []string) ([]string, *fault) {
	v, ok := doc.Get(field)
	if !ok {
		return def, nil
	}
	bad := faultf(field, "%q must be a list of texts", field)
	if v.Kind != jsondoc.List {
		return nil, bad
	}
	out := make([]string, 0, len(v.Items))
	for _, it := range v.Items {
		if it.Kind != jsondoc.Text {
			return nil, bad
		}
		out = append(out, it.Text)
	}
	return out, nil
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}
