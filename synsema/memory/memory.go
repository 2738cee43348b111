// Package memory knows how a program declares its persistent memory: with
// `require memory("NAME")` among its top-level statements. The name is the
// identity of the memory, so a program has exactly one.
package memory

import (
	"fmt"

	"github.com/synrun/synrun/synsema/ast"
)

// Declared returns the name of the memory that a program declares, "" when it
// declares none. The error is that of a program that must not start.
func Declared(prog *ast.Program) (string, error) {
	name, declared := "", false
	for _, s := range prog.Stmts {
		r, ok := s.(*ast.Require)
		if !ok || r.Cap != "memory" {
			continue
		}
		lit, ok := r.Scope.(*ast.Text)
		if !ok {
			continue
		}
		if err := validate(lit.Value); err != nil {
			return "", err
		}
		if declared && name != lit.Value {
			return "", textError(fmt.Sprintf(`Multiple memory declarations: require memory("%s") and require memory("%s"). A program has exactly ONE declared memory (the declared name IS its identity) — keep one declaration`, name, lit.Value))
		}
		name, declared = lit.Value, true
	}
	return name, nil
}

const rule = `Memory names must match [a-zA-Z0-9_-]+ (letters, digits, '_' and '-' only) — no paths, no '/', no '\', no '..'`

func validate(name string) error {
	if name == "" {
		return textError("Invalid memory name: empty. " + rule)
	}
	for _, c := range name {
		if c != '_' && c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') {
			return textError(`Invalid memory name: "` + name + `" contains '` + string(c) + `'. ` + rule)
		}
	}
	return nil
}

// textError is an error whose text is prescribed.
type textError string

func (e textError) Error() string { return string(e) }
