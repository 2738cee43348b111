package manifest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// State reads and writes whether plugins are on and how they are set, each
// format in the file that the programs it comes from read too. Whether a person
// approved what is on is not its business.
type State struct {
	Places Places
	memo   *Memo[switches] // nil keeps nothing
}

// NewState makes a state that reads its files again only when they changed.
func NewState(p Places) State { return State{p, &Memo[switches]{}} }

// switches is plugins.json: on/off of the formats plugin and legacy by name.
// Members it does not know stay where they are.
type switches struct {
	rest    map[string]json.RawMessage
	enabled map[string]json.RawMessage
}

func (s State) switchFile() string { return filepath.Join(s.Places.State(), "plugins.json") }

func readSwitches(path string) (switches, error) {
	sw := switches{rest: map[string]json.RawMessage{}, enabled: map[string]json.RawMessage{}}
	if err := ReadState(path, &sw.rest); err != nil {
		return sw, err
	}
	if raw, ok := sw.rest["enabled"]; ok && json.Unmarshal(raw, &sw.enabled) != nil {
		return sw, &BadStateError{path}
	}
	if sw.enabled == nil {
		sw.enabled = map[string]json.RawMessage{}
	}
	if sw.rest == nil {
		sw.rest = map[string]json.RawMessage{}
	}
	return sw, nil
}

func (sw switches) on(name string) bool { return string(sw.enabled[name]) == "true" }

func (sw switches) write(path string) error {
	raw, err := json.Marshal(sw.enabled)
	if err != nil {
		return err
	}
	sw.rest["enabled"] = raw
	return WriteState(path, sw.rest)
}

// Import takes over, once, what the agent whose format this is had turned on:
// the names that were on. It does nothing when this workspace has a file of its
// own already.
func (s State) Import() (names []string, err error) {
	path := s.switchFile()
	if exists(path) {
		return nil, nil
	}
	old := filepath.Join(s.Places.Lampson, ".lampson", "plugins.json")
	if !exists(old) {
		if old = filepath.Join(s.Places.Lampson, ".lampson", "lamps.json"); !exists(old) {
			return nil, nil
		}
	}
	sw, err := readSwitches(old)
	if err != nil {
		return nil, nil // to the original a broken file means that everything is off
	}
	unlock, err := Lock(path)
	if err != nil {
		return nil, err
	}
	defer unlock()
	if exists(path) {
		return nil, nil
	}
	for name := range sw.enabled {
		if sw.on(name) {
			names = append(names, name)
		}
	}
	return names, sw.write(path)
}

// On reports whether a plugin is switched on. A lamp of the project is, by
// being there.
func (s State) On(p *Plugin) (bool, error) {
	switch p.Format {
	case FormatLamp:
		if p.Scope == ScopeProject {
			return true, nil
		}
		list, err := s.lampList()
		return contains(list, p.ID) || contains(list, p.Scope+"/"+p.ID), err
	case FormatRPC:
		return s.rpcOn(p)
	}
	if s.memo == nil {
		s.memo = &Memo[switches]{}
	}
	sw, err := s.memo.Get(s.switchFile(), readSwitches)
	return sw.on(p.ID), err
}

// Set switches a plugin on or off.
func (s State) Set(p *Plugin, on bool) error {
	switch p.Format {
	case FormatLamp:
		if p.Scope == ScopeProject {
			return nil
		}
		if on {
			return s.SetLamp(p.ID, p.Scope, true)
		}
		return s.SetLamp(p.ID, p.Scope, false)
	case FormatRPC:
		value := "0"
		if on {
			value = "1"
		}
		return s.editConf(p.ID, func(c *conf) { c.set("enabled", value) })
	}
	return s.editSwitches(func(sw switches) { sw.enabled[p.ID], _ = json.Marshal(on) })
}

// Forget removes what is kept about a plugin that is being deleted.
func (s State) Forget(p *Plugin) error {
	switch p.Format {
	case FormatLamp:
		return s.Set(p, false)
	case FormatRPC:
		err := os.Remove(s.confFile(p.ID))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	return s.editSwitches(func(sw switches) { delete(sw.enabled, p.ID) })
}

func (s State) editSwitches(change func(switches)) error {
	path := s.switchFile()
	unlock, err := Lock(path)
	if err != nil {
		return err
	}
	defer unlock()
	sw, err := readSwitches(path)
	if err != nil {
		return err
	}
	change(sw)
	return sw.write(path)
}

// Lamps: a list of names, and of owner/name.

func (s State) lampFile() string { return filepath.Join(s.Places.Lamps, "enabled.json") }

func (s State) lampList() ([]string, error) {
	var list []string
	if err := ReadState(s.lampFile(), &list); err != nil {
		var bad *BadStateError
		if errors.As(err, &bad) {
			return nil, nil // as the original reads it; writing refuses
		}
		return nil, err
	}
	return list, nil
}

// SetLamp edits the list of enabled lamps. With an owner both spellings of the
// lamp are removed; without one exactly the text given is.
func (s State) SetLamp(name, owner string, on bool) error {
	path := s.lampFile()
	unlock, err := Lock(path)
	if err != nil {
		return err
	}
	defer unlock()
	var list []string
	if err := ReadState(path, &list); err != nil {
		return err
	}
	full := name
	if owner != "" {
		full = owner + "/" + name
	}
	next := []string{}
	for _, x := range list {
		if x != full && (owner == "" || x != name) {
			next = append(next, x)
		}
	}
	if on {
		if contains(list, name) {
			full = name
		}
		next = append(next, full)
	}
	return WriteState(path, next)
}

// Rpc plugins: one file of lines a plugin.

func (s State) confFile(id string) string {
	return filepath.Join(s.Places.ConfigDir(), "amber", "plugins", id, "plugin.conf")
}

// conf is plugin.conf. All lines are kept in their order.
type conf struct{ lines []string }

func readConf(path string) (*conf, error) {
	src, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return &conf{}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", path, reason(err))
	}
	return &conf{strings.Split(strings.TrimSuffix(string(src), "\n"), "\n")}, nil
}

func (c *conf) get(key string) (string, bool) {
	for i := len(c.lines) - 1; i >= 0; i-- {
		k, v, ok := strings.Cut(strings.TrimRight(c.lines[i], "\r"), "=")
		if ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v), true
		}
	}
	return "", false
}

func (c *conf) set(key, value string) {
	c.unset(key)
	c.lines = append(c.lines, key+"="+value)
}

func (c *conf) unset(key string) {
	var kept []string
	for _, line := range c.lines {
		if k, _, ok := strings.Cut(line, "="); !ok || strings.TrimSpace(k) != key {
			kept = append(kept, line)
		}
	}
	c.lines = kept
}

func (s State) editConf(id string, change func(*conf)) error {
	path := s.confFile(id)
	unlock, err := Lock(filepath.Join(s.Places.State(), "rpc-"+id))
	if err != nil {
		return err
	}
	defer unlock()
	c, err := readConf(path)
	if err != nil {
		return err
	}
	if len(c.lines) == 0 || len(c.lines) == 1 && c.lines[0] == "" {
		c.lines = []string{"# amber plugin state: " + id}
	}
	change(c)
	if err := WriteFile(path, []byte(strings.Join(c.lines, "\n")+"\n")); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, reason(err))
	}
	return nil
}

func (s State) rpcOn(p *Plugin) (bool, error) {
	c, err := readConf(s.confFile(p.ID))
	if err != nil {
		return false, err
	}
	if v, ok := c.get("enabled"); ok {
		return v == "1" || v == "true" || v == "on", nil
	}
	return s.oldRPC(p.ID).Enabled, nil
}

// oldRPC is what the original's older file says about a plugin; it is read, and
// never written.
type oldRPC struct {
	Enabled  bool                       `json:"enabled"`
	Settings map[string]json.RawMessage `json:"settings"`
}

func (s State) oldRPC(id string) oldRPC {
	var all map[string]oldRPC
	path := filepath.Join(s.Places.ConfigDir(), "amber", "plugins", "state.json")
	if src, err := os.ReadFile(path); err == nil {
		_ = json.Unmarshal(src, &all) // unreadable: nothing is known
	}
	return all[id]
}
