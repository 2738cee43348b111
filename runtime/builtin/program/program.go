// Package program holds what a program may know of itself and of where it
// runs without asking for anything: args, platform and
// the path of the runtime.
package program

import (
	"runtime"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family; steps belongs to the machine.
var Table = []builtin.Def{
	{Row: &sig.Args, Fn: args, Fresh: true},
	{Row: &sig.Platform, Fn: platform, Fresh: true},
	{Row: &sig.SelfPath, Fn: selfPath},
}

func args(t value.Thread, _ []value.Value) (value.Value, error) {
	list := t.Gate().Args()
	out := make([]value.Value, len(list))
	for i, s := range list {
		out[i] = value.OfText(s)
	}
	return value.NewFreshList(out), nil
}

func platform(value.Thread, []value.Value) (value.Value, error) {
	m := value.NewMap(2)
	m.Set("os", value.OfASCII(osName(runtime.GOOS)))
	m.Set("arch", value.OfASCII(archName(runtime.GOARCH)))
	return m.Value(), nil
}

func selfPath(t value.Thread, _ []value.Value) (value.Value, error) {
	if err := t.Gate().Native("self_path"); err != nil {
		return value.Value{}, err
	}
	return value.OfText(t.Gate().SelfPath()), nil
}

func osName(goos string) string {
	if goos == "darwin" {
		return "macos"
	}
	return goos
}

func archName(goarch string) string {
	switch goarch {
	case "amd64":
		return "x86_64"
	case "arm64":
		return "aarch64"
	case "386":
		return "x86"
	}
	return goarch
}
