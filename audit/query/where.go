package query

import (
	"errors"
	"fmt"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
)

// where is a compiled --where expression.
//
// An expression is compiled twice. The first compilation knows the type of
// every member and finds what can never be right: unknown names, a number
// compared with a text. Records lack members, though, which are nil then, so
// what runs is compiled without types, and every comparison of such a member
// with something else is false. A record for which the expression still has no
// value, as "not granted" of a call, does not match.
type where struct {
	program *vm.Program
	machine vm.VM
	fields  []audit.Field // those the expression speaks of
	env     map[string]any
	texts   map[string]any // texts that occurred, boxed

	checkpoints bool // the expression speaks of them
}

// maxTexts bounds the memory for texts that occur again and again.
const maxTexts = 4096

// fieldTypes are the members that an expression may name.
func fieldTypes() map[audit.Field]types.Type {
	list := map[audit.Field]types.Type{audit.FieldArgs: types.Any}
	for f := range audit.NumFields {
		if f != audit.FieldArgs {
			list[f] = types.String
		}
	}
	for _, f := range []audit.Field{audit.FieldSeq, audit.FieldExit, audit.FieldMS, audit.FieldBytes, audit.FieldLine} {
		list[f] = types.Int
	}
	for _, f := range []audit.Field{audit.FieldOK, audit.FieldTruncated, audit.FieldTimedOut, audit.FieldGranted} {
		list[f] = types.Bool
	}
	for _, f := range []audit.Field{audit.FieldUsed, audit.FieldRefused, audit.FieldWarnings} {
		list[f] = types.Array(types.String)
	}
	return list
}

// Members returns the names that an expression may use, in the order in which
// a record has them.
func Members() []string {
	list := make([]string, 0, audit.NumFields)
	for f := range audit.NumFields {
		list = append(list, f.String())
	}
	return list
}

func compileWhere(source string) (*where, error) {
	typed, untyped := types.Map{}, types.Map{}
	for f, t := range fieldTypes() {
		typed[f.String()], untyped[f.String()] = t, types.Any
	}
	glob := expr.Function("glob", newGlob(), new(func(string, string) bool))
	if _, err := expr.Compile(source, expr.Env(typed), expr.AsBool(), glob); err != nil {
		return nil, whereError(source, err)
	}
	program, err := expr.Compile(source, expr.Env(untyped), glob, expr.Patch(nilCompares{untyped}))
	if err != nil {
		return nil, whereError(source, err)
	}
	w := &where{program: program, env: map[string]any{}, texts: map[string]any{}}
	tree, err := parser.Parse(source)
	if err != nil {
		return nil, whereError(source, err)
	}
	named := names{}
	ast.Walk(&tree.Node, named)
	w.checkpoints = named["checkpoint"] || named["head"] || named["sig"]
	for f := range audit.NumFields {
		if named[f.String()] || named["$env"] {
			w.fields = append(w.fields, f)
		}
	}
	return w, nil
}

// nilCompares makes the operators that fail on nil false for members that are
// absent: m > 5 becomes m != nil and m > 5.
type nilCompares struct{ members types.Map }

func (n nilCompares) Visit(node *ast.Node) {
	b, ok := (*node).(*ast.BinaryNode)
	if !ok {
		return
	}
	switch b.Operator {
	case "<", ">", "<=", ">=", "contains", "startsWith", "endsWith", "matches":
	default:
		return
	}
	var guarded ast.Node = b
	for _, side := range []ast.Node{b.Right, b.Left} {
		if id, ok := side.(*ast.IdentifierNode); ok && n.members[id.Value] != nil {
			there := &ast.BinaryNode{Operator: "!=", Left: &ast.IdentifierNode{Value: id.Value}, Right: &ast.NilNode{}}
			guarded = &ast.BinaryNode{Operator: "and", Left: there, Right: guarded}
		}
	}
	if guarded != ast.Node(b) {
		ast.Patch(node, guarded)
	}
}

// whereError words an error of the expression language in one line.
func whereError(source string, err error) error {
	detail, column := err.Error(), 1
	var at *file.Error
	if errors.As(err, &at) {
		detail, column = at.Message, at.Column+1
		if at.Line > 1 {
			for _, line := range strings.SplitAfter(source, "\n")[:at.Line-1] {
				column += len([]rune(line))
			}
		}
	}
	return &UsageError{fmt.Sprintf("--where: %s at column %d", detail, column)}
}

// names collects the identifiers and the texts of an expression.
type names map[string]bool

func (n names) Visit(node *ast.Node) {
	switch node := (*node).(type) {
	case *ast.IdentifierNode:
		n[node.Value] = true
	case *ast.StringNode:
		n[node.Value] = true
	}
}

func (w *where) match(r *audit.Record) bool {
	for _, f := range w.fields {
		w.env[f.String()] = w.value(r, f)
	}
	out, err := w.machine.Run(w.program, w.env)
	if err != nil {
		return false
	}
	yes, _ := out.(bool)
	return yes
}

// value returns a member as the expression language sees it.
func (w *where) value(r *audit.Record, f audit.Field) any {
	raw := r.Raw(f)
	if len(raw) == 0 {
		if r.Has(f) { // not written, but known
			return r.Text(f)
		}
		return nil
	}
	switch raw[0] {
	case '"':
		if v, ok := w.texts[string(raw)]; ok {
			return v
		}
		var v any = r.Text(f)
		if len(w.texts) < maxTexts && len(raw) < 256 {
			w.texts[string(raw)] = v
		}
		return v
	case 't':
		return true
	case 'f':
		return false
	case 'n':
		return nil
	case '[':
		if f != audit.FieldArgs {
			list := r.Texts(f)
			if list == nil {
				list = []string{}
			}
			return list
		}
	case '{':
	default:
		if n, ok := r.Int(f); ok && f != audit.FieldArgs {
			return int(n)
		}
	}
	return r.Decode(f)
}

// newGlob returns glob(text, pattern): the patterns of capability scopes.
func newGlob() func(...any) (any, error) {
	platform := &caps.Platform{}
	patterns := map[string]*caps.Item{}
	return func(args ...any) (any, error) {
		if args[0] == nil {
			return false, nil
		}
		text, ok1 := args[0].(string)
		pattern, ok2 := args[1].(string)
		if !ok1 || !ok2 {
			return nil, errors.New("glob wants two texts")
		}
		if text == pattern {
			return true, nil
		}
		item := patterns[pattern]
		if item == nil {
			// Of this kind every scope is plain text: nothing is folded or
			// brought into a form.
			item = platform.Item(caps.Memory, pattern)
			if len(patterns) < maxTexts {
				patterns[pattern] = item
			}
		}
		return item.Covers(platform.Request(caps.Memory, text)), nil
	}
}
