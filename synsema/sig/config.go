package sig

// Rows of the family config.
var (
	AsSecret = Row{Name: "as_secret", Family: "config", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Doc:    "seal a runtime value as a secret"}
	Basic = Row{Name: "basic", Family: "config", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b"}},
		Doc:    "secret \"Basic …\" header value"}
	Bearer = Row{Name: "bearer", Family: "config", Status: Core,
		Params: []Param{{Name: "a"}},
		Doc:    "secret \"Bearer …\" header value"}
	Env = Row{Name: "env", Family: "config", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Cap:    "env",
		Doc:    "configuration text by name"}
	Reveal = Row{Name: "reveal", Family: "config", Status: Core,
		Params: []Param{{Name: "a"}},
		Cap:    "reveal",
		Doc:    "plaintext of a secret (audited)"}
	Secret = Row{Name: "secret", Family: "config", Status: Core,
		Params: []Param{{Name: "a"}, {Name: "b", Opt: true}},
		Cap:    "secret",
		Doc:    "opaque secret by name"}
)

var rowsConfig = []*Row{
	&AsSecret,
	&Basic,
	&Bearer,
	&Env,
	&Reveal,
	&Secret,
}
