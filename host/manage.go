package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// Checker runs the language's check on a program and returns its report: the
// text that the command would print, and whether the program is valid.
type Checker func(ctx context.Context, file string) (report string, ok bool)

// ManageRequest is a call of the agent's own tool "plugin".
type ManageRequest struct {
	Args    []byte // {action, name, manifest, files}
	Actor   Actor
	Mode    Mode
	Source  string
	Asker   Asker // instead of the host's; may be nil
	Checker Checker
}

// ManageTool is the description of the tool "plugin" for a catalogue.
const ManageTool = `{"type": "object", "properties": {` +
	`"action": {"type": "string", "enum": ["list", "create", "enable", "disable"], "default": "list"}, ` +
	`"name": {"type": "string"}, "manifest": {"type": "object"}, ` +
	`"files": {"type": "object", "additionalProperties": {"type": "string"}}}}`

// Manage carries out the agent's tool "plugin". An agent lists, writes and asks;
// it never turns a plugin on without a person's yes to that very request. What
// it gets is always a text; ok is false for errors and denials.
func (h *Host) Manage(ctx context.Context, req ManageRequest) (text string, ok bool, err error) {
	doc, bad := parseArgs(req.Args)
	if bad != nil {
		return "ERROR: could not parse tool arguments as JSON: " + bad.Error(), false, nil
	}
	if doc.Kind != jsondoc.Object {
		return "ERROR: tool arguments must be a JSON object", false, nil
	}
	action := member(doc, "action")
	if action == "" {
		action = "list"
	}
	name := member(doc, "name")
	switch action {
	case "list", "create", "enable", "disable":
	default:
		return fmt.Sprintf("ERROR: unknown action '%s' (list | create | enable | disable)", action), false, nil
	}
	denied, err := h.Permit(ctx, Permission{
		Actor: req.Actor, Mode: req.Mode, Action: Action{Kind: ManagePlugin, Verb: action, Name: name},
		Message: CallLine("plugin", doc.Encode()), Source: req.Source, Asker: req.Asker,
	})
	if err != nil || denied != "" {
		return denied, false, err
	}
	text, err = h.manageAction(ctx, req, action, name, doc)
	var e *Error
	if errors.As(err, &e) {
		return "ERROR: " + e.Text, false, nil
	}
	return text, err == nil, err
}

func member(doc jsondoc.Value, key string) string {
	v, _ := doc.Get(key)
	if v.Kind != jsondoc.Text {
		return ""
	}
	return v.Text
}

func (h *Host) manageAction(ctx context.Context, req ManageRequest, action, name string, doc jsondoc.Value) (string, error) {
	switch action {
	case "create":
		m, _ := doc.Get("manifest")
		files, _ := doc.Get("files")
		return h.Create(ctx, CreateRequest{Name: name, Manifest: m, Files: files, By: string(req.Actor), Checker: req.Checker})
	case "enable", "disable":
		t, err := h.SetEnabled(name, action == "enable", string(req.Actor)+" with a yes")
		if err != nil {
			return "", err
		}
		return t.Text, nil
	}
	var lines []string
	for _, p := range h.find.Plugins() {
		row, err := h.Row(p)
		if err != nil {
			return "", err
		}
		lines = append(lines, row.Line())
	}
	if len(lines) == 0 {
		return "no plugins found. A plugin is a folder with a plugin.json manifest: plugins/<name>/ (global) or workspace/.lampson/plugins/<name>/ (project)", nil
	}
	return strings.Join(lines, "\n"), nil
}

// CreateRequest is a plugin to be written into the project.
type CreateRequest struct {
	Name     string
	Manifest jsondoc.Value // an object
	Files    jsondoc.Value // an object of texts
	By       string
	Checker  Checker // nil: the program is not checked
}

// createTimeout bounds the check of a program that was just written.
const createTimeout = 30 * time.Second

// Create writes a plugin into the project folder: all of it or nothing. It runs
// nothing and turns nothing on. The error is an *Error with the text an agent
// sees; a plugin that was written but is not valid is a result.
func (h *Host) Create(ctx context.Context, req CreateRequest) (string, error) {
	name := req.Name
	if !manifest.ValidPluginName(name) {
		return "", failed("bad_name", manifest.BadPluginName(name), "")
	}
	if req.Manifest.Kind != jsondoc.Object || !req.Manifest.Has("tools") {
		return "", failed("bad_manifest", `manifest needs at least "tools" (and "entry" for kind=syn or "command" for kind=exec)`, "")
	}
	doc := req.Manifest
	doc.Set("name", jsondoc.String(name))
	if !doc.Has("kind") {
		doc.Set("kind", jsondoc.String("syn"))
	}
	written := []string{"plugin.json"}
	for _, f := range req.Files.Members {
		if !validFileName(f.Key) || f.Key == "plugin.json" || f.Key == "lamp.json" || f.Value.Kind != jsondoc.Text {
			return "", failed("bad_file", fmt.Sprintf("bad file name '%s' (simple names inside the plugin folder only)", f.Key), "")
		}
		written = append(written, f.Key)
	}
	dir := h.places.ProjectDir(manifest.FormatPlugin, name)
	if old := h.find.Plugin(name); old != nil {
		status, _, err := h.Status(old)
		if err != nil {
			return "", err
		}
		if on, err := h.state.On(old); err != nil || on && status != Broken {
			return "", failed("is_on", fmt.Sprintf("plugin '%s' is ON: it must be turned off before it is replaced", name), "")
		}
	}
	if err := h.inProject(dir); err != nil {
		return "", failed("write", err.Error(), "")
	}
	if err := writeFolder(dir, doc.Encode(), req.Files); err != nil {
		return "", failed("write", err.Error(), "")
	}
	p := manifest.ReadPlugin(dir, manifest.ScopeProject, false)
	if err := h.disapprove(p); err != nil {
		return "", err
	}
	if err := h.manage("create", p, "", req.By, ""); err != nil {
		return "", err
	}
	return h.created(ctx, p, written, req.Checker), nil
}

// created words what came of a plugin that was written.
func (h *Host) created(ctx context.Context, p *manifest.Plugin, written []string, check Checker) string {
	shown := h.VirtualDir(p)
	if p.Broken() {
		return fmt.Sprintf("plugin '%s' written to %s but its manifest is INVALID: %s — fix it with edit and call plugin(action=list) to re-check", p.ID, shown, p.Err)
	}
	suffix := " · exec (no capability ceiling: the user will see that when approving). The command runs from the workspace root; a file of the plugin folder named in the command is resolved automatically"
	if p.Kind != manifest.KindExec || p.Confine {
		ceiling := ""
		if c, err := h.places.Ceiling(p); err == nil && c != nil {
			ceiling = c.Text
		}
		suffix = " · ceiling when on: " + ceiling
	}
	if p.Kind == manifest.KindSyn && check != nil {
		ctx, stop := context.WithTimeout(ctx, createTimeout)
		defer stop()
		report, ok := check(ctx, filepath.Join(p.Dir, p.Entry))
		if !ok {
			return fmt.Sprintf("plugin '%s' written to %s but `synsema check %s` FAILED:\n%s\nFix the code with edit; it stays off until it checks and the user turns it on.", p.ID, shown, p.Entry, report)
		}
		suffix = " · synsema check OK" + suffix
	}
	return fmt.Sprintf("plugin '%s' created (project, %s, %d tools: %s) in %s [%s]%s. It is OFF until the user turns it on: offer to do it (plugin action=enable asks them), or point them to the plugin switch of their UI. Its tools will be plugin_%s_<tool>.",
		p.ID, p.Kind, len(p.Tools), toolNames(p), shown, strings.Join(written, ", "), suffix, p.ID)
}

func validFileName(s string) bool {
	if s == "" || len(s) > 64 || s[0] == '.' {
		return false
	}
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '-') {
			return false
		}
	}
	return true
}

// writeFolder writes a plugin folder beside its place and moves it there. Files
// of an older folder that are not written anew stay.
func writeFolder(dir, manifestText string, files jsondoc.Value) error {
	root := filepath.Dir(dir)
	if err := os.MkdirAll(root, 0o755); err != nil {
		return err
	}
	stage, err := os.MkdirTemp(root, ".new-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(stage)
	if st, err := os.Lstat(dir); err == nil {
		if !st.IsDir() {
			return fmt.Errorf("%s is in the way", dir)
		}
		if err := os.CopyFS(stage, os.DirFS(dir)); err != nil {
			return err
		}
	}
	put := func(name, text string) error {
		path := filepath.Join(stage, name)
		if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		return os.WriteFile(path, []byte(text), 0o644)
	}
	if err := put("plugin.json", manifestText+"\n"); err != nil {
		return err
	}
	for _, f := range files.Members {
		if err := put(f.Key, f.Value.Text); err != nil {
			return err
		}
	}
	if err := os.Chmod(stage, 0o755); err != nil {
		return err
	}
	old := stage + ".old"
	if err := os.Rename(dir, old); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := os.Rename(stage, dir); err != nil {
		_ = os.Rename(old, dir) // put back what was there
		return err
	}
	return os.RemoveAll(old)
}

// inProject refuses a folder that a link on the way to it puts outside the
// project's own.
func (h *Host) inProject(dir string) error {
	for parent := filepath.Dir(dir); len(parent) > len(h.places.Workspace); parent = filepath.Dir(parent) {
		if info, err := os.Lstat(parent); err == nil && info.Mode()&os.ModeSymlink != 0 {
			return fmt.Errorf("%s is a link", parent)
		}
	}
	return nil
}

// Remove deletes a project plugin and what is remembered about it.
func (h *Host) Remove(name, by string) (string, error) {
	if !manifest.ValidPluginName(name) {
		return "", failed("bad_name", "invalid plugin name", "")
	}
	p := h.find.Plugin(name)
	if p == nil {
		return "", failed("no_plugin", fmt.Sprintf("no plugin named '%s'", name), "synrun plugin list")
	}
	root := filepath.Join(h.places.Workspace, ".lampson")
	if p.Scope != manifest.ScopeProject || !strings.HasPrefix(p.Dir, root+string(filepath.Separator)) {
		return "", failed("not_project", fmt.Sprintf("'%s' is a %s plugin (plugins/%s): delete that folder by hand", name, p.Scope, name), "")
	}
	if err := h.inProject(p.Dir); err != nil {
		return "", failed("delete", fmt.Sprintf("could not delete %s: %v", h.VirtualDir(p), err), "")
	}
	if err := h.stop(p); err != nil {
		return "", err
	}
	// A folder that is a link is removed, not followed.
	if err := os.RemoveAll(p.Dir); err != nil {
		return "", failed("delete", fmt.Sprintf("could not delete %s: %v", h.VirtualDir(p), err), "")
	}
	if err := h.state.Forget(p); err != nil {
		return "", err
	}
	if err := h.disapprove(p); err != nil {
		return "", err
	}
	if err := h.manage("remove", p, "", by, ""); err != nil {
		return "", err
	}
	return fmt.Sprintf("plugin '%s' deleted (%s)", name, h.VirtualDir(p)), nil
}

// SetSetting stores a setting as a person typed it; a running process of the
// plugin ends, so that the next call starts with the new value.
func (h *Host) SetSetting(p *manifest.Plugin, key, typed, by string) error {
	if err := h.state.SetSetting(p, key, typed); err != nil {
		return failed("setting", err.Error(), "")
	}
	if err := h.stop(p); err != nil {
		return err
	}
	return h.manage("settings", p, key, by, "")
}

// UnsetSetting returns a setting to its default.
func (h *Host) UnsetSetting(p *manifest.Plugin, key, by string) error {
	if err := h.state.UnsetSetting(p, key); err != nil {
		return failed("setting", err.Error(), "")
	}
	if err := h.stop(p); err != nil {
		return err
	}
	return h.manage("settings", p, key, by, "default")
}

// Setting returns one setting as a person sees it; an unknown key is empty.
func (h *Host) Setting(p *manifest.Plugin, key string) (string, error) {
	if p.Format != manifest.FormatRPC {
		return "", failed("no_settings", fmt.Sprintf("'%s' has no settings", p.ID), "")
	}
	all, err := h.state.Settings(p)
	if err != nil {
		return "", err
	}
	for _, s := range all {
		if s.Key == key {
			return s.Shown(), nil
		}
	}
	return "", nil
}

var _ json.Marshaler = (*Result)(nil)
