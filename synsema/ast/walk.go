package ast

// Walk calls f for n and, where f returns true, for everything below it, in
// the order of the source. The name that a bare name in a variant pattern
// binds is a BindPattern; the call of a [VariantPattern] is not visited as an
// expression.
func Walk(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	switch n := n.(type) {
	case *Program:
		walkStmts(n.Stmts, f)
	case Expr:
		walkExpr(n, f)
	case Stmt:
		walkStmt(n, f)
	case Pattern:
		walkPattern(n, f)
	}
}

// WalkStmts calls Walk for every statement of a block.
func WalkStmts(list []Stmt, f func(Node) bool) { walkStmts(list, f) }

func walkStmts(list []Stmt, f func(Node) bool) {
	for _, s := range list {
		if f(s) {
			walkStmt(s, f)
		}
	}
}

func walkOne(x Expr, f func(Node) bool) {
	if x != nil && f(x) {
		walkExpr(x, f)
	}
}

func walkAll(list []Expr, f func(Node) bool) {
	for _, x := range list {
		walkOne(x, f)
	}
}

func walkPairs(list []NamedArg, f func(Node) bool) {
	for i := range list {
		walkOne(list[i].Value, f)
	}
}

func walkExpr(x Expr, f func(Node) bool) {
	switch n := x.(type) {
	case *Template:
		for i := range n.Parts {
			walkOne(n.Parts[i].Hole, f)
		}
	case *List:
		walkAll(n.Items, f)
	case *Map:
		for i := range n.Entries {
			walkOne(n.Entries[i].Key, f)
			walkOne(n.Entries[i].Value, f)
		}
	case *Member:
		walkOne(n.X, f)
	case *Index:
		walkOne(n.X, f)
		walkOne(n.Index, f)
	case *Binary:
		walkOne(n.L, f)
		walkOne(n.R, f)
	case *Compare:
		walkAll(n.Xs, f)
	case *Unary:
		walkOne(n.X, f)
	case *Pipe:
		walkOne(n.X, f)
		for i := range n.Steps {
			walkOne(n.Steps[i].X, f)
		}
	case *Call:
		walkOne(n.Fn, f)
		for i := range n.Args {
			walkOne(n.Args[i].Value, f)
		}
	case *Lambda:
		walkOne(n.Body, f)
	case *WhenExpr:
		walkOne(n.Cond, f)
		walkOne(n.Then, f)
		walkOne(n.Else, f)
	case *When:
		for i := range n.Arms {
			walkOne(n.Arms[i].Cond, f)
			walkStmts(n.Arms[i].Body, f)
		}
		walkStmts(n.Else, f)
		if n.ElseExpr != nil {
			walkOne(n.ElseExpr, f)
		}
	case *Sandbox:
		walkOne(n.Under, f)
		walkStmts(n.Body, f)
		walkOne(n.X, f)
	case *Reason:
		walkOne(n.X, f)
		walkPairs(n.With, f)
		walkStmts(n.Body, f)
	case *Decide:
		walkOne(n.Between, f)
		walkOne(n.Given, f)
	case *Analyze:
		walkOne(n.X, f)
	case *Generate:
		walkOne(n.Given, f)
		walkPairs(n.With, f)
	case *Judge:
		walkOne(n.State, f)
		for i := range n.Questions {
			walkOne(n.Questions[i].Instruction, f)
			walkOne(n.Questions[i].Criteria, f)
		}
	case *Ask:
		walkOne(n.Prompt, f)
		walkOne(n.Options, f)
	case *Approve:
		walkOne(n.X, f)
	case *Confirm:
		walkOne(n.X, f)
	case *Show:
		walkOne(n.X, f)
	}
}

func walkStmt(s Stmt, f func(Node) bool) {
	switch n := s.(type) {
	case *ExprStmt:
		walkOne(n.X, f)
	case *Let:
		walkOne(n.Value, f)
	case *Set:
		walkOne(n.Target, f)
		walkOne(n.Value, f)
	case *When:
		walkExpr(n, f)
	case *Each:
		walkOne(n.X, f)
		walkStmts(n.Body, f)
	case *While:
		walkOne(n.Cond, f)
		walkStmts(n.Body, f)
	case *Match:
		walkOne(n.X, f)
		for i := range n.Arms {
			walkOnePattern(n.Arms[i].Pattern, f)
			walkOne(n.Arms[i].Guard, f)
			walkStmts(n.Arms[i].Body, f)
		}
		walkStmts(n.Else, f)
	case *Task:
		for i := range n.Params {
			walkOne(n.Params[i].Default, f)
		}
		walkStmts(n.Body, f)
	case *Give:
		walkOne(n.X, f)
	case *Stop:
		walkOne(n.X, f)
	case *Try:
		walkStmts(n.Body, f)
		walkStmts(n.Recover, f)
	case *Export:
		if f(n.Decl) {
			walkStmt(n.Decl, f)
		}
	case *Test:
		walkStmts(n.Body, f)
	case *Require:
		walkOne(n.Scope, f)
	case *Invariant:
		walkOne(n.Cond, f)
	case *Agent:
		walkStmts(n.Body, f)
	case *Spawn:
		walkPairs(n.With, f)
	case *Share:
		walkOne(n.X, f)
		walkOne(n.Key, f)
	case *Observe:
		walkOne(n.Key, f)
	case *Signal:
		walkOne(n.Event, f)
		walkOne(n.With, f)
	case *WaitFor:
		walkOne(n.Event, f)
		walkOne(n.Timeout, f)
	case *Trace:
		walkStmts(n.Body, f)
	case *Measure:
		walkStmts(n.Body, f)
	case *Log:
		walkOne(n.X, f)
	case *Checkpoint:
		walkOne(n.X, f)
	default:
		walkServer(s, f)
	}
}

func walkServer(s Stmt, f func(Node) bool) {
	switch n := s.(type) {
	case *Serve:
		walkOne(n.Port, f)
		walkStmts(n.Clauses, f)
	case *Clause:
		walkAll(n.Args, f)
	case *Host:
		walkOne(n.X, f)
		walkStmts(n.Clauses, f)
	case *Route:
		walkStmts(n.Body, f)
	case *Routes:
		walkStmts(n.Clauses, f)
	case *Mount:
		walkOne(n.X, f)
		walkOne(n.To, f)
	case *Static:
		walkOne(n.X, f)
		walkOne(n.From, f)
		walkOne(n.Cache, f)
		walkOne(n.Fallback, f)
	case *Describe:
		for i := range n.Entries {
			walkOne(n.Entries[i].Value, f)
		}
	case *RateLimit:
		walkOne(n.X, f)
	case *Timeout:
		walkOne(n.X, f)
	case *Stream:
		walkStmts(n.Body, f)
	case *Socket:
		walkStmts(n.Body, f)
	case *Send:
		walkOne(n.X, f)
	case *Proxy:
		walkOne(n.X, f)
	}
}

func walkOnePattern(p Pattern, f func(Node) bool) {
	if p != nil && f(p) {
		walkPattern(p, f)
	}
}

func walkPattern(p Pattern, f func(Node) bool) {
	switch n := p.(type) {
	case *ExprPattern:
		walkOne(n.X, f)
	case *ListPattern:
		for _, q := range n.Prefix {
			walkOnePattern(q, f)
		}
		for _, q := range n.Suffix {
			walkOnePattern(q, f)
		}
	case *MapPattern:
		for i := range n.Entries {
			walkOnePattern(n.Entries[i].Pattern, f)
		}
	case *VariantPattern:
		walkOne(n.Variant, f)
		for _, q := range n.Args {
			walkOnePattern(q, f)
		}
	}
}

// Bindings calls f for every name that n itself binds, the parts below it not
// included: the variable of a let, the name and the parameters of a task, the
// names of a pattern and so on.
func Bindings(n Node, f func(Name)) {
	switch n := n.(type) {
	case *Let:
		f(n.Name)
	case *Each:
		f(n.Name)
	case *Task:
		f(n.Name)
		for i := range n.Params {
			f(n.Params[i].Name)
		}
	case *Lambda:
		for _, p := range n.Params {
			f(p)
		}
	case *Type:
		f(n.Name)
	case *Enum:
		f(n.Name)
	case *Use:
		f(n.Alias)
	case *Try:
		f(n.Err)
	case *Agent:
		f(n.Name)
	case *Observe:
		f(n.Name)
	case *WaitFor:
		if n.Name.Text != "" {
			f(n.Name)
		}
	case *Routes:
		f(n.Name)
	case *BindPattern:
		f(n.Name)
	case *ListPattern:
		if n.Rest.Text != "" {
			f(n.Rest)
		}
	}
}
