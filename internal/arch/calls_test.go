package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// forbiddenCalls are functions that parts of the tree never call, by package.
// A call is found by the import it goes through, whatever its local name.
var forbiddenCalls = map[string]map[string][]string{
	// The runtime has no clock and no zones of its own.
	"runtime": {"time": {"Now", "Sleep", "LoadLocation", "After", "AfterFunc", "Tick", "NewTimer", "NewTicker", "Since", "Until"}},
	// Nothing but the commands ends the process.
	"": {"os": {"Exit"}, "log": {"Fatal", "Fatalf", "Fatalln", "Panic", "Panicf"}},
}

func TestForbiddenCalls(t *testing.T) {
	for _, p := range packages(t) {
		from, ok := room(p.ImportPath)
		if !ok || from == "internal" {
			continue
		}
		for _, file := range p.GoFiles {
			for where, byPackage := range forbiddenCalls {
				if where == "" && (from == "cmd" || from == "cli" || from == "examples") || where != "" && from != where && !strings.HasPrefix(from, where+"/") {
					continue
				}
				checkCalls(t, filepath.Join(p.Dir, file), byPackage)
			}
		}
	}
}

func checkCalls(t *testing.T, path string, forbidden map[string][]string) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Error(err)
		return
	}
	names := map[string][]string{} // local name of the import → forbidden functions
	for _, imp := range f.Imports {
		full, _ := strconv.Unquote(imp.Path.Value)
		if funcs, ok := forbidden[full]; ok {
			name := full[strings.LastIndexByte(full, '/')+1:]
			if imp.Name != nil {
				name = imp.Name.Name
			}
			if name == "." {
				t.Errorf("%s: %s is imported with a dot", path, full)
			}
			names[name] = funcs
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		sel, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := sel.X.(*ast.Ident)
		if !ok {
			return true
		}
		for _, fn := range names[x.Name] {
			if sel.Sel.Name == fn {
				t.Errorf("%s: %s.%s", fset.Position(sel.Pos()), x.Name, fn)
			}
		}
		return true
	})
}

// lightInits are functions named init that cost next to nothing, and what they
// are for.
var lightInits = map[string]string{
	"runtime/value/text.go": "the 128 texts of one ASCII character, which are never allocated",
}

// TestNothingHeavyAtInit: no function named init, no regular expression
// compiled at package level. Programs start in milliseconds because nothing is
// prepared before it is used.
func TestNothingHeavyAtInit(t *testing.T) {
	for _, p := range packages(t) {
		if from, ok := room(p.ImportPath); !ok || from == "internal" {
			continue
		}
		for _, file := range p.GoFiles {
			path := filepath.Join(p.Dir, file)
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Error(err)
				continue
			}
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Recv == nil && d.Name.Name == "init" && lightInits[strings.TrimPrefix(p.ImportPath, module+"/")+"/"+file] == "" {
						t.Errorf("%s: func init", fset.Position(d.Pos()))
					}
				case *ast.GenDecl:
					if d.Tok == token.VAR {
						ast.Inspect(d, func(n ast.Node) bool {
							if _, inner := n.(*ast.FuncLit); inner {
								return false
							}
							if sel, ok := n.(*ast.SelectorExpr); ok && (sel.Sel.Name == "MustCompile" || sel.Sel.Name == "MustCompilePOSIX") {
								t.Errorf("%s: compiled at init", fset.Position(n.Pos()))
							}
							return true
						})
					}
				}
			}
		}
	}
}
