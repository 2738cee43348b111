package sig

// Rows of the family config.
var (
	AsSecret = Row{Name: "as_secret", Family: "config", Status: Core,
		Params:  []Param{{Name: "value"}, {Name: "label", Opt: true}},
		Doc:     "Seal a runtime value as a secret",
		Example: `text(as_secret("hunter2", "password"))`,
		Shows:   "secret(password)"}
	Basic = Row{Name: "basic", Family: "config", Status: Core,
		Params:  []Param{{Name: "user"}, {Name: "password"}},
		Doc:     "Secret \"Basic …\" header value",
		Example: `text(basic("ann", as_secret("pw", "PW")))`,
		Shows:   "secret(PW)"}
	Bearer = Row{Name: "bearer", Family: "config", Status: Core,
		Params:  []Param{{Name: "token"}},
		Doc:     "Secret \"Bearer …\" header value",
		Example: `text(bearer(as_secret("t", "TOKEN")))`,
		Shows:   "secret(TOKEN)"}
	Env = Row{Name: "env", Family: "config", Status: Core,
		Params:  []Param{{Name: "name"}, {Name: "default", Opt: true}},
		Cap:     "env",
		Doc:     "Configuration text by name",
		Example: `env("APP_MODE", "test")`,
		Shows:   "test"}
	Reveal = Row{Name: "reveal", Family: "config", Status: Core,
		Params:  []Param{{Name: "secret"}},
		Cap:     "reveal",
		Doc:     "Plaintext of a secret (audited)",
		Example: `reveal(secret("TOKEN"))`}
	Secret = Row{Name: "secret", Family: "config", Status: Core,
		Params:  []Param{{Name: "name"}, {Name: "default", Opt: true}},
		Cap:     "secret",
		Doc:     "Opaque secret by name",
		Example: `text(secret("TOKEN", "none"))`,
		Shows:   "secret(TOKEN)"}
)

var rowsConfig = []*Row{
	&AsSecret,
	&Basic,
	&Bearer,
	&Env,
	&Reveal,
	&Secret,
}
