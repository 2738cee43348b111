package manifest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest/jsondoc"
)

// ProtocolVersion is the version of the rpc protocol that the host speaks.
const ProtocolVersion = 1

// ReadRPC reads a folder of the format rpc.
func ReadRPC(dir, scope string) *Plugin {
	return readRPC(dir, scope, filepath.Base(dir))
}

// readRPC takes the name the folder is to have: an archive is read in a staging
// folder before it gets its own.
func readRPC(dir, scope, folder string) *Plugin {
	p := &Plugin{Format: FormatRPC, ID: folder, Scope: scope, Dir: dir, Kind: KindRPC, Timeout: defaultTimeout * time.Second}
	src, err := readFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		return p.broken(&fault{"", "manifest.json missing or unreadable"})
	}
	doc, err := jsondoc.Parse(src)
	if err != nil || doc.Kind != jsondoc.Object {
		return p.broken(&fault{"", "manifest.json is not valid JSON"})
	}
	if f := p.readRPC(doc, folder); f != nil {
		return p.broken(f)
	}
	return p
}

func (p *Plugin) readRPC(doc jsondoc.Value, folder string) *fault {
	id := loose(doc, "id")
	if !ValidRPCID(id) {
		return faultf("id", "invalid id '%s' (expected [a-z0-9_]+)", id)
	}
	if folder != "" && id != folder {
		return faultf("id", "id '%s' does not match its folder '%s'", id, folder)
	}
	p.ID = id
	p.Title, p.Description, p.Version = loose(doc, "name"), loose(doc, "description"), loose(doc, "version")
	p.Author, p.URL, p.License = loose(doc, "author"), loose(doc, "url"), loose(doc, "license")
	if blank(p.Title) {
		return &fault{"name", "missing name"}
	}
	if blank(p.Version) {
		return &fault{"version", "missing version"}
	}
	if !semver(p.Version) {
		return faultf("version", "version '%s' is not MAJOR.MINOR.PATCH", p.Version)
	}
	if f := protocol(doc); f != nil {
		return f
	}
	if blank(p.Description) {
		return &fault{"description", "missing description"}
	}
	if f := p.checkDescription(); f != nil {
		return f
	}
	p.Entry = loose(doc, "main")
	if f := p.checkMain(); f != nil {
		return f
	}
	if f := p.readSettings(doc); f != nil {
		return f
	}
	if f := p.readCompletion(doc); f != nil {
		return f
	}
	if list, ok := doc.Get("tools"); ok {
		rules := toolRules{schemaField: "schema", timeouts: true, validName: ValidToolName, schema: normalise}
		if f := p.tools(list, rules); f != nil {
			return f
		}
	}
	var f *fault
	if p.Caps, f = text(doc, "caps", ""); f != nil {
		return f
	}
	return p.checkCaps()
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

func protocol(doc jsondoc.Value) *fault {
	v, ok := doc.Get("protocol_version")
	if !ok {
		v = jsondoc.Value{Kind: jsondoc.Number, Text: "0"}
	}
	if !v.IsInteger() {
		return &fault{"protocol_version", "protocol_version must be an integer"}
	}
	if v.Text != "1" {
		return faultf("protocol_version", "protocol version %s unsupported (harness speaks %d)", v.Text, ProtocolVersion)
	}
	return nil
}

// checkMain asks for the safety of the path before it looks at the file.
func (p *Plugin) checkMain() *fault {
	main := p.Entry
	missing := faultf("main", "main executable '%s' missing or not executable", main)
	if main == "" {
		return missing
	}
	if filepath.IsAbs(main) || strings.HasPrefix(main, "/") {
		return faultf("main", "main must be a relative path, got absolute: %s", main)
	}
	path := filepath.Join(p.Dir, main)
	st, err := os.Lstat(path)
	isLink := err == nil && st.Mode()&os.ModeSymlink != 0
	// A last component that is a link has a text of its own; for it only the
	// way to it counts.
	way := main
	if isLink {
		way = filepath.Dir(filepath.Clean(main))
	}
	if !inside(p.Dir, way) {
		return faultf("main", "main escapes plugin directory: %s", main)
	}
	if isLink {
		return faultf("main", "main must not be a symlink: %s", main)
	}
	if err != nil || !st.Mode().IsRegular() || st.Mode()&0o111 == 0 {
		return missing
	}
	return nil
}

func (p *Plugin) readSettings(doc jsondoc.Value) *fault {
	v, ok := doc.Get("settings")
	if !ok {
		return nil
	}
	if v.Kind != jsondoc.Object {
		return &fault{"settings", `"settings" must be an object`}
	}
	for _, m := range v.Members {
		switch m.Value.Kind {
		case jsondoc.Text, jsondoc.Number, jsondoc.Bool:
		default:
			return faultf("settings", `setting "%s" must be text, a number or true/false`, m.Key)
		}
		p.Settings = append(p.Settings, Setting{m.Key, json.RawMessage(m.Value.Compact())})
	}
	return nil
}

func (p *Plugin) readCompletion(doc jsondoc.Value) *fault {
	v, ok := doc.Get("completion")
	if !ok {
		return nil
	}
	if v.Kind != jsondoc.Object {
		return &fault{"completion", `"completion" must be an object`}
	}
	for _, m := range v.Members {
		if m.Key != p.ID {
			return faultf("completion", `completion root "%s" must be the plugin id "%s"`, m.Key, p.ID)
		}
	}
	p.Completion = json.RawMessage(v.Compact())
	return nil
}

// normalise turns the shorthand of property schemas into a JSON Schema object.
func normalise(v jsondoc.Value) (jsondoc.Value, bool) {
	if t, ok := v.Get("type"); ok && t.Kind == jsondoc.Text && t.Text == "object" {
		return v, true
	}
	props := jsondoc.Value{Kind: jsondoc.Object}
	required := jsondoc.Value{Kind: jsondoc.List}
	for _, m := range v.Members {
		if m.Value.Kind != jsondoc.Object {
			return v, false
		}
		prop := jsondoc.Value{Kind: jsondoc.Object}
		for _, field := range m.Value.Members {
			if field.Key == "required" && field.Value.Kind == jsondoc.Bool {
				if field.Value.Bool {
					required.Items = append(required.Items, jsondoc.String(m.Key))
				}
				continue
			}
			prop.Members = append(prop.Members, field)
		}
		props.Members = append(props.Members, jsondoc.Member{Key: m.Key, Value: prop})
	}
	out := jsondoc.Value{Kind: jsondoc.Object}
	out.Set("type", jsondoc.String("object"))
	out.Set("properties", props)
	out.Set("required", required)
	return out, true
}

// semver reports whether v is MAJOR.MINOR.PATCH with an optional -pre and +build.
func semver(v string) bool {
	v, build, hasBuild := strings.Cut(v, "+")
	core, pre, hasPre := strings.Cut(v, "-")
	if hasBuild && !dotted(build, false) || hasPre && !dotted(pre, false) {
		return false
	}
	return strings.Count(core, ".") == 2 && dotted(core, true)
}

func dotted(s string, numeric bool) bool {
	for _, part := range strings.Split(s, ".") {
		ok := part != "" && each(part, func(c byte) bool {
			if numeric {
				return c >= '0' && c <= '9'
			}
			return alnum(c) || c == '-'
		})
		if !ok || numeric && len(part) > 1 && part[0] == '0' {
			return false
		}
	}
	return true
}
