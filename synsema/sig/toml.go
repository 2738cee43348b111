package sig

// Rows of the family toml.
var (
	TomlEncode = Row{Name: "toml_encode", Family: "toml", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "TOML text from a map"}
	TomlParse = Row{Name: "toml_parse", Family: "toml", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "map from TOML text; 2nd = fallback"}
)

var rowsToml = []*Row{
	&TomlEncode,
	&TomlParse,
}
