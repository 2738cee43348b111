package checker

import (
	"slices"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/sig"
	"github.com/synrun/synrun/synsema/token"
)

// facts is what one walk over a program collects for the warnings, in source
// order.
type facts struct {
	prog     *ast.Program
	declared map[string]bool // names the program binds anywhere
	idents   []*ast.Ident    // renamed builtins and csv_parse
	calls    []called        // calls of builtins by name
	compares []token.Pos     // comparisons with ""
	members  []*ast.Member   // members of module aliases
	bindings []binding       // bindings of the name of a module alias
	targets  map[string]bool // variables into which paths are written
	eaches   []*ast.Each
	tasks    []*ast.Task
	requires []*ast.Require
	effects  []effect
	consts   map[string]string // see constants
}

// called is a call of a builtin by name, the value piped into it included.
type called struct {
	at    token.Pos // of the name
	row   *sig.Row
	args  []ast.Arg
	piped ast.Expr // the first argument, if it comes from a pipe
}

// arg returns the i-th positional argument, or nil.
func (c *called) arg(i int) ast.Expr {
	if c.piped != nil {
		if i == 0 {
			return c.piped
		}
		i--
	}
	if i < len(c.args) && c.args[i].Name == "" {
		return c.args[i].Value
	}
	return nil
}

func (c *called) count() int {
	n := len(c.args)
	if c.piped != nil {
		n++
	}
	return n
}

// binding is one name that a node binds.
type binding struct {
	name ast.Name
	node ast.Node
}

// effect is a construction of the language that asks for a capability.
type effect struct {
	node         ast.Node
	kind, symbol string
}

func gather(m *Module) *facts {
	if m.facts != nil {
		return m.facts
	}
	f := &facts{prog: m.Program, declared: map[string]bool{}, targets: map[string]bool{}}
	piped := map[*ast.Call]ast.Expr{}
	bind := func(n ast.Node) func(ast.Name) {
		return func(b ast.Name) {
			f.declared[b.Text] = true
			if _, ok := m.aliases[b.Text]; ok {
				f.bindings = append(f.bindings, binding{b, n})
			}
		}
	}
	ast.Walk(m.Program, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if row := sig.Lookup(n.Name); row != nil && (row.Renamed != "" || n.Name == "csv_parse") {
				f.idents = append(f.idents, n)
			}
			return false
		case *ast.Text, *ast.Number:
			return false
		case *ast.Member:
			if id, ok := n.X.(*ast.Ident); ok && m.aliases[id.Name] != nil {
				f.members = append(f.members, n)
			}
			return true
		case *ast.Binary:
			if (n.Op == ast.Equal || n.Op == ast.NotEqual) && (isEmptyText(n.L) || isEmptyText(n.R)) {
				f.compares = append(f.compares, n.At)
			}
			return true
		case *ast.Compare:
			for i, op := range n.Ops {
				if (op.Op == ast.Equal || op.Op == ast.NotEqual) && (isEmptyText(n.Xs[i]) || isEmptyText(n.Xs[i+1])) {
					f.compares = append(f.compares, op.At)
				}
			}
		case *ast.Pipe:
			value := n.X
			for _, step := range n.Steps {
				switch x := step.X.(type) {
				case *ast.Call:
					piped[x] = value
				case *ast.Ident:
					f.call(x, nil, value)
				}
				value = step.X
			}
		case *ast.Call:
			if fn, ok := n.Fn.(*ast.Ident); ok {
				f.call(fn, n.Args, piped[n])
			}
			return true
		case *ast.Set:
			if root, steps := targetPath(n.Target); root != nil && len(steps) > 0 {
				f.targets[root.Name] = true
			}
		case *ast.Each:
			f.eaches = append(f.eaches, n)
		case *ast.Task:
			f.tasks = append(f.tasks, n)
		case *ast.Require:
			f.requires = append(f.requires, n)
		case *ast.Reason:
			f.effect(n, "llm", "reason")
		case *ast.Decide:
			f.effect(n, "llm", "decide")
		case *ast.Analyze:
			f.effect(n, "llm", "analyze")
		case *ast.Generate:
			f.effect(n, "llm", "generate")
		case *ast.Judge:
			f.effect(n, "judge", "judge")
		case *ast.Show:
			f.effect(n, "stdout", "show")
		case *ast.Log:
			f.effect(n, "stdout", "log")
		case *ast.Serve:
			f.effect(n, "serve", "serve")
		}
		ast.Bindings(n, bind(n))
		return true
	})
	slices.SortStableFunc(f.idents, func(a, b *ast.Ident) int { return comparePos(a.At, b.At) })
	slices.SortStableFunc(f.calls, func(a, b called) int { return comparePos(a.at, b.at) })
	m.facts = f
	return f
}

func (f *facts) call(fn *ast.Ident, args []ast.Arg, piped ast.Expr) {
	if row := sig.Lookup(fn.Name); row != nil {
		f.calls = append(f.calls, called{at: fn.At, row: row, args: args, piped: piped})
	}
}

func (f *facts) effect(n ast.Node, kind, symbol string) {
	f.effects = append(f.effects, effect{n, kind, symbol})
}

func comparePos(a, b token.Pos) int {
	switch {
	case a.Before(b):
		return -1
	case b.Before(a):
		return 1
	}
	return 0
}

func isEmptyText(x ast.Expr) bool {
	t, ok := x.(*ast.Text)
	return ok && t.Value == ""
}
