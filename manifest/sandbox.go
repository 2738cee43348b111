package manifest

import (
	"net/netip"
	"runtime"
	"strings"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/confine"
	"github.com/synrun/synrun/gate"
)

// Sandbox makes the sandbox of a call whose plugin is confined. program is the
// command's own file; record is where the entries of the sandbox go, which for a
// process of many calls is not always the recorder of this one. An error of type
// *ConfineError says what cannot be enforced here.
func (c *Call) Sandbox(program string, record func(*audit.Entry) error) (*gate.Sandbox, error) {
	lists := make([]*caps.List, len(c.Ceiling.Layers))
	for i, l := range c.Ceiling.Layers {
		lists[i] = l.List
	}
	platform := caps.DefaultPlatform(c.Variable("HOME"))
	mounts := []gate.VirtualDir{{Name: "workspace", Dir: c.Workspace}}
	for _, m := range c.Mounts {
		if m.Name != "workspace" {
			mounts = append(mounts, gate.VirtualDir{Name: m.Name, Dir: m.Dir})
		}
	}
	if c.Plugin.Scope == ScopeGlobal {
		mounts = append(mounts, gate.VirtualDir{Name: "plugins/" + c.Plugin.ID, Dir: c.Plugin.Dir})
	}
	limits := confine.Limits{Memory: c.Limits.Memory}
	if c.Plugin.Kind == KindExec {
		limits.CPU = gate.CPUTime(c.Timeout, runtime.NumCPU())
	}
	return gate.NewSandbox(gate.SandboxConfig{
		Ceilings: lists, Platform: platform,
		Sink: func(e caps.Entry) error {
			entry := audit.EntryOf(&e)
			return record(&entry)
		},
		Program: program, Folder: c.Plugin.Dir, Dir: c.Dir, Mounts: mounts, Env: c.Env, Lent: hostVariable,
		Protected: c.Protected, AllowAddresses: Prefixes(c.AllowAddresses), Limits: limits,
	})
}

// Confined reports whether the process of a call has to run in a sandbox.
func (c *Call) Confined() bool { return c.Plugin.Confine && c.Ceiling != nil }

// RecordUnconfined records that a process which was to be confined runs with all
// rights of the user, because a person said so.
func (c *Call) RecordUnconfined(why error) error {
	return c.Record.Check(&audit.Entry{
		Context: caps.ProgramName, Capability: "unconfined", Granted: true, Source: gate.SourceConfine,
		Reason: "--allow-unconfined: " + why.Error(), Origin: caps.OriginRuntime,
	})
}

// Variable is the value of a variable of the call's environment.
func (c *Call) Variable(name string) string {
	for i := len(c.Env) - 1; i >= 0; i-- {
		if k, v, ok := strings.Cut(c.Env[i], "="); ok && k == name {
			return v
		}
	}
	return ""
}

// hostVariable tells a variable that a confined child has because its ceiling
// names it from those that every child has.
func hostVariable(name string) bool {
	switch name {
	case "PATH", "HOME", "LANG", "TZ", "TMPDIR", "SYSTEMROOT", "USERPROFILE":
		return false
	}
	if strings.HasPrefix(name, "LC_") {
		return false
	}
	rest, ok := strings.CutPrefix(name, "PLUGIN_")
	if !ok {
		rest, ok = strings.CutPrefix(name, "LAMP_")
	}
	return !ok || rest != "TOOL" && rest != "ARGS" && rest != "DIR" && rest != "WORKSPACE"
}

// Prefixes reads the addresses that a host lets through: addresses, ranges and
// localhost. Names of other hosts stand for nothing here.
func Prefixes(list []string) (out []netip.Prefix) {
	for _, s := range list {
		if p, err := netip.ParsePrefix(s); err == nil {
			out = append(out, p)
		} else if a, err := netip.ParseAddr(strings.Trim(s, "[]")); err == nil {
			out = append(out, netip.PrefixFrom(a, a.BitLen()))
		} else if strings.EqualFold(s, "localhost") {
			out = append(out, netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"))
		}
	}
	return out
}

// ConfineFailure turns what kept a sandbox from being built into the error that
// says so, and gives nil for any other error.
func ConfineFailure(err error) error {
	if what, ok := gate.Missing(err); ok {
		return &ConfineError{What: what}
	}
	return nil
}
