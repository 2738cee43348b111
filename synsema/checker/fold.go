package checker

import (
	"strings"

	"github.com/synrun/synrun/synsema/ast"
)

// constants are the top-level names of a program that always hold the same
// text: bound once in the whole file, to what folds, and never set.
func (f *facts) constants() map[string]string {
	if f.consts != nil {
		return f.consts
	}
	f.consts = map[string]string{}
	bound, set := map[string]int{}, map[string]bool{}
	ast.Walk(f.prog, func(n ast.Node) bool {
		if s, ok := n.(*ast.Set); ok {
			if root, _ := targetPath(s.Target); root != nil {
				set[root.Name] = true
			}
		}
		ast.Bindings(n, func(b ast.Name) { bound[b.Text]++ })
		return true
	})
	for _, s := range f.prog.Stmts {
		if e, ok := s.(*ast.Export); ok {
			s = e.Decl
		}
		let, ok := s.(*ast.Let)
		if !ok || bound[let.Name.Text] != 1 || set[let.Name.Text] {
			continue
		}
		if text, ok := f.fold(let.Value); ok {
			f.consts[let.Name.Text] = text
		}
	}
	return f.consts
}

// fold is the text that an expression always has: literals, constants, and
// what + and templates make of them.
func (f *facts) fold(x ast.Expr) (string, bool) {
	switch x := x.(type) {
	case *ast.Text:
		return x.Value, true
	case *ast.Ident:
		text, ok := f.constants()[x.Name]
		return text, ok
	case *ast.Binary:
		if x.Op != ast.Add {
			return "", false
		}
		l, lok := f.fold(x.L)
		r, rok := f.fold(x.R)
		return l + r, lok && rok
	case *ast.Template:
		var b strings.Builder
		for _, p := range x.Parts {
			if p.Hole == nil {
				b.WriteString(p.Text)
				continue
			}
			text, ok := f.fold(p.Hole)
			if !ok {
				return "", false
			}
			b.WriteString(text)
		}
		return b.String(), true
	}
	return "", false
}

// scopeAsked reports whether a use of the kind names its scope in an argument,
// so that one without is one that cannot be known before the program runs.
func scopeAsked(kind string) bool {
	switch kind {
	case "file.read", "file.write", "exec", "env", "secret", "reveal", "net", "db":
		return true
	}
	return false
}
