package host

import (
	"embed"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/manifest"
)

//go:embed templates
var templates embed.FS

// NewRequest is a plugin to be begun.
type NewRequest struct {
	Name string
	Kind manifest.Kind // empty: syn
	Tool string        // empty: hello
	Lamp bool          // syn: a lamp instead of a plugin
	Dir  string        // where; empty: the project folder of its format
	By   string
}

// New writes a working plugin with one tool and a test of it, and returns its
// folder. The plugin is off. A folder that is there already is never touched.
func (h *Host) New(req NewRequest) (*manifest.Plugin, error) {
	if req.Kind == "" {
		req.Kind = manifest.KindSyn
	}
	if req.Tool == "" {
		req.Tool = "hello"
	}
	format, from := manifest.FormatPlugin, string(req.Kind)
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
	case req.Kind != manifest.KindSyn && req.Kind != manifest.KindExec && req.Kind != manifest.KindWasm:
		return nil, usage("bad_kind", fmt.Sprintf("--kind must be syn, exec, wasm or rpc, got '%s'", req.Kind), "")
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
	if err := writeTemplate(dir, from, req); err != nil {
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
		return os.WriteFile(filepath.Join(dir, filepath.Base(path)), src, mode)
	})
}
