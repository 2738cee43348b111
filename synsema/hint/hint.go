// Package hint maps habits from other languages to the Synsema form: words
// that start statements elsewhere, names that are builtins elsewhere, methods
// that are functions here. The parser, the checker and the runtime append
// them to their errors; each table stands here once.
package hint

import "strings"

// Statement is what to write instead of a statement that begins with word
// elsewhere, or "".
func Statement(word string) string {
	switch word {
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

// Undefined is what follows "Undefined variable: 'name'", or "".
func Undefined(name string) string {
	if h := nameElsewhere(name); h != "" {
		return " — in Synsema: " + h
	}
	if h := Statement(name); h != "" {
		return " — `" + name + "` is not a Synsema statement: " + h
	}
	switch name {
	case "request", "query", "params", "read_body", "read_body_bytes":
		return ". '" + name + "' is only available inside route handlers (serve) — pass it as a parameter: task handle(" + name + ")"
	}
	return ""
}

func nameElsewhere(name string) string {
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

// Method is what to write instead of the method name on a value, or "".
func Method(name string) string {
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
	case "keys":
		return "keys(m)"
	case "values":
		return "values(m)"
	case "items":
		return "items(m)"
	case "get":
		return "get(m, key, default)"
	case "update":
		return "merge(m, other)"
	case "upper":
		return "upper(s)"
	case "lower":
		return "lower(s)"
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

// Split cuts a message into its text and the hint after the first " — ".
func Split(message string) (text, hint string) {
	text, hint, _ = strings.Cut(message, " — ")
	return text, hint
}
