package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/synrun/synrun/manifest/jsondoc"
	"github.com/synrun/synrun/synsema/srcfile"
)

// fault is what is wrong with a manifest: the field it is about, where there is
// one, and the text a person sees.
type fault struct{ field, text string }

func faultf(field, format string, args ...any) *fault {
	return &fault{field, fmt.Sprintf(format, args...)}
}

// broken empties what a broken plugin must not offer and keeps the reason.
func (p *Plugin) broken(f *fault) *Plugin {
	p.Kind, p.Tools, p.Err, p.ErrField = KindBroken, nil, f.text, f.field
	p.Command, p.Confine = nil, false
	return p
}

var errTooLarge = fmt.Errorf("the manifest is larger than %d KiB", maxManifest>>10)

// readFile reads a manifest. What stands at its place but is no regular file
// (a pipe would wait for ever) is as good as missing.
func readFile(path string) ([]byte, error) {
	f, err := srcfile.Open(path)
	if errors.Is(err, syscall.EISDIR) {
		err = srcfile.ErrNotRegular
	}
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	src, err := readLimited(f, maxManifest)
	if errors.Is(err, errLimit) {
		return nil, errTooLarge
	}
	return src, err
}

var errLimit = errors.New("too large")

func readLimited(r io.Reader, limit int64) ([]byte, error) {
	src, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, reason(err)
	}
	if int64(len(src)) > limit {
		return nil, errLimit
	}
	return src, nil
}

// reason drops operation and path from an error of the file system.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// text reads an optional text field.
func text(doc jsondoc.Value, field, def string) (string, *fault) {
	v, ok := doc.Get(field)
	if !ok {
		return def, nil
	}
	if v.Kind != jsondoc.Text {
		return "", faultf(field, "%q must be text", field)
	}
	return v.Text, nil
}

// loose reads an informational text field and takes anything else as absent.
func loose(doc jsondoc.Value, field string) string {
	v, _ := doc.Get(field)
	if v.Kind != jsondoc.Text {
		return ""
	}
	return v.Text
}

// timeout reads an optional number of whole seconds.
func timeout(doc jsondoc.Value, def int) (time.Duration, bool) {
	v, ok := doc.Get("timeout")
	if !ok {
		return time.Duration(def) * time.Second, true
	}
	if v.Kind != jsondoc.Number {
		return 0, false
	}
	s := v.Float()
	if s < minTimeout || s >= maxTimeout+1 {
		return 0, false
	}
	return time.Duration(int(s)) * time.Second, true
}

const timeoutFault = `"timeout" must be a number of seconds from 1 to 3600`

// emptySchema is the schema of a tool that declares none.
const emptySchema = `{"type": "object", "properties": {}}`

// toolRules is what differs between the formats in the list of tools.
type toolRules struct {
	schemaField string
	timeouts    bool
	validName   func(string) bool
	schema      func(jsondoc.Value) (jsondoc.Value, bool)
}

// tools reads and checks the list of tools.
func (p *Plugin) tools(list jsondoc.Value, rules toolRules) *fault {
	if list.Kind != jsondoc.List {
		return faultf("tools", `"tools" must be a list of objects`)
	}
	for _, t := range list.Items {
		if t.Kind != jsondoc.Object {
			return faultf("tools", `"tools" must be a list of objects`)
		}
	}
	if len(list.Items) > maxTools {
		return faultf("tools", `"tools" has more than %d entries`, maxTools)
	}
	seen := make(map[string]bool, len(list.Items))
	for _, doc := range list.Items {
		t, f := tool(doc, rules)
		if f != nil {
			return f
		}
		if seen[t.Name] {
			return faultf("tools", "two tools are named %q", t.Name)
		}
		seen[t.Name] = true
		// The checks of a tool come in one order, the duplicate second; so the
		// rest of the tool is read after it.
		if f := t.rest(doc, rules); f != nil {
			return f
		}
		t.Full = FullName(p.Format, p.ID, t.Name)
		if n := len([]rune(t.Full)); n > maxFullName {
			p.note(NoteLongName, fmt.Sprintf("tool name is %d characters; some model providers allow %d", n, maxFullName))
		}
		p.Tools = append(p.Tools, t)
	}
	return nil
}

func tool(doc jsondoc.Value, rules toolRules) (Tool, *fault) {
	name, ok := doc.Get("name")
	if !ok {
		return Tool{}, faultf("tools", "a tool has no valid name: missing")
	}
	if name.Kind != jsondoc.Text || !rules.validName(name.Text) {
		return Tool{}, faultf("tools", "a tool has no valid name: %s", name.Encode())
	}
	return Tool{Name: name.Text}, nil
}

func (t *Tool) rest(doc jsondoc.Value, rules toolRules) *fault {
	t.Schema = json.RawMessage(emptySchema)
	if schema, ok := doc.Get(rules.schemaField); ok {
		if schema.Kind == jsondoc.Object && rules.schema != nil {
			schema, ok = rules.schema(schema)
		}
		if schema.Kind != jsondoc.Object || !ok {
			return faultf("tools", "%q of tool %q must be a JSON Schema object", rules.schemaField, t.Name)
		}
		t.Schema = json.RawMessage(schema.Compact())
	}
	if ro, ok := doc.Get("readonly"); ok {
		if ro.Kind != jsondoc.Bool {
			return faultf("tools", `"readonly" of tool %q must be true or false`, t.Name)
		}
		t.ReadOnly = ro.Bool
	}
	if d, ok := doc.Get("description"); ok {
		if d.Kind != jsondoc.Text {
			return faultf("tools", `"description" of tool %q must be text`, t.Name)
		}
		if d.Chars() > maxDescription {
			return faultf("tools", `"description" of tool %q is longer than %d characters`, t.Name, maxDescription)
		}
		t.Description = d.Text
	}
	if rules.timeouts && doc.Has("timeout") {
		d, ok := timeout(doc, 0)
		if !ok {
			return faultf("tools", `"timeout" of tool %q must be a number of seconds from 1 to 3600`, t.Name)
		}
		t.Timeout = d
	}
	return nil
}

// description checks the length of the plugin's own description.
func (p *Plugin) checkDescription() *fault {
	if len([]rune(p.Description)) > maxDescription {
		return faultf("description", `"description" is longer than %d characters`, maxDescription)
	}
	return nil
}

// inside reports whether rel, a path as a manifest writes it, stays below dir:
// by its own text, and through the links that lie on its way.
func inside(dir, rel string) bool {
	if filepath.IsAbs(rel) || strings.HasPrefix(rel, "/") || filepath.VolumeName(rel) != "" {
		return false
	}
	clean := filepath.Clean(rel)
	if clean == ".." || strings.HasPrefix(clean, ".."+string(filepath.Separator)) {
		return false
	}
	root, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return true // nothing there, nothing to leave
	}
	// What does not exist yet cannot be resolved; the deepest part that does decides.
	for path := filepath.Join(dir, clean); ; path = filepath.Dir(path) {
		real, err := filepath.EvalSymlinks(path)
		if err == nil {
			return within(root, real)
		}
		if len(path) <= len(dir) {
			return true
		}
	}
}

// within reports whether path is root or lies below it; both are absolute and clean.
func within(root, path string) bool {
	if path == root {
		return true
	}
	return strings.HasPrefix(path, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator))
}

func regular(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// Source returns the manifest of a plugin as it was written, for people and
// tools that want to see it.
func Source(p *Plugin) (jsondoc.Value, error) {
	src, err := readFile(Path(p))
	if err != nil {
		return jsondoc.Value{}, err
	}
	return jsondoc.Parse(src)
}

// Path is the manifest file that a plugin was read from.
func Path(p *Plugin) string {
	file := filepath.Join(p.Dir, FileOf(p.Format))
	if p.Format == FormatLegacy {
		if better := filepath.Join(p.Dir, "plugin.json"); exists(better) {
			file = better
		}
	}
	return file
}
