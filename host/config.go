package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// Config is config.json of home.
type Config struct {
	Mode            Mode    // "" means none was set
	Profile         Profile // "" means build
	StrictArgs      bool
	RequireCeiling  bool
	AuditArgs       bool
	AuditSync       string // batch or call
	PinCode         string // all, installed or none
	TZ              string
	ApprovalTimeout time.Duration
	AllowAddresses  []string
	Limits          gate.Limits
}

// DefaultConfig is the configuration without a file.
func DefaultConfig() Config {
	return Config{
		Profile: ProfileBuild, AuditSync: "batch", PinCode: "all",
		ApprovalTimeout: 7200 * time.Second, Limits: gate.PluginLimits(),
	}
}

// LoadConfig reads config.json of a home; without one it is the default. The
// error is an *Error.
func LoadConfig(home string) (Config, error) {
	c := DefaultConfig()
	path := filepath.Join(home, "config.json")
	src, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, failed("config", fmt.Sprintf("cannot read %s: %v", path, err), "")
	}
	doc, err := jsondoc.Parse(src)
	if err != nil || doc.Kind != jsondoc.Object {
		return c, failed("state", (&manifest.BadStateError{File: path}).Error(), "")
	}
	for _, m := range doc.Members {
		if want := c.set(m.Key, m.Value); want != "" {
			return c, usage("config", fmt.Sprintf("config.json: %s: %s", m.Key, want), "")
		}
	}
	return c, nil
}

// set sets one key and returns what was expected when the value is not it.
func (c *Config) set(key string, v jsondoc.Value) (expected string) {
	word := func(to *string, words ...string) string {
		for _, w := range words {
			if v.Kind == jsondoc.Text && v.Text == w {
				*to = w
				return ""
			}
		}
		return "expected " + strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
	}
	flag := func(to *bool) string {
		if v.Kind != jsondoc.Bool {
			return "expected true or false"
		}
		*to = v.Bool
		return ""
	}
	switch key {
	case "mode":
		return word((*string)(&c.Mode), "ask", "yolo", "strict")
	case "profile":
		return word((*string)(&c.Profile), "build", "plan", "review", "explore", "worker")
	case "strict_args":
		return flag(&c.StrictArgs)
	case "require_ceiling":
		return flag(&c.RequireCeiling)
	case "audit_args":
		return flag(&c.AuditArgs)
	case "audit_sync":
		return word(&c.AuditSync, "batch", "call")
	case "pin_code":
		return word(&c.PinCode, "all", "installed", "none")
	case "tz":
		if v.Kind != jsondoc.Text {
			return "expected the name of a time zone or an offset"
		}
		c.TZ = v.Text
	case "approval_timeout":
		if v.Kind != jsondoc.Number || v.Float() <= 0 {
			return "expected a number of seconds"
		}
		c.ApprovalTimeout = time.Duration(v.Float() * float64(time.Second))
	case "allow_addresses":
		return c.setAddresses(v)
	case "limits":
		return c.setLimits(v)
	default:
		return "no such key"
	}
	return ""
}

func (c *Config) setAddresses(v jsondoc.Value) string {
	const want = "expected a list of hosts"
	if v.Kind != jsondoc.List {
		return want
	}
	for _, it := range v.Items {
		if it.Kind != jsondoc.Text || it.Text == "" {
			return want
		}
		c.AllowAddresses = append(c.AllowAddresses, it.Text)
	}
	return ""
}

// setLimits takes numbers (seconds, bytes, a count) and texts such as "512MiB".
func (c *Config) setLimits(v jsondoc.Value) string {
	if v.Kind != jsondoc.Object {
		return "expected an object of limits"
	}
	for _, m := range v.Members {
		value := m.Value.Text
		switch {
		case m.Value.Kind == jsondoc.Number && m.Key == "time":
			value += "s"
		case m.Value.Kind != jsondoc.Number && m.Value.Kind != jsondoc.Text:
			return m.Key + ": expected a number or a text such as \"512MiB\""
		}
		var err error
		if c.Limits, err = gate.ParseLimits(c.Limits, m.Key+"="+value); err != nil {
			return err.Error()
		}
	}
	return ""
}
