// Package manifest turns plugin folders into one model.
//
// A plugin is a folder: a manifest and code. Four formats of manifest exist
// (see [Format]); each has a reader that turns a folder into a [Plugin] and
// never fails: what is wrong with a folder is the text in [Plugin.Err], so that
// one bad manifest cannot hide its neighbours. [Finder] looks for the folders in
// the places each format prescribes. Everything after the readers (turning on,
// deciding, calling, recording, listing) knows only [Plugin] and [Tool].
//
// The package also keeps what belongs to a folder without being in it: whether
// it is on ([State]), its settings, and the [Facts] whose digest a person's approval
// is bound to. It runs nothing; a [Runner] does that, one for each [Kind].
package manifest

import (
	"encoding/json"
	"sync/atomic"
	"time"
)

// Format says who wrote the manifest, and so how it is to be read.
type Format string

// The four formats.
const (
	FormatPlugin Format = "plugin" // plugin.json
	FormatLegacy Format = "legacy" // the same format under its older name, lamp.json
	FormatLamp   Format = "lamp"   // lamp.json of the lamps: a whole ceiling, intersected
	FormatRPC    Format = "rpc"    // manifest.json of plugins that speak JSON-RPC
)

// Formats lists the formats in the order in which they are shown.
func Formats() []Format { return []Format{FormatPlugin, FormatLegacy, FormatLamp, FormatRPC} }

// Kind says what runs, and so which runner runs it.
type Kind string

// The four kinds, and the one of a broken plugin.
const (
	KindSyn    Kind = "syn"
	KindExec   Kind = "exec"
	KindRPC    Kind = "rpc"
	KindWasm   Kind = "wasm"
	KindBroken Kind = "?"
)

// The names of the folders a plugin may be found in.
const (
	ScopeGlobal  = "global"  // plugin, legacy: the user's own folder
	ScopeProject = "project" // plugin, legacy, lamp: the workspace (all formats)
	ScopeExtra   = "extra"   // plugin: the folder an environment variable names
	ScopeUser    = "user"    // rpc: the configuration folder of the user
	ScopeSystem  = "system"  // rpc: shipped with the system
)

// Plugin is one folder, read. It is not changed after its reader returns it.
type Plugin struct {
	Format Format
	ID     string // the folder's name; unique inside a format (for lamps with Scope)
	Scope  string // one of the Scope constants, or the owner of a pulled lamp
	Dir    string // absolute
	Kind   Kind
	Legacy bool // found in a folder, or with a manifest, of the older name

	Title, Version, Description, Author, URL, License string

	Entry       string   // program file relative to Dir (syn, wasm, rpc); empty for exec
	CommandLine string   // exec: as written
	Command     []string // exec: split and resolved; at least one word

	Caps    string   // the ceiling text of the manifest, as written
	Confine bool     // exec, rpc: Caps is not blank, so the process runs in a sandbox
	Profile string   // lamp: "pure" or "native"
	Files   []string // lamp: what a pull fetches besides the manifest
	EnvList []string // lamp: host variables that are passed on

	Timeout    time.Duration // of one call
	Tools      []Tool
	Settings   []Setting       // rpc: defaults, in the order of the manifest
	Completion json.RawMessage // rpc: the completion tree, or nil
	Notes      []Note          // remarks shown in lists
	Err        string          // not empty: the plugin is broken, and this is why
	ErrField   string          // the manifest field Err is about, where there is one

	// Worked out on first use; a plugin that is read once is called often.
	ceiling atomic.Pointer[Ceiling]
	digest  atomic.Pointer[string]
}

// Tool is one callable entry of a plugin.
type Tool struct {
	Name        string
	Full        string // the name a model sees
	Description string
	Schema      json.RawMessage // always a JSON Schema object
	ReadOnly    bool
	Timeout     time.Duration // rpc, lamp: replaces the plugin's; 0 = the plugin's
}

// Note is a remark of a reader: nothing that keeps a plugin from running. Its
// code is one of the constants.
type Note struct{ Code, Text string }

// The codes of notes.
const (
	NoteName        = "other-name"
	NoteLongName    = "long-tool-name"
	NoteWrongFolder = "wrong-folder"
	NoteNoStdout    = "no-stdout"
	NoteNotPulled   = "not-pulled"
)

func (p *Plugin) note(code, text string) { p.Notes = append(p.Notes, Note{code, text}) }

// Setting is one key of the settings of a plugin with its default.
type Setting struct {
	Key     string
	Default json.RawMessage // a JSON text, number or boolean
}

// Broken reports whether the manifest failed a check.
func (p *Plugin) Broken() bool { return p.Err != "" }

// Bounded reports whether the plugin runs under a ceiling at all.
func (p *Plugin) Bounded() bool {
	return p.Kind == KindSyn || p.Kind == KindWasm || p.Confine
}

// Key names the plugin among all others: format, scope and id.
func (p *Plugin) Key() string { return string(p.Format) + ":" + p.Scope + ":" + p.ID }

// Tool returns the tool with that short name, or nil.
func (p *Plugin) Tool(name string) *Tool {
	for i := range p.Tools {
		if p.Tools[i].Name == name {
			return &p.Tools[i]
		}
	}
	return nil
}
