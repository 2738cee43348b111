package host

import (
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
)

// environ composes the environment of a call. args is the text of the arguments.
//
// A plugin inherits the host's, without the host's own secrets; a confined
// process gets the little that every program needs and what its ceiling covers;
// a lamp gets a clean one.
func (h *Host) environ(p *manifest.Plugin, t *manifest.Tool, args string, ceiling *manifest.Ceiling) []string {
	if p.Format == manifest.FormatLamp {
		return h.lampEnviron(p, t, args)
	}
	var env []string
	for _, kv := range h.opt.Environ {
		name, _, _ := strings.Cut(kv, "=")
		if hostSecret(name) || protocol(name) || p.Confine && !essential(name) && !covered(h.places.Platform(), ceiling, name) {
			continue
		}
		env = append(env, kv)
	}
	if p.Kind == manifest.KindRPC {
		return env
	}
	dir := p.Dir
	if p.Kind != manifest.KindExec {
		dir = h.VirtualDir(p)
	}
	for _, prefix := range []string{"PLUGIN_", "LAMP_"} {
		env = append(env, prefix+"TOOL="+t.Name, prefix+"ARGS="+args, prefix+"DIR="+dir, prefix+"WORKSPACE="+h.places.Workspace)
	}
	return env
}

func (h *Host) lampEnviron(p *manifest.Plugin, t *manifest.Tool, args string) []string {
	var env []string
	for _, name := range []string{"PATH", "SYSTEMROOT", "HOME", "USERPROFILE"} {
		v, _ := h.hostVar(name)
		env = append(env, name+"="+v)
	}
	env = append(env, "LAMP_TOOL="+t.Name, "LAMP_ARGS="+args, "LAMP_ROOT=.", "LAMP_DIR="+h.places.LampDir(p))
	for _, name := range p.EnvList {
		if v, _ := h.hostVar(name); v != "" && !hostSecret(name) && !protocol(name) {
			env = append(env, name+"="+v)
		}
	}
	return env
}

func (h *Host) hostVar(name string) (string, bool) {
	for i := len(h.opt.Environ) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(h.opt.Environ[i], "="); ok && k == name {
			return v, true
		}
	}
	return "", false
}

// hostSecret names the variables that authorise the host itself.
func hostSecret(name string) bool {
	return strings.HasPrefix(name, "LAMPSON_API_KEY") || strings.HasPrefix(name, "SYNRUN_TOKEN") ||
		name == "LAMPSON_WEB_TOKEN" || name == "LAMPSON_WEBHOOK_SECRET"
}

// protocol names the variables that the host sets itself, so that those it was
// started with do not leak into a call.
func protocol(name string) bool {
	rest, ok := strings.CutPrefix(name, "PLUGIN_")
	if !ok {
		rest, ok = strings.CutPrefix(name, "LAMP_")
	}
	return ok && (rest == "TOOL" || rest == "ARGS" || rest == "DIR" || rest == "WORKSPACE" || rest == "ROOT")
}

// essential names what a program needs to work at all.
func essential(name string) bool {
	switch name {
	case "PATH", "HOME", "LANG", "TZ", "TMPDIR", "SYSTEMROOT", "USERPROFILE":
		return true
	}
	return strings.HasPrefix(name, "LC_")
}

// covered reports whether every layer of a ceiling lets a variable be read.
func covered(platform *caps.Platform, c *manifest.Ceiling, name string) bool {
	if c == nil {
		return true
	}
	r := platform.Request(caps.Env, name)
	for _, layer := range c.Layers {
		if !layer.List.Allows(r) {
			return false
		}
	}
	return true
}
