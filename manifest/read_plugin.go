package manifest

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/manifest/jsondoc"
)

// legacyHint says what to do about a folder of the older name.
const legacyHint = "old .lampson/lamps/ folder — rename it to .lampson/plugins/ (and lamp.json to plugin.json)"

// LegacyHint returns the remark that belongs to a plugin in a folder, or with a
// manifest, of the older name; else the empty text.
func (p *Plugin) LegacyHint() string {
	if p.Legacy {
		return legacyHint
	}
	return ""
}

// ReadPlugin reads a folder of the formats plugin and legacy. oldRoot says that
// the folder lies in a root of the older name, which makes it legacy whatever
// its manifest is called.
func ReadPlugin(dir, scope string, oldRoot bool) *Plugin {
	return readPluginAs(dir, filepath.Base(dir), scope, oldRoot)
}

// readPluginAs takes the name the folder is to have: an archive is read in a
// staging folder before it gets its own.
func readPluginAs(dir, id, scope string, oldRoot bool) *Plugin {
	p := &Plugin{Format: FormatPlugin, ID: id, Scope: scope, Dir: dir, Legacy: oldRoot}
	file := "plugin.json"
	if exists(filepath.Join(dir, "lamp.json")) && !exists(filepath.Join(dir, file)) {
		file, p.Legacy = "lamp.json", true
	}
	if p.Legacy {
		p.Format = FormatLegacy
	}
	if !ValidPluginName(p.ID) {
		return p.broken(&fault{"name", BadPluginName(p.ID)})
	}
	src, err := readFile(filepath.Join(dir, file))
	if err != nil {
		return p.broken(faultf("", "no plugin.json: %v", err))
	}
	doc, err := jsondoc.Parse(src)
	if err != nil {
		return p.broken(faultf("", "no plugin.json: %v", err))
	}
	if doc.Kind != jsondoc.Object {
		return p.broken(&fault{"", "manifest must be a JSON object"})
	}
	if f := p.readPlugin(doc); f != nil {
		return p.broken(f)
	}
	return p
}

func (p *Plugin) readPlugin(doc jsondoc.Value) *fault {
	p.Description = loose(doc, "description") // also a broken one is described
	if f := p.kindOf(doc); f != nil {
		return f
	}
	needs := map[Kind][2]string{
		KindSyn:  {"entry", `kind=syn needs "entry" (the .syn file)`},
		KindExec: {"command", `kind=exec needs "command"`},
		KindWasm: {"entry", `kind=wasm needs "entry" (the .wasm file)`},
	}[p.Kind]
	if !doc.Has(needs[0]) {
		return &fault{needs[0], needs[1]}
	}
	list, _ := doc.Get("tools")
	if empty(list) {
		return &fault{"tools", "no tools declared"}
	}
	if f := p.tools(list, toolRules{schemaField: "parameters", validName: ValidToolName}); f != nil {
		return f
	}
	var f *fault
	for _, field := range []struct {
		name string
		to   *string
	}{{"description", &p.Description}, {"entry", &p.Entry}, {"command", &p.CommandLine}, {"caps", &p.Caps}} {
		if *field.to, f = text(doc, field.name, ""); f != nil {
			return f
		}
	}
	if f := p.checkDescription(); f != nil {
		return f
	}
	var ok bool
	if p.Timeout, ok = timeout(doc, defaultTimeout); !ok {
		return &fault{"timeout", timeoutFault}
	}
	p.describe(doc)
	if p.Kind == KindExec {
		p.Entry = ""
		f = p.checkCommand()
	} else {
		p.CommandLine = ""
		f = p.checkEntry()
	}
	if f != nil {
		return f
	}
	if f := p.checkCaps(); f != nil {
		return f
	}
	if p.Kind == KindWasm {
		return p.checkModule()
	}
	return nil
}

func (p *Plugin) kindOf(doc jsondoc.Value) *fault {
	p.Kind = KindSyn
	v, ok := doc.Get("kind")
	if !ok {
		return nil
	}
	p.Kind = Kind(strings.ToLower(v.Text))
	if v.Kind != jsondoc.Text || p.Kind != KindSyn && p.Kind != KindExec && p.Kind != KindWasm {
		return &fault{"kind", "kind must be syn or exec (or wasm)"}
	}
	return nil
}

// empty reports whether a list of tools is there at all: null and every empty
// value count as none.
func empty(v jsondoc.Value) bool {
	switch v.Kind {
	case jsondoc.Null:
		return true
	case jsondoc.Text:
		return v.Text == ""
	case jsondoc.List:
		return len(v.Items) == 0
	case jsondoc.Object:
		return len(v.Members) == 0
	}
	return false
}

// describe keeps the informational fields and writes the notes.
func (p *Plugin) describe(doc jsondoc.Value) {
	p.Title, p.Version = loose(doc, "name"), loose(doc, "version")
	p.Author, p.URL, p.License = loose(doc, "author"), loose(doc, "url"), loose(doc, "license")
	if p.Title != "" && p.Title != p.ID {
		p.note(NoteName, fmt.Sprintf("manifest name %q differs from the folder; the folder name is used", p.Title))
	}
	if p.Legacy && doc.Has("caps") && !doc.Has("kind") && !doc.Has("command") && (doc.Has("profile") || doc.Has("files")) {
		p.note(NoteWrongFolder, "looks like a lamp of lamps.sh: put it in .lamps/")
	}
}

func (p *Plugin) checkEntry() *fault {
	if !inside(p.Dir, p.Entry) {
		return faultf("entry", `"entry" escapes the plugin folder: %s`, p.Entry)
	}
	if !regular(filepath.Join(p.Dir, p.Entry)) {
		return faultf("entry", `entry file %s is missing`, quoted(p.Entry))
	}
	return nil
}

// quoted puts a text between double quotes as it is: the texts of this package
// show what a manifest says, not how Go would write it.
func quoted(s string) string { return `"` + s + `"` }

func (p *Plugin) checkCommand() *fault {
	words, closed := SplitCommand(p.CommandLine)
	if !closed {
		return &fault{"command", `"command" has an unclosed quote`}
	}
	if len(words) == 0 || len(words) == 1 && words[0] == "" {
		return &fault{"command", `"command" is empty`}
	}
	p.Command = ResolveCommand(p.Dir, words)
	return nil
}
