package ast

import "github.com/synrun/synrun/synsema/token"

// Statements. When is a statement too.
type (
	// ExprStmt is an expression as a statement. sandbox, approve, confirm,
	// show and raise (a Call of the name raise) stand in one as well.
	ExprStmt struct {
		At token.Pos // the first token of the statement
		X  Expr
	}

	// Let is let name be value.
	Let struct {
		At    token.Pos
		Name  Name
		Value Expr
	}

	// Set is set target to value. The grammar takes any expression as Target;
	// only an Ident, or a path of Member and Index that starts at one, can be
	// written when it runs.
	Set struct {
		At     token.Pos
		Target Expr
		Value  Expr
	}

	// Each is each name in x with a body.
	Each struct {
		At   token.Pos
		Name Name
		X    Expr
		Body []Stmt
	}

	// While is while cond with a body.
	While struct {
		At   token.Pos
		Cond Expr
		Body []Stmt
	}

	// Match is match x with its arms.
	Match struct {
		At   token.Pos
		X    Expr
		Arms []MatchArm
		Else []Stmt
	}

	// Task is task name(params) with a body.
	Task struct {
		At     token.Pos
		Name   Name
		Params []Param
		Body   []Stmt
	}

	// Give is give [x].
	Give struct {
		At token.Pos
		X  Expr
	}

	// Stop is stop [x].
	Stop struct {
		At token.Pos
		X  Expr
	}

	// Type is a record type.
	Type struct {
		At     token.Pos
		Name   Name
		Fields []Field
	}

	// Enum is an enum.
	Enum struct {
		At       token.Pos
		Name     Name
		Variants []Variant
	}

	// Try is try … recover name …. Without a name, Err is the name "error"
	// at the place of the word recover.
	Try struct {
		At      token.Pos
		Body    []Stmt
		Err     Name
		Recover []Stmt
	}

	// Use is use "path" as alias.
	Use struct {
		At     token.Pos
		Path   string
		PathAt token.Pos
		Alias  Name
	}

	// Export is export before a Task, Type, Let, Enum or Routes.
	Export struct {
		At   token.Pos
		Decl Stmt
	}

	// Test is test "name" with a body.
	Test struct {
		At   token.Pos
		Name string
		Body []Stmt
	}

	// Require is require capability[(scope)]. Cap is the dotted text.
	Require struct {
		At    token.Pos
		Cap   string
		CapAt token.Pos
		Scope Expr
	}

	// Invariant is invariant ["text"]: cond.
	Invariant struct {
		At      token.Pos
		Text    string
		HasText bool
		Cond    Expr
	}

	// Intent is intent: "text".
	Intent struct {
		At   token.Pos
		Text string
	}

	// Agent is agent Name with a body.
	Agent struct {
		At   token.Pos
		Name Name
		Body []Stmt
	}

	// Spawn is spawn Name [with k = v, …].
	Spawn struct {
		At   token.Pos
		Name Name
		With []NamedArg
	}

	// Share is share value as key.
	Share struct {
		At  token.Pos
		X   Expr
		Key Expr
	}

	// Observe is observe key as name.
	Observe struct {
		At   token.Pos
		Key  Expr
		Name Name
	}

	// Signal is signal event [with value].
	Signal struct {
		At    token.Pos
		Event Expr
		With  Expr
	}

	// WaitFor is wait_for event [timeout seconds] [as name]. Name.Text is ""
	// without a name.
	WaitFor struct {
		At      token.Pos
		Event   Expr
		Timeout Expr
		Name    Name
	}

	// Trace is trace "label" with a body.
	Trace struct {
		At    token.Pos
		Label string
		Body  []Stmt
	}

	// Measure is measure "label" with a body.
	Measure struct {
		At    token.Pos
		Label string
		Body  []Stmt
	}

	// Log is log x.
	Log struct {
		At token.Pos
		X  Expr
	}

	// Checkpoint is checkpoint x.
	Checkpoint struct {
		At token.Pos
		X  Expr
	}
)

// The serve family: recognised, never executed.
type (
	// Serve is the serve block. Clauses holds Clause, Route, Host, Static,
	// Mount, Describe, RateLimit, Timeout and Private nodes.
	Serve struct {
		At      token.Pos
		Port    Expr
		Clauses []Stmt
	}

	// Clause is a simple clause of serve or host: "auth with", "errors with",
	// "max_body", "max_streams", "cors", "bind", "docs off",
	// "redirect https", "tls auto", "tls cert", "tls dns", "domain",
	// "domain ask" or "trust proxy", with its operands.
	Clause struct {
		At   token.Pos
		Name string
		Args []Expr
	}

	// Host is host "name" with clauses and routes.
	Host struct {
		At      token.Pos
		X       Expr
		Clauses []Stmt
	}

	// Route is route "METHOD /path" with its body. RateLimit, Timeout and
	// Private among the direct children of Body are options of the route.
	Route struct {
		At           token.Pos
		Method, Path string
		RequiresAuth bool
		Body         []Stmt
	}

	// Routes is a route group, only under Export.
	Routes struct {
		At      token.Pos
		Name    Name
		Clauses []Stmt // Route and Private
	}

	// Mount is mount x [at y].
	Mount struct {
		At token.Pos
		X  Expr
		To Expr
	}

	// Static is static x [from y] [cache z] [fallback w].
	Static struct {
		At                    token.Pos // the serve or host keyword
		X                     Expr
		From, Cache, Fallback Expr
	}

	// Describe is the describe block.
	Describe struct {
		At      token.Pos
		Entries []DescribeEntry
	}

	// RateLimit is rate_limit none, unlimited, or x per unit.
	RateLimit struct {
		At   token.Pos
		X    Expr   // nil for none and unlimited
		Unit string // second, minute, hour; or none, unlimited
	}

	// Timeout is timeout none (X is nil) or timeout x.
	Timeout struct {
		At token.Pos
		X  Expr
	}

	// Private is private.
	Private struct{ At token.Pos }

	// Stream is a stream block.
	Stream struct {
		At   token.Pos
		Body []Stmt
	}

	// Socket is a socket block.
	Socket struct {
		At   token.Pos
		Body []Stmt
	}

	// Send is send x [as "event"].
	Send struct {
		At       token.Pos
		X        Expr
		Event    string
		HasEvent bool
	}

	// Expect is expect body {field: type, …}.
	Expect struct {
		At     token.Pos
		Fields []Field
	}

	// Proxy is proxy to x.
	Proxy struct {
		At token.Pos
		X  Expr
	}
)

// DescribeEntry is about:, api: or version: of a describe block.
type DescribeEntry struct {
	At    token.Pos
	Key   string
	Value Expr
}

// Param is a task parameter; Default is nil when there is none.
type Param struct {
	Name    Name
	Default Expr
}

// Field is a field of a type, or of an expected body, with the name of its type.
type Field struct {
	At   token.Pos
	Name string
	Type string
}

// Variant is a variant of an enum with the names of its payload fields.
type Variant struct {
	At     token.Pos
	Name   string
	Fields []string
}

// MatchArm is "is pattern [when guard]" with a body, located at "is".
type MatchArm struct {
	At      token.Pos
	Pattern Pattern
	Guard   Expr
	Body    []Stmt
}

// Patterns.
type (
	// Wildcard is _: it matches anything and binds nothing.
	Wildcard struct{ At token.Pos }

	// BindPattern is a bare name inside a list, map or variant pattern: it
	// matches anything and binds it.
	BindPattern struct{ Name Name }

	// ExprPattern compares with the value of X.
	ExprPattern struct{ X Expr }

	// ListPattern is [prefix, ...rest, suffix]. Without HasRest it has only
	// a Prefix. Rest.Text is "" for a bare "...".
	ListPattern struct {
		At      token.Pos
		Prefix  []Pattern
		HasRest bool
		Rest    Name
		Suffix  []Pattern
	}

	// MapPattern is {key, key: pattern}.
	MapPattern struct {
		At      token.Pos
		Entries []MapPatternEntry
	}

	// VariantPattern is what may be a variant: x.name or x.name(args). It is
	// one when Variant.X evaluates to an enum; if not, the pattern compares
	// with the value of Value (Variant itself or the call). Call is nil for
	// the form without parentheses, which matches any payload.
	VariantPattern struct {
		Variant *Member
		Call    *Call
		// Args are the arguments of Call as patterns: Wildcard, BindPattern,
		// VariantPattern or ExprPattern.
		Args []Pattern
	}
)

// MapPatternEntry is one key of a map pattern; a key alone binds its value
// to a variable of that name and has a BindPattern.
type MapPatternEntry struct {
	At      token.Pos
	Key     string
	Pattern Pattern
}

// Value returns the expression the pattern compares with when it is not a
// variant.
func (n *VariantPattern) Value() Expr {
	if n.Call != nil {
		return n.Call
	}
	return n.Variant
}

func (*ExprStmt) stmt()   {}
func (*Let) stmt()        {}
func (*Set) stmt()        {}
func (*When) stmt()       {}
func (*Each) stmt()       {}
func (*While) stmt()      {}
func (*Match) stmt()      {}
func (*Task) stmt()       {}
func (*Give) stmt()       {}
func (*Stop) stmt()       {}
func (*Type) stmt()       {}
func (*Enum) stmt()       {}
func (*Try) stmt()        {}
func (*Use) stmt()        {}
func (*Export) stmt()     {}
func (*Test) stmt()       {}
func (*Require) stmt()    {}
func (*Invariant) stmt()  {}
func (*Intent) stmt()     {}
func (*Agent) stmt()      {}
func (*Spawn) stmt()      {}
func (*Share) stmt()      {}
func (*Observe) stmt()    {}
func (*Signal) stmt()     {}
func (*WaitFor) stmt()    {}
func (*Trace) stmt()      {}
func (*Measure) stmt()    {}
func (*Log) stmt()        {}
func (*Checkpoint) stmt() {}
func (*Serve) stmt()      {}
func (*Clause) stmt()     {}
func (*Host) stmt()       {}
func (*Route) stmt()      {}
func (*Routes) stmt()     {}
func (*Mount) stmt()      {}
func (*Static) stmt()     {}
func (*Describe) stmt()   {}
func (*RateLimit) stmt()  {}
func (*Timeout) stmt()    {}
func (*Private) stmt()    {}
func (*Stream) stmt()     {}
func (*Socket) stmt()     {}
func (*Send) stmt()       {}
func (*Expect) stmt()     {}
func (*Proxy) stmt()      {}

func (*Wildcard) pattern()       {}
func (*BindPattern) pattern()    {}
func (*ExprPattern) pattern()    {}
func (*ListPattern) pattern()    {}
func (*MapPattern) pattern()     {}
func (*VariantPattern) pattern() {}

// Pos returns At.
func (n *ExprStmt) Pos() token.Pos   { return n.At }
func (n *Let) Pos() token.Pos        { return n.At }
func (n *Set) Pos() token.Pos        { return n.At }
func (n *Each) Pos() token.Pos       { return n.At }
func (n *While) Pos() token.Pos      { return n.At }
func (n *Match) Pos() token.Pos      { return n.At }
func (n *Task) Pos() token.Pos       { return n.At }
func (n *Give) Pos() token.Pos       { return n.At }
func (n *Stop) Pos() token.Pos       { return n.At }
func (n *Type) Pos() token.Pos       { return n.At }
func (n *Enum) Pos() token.Pos       { return n.At }
func (n *Try) Pos() token.Pos        { return n.At }
func (n *Use) Pos() token.Pos        { return n.At }
func (n *Export) Pos() token.Pos     { return n.At }
func (n *Test) Pos() token.Pos       { return n.At }
func (n *Require) Pos() token.Pos    { return n.At }
func (n *Invariant) Pos() token.Pos  { return n.At }
func (n *Intent) Pos() token.Pos     { return n.At }
func (n *Agent) Pos() token.Pos      { return n.At }
func (n *Spawn) Pos() token.Pos      { return n.At }
func (n *Share) Pos() token.Pos      { return n.At }
func (n *Observe) Pos() token.Pos    { return n.At }
func (n *Signal) Pos() token.Pos     { return n.At }
func (n *WaitFor) Pos() token.Pos    { return n.At }
func (n *Trace) Pos() token.Pos      { return n.At }
func (n *Measure) Pos() token.Pos    { return n.At }
func (n *Log) Pos() token.Pos        { return n.At }
func (n *Checkpoint) Pos() token.Pos { return n.At }
func (n *Serve) Pos() token.Pos      { return n.At }
func (n *Clause) Pos() token.Pos     { return n.At }
func (n *Host) Pos() token.Pos       { return n.At }
func (n *Route) Pos() token.Pos      { return n.At }
func (n *Routes) Pos() token.Pos     { return n.At }
func (n *Mount) Pos() token.Pos      { return n.At }
func (n *Static) Pos() token.Pos     { return n.At }
func (n *Describe) Pos() token.Pos   { return n.At }
func (n *RateLimit) Pos() token.Pos  { return n.At }
func (n *Timeout) Pos() token.Pos    { return n.At }
func (n *Private) Pos() token.Pos    { return n.At }
func (n *Stream) Pos() token.Pos     { return n.At }
func (n *Socket) Pos() token.Pos     { return n.At }
func (n *Send) Pos() token.Pos       { return n.At }
func (n *Expect) Pos() token.Pos     { return n.At }
func (n *Proxy) Pos() token.Pos      { return n.At }

func (n *Wildcard) Pos() token.Pos       { return n.At }
func (n *BindPattern) Pos() token.Pos    { return n.Name.At }
func (n *ExprPattern) Pos() token.Pos    { return n.X.Pos() }
func (n *ListPattern) Pos() token.Pos    { return n.At }
func (n *MapPattern) Pos() token.Pos     { return n.At }
func (n *VariantPattern) Pos() token.Pos { return n.Value().Pos() }

// String returns route "METHOD /path".
func (n *Route) String() string {
	return `route "` + n.Method + " " + n.Path + `"`
}
