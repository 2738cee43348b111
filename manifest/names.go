package manifest

import (
	"fmt"
	"strings"
)

// Limits of names and manifests.
const (
	maxPluginName   = 32
	maxToolName     = 40
	maxRPCID        = 32
	maxFullName     = 64 // what some model providers allow; longer ones get a note
	maxManifest     = 256 << 10
	maxTools        = 64
	maxDescription  = 4000
	minTimeout      = 1
	maxTimeout      = 3600
	defaultTimeout  = 60
	defaultLampTime = 120
)

// FileOf returns the name of the manifest file a format is written in.
func FileOf(f Format) string {
	switch f {
	case FormatRPC:
		return "manifest.json"
	case FormatLamp, FormatLegacy:
		return "lamp.json"
	}
	return "plugin.json"
}

// Fields are the fields of a format's manifest, and of a tool in it.
func Fields(f Format) (plugin, tool []string) {
	plugin = []string{"name", "version", "description", "author", "url", "license", "caps", "tools"}
	switch f {
	case FormatRPC:
		return append(plugin, "id", "protocol_version", "main", "settings", "completion"),
			[]string{"name", "description", "schema", "readonly", "timeout"}
	case FormatLamp:
		return append(plugin, "profile", "entry", "files", "env", "timeout"),
			[]string{"name", "description", "parameters", "readonly", "timeout"}
	}
	return append(plugin, "kind", "entry", "command", "timeout"),
		[]string{"name", "description", "parameters", "readonly"}
}

// ValidPluginName reports whether s may name a plugin of the formats plugin and
// legacy: letters, digits and hyphens. The underscore separates plugin and tool.
func ValidPluginName(s string) bool {
	return s != "" && len(s) <= maxPluginName && each(s, func(c byte) bool { return alnum(c) || c == '-' })
}

// ValidToolName reports whether s may name a tool.
func ValidToolName(s string) bool {
	return s != "" && len(s) <= maxToolName && each(s, func(c byte) bool { return alnum(c) || c == '-' || c == '_' })
}

// ValidRPCID reports whether s may be the id of an rpc plugin.
func ValidRPCID(s string) bool {
	return s != "" && len(s) <= maxRPCID && each(s, func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_'
	})
}

// BadPluginName is the error of a folder whose name breaks the rule.
func BadPluginName(s string) string {
	return fmt.Sprintf("invalid plugin name '%s': letters, digits and - only (no _), max %d", s, maxPluginName)
}

func alnum(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

func each(s string, ok func(byte) bool) bool {
	for i := 0; i < len(s); i++ {
		if !ok(s[i]) {
			return false
		}
	}
	return true
}

// FullName is the name under which a model sees a tool.
func FullName(f Format, id, tool string) string {
	if f == FormatLamp {
		return "lamp_" + id + "_" + tool
	}
	return "plugin_" + id + "_" + tool
}

// SplitFull cuts the full name of a plugin's tool at the first underscore after
// the prefix. It serves only to word an error: ids of some formats contain
// underscores, so a name is looked up, never parsed.
func SplitFull(full string) (plugin, tool string, ok bool) {
	rest, found := strings.CutPrefix(full, "plugin_")
	if !found {
		return "", "", false
	}
	return strings.Cut(rest, "_")
}
