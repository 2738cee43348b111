package sig

// Rows of the family toml.
var (
	TomlEncode = Row{Name: "toml_encode", Family: "toml", Status: Core,
		Params:  []Param{{Name: "map"}},
		Doc:     "TOML text of a map",
		Example: `trim(toml_encode({"a": 1}))`,
		Shows:   "a = 1"}
	TomlParse = Row{Name: "toml_parse", Family: "toml", Status: Core,
		Params:  []Param{{Name: "text"}, {Name: "fallback", Opt: true}},
		Doc:     "Map of a TOML document; dates become texts. A fallback replaces the error",
		Example: `toml_parse("[srv]\nport = 80\n")`,
		Shows:   "{srv: {port: 80}}"}
)

var rowsToml = []*Row{
	&TomlEncode,
	&TomlParse,
}
