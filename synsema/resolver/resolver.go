// Package resolver decides, before a program runs, where every name can be
// found: it turns names into variables of scopes.
//
// Synsema looks a name up at the moment it is read, from the current scope
// outwards, and a `let` binds only when it is executed (20 §11). So the
// answer for a use is a chain: the variables of that name from the innermost
// scope outwards, up to the first one that is certainly bound at that point.
// Most chains have one element and need no check at run time. Behind the
// chain of a use that is not certain stands the global scope by name:
// builtins, constants, and, for modules, the variables of the entry file.
//
// Certainty is found by one walk in the order of evaluation. It only grows:
// a variable that is bound stays bound as long as its scope lives.
package resolver

import (
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/sig"
)

// Info is what the resolver found out about one file.
type Info struct {
	Uses   []Use  // by the ID of an ast.Ident
	Binds  []*Var // by the ID of an ast.Name
	Scopes map[ast.Node]*Scope
	Funcs  map[ast.Node]*Func
	Main   *Func
}

// Use is where a name may be found.
type Use struct {
	Chain []*Var
	// Sure says that the last of the chain is certainly bound; otherwise the
	// global scope by name comes after it.
	Sure bool
}

// Var is one variable of one scope.
type Var struct {
	Name  string
	Scope *Scope
	// Captured variables are reached from another function than their own.
	Captured bool
	// Checked variables are read or set at some place where they may not be
	// bound yet: they must be seen to be unset when their scope begins.
	Checked bool
	// Slot is the place that the compiler gives the variable.
	Slot int

	sure bool
}

// Scope is a scope of the program (20 §11.1).
type Scope struct {
	Parent *Scope
	Func   *Func
	Vars   []*Var
	names  map[string]*Var
}

// Top reports the top-level scope of a file.
func (s *Scope) Top() bool { return s.Parent == nil }

// Lookup finds a variable of this very scope.
func (s *Scope) Lookup(name string) *Var {
	if s.names != nil {
		return s.names[name]
	}
	for _, v := range s.Vars {
		if v.Name == name {
			return v
		}
	}
	return nil
}

func (s *Scope) declare(name string) *Var {
	if v := s.Lookup(name); v != nil {
		return v
	}
	v := &Var{Name: name, Scope: s}
	s.Vars = append(s.Vars, v)
	if s.names != nil {
		s.names[name] = v
	} else if len(s.Vars) > 8 {
		s.names = make(map[string]*Var, 16)
		for _, w := range s.Vars {
			s.names[w.Name] = w
		}
	}
	return v
}

// Func is a body that runs in frames of its own: the file, a task, a lambda,
// a test block or an agent.
type Func struct {
	Parent *Func
	// Free are the variables of enclosing functions, other than those of the
	// top level, that this function or one inside it reaches.
	Free []*Var
	// Tries reports a try or sandbox block in the function itself.
	Tries bool
	// Outer are the variables of the top level that the body of an agent
	// binds.
	Outer []*Var
}

// FreeIndex gives the place of v in Free.
func (f *Func) FreeIndex(v *Var) int {
	for i, w := range f.Free {
		if w == v {
			return i
		}
	}
	f.Free = append(f.Free, v)
	return len(f.Free) - 1
}

type resolver struct {
	*Info
	fn    *Func
	scope *Scope
	log   []*Var
}

// Resolve resolves a file: the entry file, whose top level is the global
// scope, or a module.
func Resolve(p *ast.Program, entry bool) *Info {
	info := &Info{
		Uses:   make([]Use, p.NumIDs),
		Binds:  make([]*Var, p.NumIDs),
		Scopes: map[ast.Node]*Scope{},
		Funcs:  map[ast.Node]*Func{},
		Main:   &Func{},
	}
	top := &Scope{Func: info.Main}
	info.Scopes[p] = top
	info.Funcs[p] = info.Main

	d := &declarer{Info: info, scope: top, fn: info.Main, entry: entry}
	d.stmts(p.Stmts)
	for _, v := range top.Vars {
		// A name of the global scope that is bound from the start.
		v.sure = entry && (sig.Lookup(v.Name) != nil || isConstant(v.Name))
	}
	r := &resolver{Info: info, fn: info.Main, scope: top}
	r.stmts(p.Stmts)
	return info
}

func isConstant(name string) bool {
	for _, c := range sig.Constants {
		if c == name {
			return true
		}
	}
	return false
}

func (r *resolver) assign(v *Var) {
	if !v.sure {
		v.sure = true
		r.log = append(r.log, v)
	}
}

// undo forgets what became certain since the mark and returns it.
func (r *resolver) undo(mark int) []*Var {
	gone := append([]*Var(nil), r.log[mark:]...)
	for _, v := range gone {
		v.sure = false
	}
	r.log = r.log[:mark]
	return gone
}

// maybe walks what may not be executed.
func (r *resolver) maybe(walk func()) []*Var {
	mark := len(r.log)
	walk()
	return r.undo(mark)
}

// within walks inside the scope of a node.
func (r *resolver) within(n ast.Node, walk func()) {
	outer := r.scope
	r.scope = r.Scopes[n]
	walk()
	r.scope = outer
}

// function walks the body of a function where it is defined.
func (r *resolver) function(n ast.Node, walk func()) {
	fn, mark := r.fn, len(r.log)
	r.fn = r.Funcs[n]
	r.within(n, walk)
	r.undo(mark)
	r.fn = fn
}

// use resolves a name where it stands.
func (r *resolver) use(id int32, name string) {
	var u Use
	for s := r.scope; s != nil; s = s.Parent {
		v := s.Lookup(name)
		if v == nil {
			continue
		}
		u.Chain = append(u.Chain, v)
		if s.Func != r.fn {
			v.Captured = true
			if !s.Top() {
				for f := r.fn; f != nil && f != s.Func; f = f.Parent {
					f.FreeIndex(v)
				}
			}
		}
		if v.sure {
			u.Sure = true
			break
		}
		v.Checked = true
	}
	r.Uses[id] = u
}

func (r *resolver) bind(n *ast.Name) { r.assign(r.Binds[n.ID]) }
