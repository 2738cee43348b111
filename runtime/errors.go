package runtime

import (
	"fmt"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
)

// signal is control flow on its way out through builtins.
type signal string

func (s signal) Error() string { return string(s) }

const (
	// errStop is a stop without a loop of its own: it ends the caller's.
	errStop signal = "'give'/'stop' used outside of a task or loop"
	// errStray is a give or stop that reached the top of a program.
	errStray signal = "'give'/'stop' used outside of a task or loop "
)

// Exit is the error of a program that called exit: a success with a code.
type Exit struct{ Code int }

func (e *Exit) Error() string { return fmt.Sprintf("exit %d", e.Code) }

// catchable reports whether recover may see the error.
func catchable(err error) bool { return value.Catchable(err) }

// messageOf is the text that recover binds: without location, also without
// the prefix of a syntax error in a module.
func messageOf(err error) string {
	e, ok := err.(*value.Error)
	if !ok {
		return err.Error()
	}
	if e.File == "" && e.Prefixed > 0 {
		return e.Msg[e.Prefixed:]
	}
	return e.Msg
}

// locate completes an error with the place of the instruction that failed.
func (m *Machine) locate(err error, p *proto, pc int) error {
	switch e := err.(type) {
	case *value.Error:
		if e.Here && e.File == "" {
			at := p.pos[pc]
			return &value.Error{Msg: e.Msg, File: p.file, Pos: at, Fatal: e.Fatal}
		}
	case *gate.Error:
		return &value.Error{Msg: e.Text, Fatal: !e.Catchable()}
	}
	return err
}

// undefined is the error of a name that is not bound, with its hints.
func (m *Machine) undefined(name string) error {
	msg := "Undefined variable: '" + name + "'" + nameHint(name)
	switch name {
	case "request", "query", "params", "read_body", "read_body_bytes":
		msg += ". '" + name + "' is only available inside route handlers (serve) — pass it as a parameter: task handle(" + name + ")"
	}
	return value.Located(msg)
}

// nameHint helps people who come from other languages (20 §22.3).
func nameHint(name string) string {
	if h := renamedNames(name); h != "" {
		return " — in Synsema: " + h
	}
	if h := statementWords(name); h != "" {
		return " — `" + name + "` is not a Synsema statement: " + h
	}
	return ""
}

func renamedNames(name string) string {
	switch name {
	case "len":
		return "length(x)"
	case "str":
		return "text(x)"
	case "None", "null", "nil", "undefined":
		return "nothing"
	case "True":
		return "true"
	case "False":
		return "false"
	case "filter":
		return "where(items, (x) => condition)"
	case "map":
		return "apply(items, (x) => value)"
	case "sorted":
		return "sort(items) or sort_by(items, (x) => key)"
	case "zip":
		return "zip_with(a, b, (x, y) => …)"
	case "isinstance":
		return "type_of(x) or is_integer / is_text / is_list / is_map"
	case "input":
		return "read_line()"
	case "open":
		return "read_file(path) / write_file(path, text)"
	case "dict":
		return `a map literal {"key": value}`
	case "list":
		return "a list literal [a, b] (list(x) is not a conversion here)"
	case "self", "this":
		return "tasks receive what they use as parameters; there are no methods"
	case "console":
		return "print(x)"
	case "json":
		return "json_encode(x) / json_decode(text)"
	case "math":
		return "the math functions are builtins: sqrt(x), floor(x), pi"
	}
	return ""
}

func statementWords(name string) string {
	switch name {
	case "return":
		return "`give <value>` returns from a task"
	case "def", "function", "fn", "func":
		return "a function is `task name(params)` with an indented body"
	case "for":
		return "loop with `each item in collection`"
	case "if":
		return "a condition is `when <condition>` with an indented body"
	case "elif":
		return "chain with `otherwise when <condition>`"
	case "else":
		return "the fallback branch is `otherwise`"
	case "import", "from":
		return "import a local module with `use \"./file.syn\" as name`"
	case "class":
		return "a record type is `type Name` with typed fields; behavior goes in tasks"
	case "except", "catch":
		return "catch errors with `try` … `recover err`"
	case "var", "const":
		return "declare with `let name be value`"
	case "pass":
		return "an empty block is not needed: leave the branch out"
	case "break":
		return "leave a loop with `stop`"
	case "continue":
		return "skip to the next item by wrapping the rest of the body in `when`"
	case "throw":
		return "raise an error with `raise \"message\"`"
	}
	return ""
}

// methodHint tells which builtin does what a method of that name does
// elsewhere (20 §22.4).
func methodHint(name string) string {
	switch name {
	case "append", "push":
		return "set xs to append(xs, item)"
	case "extend":
		return "set xs to xs + other"
	case "pop":
		return "slice(xs, 0, -1) for the rest, xs[-1] for the last"
	case "insert":
		return "slice(xs, 0, i) + [item] + slice(xs, i)"
	case "remove":
		return "where(xs, (x) => x != item)"
	case "sort":
		return "sort(xs) or sort_by(xs, key)"
	case "reverse":
		return "reverse(xs)"
	case "index":
		return "index_of(xs, item)"
	case "count":
		return "count_where(xs, (x) => x == item)"
	case "keys", "values", "items":
		return name + "(m)"
	case "get":
		return "get(m, key, default)"
	case "update":
		return "merge(m, other)"
	case "upper", "lower":
		return name + "(s)"
	case "strip", "trim":
		return "trim(s)"
	case "split":
		return "split(s, sep)"
	case "join":
		return "join(items, sep)"
	case "replace":
		return "replace(s, old, new)"
	case "startswith", "startsWith":
		return "starts_with(s, prefix)"
	case "endswith", "endsWith":
		return "ends_with(s, suffix)"
	case "find":
		return "index_of(s, piece)"
	case "format":
		return "fmt(template, {name: value}) or `…{x}…`"
	case "length":
		return "length(x)"
	case "map":
		return "apply(xs, f)"
	case "filter":
		return "where(xs, f)"
	case "forEach":
		return "each x in xs"
	}
	return ""
}

// ofNote explains the grouping of `a of b.c` when the inner part fails.
const ofNote = ". note: 'a of b.c' reads as 'a of (b.c)' — to get '(a of b).c', bind first: let x be a of b, then x.c"
