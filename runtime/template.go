package runtime

import (
	"errors"
	"strings"

	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/resolver"
)

// The expressions that are kept are few and short: a walk through what is
// alive does not see them.
const (
	maxTemplates    = 512
	maxTemplateText = 4096 // bytes
)

// EvalIn evaluates an expression of a template: names stand for vals, above
// the globals of the program. The expression is compiled once for each set
// of names, as a lambda of them; those used last are kept.
func (m *Machine) EvalIn(src, file string, line int, names []string, vals []value.Value) (value.Value, error) {
	key := strings.Join(names, ",") + "=>" + src
	fn, ok := m.templates[key]
	if !ok {
		if err := m.Charge(64*len(src) + 1024); err != nil {
			return value.Value{}, err
		}
		if err := m.Work(len(src) + 64); err != nil {
			return value.Value{}, err
		}
		var err error
		if fn, err = m.compileHole(src, file, names); err != nil {
			return value.Value{}, err
		}
		if m.templates == nil || len(m.templates) == maxTemplates {
			m.templates = map[string]value.Value{}
		}
		if len(key) <= maxTemplateText {
			m.templates[key] = fn
		}
	}
	return m.Call(fn, vals...)
}

func (m *Machine) compileHole(src, file string, names []string) (value.Value, error) {
	const name = "__template"
	err := parser.Expression(file, []byte(src))
	var tree *ast.Program
	if err == nil {
		tree, err = parser.Parse(file, []byte("let "+name+" be ("+strings.Join(names, ", ")+") => ("+src+"\n)\n"))
	}
	if err != nil {
		var pe *parser.Error
		if errors.As(err, &pe) {
			return value.Value{}, value.Errorf("%s", pe.Msg)
		}
		return value.Value{}, value.Errorf("%s", err)
	}
	if m.names == m.prog.names {
		m.names = m.names.clone() // a program is shared by its runs
	}
	u, p, _, err := compileFile(tree, resolver.Resolve(tree, false), m.names, true, true)
	if err != nil {
		return value.Value{}, value.Errorf("%s", err)
	}
	m.grow()
	e := newModule(file, u.vars)
	main := &closure{proto: p, env: e}
	main.InitTask()
	if _, err := m.callClosure(main, nil); err != nil {
		return value.Value{}, err
	}
	return *e.slot(u.vars.slot(name)), nil
}
