package runtime

import (
	"errors"
	"fmt"
	"io/fs"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/module"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/resolver"
)

// Loader reads the source of a module. The path is relative to the project
// root, cleaned; a missing file is an error that wraps fs.ErrNotExist.
type Loader func(path string) ([]byte, error)

// modules are the modules of one machine: one instance for each file.
type modules struct {
	loaded  map[string]*moduleEnv
	loading map[string]bool
}

// moduleEnv is the namespace of a module: its variables, and which of them
// are exported, in the order of the export statements.
type moduleEnv struct {
	path    string // resolved, the key of the module
	names   *globalNames
	vars    []value.Value
	exports []string
	public  map[string]int
	value   value.Value
}

func (e *moduleEnv) get(i int) value.Value {
	if i < len(e.vars) {
		return e.vars[i]
	}
	return value.Value{}
}

func (e *moduleEnv) slot(i int) *value.Value {
	for i >= len(e.vars) {
		e.vars = append(e.vars, value.Value{})
	}
	return &e.vars[i]
}

func (e *moduleEnv) set(i int, v value.Value) { *e.slot(i) = v }

func (e *moduleEnv) export(name string, slot int) {
	if _, ok := e.public[name]; !ok {
		e.exports = append(e.exports, name)
	}
	e.public[name] = slot
}

// exported reads an exported name; what is read has another holder.
func (e *moduleEnv) exported(name string) (value.Value, bool) {
	if i, ok := e.public[name]; ok {
		if v := e.get(i); !v.IsUnset() {
			return v, true
		}
	}
	return value.Value{}, false
}

// unexported words the error of a name that the module defines for itself.
func (e *moduleEnv) unexported(name string) string {
	i, ok := e.names.index[name]
	if !ok || e.get(i).IsUnset() {
		return ""
	}
	how := "write `export let`/`export task`/`export enum`/`export type` there"
	switch v := e.get(i); {
	case isEnum(v):
		how = "write `export enum " + name + "` there"
	case v.Kind() == value.KTask && v.Task().Name != "<lambda>":
		how = "write `export task " + name + "` there"
	}
	return fmt.Sprintf("the module has no export '%s' — it is defined inside the module but not exported (%s; an import of that module is not re-exported: `use` its file directly)", name, how)
}

// writable gives the place of an exported variable for `set m.x to v`.
func (e *moduleEnv) writable(name string, last bool) (*value.Value, error) {
	i, ok := e.public[name]
	if !ok {
		if last {
			return nil, value.NewError(fmt.Sprintf("module has no export '%s' — a module's names are the ones it exports; add `export let %s be …` in the module", name, name))
		}
		if msg := e.unexported(name); msg != "" {
			return nil, value.NewError(msg)
		}
		return nil, value.NewError("Map has no key '" + name + "'")
	}
	if v := e.get(i); last && v.Kind() == value.KTask && v.Task().Name != "<lambda>" {
		return nil, value.NewError(fmt.Sprintf("cannot replace the module task '%s' from outside the module", name))
	}
	return e.slot(i), nil
}

func (e *moduleEnv) snapshot() *value.Map {
	m := value.NewMap(len(e.exports))
	for _, name := range e.exports {
		if v := e.get(e.public[name]); !v.IsUnset() {
			m.Set(name, v.Share())
		}
	}
	return m
}

func envOf(v value.Value) *moduleEnv { return v.Module().Impl.(*moduleEnv) }

func newModule(path string, names *globalNames) *moduleEnv {
	e := &moduleEnv{path: path, names: names, public: map[string]int{}}
	mod := &value.Module{Snapshot: e.snapshot, Impl: e}
	e.value = mod.Value()
	return e
}

// unloadable is the error of a module that cannot be loaded, which carries no
// location: its text names the file.
func unloadable(err error) error { return &value.Error{Msg: err.Error(), Bare: true} }

// use loads a module, or finds it loaded (20 §19.1).
func (m *Machine) use(from *proto, raw string) (value.Value, error) {
	dir := module.Dir(from.file)
	if from.file == m.prog.file {
		dir = m.prog.root
	}
	file, err := module.Resolve(m.prog.root, dir, raw)
	if err != nil {
		return value.Value{}, unloadable(err)
	}
	if m.modules.loading[file] || file == m.prog.file {
		return value.Value{}, unloadable(module.Circular(raw))
	}
	if e := m.modules.loaded[file]; e != nil {
		return e.value, nil
	}
	if m.prog.load == nil {
		return value.Value{}, unloadable(module.NotFound(raw))
	}
	src, err := m.prog.load(file)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return value.Value{}, unloadable(module.NotFound(raw))
		}
		return value.Value{}, unloadable(fmt.Errorf("cannot read '%s': %w", file, err))
	}
	if !utf8.Valid(src) {
		return value.Value{}, unloadable(fmt.Errorf("cannot read '%s': not valid UTF-8", file))
	}
	tree, err := parser.Parse(file, src)
	if err != nil {
		var pe *parser.Error
		if errors.As(err, &pe) {
			msg := pe.Error()
			return value.Value{}, &value.Error{Msg: msg, Prefixed: len(msg) - len(pe.Msg)}
		}
		return value.Value{}, unloadable(err)
	}
	if err := module.Validate(tree, raw); err != nil {
		return value.Value{}, unloadable(err)
	}
	if m.prog.onModule != nil {
		m.prog.onModule(tree)
	}
	return m.loadModule(file, tree)
}

// loadModule runs the top level of a module; a failed load leaves nothing.
func (m *Machine) loadModule(file string, tree *ast.Program) (value.Value, error) {
	info := resolver.Resolve(tree, false)
	u, p, _, err := compileFile(tree, info, m.names, true, true)
	if err != nil {
		return value.Value{}, value.Errorf("%s", err)
	}
	m.grow()
	e := newModule(file, u.vars)
	if m.modules.loading == nil {
		m.modules.loading = map[string]bool{}
		m.modules.loaded = map[string]*moduleEnv{}
	}
	m.modules.loading[file] = true
	defer delete(m.modules.loading, file)
	fn := &closure{proto: p, env: e}
	fn.InitTask()
	if _, err := m.callClosure(fn, nil); err != nil {
		return value.Value{}, err
	}
	m.modules.loaded[file] = e
	return e.value, nil
}

// grow makes room for the global names that a newly compiled file brought,
// and notes builtins that it may rebind.
func (m *Machine) grow() {
	for i := len(m.globals); i < len(m.names.names); i++ {
		name := m.names.names[i]
		v := builtinValue(name)
		m.globals = append(m.globals, v)
		if !v.IsUnset() {
			if m.replaced == nil {
				m.replaced = map[string]int{}
			}
			m.replaced[name] = i
		}
	}
}
