package sig

// Rows of the family json.
var (
	CanonicalJson = Row{Name: "canonical_json", Family: "json", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "Canonical JSON (RFC 8785): sorted keys, no white space, one form for each number",
		Example: `canonical_json({"b": 1.0, "a": [true]})`,
		Shows:   `{"a":[true],"b":1}`}
	JsonDecode = Row{Name: "json_decode", Family: "json", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "fallback", Opt: true}, {Name: "allow_nan", Opt: true, Passing: KeyOnly, Default: "false"}},
		Doc:     "Value of a JSON text; integers of any size stay exact. A fallback replaces the error",
		Example: `json_decode("[1, 2.0, null]")`,
		Shows:   "[1, 2.0, nothing]"}
	JsonEncode = Row{Name: "json_encode", Family: "json", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "JSON text on one line, ASCII only",
		Notes:   "For a text with the characters themselves, sorted and without blanks, use `canonical_json`.",
		Example: `json_encode({"b": 1, "a": "é"})`,
		Shows:   `{"b": 1, "a": "\u00e9"}`}
	JsonForScript = Row{Name: "json_for_script", Family: "json", Status: Core,
		Params:  []Param{{Name: "value"}},
		Doc:     "`json_encode` with `<`, `>` and `&` escaped, for use inside of HTML",
		Example: `json_for_script("</a>")`,
		Shows:   `"\u003c/a\u003e"`}
	JsonlDecode = Row{Name: "jsonl_decode", Family: "json", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "fallback", Opt: true}, {Name: "allow_nan", Opt: true, Passing: KeyOnly, Default: "false"}},
		Doc:     "List of the values of JSON Lines; blank lines are skipped",
		Example: `jsonl_decode("1\n[2]\n")`,
		Shows:   "[1, [2]]"}
	JsonlEncode = Row{Name: "jsonl_encode", Family: "json", Status: Core,
		Params:  []Param{{Name: "list"}},
		Doc:     "One JSON value on each line",
		Example: `trim(jsonl_encode([{"a": 1}]))`,
		Shows:   `{"a": 1}`}
)

var rowsJson = []*Row{
	&CanonicalJson,
	&JsonDecode,
	&JsonEncode,
	&JsonForScript,
	&JsonlDecode,
	&JsonlEncode,
}
