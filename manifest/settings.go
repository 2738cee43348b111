package manifest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/synrun/synrun/manifest/jsondoc"
)

const settingPrefix = "settings."

// Settings returns the settings of a plugin: its defaults, in their order,
// overlaid by what is stored, then stored keys that it does not know.
func (s State) Settings(p *Plugin) ([]Setting, error) {
	list := append([]Setting(nil), p.Settings...)
	overlay := func(key string, raw []byte) {
		v, err := jsondoc.Parse(raw)
		if err != nil {
			return // a line somebody mistyped keeps the default
		}
		value := json.RawMessage(v.Compact())
		for i := range list {
			if list[i].Key == key {
				list[i].Default = value
				return
			}
		}
		list = append(list, Setting{key, value})
	}
	c, err := readConf(s.confFile(p.ID))
	if err != nil {
		return nil, err
	}
	stored := false
	for _, line := range c.lines {
		key, value, ok := strings.Cut(strings.TrimSpace(line), "=")
		if key, isSetting := strings.CutPrefix(strings.TrimSpace(key), settingPrefix); ok && isSetting {
			stored = true
			overlay(key, []byte(value))
		}
	}
	if !stored {
		old := s.oldRPC(p.ID).Settings
		for _, key := range keys(old, nil) {
			overlay(key, old[key])
		}
	}
	return list, nil
}

// SettingsJSON is the object of all settings that an rpc process is started with.
func (s State) SettingsJSON(p *Plugin) (json.RawMessage, error) {
	list, err := s.Settings(p)
	if err != nil {
		return nil, err
	}
	doc := jsondoc.Value{Kind: jsondoc.Object}
	for _, st := range list {
		v, err := jsondoc.Parse(st.Default)
		if err != nil {
			return nil, err
		}
		doc.Set(st.Key, v)
	}
	return json.RawMessage(doc.Compact()), nil
}

// Shown is a setting's value as a person sees it: text as it is, the rest as JSON.
func (s Setting) Shown() string {
	v, err := jsondoc.Parse(s.Default)
	if err == nil && v.Kind == jsondoc.Text {
		return v.Text
	}
	return string(s.Default)
}

// SetSetting stores a value as a person typed it. The type of the default
// decides how it is read; a key without one takes text.
func (s State) SetSetting(p *Plugin, key, typed string) error {
	if p.Format != FormatRPC {
		return fmt.Errorf("'%s' has no settings", p.ID)
	}
	if key == "" || len(key) > 64 || !each(key, func(c byte) bool { return alnum(c) || c == '_' || c == '.' || c == '-' }) {
		return fmt.Errorf("bad setting name '%s' ([A-Za-z0-9_.-], at most 64)", key)
	}
	value := jsondoc.String(typed)
	for _, def := range p.Settings {
		if def.Key != key {
			continue
		}
		kind, err := jsondoc.Parse(def.Default)
		if err != nil {
			return err
		}
		switch kind.Kind {
		case jsondoc.Number:
			if value, err = jsondoc.Parse([]byte(typed)); err != nil || value.Kind != jsondoc.Number {
				return fmt.Errorf(`setting "%s" needs a number, got "%s"`, key, typed)
			}
		case jsondoc.Bool:
			value = jsondoc.Value{Kind: jsondoc.Bool}
			switch typed {
			case "true", "1", "on":
				value.Bool = true
			case "false", "0", "off":
			default:
				return fmt.Errorf(`setting "%s" needs true or false, got "%s"`, key, typed)
			}
		}
	}
	return s.editConf(p.ID, func(c *conf) { c.set(settingPrefix+key, value.Compact()) })
}

// UnsetSetting returns a setting to its default.
func (s State) UnsetSetting(p *Plugin, key string) error {
	if p.Format != FormatRPC {
		return fmt.Errorf("'%s' has no settings", p.ID)
	}
	return s.editConf(p.ID, func(c *conf) { c.unset(settingPrefix + key) })
}
