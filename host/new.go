package host

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
)

//go:embed templates
var templates embed.FS

// NewRequest is a plugin to be begun.
type NewRequest struct {
	Name string
	Kind manifest.Kind // empty: syn
	Lang string        // empty: the first of its kind
	Tool string        // empty: hello
	Lamp bool          // syn: a lamp instead of a plugin
	Dir  string        // where; empty: the project folder of its format
	By   string
}

// template is the way to begin a plugin of a kind in a language.
type template struct {
	kind  manifest.Kind
	lang  string
	dir   string   // below templates
	build []string // makes the program out of what is in dir; nil: nothing to do
	env   []string // beside the variables of this process
}

// begin lists the templates, the first of each kind for those who do not say.
var begin = [...]template{
	{kind: manifest.KindSyn, lang: "syn", dir: "syn"},
	{kind: manifest.KindExec, lang: "python3", dir: "exec-python3"},
	{kind: manifest.KindExec, lang: "sh", dir: "exec-sh"},
	{kind: manifest.KindExec, lang: "node", dir: "exec-node"},
	{kind: manifest.KindRPC, lang: "python3", dir: "rpc-python3"},
	{kind: manifest.KindRPC, lang: "go", dir: "rpc-go", build: []string{"go", "build", "-o", "main", "main.go"}},
	{kind: manifest.KindWasm, lang: "c", dir: "wasm-c"}, // with its module: no compiler needed
	{kind: manifest.KindWasm, lang: "go", dir: "wasm-go", build: []string{"go", "build", "-o", "main.wasm", "main.go"},
		env: []string{"GOOS=wasip1", "GOARCH=wasm"}},
}

// Languages are those in which New can begin a plugin of the kind.
func Languages(kind manifest.Kind) (names []string) {
	for _, t := range begin {
		if t.kind == kind {
			names = append(names, t.lang)
		}
	}
	return names
}

func findTemplate(kind manifest.Kind, lang string) (*template, error) {
	names := Languages(kind)
	if len(names) == 0 {
		return nil, usage("bad_kind", fmt.Sprintf("--kind must be syn, exec, wasm or rpc, got '%s'", kind), "")
	}
	for i := range begin {
		if t := &begin[i]; t.kind == kind && (lang == "" || t.lang == lang) {
			return t, nil
		}
	}
	return nil, usage("bad_lang", fmt.Sprintf("--lang for --kind %s must be %s, got '%s'", kind, strings.Join(names, " or "), lang), "")
}

// New writes a working plugin with one tool and a test of it, and returns its
// folder. The plugin is off. A folder that is there already is never touched; of
// one that cannot be finished nothing is left.
func (h *Host) New(ctx context.Context, req NewRequest) (*manifest.Plugin, error) {
	if req.Kind == "" {
		req.Kind = manifest.KindSyn
	}
	if req.Tool == "" {
		req.Tool = "hello"
	}
	t, err := findTemplate(req.Kind, req.Lang)
	if err != nil {
		return nil, err
	}
	format, from := manifest.FormatPlugin, t.dir
	switch {
	case req.Kind == manifest.KindRPC:
		format = manifest.FormatRPC
		if !manifest.ValidRPCID(req.Name) {
			return nil, usage("bad_name", fmt.Sprintf("invalid id '%s' (expected [a-z0-9_]+)", req.Name), "")
		}
	case req.Lamp && req.Kind == manifest.KindSyn:
		format, from = manifest.FormatLamp, "lamp"
		if req.Name == "" || strings.ContainsAny(req.Name, `/\`) || req.Name[0] == '.' {
			return nil, usage("bad_name", fmt.Sprintf("invalid lamp name '%s'", req.Name), "")
		}
	case !manifest.ValidPluginName(req.Name):
		return nil, usage("bad_name", manifest.BadPluginName(req.Name), "")
	}
	if !manifest.ValidToolName(req.Tool) {
		return nil, usage("bad_name", fmt.Sprintf("invalid tool name '%s': letters, digits, - and _ only, max 40", req.Tool), "")
	}
	dir := req.Dir
	if dir == "" {
		dir = h.places.ProjectDir(format, req.Name)
	}
	if _, err := os.Lstat(dir); err == nil {
		return nil, failed("exists", dir+" is there already", "")
	}
	err = writeTemplate(dir, from, req)
	if err == nil {
		err = t.make(ctx, dir)
	}
	if err != nil {
		_ = os.RemoveAll(dir) // it is ours: it was not there before
		if asHost := (*Error)(nil); errors.As(err, &asHost) {
			return nil, err
		}
		return nil, failed("write", err.Error(), "")
	}
	p := manifest.ByDir(dir)
	if format == manifest.FormatLamp {
		p = manifest.ReadLamp(dir, manifest.ScopeProject)
	}
	if err := h.manage("create", p, "", req.By, "new"); err != nil {
		return nil, err
	}
	return p, nil
}

// make builds the program of a template whose source has to be.
func (t *template) make(ctx context.Context, dir string) error {
	if t.build == nil {
		return nil
	}
	// A module or workspace of the project is not the plugin's.
	env := append(os.Environ(), append(t.env, "GOFLAGS=", "GOWORK=off", "PWD="+dir)...)
	path, err := gate.FindProgram(t.build[0], dir, env)
	if err != nil {
		return failed("no_compiler", fmt.Sprintf("a plugin in %s has to be built, and there is no program %s", t.lang, t.build[0]),
			"--lang "+Languages(t.kind)[0])
	}
	var said bytes.Buffer
	process, err := gate.Start(gate.Launch{Path: path, Args: t.build, Dir: dir, Env: env, Output: &said, Errors: &said})
	if err != nil {
		return failed("build", fmt.Sprintf("%s: %s", t.build[0], gate.StartText(err)), "")
	}
	exit, killed := process.Run(ctx)
	if killed || exit.Code != 0 || exit.Signal != 0 {
		return failed("build", strings.Join(t.build, " ")+" failed: "+strings.TrimSpace(said.String()), "")
	}
	return nil
}

// taskName turns the name of a tool into one that a program may give a task.
func taskName(tool string) string {
	return "do_" + strings.ReplaceAll(strings.ToLower(tool), "-", "_")
}

func writeTemplate(dir, from string, req NewRequest) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	fill := strings.NewReplacer("{{name}}", req.Name, "{{tool}}", req.Tool, "{{task}}", taskName(req.Tool))
	root := "templates/" + from
	return fs.WalkDir(templates, root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := templates.ReadFile(path)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if strings.HasPrefix(string(src), "#!") {
			mode = 0o755
		}
		if !strings.HasSuffix(path, ".wasm") {
			src = []byte(fill.Replace(string(src)))
		}
		name := strings.TrimSuffix(filepath.Base(path), ".tmpl")
		return os.WriteFile(filepath.Join(dir, name), src, mode)
	})
}
