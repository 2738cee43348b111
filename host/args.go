package host

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// ArgSource is where the words of a command line may take arguments from.
type ArgSource struct {
	Stdin    io.Reader
	ReadFile func(path string) ([]byte, error) // nil: os.ReadFile
}

// maxTyped bounds what is read for an argument from a file or from stdin.
const maxTyped = 32 << 20

func readTyped(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxTyped))
}

// ParseArgs turns the words after a tool's name into its arguments: nothing, one
// JSON object, "-" for one from stdin, or KEY=VALUE words that are typed by the
// tool's schema. The error is an *Error of usage.
func ParseArgs(words []string, t *manifest.Tool, src ArgSource) (json.RawMessage, error) {
	switch {
	case len(words) == 0:
		return json.RawMessage("{}"), nil
	case len(words) == 1 && words[0] == "-":
		if src.Stdin == nil {
			return json.RawMessage("{}"), nil
		}
		text, err := io.ReadAll(io.LimitReader(src.Stdin, maxTyped))
		if err != nil {
			return nil, usage("stdin", "cannot read standard input: "+err.Error(), "")
		}
		return checkObject(text)
	case len(words) == 1 && isJSON(words[0]):
		return checkObject([]byte(words[0]))
	}
	p := &argParser{src: src, seen: map[string]bool{}, out: jsondoc.Value{Kind: jsondoc.Object}}
	if p.src.ReadFile == nil {
		p.src.ReadFile = readTyped
	}
	if t != nil {
		if schema, err := jsondoc.Parse(t.Schema); err == nil {
			p.schema = schema
		}
	}
	for _, w := range words {
		if isJSON(w) || w == "-" {
			return nil, usage("mixed", "arguments are one JSON object or KEY=VALUE words, not both", "")
		}
		if err := p.word(w); err != nil {
			return nil, err
		}
	}
	if err := p.required(); err != nil {
		return nil, err
	}
	return json.RawMessage(p.out.Compact()), nil
}

// isJSON reports whether a word is meant as JSON rather than as KEY=VALUE.
func isJSON(w string) bool {
	w = strings.TrimLeft(w, " \t\n")
	return strings.HasPrefix(w, "{") || strings.HasPrefix(w, "[") || strings.HasPrefix(w, `"`)
}

func checkObject(text []byte) (json.RawMessage, error) {
	doc, err := parseArgs(text)
	if err != nil {
		return nil, badJSON(err)
	}
	if doc.Kind != jsondoc.Object {
		return nil, usage("not_an_object", "the arguments must be a JSON object, got "+doc.Kind.String(), "")
	}
	return json.RawMessage(doc.Compact()), nil
}

type argParser struct {
	src    ArgSource
	schema jsondoc.Value
	seen   map[string]bool
	out    jsondoc.Value
}

func (p *argParser) word(w string) error {
	key, value, ok := strings.Cut(w, "=")
	if !ok || key == "" || key == ":" {
		return usage("bad_argument", fmt.Sprintf("'%s' is not an argument (KEY=VALUE, KEY:=JSON or one JSON object)", w), "")
	}
	if raw, isRaw := strings.CutSuffix(key, ":"); isRaw {
		v, err := jsondoc.Parse([]byte(value))
		if err != nil {
			return usage("bad_argument", fmt.Sprintf("argument %s: expected JSON, got '%s'", raw, value), "")
		}
		return p.put(raw, v, false)
	}
	if file, fromFile := strings.CutPrefix(value, "@"); fromFile {
		if strings.HasPrefix(file, "@") {
			value = file
		} else {
			text, err := p.src.ReadFile(file)
			if err != nil {
				return usage("bad_argument", fmt.Sprintf("argument %s: cannot read %s", key, file), "")
			}
			value = gate.Text(text)
		}
	}
	v, repeats, err := p.typed(key, value)
	if err != nil {
		return err
	}
	return p.put(key, v, repeats)
}

// put adds an argument. Repeated words of an array are its elements.
func (p *argParser) put(key string, v jsondoc.Value, repeats bool) error {
	if p.seen[key] {
		have, _ := p.out.Get(key)
		if !repeats || have.Kind != jsondoc.List {
			return usage("bad_argument", fmt.Sprintf("argument %s is given twice", key), "")
		}
		v.Items = append(slices.Clone(have.Items), v.Items...)
	}
	p.seen[key] = true
	p.out.Set(key, v)
	return nil
}

// property returns the schema of a property, if there is one.
func (p *argParser) property(key string) (jsondoc.Value, bool) {
	props, _ := p.schema.Get("properties")
	return props.Get(key)
}

func (p *argParser) typed(key, value string) (v jsondoc.Value, repeats bool, err error) {
	prop, known := p.property(key)
	kinds := types(prop)
	if !known || len(kinds) == 0 {
		if v, err := jsondoc.Parse([]byte(value)); err == nil {
			return v, false, nil
		}
		return jsondoc.String(value), false, nil
	}
	var wrong string
	for _, kind := range kinds {
		v, expected := read(kind, value, prop)
		if expected == "" {
			return v, kind == "array", nil
		}
		if wrong == "" {
			wrong = expected
		}
	}
	return v, false, usage("bad_argument", fmt.Sprintf("argument %s: expected %s, got '%s'", key, wrong, value), "")
}

// types are the types that a schema allows, "string" last: every text fits it.
func types(schema jsondoc.Value) []string {
	t, _ := schema.Get("type")
	var out []string
	if t.Kind == jsondoc.Text {
		out = append(out, t.Text)
	}
	for _, it := range t.Items {
		out = append(out, it.Text)
	}
	slices.SortStableFunc(out, func(a, b string) int { return rank(a) - rank(b) })
	return out
}

func rank(kind string) int {
	if kind == "string" {
		return 1
	}
	return 0
}

// read types one value; expected says what was wanted when it does not fit.
func read(kind, value string, schema jsondoc.Value) (v jsondoc.Value, expected string) {
	v, err := jsondoc.Parse([]byte(value))
	parsed := err == nil
	switch kind {
	case "integer":
		if parsed && v.Kind == jsondoc.Number && v.IsInteger() {
			return v, ""
		}
		return v, "an integer"
	case "number":
		if parsed && v.Kind == jsondoc.Number {
			return v, ""
		}
		return v, "a number"
	case "boolean":
		if parsed && v.Kind == jsondoc.Bool {
			return v, ""
		}
		return v, "true or false"
	case "null":
		if value == "null" {
			return v, ""
		}
		return v, "null"
	case "object":
		if parsed && v.Kind == jsondoc.Object {
			return v, ""
		}
		return v, "a JSON object"
	case "array":
		return readArray(value, v, parsed, schema)
	}
	return jsondoc.String(value), ""
}

func readArray(value string, v jsondoc.Value, parsed bool, schema jsondoc.Value) (jsondoc.Value, string) {
	if strings.HasPrefix(value, "[") {
		if parsed && v.Kind == jsondoc.List {
			return v, ""
		}
		return v, "a JSON list"
	}
	items, _ := schema.Get("items")
	kinds := types(items)
	if len(kinds) == 0 {
		kinds = []string{"string"}
	}
	first := ""
	for _, kind := range kinds {
		item, expected := read(kind, value, items)
		if expected == "" {
			return jsondoc.Value{Kind: jsondoc.List, Items: []jsondoc.Value{item}}, ""
		}
		if first == "" {
			first = expected
		}
	}
	return v, first
}

func (p *argParser) required() error {
	list, _ := p.schema.Get("required")
	for _, it := range list.Items {
		if it.Kind == jsondoc.Text && !p.seen[it.Text] {
			return usage("bad_argument", fmt.Sprintf("argument %s is required", it.Text), "")
		}
	}
	return nil
}

// Target finds the plugin and the tool that a call would take, for typing its
// arguments and for completion. The tool is nil when the plugin has none such.
func (h *Host) Target(name string, format manifest.Format) (*manifest.Plugin, *manifest.Tool, error) {
	t, err := h.resolve(name, format)
	if err != nil {
		return nil, nil, err
	}
	if t.plugin == nil {
		return nil, nil, h.noPlugin(name)
	}
	return t.plugin, t.tool, nil
}
