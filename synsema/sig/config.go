package sig

// Rows of the family config.
var (
	AsSecret = Row{Name: "as_secret", Family: "config", Status: Core,
		Params: []Param{{Name: "value"}, {Name: "label", Opt: true}},
		Doc:    "seal a runtime value as a secret"}
	Basic = Row{Name: "basic", Family: "config", Status: Core,
		Params: []Param{{Name: "user"}, {Name: "password"}},
		Doc:    "secret \"Basic …\" header value"}
	Bearer = Row{Name: "bearer", Family: "config", Status: Core,
		Params: []Param{{Name: "token"}},
		Doc:    "secret \"Bearer …\" header value"}
	Env = Row{Name: "env", Family: "config", Status: Core,
		Params: []Param{{Name: "name"}, {Name: "default", Opt: true}},
		Cap:    "env",
		Doc:    "configuration text by name"}
	Reveal = Row{Name: "reveal", Family: "config", Status: Core,
		Params: []Param{{Name: "secret"}},
		Cap:    "reveal",
		Doc:    "plaintext of a secret (audited)"}
	Secret = Row{Name: "secret", Family: "config", Status: Core,
		Params: []Param{{Name: "name"}, {Name: "default", Opt: true}},
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
