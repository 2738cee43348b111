// Package reference writes what a person reads about the language: the entry
// of a builtin or of a statement word in a terminal, and the reference pages.
//
// Everything about a builtin comes from its row in synsema/sig; statement
// words have a small table here. `synsema docs` and the generator of
// docs/reference both print through this package, so that the two cannot say
// different things.
package reference

import (
	"fmt"
	"strings"

	"github.com/synrun/synrun/synsema/sig"
)

// Signature is how a builtin is called: "round_to(x, n)". An optional
// parameter ends in "?" or shows its default, "..." takes any number of
// arguments, and parameters after "*" are given by name only.
func Signature(r *sig.Row) string {
	var b strings.Builder
	b.WriteString(r.Name + "(")
	keyOnly := false
	for i := range r.Params {
		p := &r.Params[i]
		if i > 0 {
			b.WriteString(", ")
		}
		if p.Passing == sig.KeyOnly && !keyOnly {
			b.WriteString("*, ")
			keyOnly = true
		}
		b.WriteString(p.Name)
		switch {
		case p.Rest:
			b.WriteString("...")
		case p.Default != "":
			b.WriteString(" = " + p.Default)
		case p.Opt:
			b.WriteString("?")
		}
	}
	b.WriteString(")")
	return b.String()
}

// Capability is what a call asks for as the index words it: "pure",
// "file.read", "random (pure with a generator)".
func Capability(r *sig.Row) string {
	text := r.Cap
	if text == "" {
		text = "pure"
	}
	if r.CapNote != "" {
		text += " (" + r.CapNote + ")"
	}
	return text
}

// Arguments says in words how many arguments a call takes by position.
func Arguments(r *sig.Row) string {
	lo, hi := r.Min(), r.Max()
	switch {
	case hi < 0 && lo == 0:
		return "any number of arguments"
	case hi < 0:
		return fmt.Sprintf("%d or more arguments", lo)
	case lo == hi && lo == 1:
		return "1 argument"
	case lo == hi:
		return fmt.Sprintf("%d arguments", lo)
	}
	return fmt.Sprintf("%d to %d arguments", lo, hi)
}

// Errors lists what every call of the builtin may fail with, apart from
// arguments of a wrong kind.
func Errors(r *sig.Row) []string {
	var list []string
	if r.Cap != "" || r.CapNote != "" {
		what := r.Cap
		if what == "" {
			what = "a capability"
		}
		list = append(list, "refused without "+what)
	}
	if r.Status == sig.Recognised {
		return append(list, NotExecuted(r))
	}
	if hi := r.Max(); hi >= 0 {
		list = append(list, "takes "+Arguments(r))
	}
	return list
}

// NotExecuted is the error of a call of a recognised name.
func NotExecuted(r *sig.Row) string {
	return r.Name + ": recognised, but not executed by this runtime"
}

// named lists the parameters that may be given by name.
func named(r *sig.Row) []string {
	var names []string
	for i := range r.Params {
		if p := &r.Params[i]; p.Passing != sig.Positional {
			names = append(names, p.Name)
		}
	}
	return names
}

// Builtin is the entry of a builtin for a terminal.
func Builtin(r *sig.Row) string {
	var b strings.Builder
	if r.Status == sig.Recognised {
		fmt.Fprintf(&b, "%s  (%s)\n", r.Name, Arguments(r))
	} else {
		b.WriteString(Signature(r) + "\n")
	}
	fmt.Fprintf(&b, "  %s.\n\n", r.Doc)
	if r.Notes != "" {
		b.WriteString(indent(r.Notes) + "\n")
	}
	fmt.Fprintf(&b, "  family      %s\n  capability  %s\n  status      %s\n", r.Family, Capability(r), r.Status)
	if r.Renamed != "" {
		fmt.Fprintf(&b, "  use instead %s\n", r.Renamed)
	}
	if names := named(r); len(names) > 0 {
		fmt.Fprintf(&b, "  by name     %s\n", strings.Join(names, ", "))
	}
	for i, e := range Errors(r) {
		label := "errors"
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(&b, "  %-11s %s\n", label, e)
	}
	if r.Example != "" {
		b.WriteString("\nexample:\n" + indent(r.Example))
		if r.Shows != "" {
			b.WriteString("  -- " + strings.ReplaceAll(r.Shows, "\n", "\n  -- ") + "\n")
		}
	}
	return b.String()
}

func indent(text string) string {
	lines := "  " + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n  ") + "\n"
	return strings.ReplaceAll(lines, "\n  \n", "\n\n")
}
