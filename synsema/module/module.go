// Package module knows the rules of `use`: which file a path means, which
// paths are refused, and what a module may not contain. It works on texts and
// trees; whoever loads modules reads the files.
//
// Paths are joined and cleaned textually, without looking at the file system.
// The result names the module in messages, and it is the key under which one
// run loads a file once.
package module

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/synrun/synrun/synsema/ast"
)

// Dir is the directory of a program file as it is named: "." for "main.syn".
// It is the project root when file is the entry file.
func Dir(file string) string { return path.Dir(slashed(file)) }

// Resolve finds the file that `use "p"` means in a file of the directory dir,
// in a project whose root is the directory root. Both are as named by Dir.
func Resolve(root, dir, p string) (file string, err error) {
	if strings.HasPrefix(p, "/") || strings.HasPrefix(p, `\`) || drive(p) {
		return "", fmt.Errorf("module path must be relative to the importing file: '%s'", p)
	}
	if !strings.HasSuffix(p, ".syn") {
		return "", fmt.Errorf("module path must end in '.syn': '%s'", p)
	}
	root, dir = path.Clean(slashed(root)), path.Clean(slashed(dir))
	file = path.Join(dir, slashed(p))
	if !inside(root, file) {
		if dir == root {
			return "", fmt.Errorf("module path escapes the importing directory: '%s'", p)
		}
		return "", fmt.Errorf("module path escapes the project root: '%s'", p)
	}
	return file, nil
}

// drive reports whether p begins like C:\ or C:/.
func drive(p string) bool {
	return len(p) > 2 && p[1] == ':' && (p[2] == '/' || p[2] == '\\') &&
		(p[0]|0x20 >= 'a' && p[0]|0x20 <= 'z')
}

// inside reports whether the clean path file lies below the clean directory
// root.
func inside(root, file string) bool {
	switch root {
	case ".":
		return !path.IsAbs(file) && file != ".." && !strings.HasPrefix(file, "../")
	case "/":
		return path.IsAbs(file)
	}
	rest, ok := strings.CutPrefix(file, root+"/")
	return ok && rest != ".." && !strings.HasPrefix(rest, "../")
}

// NotFound is the error of a path that is no file.
func NotFound(p string) error { return fmt.Errorf("module not found: %s", p) }

// Circular is the error of a module that is being loaded already.
func Circular(p string) error {
	return fmt.Errorf("circular import: module '%s' is already being loaded", p)
}

// Validate refuses a program that cannot be a module; p is the path as
// written in the `use`.
func Validate(prog *ast.Program, p string) error {
	require := false
	for _, s := range prog.Stmts {
		switch s.(type) {
		case *ast.Serve:
			return fmt.Errorf("module '%s' must not contain a 'serve' block", p)
		case *ast.Require:
			require = true
		}
	}
	if require {
		return errors.New("module '" + p + "' must not have a top-level 'require'")
	}
	return nil
}

// Exports returns the names that the export statements of a module declare,
// at any depth.
func Exports(prog *ast.Program) map[string]bool {
	names := map[string]bool{}
	ast.Walk(prog, func(n ast.Node) bool {
		e, ok := n.(*ast.Export)
		if !ok {
			return true
		}
		switch d := e.Decl.(type) {
		case *ast.Let:
			names[d.Name.Text] = true
		case *ast.Task:
			names[d.Name.Text] = true
		case *ast.Type:
			names[d.Name.Text] = true
		case *ast.Enum:
			names[d.Name.Text] = true
		case *ast.Routes:
			names[d.Name.Text] = true
		}
		return true
	})
	return names
}
