package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/synsema/srcfile"
)

// Session is what session.json of the lamps says: the user's own ceiling over
// all lamps, and what ad-hoc runs may do.
type Session struct {
	Ceiling *Layer // nil: no ceiling
	Eval    bool
	Native  bool
	Timeout time.Duration // 0: the default
}

// SessionFile is where the session's ceiling is kept.
func (p Places) SessionFile() string { return filepath.Join(p.Lamps, "session.json") }

// Session reads session.json.
func (p Places) Session() (Session, error) {
	var file struct {
		Ceiling *json.RawMessage `json:"ceiling"`
		Eval    bool             `json:"eval"`
		Native  bool             `json:"native"`
		Timeout float64          `json:"timeout"`
	}
	if err := ReadState(p.SessionFile(), &file); err != nil {
		return Session{}, err
	}
	layer, err := p.configured("session", p.SessionFile(), "ceiling", file.Ceiling)
	if err != nil {
		return Session{}, err
	}
	return Session{layer, file.Eval, file.Native, time.Duration(file.Timeout * float64(time.Second))}, nil
}

// projectCeiling reads the ceiling of the workspace's lamps.
func (p Places) projectCeiling() (*Layer, error) {
	var file struct {
		Caps *json.RawMessage `json:"caps"`
	}
	path := filepath.Join(p.Workspace, ".lamps", "config.json")
	if err := ReadState(path, &file); err != nil {
		return nil, err
	}
	return p.configured("project", path, "caps", file.Caps)
}

// configured reads the ceiling of a configuration file. What is absent is no
// restriction; what is there must be a ceiling, because a ceiling that vanishes
// by accident widens everything.
func (p Places) configured(from, path, key string, raw *json.RawMessage) (*Layer, error) {
	if raw == nil {
		return nil, nil
	}
	var text string
	if json.Unmarshal(*raw, &text) != nil {
		return nil, fmt.Errorf("%s: %q must be text", path, key)
	}
	text = strings.ReplaceAll(text, "{root}", ".")
	if len(SplitCaps(text)) == 0 {
		return nil, fmt.Errorf("%s: the ceiling is empty — remove the key or write none", path)
	}
	list, err := p.Platform().ParseList(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return &Layer{from, text, list}, nil
}

// shown is a layer as the textual rule of lamps reads it.
func (l *Layer) shown() *caps.Families {
	if l == nil {
		return nil
	}
	if len(l.List.Items()) == 0 {
		return caps.ParseFamilies("")
	}
	return caps.ParseFamilies(l.Text)
}

// lampCeiling composes the ceiling of a lamp: its own, the project's and the
// session's. The text is their textual intersection; a run is held to each of
// the three lists, because text alone does not see what a path really names.
func (p Places) lampCeiling(l *Plugin) (*Ceiling, error) {
	text := p.fill(l, l.Caps)
	list, err := p.Platform().ParseList(text)
	if err != nil {
		return nil, err
	}
	project, err := p.projectCeiling()
	if err != nil {
		return nil, err
	}
	session, err := p.Session()
	if err != nil {
		return nil, err
	}
	own := &Layer{"manifest", text, list}
	c := &Ceiling{Text: own.shown().Intersect(project.shown()).Intersect(session.Ceiling.shown()).String()}
	for _, layer := range []*Layer{own, project, session.Ceiling} {
		if layer != nil {
			c.Layers = append(c.Layers, *layer)
		}
	}
	return c, nil
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

func (p Places) fill(l *Plugin, s string) string {
	return strings.NewReplacer("{root}", ".", "{dir}", p.LampDir(l)).Replace(s)
}

// LampSource returns a lamp's program with its placeholders replaced.
func (p Places) LampSource(l *Plugin) ([]byte, error) {
	src, err := srcfile.ReadIn(l.Dir, l.Entry)
	if err != nil {
		return nil, reason(err)
	}
	src = bytes.ReplaceAll(src, []byte("{root}"), []byte("."))
	return bytes.ReplaceAll(src, []byte("{dir}"), []byte(p.LampDir(l))), nil
}
