// Package asks compares what a program asks for with a ceiling. It is what
// `synsema check` and the checking of plugins have in common, and knows
// nothing of plugins.
package asks

import (
	"fmt"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/runtime/builtin/templates"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/synsema/srcfile"
)

// CheckOptions are the options with which programs are checked: modules are
// read from disk, and grants cover uses by the real rules.
func CheckOptions(platform *caps.Platform) checker.Options {
	return checker.Options{
		Fold: true,
		Read: srcfile.Read,
		Template: func(file string) error {
			return templates.Check(file, srcfile.Read)
		},
		Scope: func(use checker.Capability) checker.Capability {
			switch {
			case !use.Scoped:
			case use.Kind == "net":
				if u, err := caps.ParseURL(use.Scope); err == nil {
					use.Scope = u.Request().Scope()
				}
			case use.Kind == "db" && strings.Contains(use.Scope, "://"):
				use.Scope = platform.Request(caps.DB, use.Scope).Scope()
			}
			return use
		},
		Covers: func(grant, use checker.Capability) bool {
			g, u := item(platform, grant), item(platform, use)
			return g != nil && u != nil && g.Covers(u.Request())
		},
	}
}

// Covered reports whether every one of the lists covers what a program asks
// for. A scope that is computed when the program runs cannot be judged before:
// then the family has to be there.
func Covered(platform *caps.Platform, a checker.Ask, lists ...*caps.List) bool {
	if a.Dynamic {
		return HasKind(a.Capability.Kind, lists...)
	}
	it := item(platform, a.Capability)
	if it == nil {
		return true // an unknown name: the checker says so
	}
	for _, l := range lists {
		if !l.Allows(it.Request()) {
			return false
		}
	}
	return true
}

// HasKind reports whether every one of the lists has an item of the family,
// whatever its scope.
func HasKind(name string, lists ...*caps.List) bool {
	kind, ok := caps.ParseKind(name)
	if !ok {
		return true
	}
	for _, l := range lists {
		have := l == nil
		for _, it := range l.Items() {
			k := it.Kind()
			have = have || k == kind || k == caps.File && (kind == caps.FileRead || kind == caps.FileWrite)
		}
		if !have {
			return false
		}
	}
	return true
}

// Above is the warning about a capability that a ceiling does not cover.
func Above(a checker.Ask) checker.Diagnostic {
	return checker.Diagnostic{
		File: a.File, Pos: a.Pos, Severity: checker.Warning, Code: checker.CodeAboveCeiling,
		Message: fmt.Sprintf("above the ceiling: %s (line %d)", a.String(), a.Pos.Line),
	}
}

func item(platform *caps.Platform, c checker.Capability) *caps.Item {
	var scope *string
	if c.Scoped {
		scope = &c.Scope
	}
	it, ok := platform.Declare(c.Kind, scope)
	if !ok {
		return nil
	}
	return it
}
