// Package checker says what can be said about a program without running it:
// load errors, module errors, the warnings of `synsema check`, and which
// capabilities the program asks for.
//
// [Check] is the whole of `synsema check` for one file. It does no input or
// output: modules are read through a function in [Options]. What it finds are
// [Diagnostic] values, from which the text, JSON and SARIF forms are rendered
// (render.go).
//
// Warnings come in the order that the language defines: one row after the
// other, inside a row by position. With Options.All there are also the rows
// that need guesses about a dynamic language (names.go); they stay silent
// where a guess could be wrong.
package checker

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"syscall"
	"unicode/utf8"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/flat"
	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/module"
	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/token"
)

// MaxErrors is how many errors of one file are reported with Options.All.
const MaxErrors = 20

// Options say how to check.
type Options struct {
	// Read reads the source of a module. An error that is fs.ErrNotExist means
	// there is no such file. A nil Read finds no file.
	Read func(file string) ([]byte, error)
	// Root is the project root; "" is the directory of the file.
	Root string
	// Flat translates the file from flat syntax, whatever its name.
	Flat bool
	// All goes on after the first error and adds the further warnings.
	All bool
	// Fold looks for scopes beyond literals: texts that are always the same,
	// however they are put together. A scope that is not known is then marked.
	Fold bool
	// Scope is the form in which a use of a capability asks for its scope
	// ("https://host/x" asks net for "host"), and Covers reports whether a
	// grant covers a use. Nil means simple rules of this package; a host that
	// has the real ones passes them.
	Scope  func(use Capability) Capability
	Covers func(grant, use Capability) bool
	// Template, if set, checks that the file of a render("literal") exists
	// and parses.
	Template func(file string) error
}

// Severity is the weight of a diagnostic.
type Severity uint8

// The severities.
const (
	Error Severity = iota
	Warning
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// place tells how much of its location a diagnostic shows in plain text.
type place uint8

const (
	placeFull place = iota // FILE:LINE:COLUMN:
	placeLine              // FILE:LINE:
	placeFile              // FILE:
	placeNone
)

// Diagnostic is one finding.
type Diagnostic struct {
	File     string
	Pos, End token.Pos
	Severity Severity
	// Code is a stable word, the rule id in SARIF.
	Code string
	// Message is the text for people without location, Hint the part of it
	// after " — ", if there is one.
	Message string
	Hint    string

	place place
}

// Plain returns the finding as `synsema check` prints it, without the word
// Error or warning in front.
func (d *Diagnostic) Plain() string {
	switch d.place {
	case placeFull:
		return d.File + ":" + d.Pos.String() + ": " + d.Message
	case placeLine:
		return d.File + ":" + itoa(d.Pos.Line) + ": " + d.Message
	case placeFile:
		return d.File + ": " + d.Message
	}
	return d.Message
}

// Codes of diagnostics that are not load errors of one file (those have the
// codes of package parser).
const (
	CodeRead           = "unreadable"
	CodeMissingModule  = "missing-module"
	CodeModulePath     = "module-path"
	CodeCircular       = "circular-import"
	CodeModule         = "invalid-module"
	CodeTemplate       = "template"
	CodeDeprecated     = "deprecated"
	CodeEscape         = "changed-escape"
	CodeCSV            = "changed-csv"
	CodeLostWrite      = "lost-write"
	CodeUnknownCap     = "unknown-capability"
	CodeChanged        = "changed-builtin"
	CodePercentile     = "percentile-fraction"
	CodeShadow         = "shadowed-alias"
	CodeNotExported    = "not-exported"
	CodeUndeclared     = "undeclared-capability"
	CodeAboveCeiling   = "above-ceiling"
	CodeUndefined      = "undefined-name"
	CodeWrongArguments = "wrong-arguments"
	CodeUnreachable    = "unreachable"
)

// Result is what Check found in one file.
type Result struct {
	File       string
	Statements int // top-level statements
	Modules    int
	Templates  int
	// Diagnostics are the errors, then the warnings.
	Diagnostics []Diagnostic
	// Asks are the capabilities that the program requires or uses.
	Asks []Ask
	// Program is the tree; nil if the file has load errors.
	Program *ast.Program
}

// OK reports whether there is no error.
func (r *Result) OK() bool { return r.Count(Error) == 0 }

// Count returns how many diagnostics have the severity.
func (r *Result) Count(s Severity) (n int) {
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Severity == s {
			n++
		}
	}
	return n
}

// Check checks a program file; src is its text, not yet translated if it is
// flat.
func Check(file string, src []byte, opt Options) *Result {
	r := &Result{File: file}
	if !utf8.Valid(src) {
		r.add(Diagnostic{File: file, Code: CodeRead, Message: "cannot read '" + file + "': it is not valid UTF-8", place: placeNone})
		return r
	}
	if opt.Flat || flat.IsFlat(file) {
		src = flat.Translate(src)
	}
	prog, errs := parse(file, src, opt.All)
	for _, e := range errs {
		r.add(loadError(e))
	}
	if len(errs) > 0 {
		return r
	}
	r.Program = prog
	r.Statements = len(prog.Stmts)
	l := loader{opt: &opt, root: opt.Root, result: r, modules: map[string]*Module{}}
	if l.root == "" {
		l.root = module.Dir(file)
	}
	entry := &Module{File: file, Program: prog, loading: true}
	l.modules[path.Clean(file)] = entry
	l.uses(entry)
	r.Modules = len(l.order)
	l.templates(prog)
	if !r.OK() {
		return r
	}
	c := &check{opt: &opt, file: entry, modules: l.order, facts: gather(entry)}
	c.warnings()
	if opt.All {
		c.further()
	}
	r.Diagnostics = append(r.Diagnostics, c.found...)
	r.Asks = c.asks
	return r
}

func (r *Result) add(d Diagnostic) {
	_, d.Hint = hint.Split(d.Message)
	if !d.End.IsValid() {
		d.End = d.Pos
	}
	r.Diagnostics = append(r.Diagnostics, d)
}

func parse(file string, src []byte, all bool) (*ast.Program, []*parser.Error) {
	if all {
		return parser.ParseAll(file, src, MaxErrors)
	}
	prog, err := parser.Parse(file, src)
	if e := (*parser.Error)(nil); errors.As(err, &e) {
		return nil, []*parser.Error{e}
	}
	return prog, nil
}

func loadError(e *parser.Error) Diagnostic {
	return Diagnostic{File: e.File, Pos: e.Pos, End: e.End, Code: e.Code, Message: e.Msg}
}

// Module is a loaded module.
type Module struct {
	File    string
	Program *ast.Program

	facts   *facts
	aliases map[string]*Module // the first module of each alias of the file
	loading bool
	failed  bool
}

// loader loads the modules of a program.
type loader struct {
	opt     *Options
	root    string
	result  *Result
	modules map[string]*Module // by file
	order   []*Module          // as they were completed
	stop    bool               // an error was found and one is enough
}

// uses loads what the uses of m name, wherever they stand.
func (l *loader) uses(m *Module) {
	m.aliases = map[string]*Module{}
	for _, u := range m.Program.Uses {
		if l.stop {
			break
		}
		target := l.use(m, u)
		if _, again := m.aliases[u.Alias.Text]; !again {
			m.aliases[u.Alias.Text] = target
		}
	}
	m.loading = false
}

func (l *loader) fail(m *Module, u *ast.Use, code, message string) *Module {
	l.error(Diagnostic{
		File: m.File, Pos: u.PathAt, End: span(u.PathAt, u.Path+`""`),
		Code: code, Message: message, place: placeNone,
	})
	return nil
}

func (l *loader) error(d Diagnostic) {
	l.result.add(d)
	l.stop = !l.opt.All
}

func (l *loader) use(m *Module, u *ast.Use) *Module {
	file, err := module.Resolve(l.root, module.Dir(m.File), u.Path)
	if err != nil {
		return l.fail(m, u, CodeModulePath, err.Error())
	}
	if known := l.modules[file]; known != nil {
		switch {
		case known.loading:
			return l.fail(m, u, CodeCircular, module.Circular(u.Path).Error())
		case known.failed:
			return nil
		}
		return known
	}
	var src []byte
	err = fs.ErrNotExist
	if l.opt.Read != nil {
		src, err = l.opt.Read(file)
	}
	if err == nil && !utf8.Valid(src) {
		err = errors.New("it is not valid UTF-8")
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EISDIR) {
		return l.fail(m, u, CodeMissingModule, module.NotFound(u.Path).Error())
	}
	if err != nil {
		return l.fail(m, u, CodeRead, "cannot read '"+file+"': "+reason(err))
	}
	target := &Module{File: file, loading: true}
	l.modules[file] = target
	prog, errs := parse(file, src, l.opt.All)
	for _, e := range errs {
		l.error(loadError(e))
	}
	target.failed = true
	if len(errs) > 0 {
		return nil
	}
	if err := module.Validate(prog, u.Path); err != nil {
		target.loading = false
		return l.fail(m, u, CodeModule, err.Error())
	}
	target.Program = prog
	l.uses(target)
	target.failed = false
	l.order = append(l.order, target)
	return target
}

// reason is what an error says without the operation and the path.
func reason(err error) string {
	if e := (*fs.PathError)(nil); errors.As(err, &e) {
		err = e.Err
	}
	return err.Error()
}

// templates checks the files of render("literal") calls.
func (l *loader) templates(prog *ast.Program) {
	if l.opt.Template == nil || l.stop {
		return
	}
	var seen []string
	ast.Walk(prog, func(n ast.Node) bool {
		call, ok := n.(*ast.Call)
		if !ok || len(call.Args) == 0 || l.stop {
			return !l.stop
		}
		fn, ok := call.Fn.(*ast.Ident)
		name, isText := call.Args[0].Value.(*ast.Text)
		if !ok || !isText || fn.Name != "render" || slices.Contains(seen, name.Value) {
			return true
		}
		seen = append(seen, name.Value)
		if err := l.opt.Template(name.Value); err != nil {
			l.error(Diagnostic{File: prog.File, Pos: name.At, Code: CodeTemplate, Message: err.Error(), place: placeNone})
		}
		return true
	})
	l.result.Templates = len(seen)
}

// span is the end of a text on one line that begins at p.
func span(p token.Pos, s string) token.Pos {
	p.Col += int32(utf8.RuneCountInString(s))
	return p
}
