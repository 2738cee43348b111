package runtime

import (
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/resolver"
)

func (f *fn) give(s *ast.Give) {
	if f.up == nil {
		r := f.reg()
		if s.X != nil {
			f.expr(s.X, r)
		}
		f.at = s.At
		f.emit(instr{op: opStray})
		return
	}
	if s.X != nil {
		f.giveValue(s.X)
		return
	}
	r := f.reg()
	f.nothing(r)
	f.emit(instr{op: opReturn, a: r})
}

func (f *fn) task(s *ast.Task, dst uint16) {
	params := make([]string, len(s.Params))
	optional := make([]bool, len(s.Params))
	for i := range s.Params {
		params[i] = s.Params[i].Name.Text
		optional[i] = s.Params[i].Default != nil
	}
	c := f.newFn(f, f.info.Funcs[s], s.Name.Text, s.At)
	c.scope = f.info.Scopes[s]
	c.p.params, c.p.optional = params, optional
	c.params(c.scope, len(params), func(i int) *resolver.Var { return f.info.Binds[s.Params[i].Name.ID] },
		func() { c.defaults(s) })
	body := make([]ast.Stmt, 0, len(s.Body))
	var decls []*ast.Require
	for _, b := range s.Body {
		if q, ok := b.(*ast.Require); ok {
			decls = append(decls, q)
		} else {
			body = append(body, b)
		}
	}
	c.body(body)
	f.p.protos = append(f.p.protos, f.child(c))
	f.emit(instr{op: opClosure, a: dst, d: int32(len(f.p.protos) - 1)})
	for _, q := range decls {
		in := instr{op: opDeclare, a: dst, d: f.text(q.Cap)}
		if q.Scope != nil {
			in.b, in.c = f.reg(), 1
			f.expr(q.Scope, in.b)
		}
		f.at = q.At
		f.emit(in)
	}
	f.at = s.At
}

// defaults evaluates missing arguments, in the order of the parameters.
func (f *fn) defaults(s *ast.Task) {
	for i := range s.Params {
		d := s.Params[i].Default
		if d == nil {
			continue
		}
		given := f.emit(instr{op: opIfArg, a: uint16(i)})
		r := f.reg()
		f.owned(d, r)
		f.emit(instr{op: opMove, a: uint16(i), b: r})
		f.patch([]int{given})
	}
}

// body compiles the statements of a task: the value of the last one is the
// result when no give is reached.
func (f *fn) body(list []ast.Stmt) {
	if n := len(list); n > 0 {
		if _, ok := list[n-1].(*ast.Give); ok {
			f.stmts(list, none)
			return
		}
	}
	r := f.reg()
	f.stmts(list, int(r))
	f.emit(instr{op: opReturn, a: r})
}

// function compiles a body that is run by the command or the machine: a test
// block or an agent.
func (f *fn) function(n ast.Node, name string, list []ast.Stmt) *proto {
	c := f.newFn(f, f.info.Funcs[n], name, n.Pos())
	c.scope = f.info.Scopes[n]
	if !c.scope.Top() {
		c.place(c, c.scope)
	}
	c.up = nil // give and stop have nowhere to go
	for _, v := range f.info.Funcs[n].Outer {
		c.p.outer = append(c.p.outer, v.Name)
	}
	c.stmts(list, none)
	r := c.reg()
	c.nothing(r)
	c.emit(instr{op: opReturn, a: r})
	return f.child(c)
}

func (f *fn) typeDef(s *ast.Type) {
	m := &value.Maker{Name: s.Name.Text, File: f.file, Line: s.At.Line, Col: s.At.Col}
	for _, x := range s.Fields {
		m.Fields = append(m.Fields, x.Name)
	}
	m.Keys = keysOf(m.Fields)
	f.p.types = append(f.p.types, m)
	r := f.reg()
	f.emit(instr{op: opType, a: r, d: int32(len(f.p.types) - 1)})
	f.bind(&s.Name, r)
}

func keysOf(names []string) []*value.Text {
	keys := make([]*value.Text, len(names))
	for i, n := range names {
		keys[i] = value.Constant(n).Text()
	}
	return keys
}

func (f *fn) enumDef(s *ast.Enum, dst uint16) {
	d := enumDef{name: s.Name.Text}
	for _, v := range s.Variants {
		d.variants = append(d.variants, &value.Maker{Name: s.Name.Text + "." + v.Name, Fields: v.Fields, Keys: keysOf(v.Fields),
			Variant: true, File: f.file, Line: s.At.Line, Col: s.At.Col})
	}
	f.p.enums = append(f.p.enums, d)
	f.emit(instr{op: opEnum, a: dst, d: int32(len(f.p.enums) - 1)})
}
