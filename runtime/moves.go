package runtime

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
)

// A local variable that is about to be overwritten or to die with its frame
// needs no second holder for its last use: the value moves, and whoever gets
// it may change it in place. That is only right where nobody can see the
// emptied variable again: it is read once in the expression, it is no
// closure's, and no try of the function could go on with it after an error.

// dying gives the variables that a call may take its arguments from: for
// `set x to f(x, …)` that is x, for `give f(…)` all locals.
type dying struct {
	only *resolver.Var // nil for all locals
	in   ast.Expr
}

// take gives the register of an argument that may move.
func (f *fn) take(e ast.Expr) (uint16, bool) {
	if f.last == nil || f.rf.Tries {
		return 0, false
	}
	id, ok := e.(*ast.Ident)
	if !ok {
		return 0, false
	}
	u := &f.info.Uses[id.ID]
	if len(u.Chain) != 1 || !u.Sure {
		return 0, false
	}
	v := u.Chain[0]
	if v.Scope.Top() || f.last.only != nil && f.last.only != v {
		return 0, false
	}
	kind, slot := f.home(v)
	if kind != inReg || f.count(f.last.in, v) != 1 {
		return 0, false
	}
	return slot, true
}

// count is how often an expression mentions a variable.
func (f *fn) count(e ast.Expr, v *resolver.Var) int {
	n := 0
	ast.Walk(e, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok {
			for _, w := range f.info.Uses[id.ID].Chain {
				if w == v {
					n++
				}
			}
		}
		return true
	})
	return n
}

// lastUse compiles a call whose arguments may move.
func (f *fn) lastUse(d *dying, compile func()) {
	outer := f.last
	f.last = d
	compile()
	f.last = outer
}
