package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Session is the user's own ceiling over all lamps.
type Session struct {
	Ceiling []Item // nil: no ceiling
	Text    string
	Eval    bool
	Native  bool
	Timeout time.Duration // 0: the default
}

// Session reads session.json of the lamps.
func (p Places) Session() (Session, error) {
	var file struct {
		Ceiling *json.RawMessage `json:"ceiling"`
		Eval    bool             `json:"eval"`
		Native  bool             `json:"native"`
		Timeout float64          `json:"timeout"`
	}
	path := filepath.Join(p.Lamps, "session.json")
	if err := ReadState(path, &file); err != nil {
		return Session{}, err
	}
	items, text, err := ceilingItems(path, "ceiling", file.Ceiling)
	if err != nil {
		return Session{}, err
	}
	return Session{items, text, file.Eval, file.Native, time.Duration(file.Timeout * float64(time.Second))}, nil
}

// projectCeiling reads the ceiling of the workspace's lamps.
func (p Places) projectCeiling() ([]Item, string, error) {
	var file struct {
		Caps *json.RawMessage `json:"caps"`
	}
	path := filepath.Join(p.Workspace, ".lamps", "config.json")
	if err := ReadState(path, &file); err != nil {
		return nil, "", err
	}
	return ceilingItems(path, "caps", file.Caps)
}

// ceilingItems reads the ceiling of a configuration file. What is absent is no
// restriction; what is there must be a ceiling, because a ceiling that vanishes
// by accident widens everything.
func ceilingItems(path, key string, raw *json.RawMessage) ([]Item, string, error) {
	if raw == nil {
		return nil, "", nil
	}
	var text string
	if json.Unmarshal(*raw, &text) != nil {
		return nil, "", fmt.Errorf("%s: %q must be text", path, key)
	}
	text = strings.ReplaceAll(text, "{root}", ".")
	items := SplitCaps(text)
	if len(items) == 0 {
		return nil, "", fmt.Errorf("%s: the ceiling is empty — remove the key or write none", path)
	}
	if f := checkList(text, true); f != nil {
		return nil, "", fmt.Errorf("%s: %s", path, f.text)
	}
	if noItems(items) {
		return []Item{}, "none", nil
	}
	return items, text, nil
}

func noItems(items []Item) bool {
	return len(items) == 1 && items[0].Bare && items[0].Family == "none"
}

// LampDir is what {dir} stands for in the caps and the source of a lamp: its
// folder, or its configuration folder in this project when there is one.
// Relative to the project where it lies inside.
func (p Places) LampDir(l *Plugin) string {
	dir := l.Dir
	if l.Scope != ScopeProject {
		config := filepath.Join(p.Workspace, ".lamps", l.ID)
		if st, err := os.Stat(config); err == nil && st.IsDir() && !exists(filepath.Join(config, "lamp.json")) {
			dir = config
		}
	}
	if rel, err := filepath.Rel(p.Workspace, dir); err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(rel)
	}
	return dir
}

// LampCaps returns a lamp's own ceiling with its placeholders replaced.
func (p Places) LampCaps(l *Plugin) string { return p.fill(l, l.Caps) }

func (p Places) fill(l *Plugin, s string) string {
	return strings.NewReplacer("{root}", ".", "{dir}", p.LampDir(l)).Replace(s)
}

// LampSource returns a lamp's program with its placeholders replaced.
func (p Places) LampSource(l *Plugin) ([]byte, error) {
	src, err := os.ReadFile(filepath.Join(l.Dir, l.Entry))
	if err != nil {
		return nil, reason(err)
	}
	src = bytes.ReplaceAll(src, []byte("{root}"), []byte("."))
	return bytes.ReplaceAll(src, []byte("{dir}"), []byte(p.LampDir(l))), nil
}

// LampCeiling composes the ceiling of a lamp: its own, the project's and the
// session's. The text is their textual intersection; a run is held to each of
// the three lists, because text alone does not see what a path really names.
func (p Places) LampCeiling(l *Plugin) (*Ceiling, error) {
	own := p.LampCaps(l)
	items := SplitCaps(own)
	if noItems(items) {
		items = []Item{}
	}
	c := &Ceiling{Layers: []Layer{{"manifest", own}}}
	project, text, err := p.projectCeiling()
	if err != nil {
		return nil, err
	}
	if project != nil {
		items = Intersect(items, project)
		c.Layers = append(c.Layers, Layer{"project", text})
	}
	session, err := p.Session()
	if err != nil {
		return nil, err
	}
	if session.Ceiling != nil {
		items = Intersect(items, session.Ceiling)
		c.Layers = append(c.Layers, Layer{"session", session.Text})
	}
	c.Text = CapsText(items)
	return c, nil
}
