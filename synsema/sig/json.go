package sig

// Rows of the family json.
var (
	CanonicalJson = Row{Name: "canonical_json", Family: "json", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "RFC 8785 canonical JSON"}
	JsonDecode = Row{Name: "json_decode", Family: "json", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "value from JSON text; 2nd = fallback; kwarg allow_nan"}
	JsonEncode = Row{Name: "json_encode", Family: "json", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "JSON text with \", \" and \": \" separators, ASCII only"}
	JsonForScript = Row{Name: "json_for_script", Family: "json", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "json_encode with < > & escaped"}
	JsonlDecode = Row{Name: "jsonl_decode", Family: "json", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "list from JSON Lines; 2nd = fallback; kwarg allow_nan"}
	JsonlEncode = Row{Name: "jsonl_encode", Family: "json", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "one JSON value per line"}
)

var rowsJson = []*Row{
	&CanonicalJson,
	&JsonDecode,
	&JsonEncode,
	&JsonForScript,
	&JsonlDecode,
	&JsonlEncode,
}
