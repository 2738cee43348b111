// Package ast is the syntax tree of a Synsema program.
//
// Every node carries one location, At, the place that run-time errors of the
// node quote: the operator of a binary operation, the "(" of a call, the "["
// of an index, the "." or "of" of a member, the keyword of a statement, else
// the first token. Nodes are plain structs that the parser fills and nobody
// changes afterwards, so one tree may be shared by any number of readers.
//
// Every mention of a variable and every binding of a name ([Ident], [Name])
// has an ID that is unique in its program, counted from 0: a later stage can
// keep what it learns about a name in a slice of Program.NumIDs entries.
//
// A block is a []Stmt. A block that is absent is nil; one that is present
// holds at least one statement.
package ast

import (
	"math/big"

	"github.com/synrun/synrun/synsema/token"
)

// Node is any node of the tree.
type Node interface {
	Pos() token.Pos
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Pattern is the pattern of a match arm, or a part of one.
type Pattern interface {
	Node
	pattern()
}

// Program is a whole file.
type Program struct {
	File  string
	Stmts []Stmt
	// At is the place of the first token.
	At token.Pos
	// NumIDs is one more than the largest ID of an Ident or a Name.
	NumIDs int
	// Uses are the use statements of the file, wherever they stand.
	Uses []*Use
	// EscapeLines are the lines, ascending and each once, of string and
	// template literals that contain a decoded \u escape.
	EscapeLines []int32
}

// Name is a name that is bound: a variable, parameter, task, type and so on.
type Name struct {
	At   token.Pos
	Text string
	ID   int32
}

// NamedArg is one "name = value" of spawn, reason and generate.
type NamedArg struct {
	Name  string
	At    token.Pos
	Value Expr
}

// NumberKind tells which fields of a Number hold its value.
type NumberKind uint8

// The kinds of number literals.
const (
	// Int is an exact integer: Big if it is not nil, else Int.
	Int NumberKind = iota
	// Float is an IEEE double: Float.
	Float
	// Decimal is mantissa / 10^Scale with Scale >= 0; the mantissa is Big if it is
	// not nil, else Int.
	Decimal
)

// Expressions.
type (
	// Number is a number literal.
	Number struct {
		At    token.Pos
		Kind  NumberKind
		Scale int32
		Int   int64
		Float float64
		Big   *big.Int
		Raw   string
	}

	// Text is a quoted string, escapes decoded.
	Text struct {
		At    token.Pos
		Value string
	}

	// Bool is true or false.
	Bool struct {
		At    token.Pos
		Value bool
	}

	// Nothing is the literal nothing.
	Nothing struct{ At token.Pos }

	// Template is a backtick template: the parts joined from left to right,
	// each hole by its display form. No parts means the empty text.
	Template struct {
		At    token.Pos // the opening backtick
		Parts []TemplatePart
	}

	// List is a list literal.
	List struct {
		At    token.Pos
		Items []Expr
	}

	// Map is a map literal.
	Map struct {
		At      token.Pos
		Entries []MapEntry
	}

	// Ident is the use of a name.
	Ident struct {
		At   token.Pos
		Name string
		ID   int32
	}

	// Member is x.name or name of x.
	Member struct {
		At     token.Pos // "." or "of"
		X      Expr
		Name   string
		NameAt token.Pos
		ViaOf  bool
	}

	// Index is x[index].
	Index struct {
		At    token.Pos // "["
		X     Expr
		Index Expr
	}

	// Binary is a binary operation; comparisons of one operator included.
	Binary struct {
		At   token.Pos
		Op   Op
		L, R Expr
	}

	// Compare is a chained comparison: len(Xs) == len(Ops)+1, two operators
	// or more. Each operand is evaluated at most once.
	Compare struct {
		At  token.Pos // the first operator
		Ops []CompareOp
		Xs  []Expr
	}

	// Unary is not x or -x.
	Unary struct {
		At token.Pos
		Op Op // Not or Neg
		X  Expr
	}

	// Pipe is x |> step |> step. A step that is a *Call gets the value as its
	// first positional argument; any other step is called with it.
	Pipe struct {
		At    token.Pos // the first |>
		X     Expr
		Steps []PipeStep
	}

	// Call is fn(args).
	Call struct {
		At   token.Pos // "("
		Fn   Expr
		Args []Arg
	}

	// Lambda is (params) => body.
	Lambda struct {
		At     token.Pos
		Params []Name
		Body   Expr
	}

	// WhenExpr is the inline form: when cond then x otherwise y. Else is nil
	// when there is no otherwise.
	WhenExpr struct {
		At   token.Pos
		Cond Expr
		Then Expr
		Else Expr
	}

	// When is the block form, as a statement or as a value: the arms are
	// tried in order.
	When struct {
		At   token.Pos
		Arms []WhenArm
		Else []Stmt
		// ElseExpr is set instead of Else where a block form in value
		// position ends in an inline "otherwise when … then …".
		ElseExpr *WhenExpr
	}

	// Sandbox runs Body or X without capabilities, or under those of Under.
	// Exactly one of Body and X is set. It is a value also where it stands as
	// a statement.
	Sandbox struct {
		At    token.Pos
		Under Expr
		Body  []Stmt
		X     Expr
	}

	// Reason is reason [about] x [with pairs] [block]; X may be nil. The
	// block is never executed.
	Reason struct {
		At   token.Pos
		X    Expr
		With []NamedArg
		Body []Stmt
	}

	// Decide is decide [between] x [given y]; both may be nil.
	Decide struct {
		At      token.Pos
		Between Expr
		Given   Expr
	}

	// Analyze is analyze x [for "text"].
	Analyze struct {
		At     token.Pos
		X      Expr
		For    string
		HasFor bool
	}

	// Generate is generate "text" [given x] [with pairs].
	Generate struct {
		At    token.Pos
		Text  string
		Given Expr
		With  []NamedArg
	}

	// Judge is judge state followed by a block of questions.
	Judge struct {
		At        token.Pos
		State     Expr
		Questions []Question
	}

	// Ask is ask prompt [with options] [within …].
	Ask struct {
		At      token.Pos
		Prompt  Expr
		Options Expr
		Within  Within
	}

	// Approve is approve message [within …].
	Approve struct {
		At     token.Pos
		X      Expr
		Within Within
	}

	// Confirm is confirm message [within …].
	Confirm struct {
		At     token.Pos
		X      Expr
		Within Within
	}

	// Show is show value [as "label"].
	Show struct {
		At       token.Pos
		X        Expr
		Label    string
		HasLabel bool
	}
)

// TemplatePart is a piece of text (Hole is nil) or a hole.
type TemplatePart struct {
	Text string
	Hole Expr
}

// MapEntry is one key and its value.
type MapEntry struct {
	Key, Value Expr
}

// CompareOp is an operator of a chained comparison and its place.
type CompareOp struct {
	Op Op
	At token.Pos
}

// PipeStep is one step of a pipe; At is its |>.
type PipeStep struct {
	At token.Pos
	X  Expr
}

// Arg is one argument of a call; Name is "" for a positional one.
type Arg struct {
	Name   string
	NameAt token.Pos
	Value  Expr
}

// WhenArm is one condition with its block; At is its "when".
type WhenArm struct {
	At   token.Pos
	Cond Expr
	Body []Stmt
}

// Within is a time limit in seconds, if Set.
type Within struct {
	Set     bool
	Seconds float64
}

// QuestionKind is the kind of a judge question.
type QuestionKind uint8

// The kinds of questions.
const (
	Whether QuestionKind = iota
	Choose
	Rate
)

// Question is one question of a judge block. Criteria is nil for whether.
type Question struct {
	At          token.Pos
	ID          string
	Kind        QuestionKind
	Instruction Expr
	Criteria    Expr
	OrNothing   bool
}

// Op is an operator.
type Op uint8

// The operators.
const (
	Or Op = iota
	And
	Equal
	NotEqual
	Less
	Greater
	LessEqual
	GreaterEqual
	In
	NotIn
	Add
	Sub
	Mul
	Div
	FloorDiv
	Mod
	Pow
	Not // unary
	Neg // unary
)

// String returns the operator as it is written.
func (op Op) String() string {
	return [...]string{"or", "and", "==", "!=", "<", ">", "<=", ">=", "in", "not in",
		"+", "-", "*", "/", "//", "%", "**", "not", "-"}[op]
}

func (*Number) expr()   {}
func (*Text) expr()     {}
func (*Bool) expr()     {}
func (*Nothing) expr()  {}
func (*Template) expr() {}
func (*List) expr()     {}
func (*Map) expr()      {}
func (*Ident) expr()    {}
func (*Member) expr()   {}
func (*Index) expr()    {}
func (*Binary) expr()   {}
func (*Compare) expr()  {}
func (*Unary) expr()    {}
func (*Pipe) expr()     {}
func (*Call) expr()     {}
func (*Lambda) expr()   {}
func (*WhenExpr) expr() {}
func (*When) expr()     {}
func (*Sandbox) expr()  {}
func (*Reason) expr()   {}
func (*Decide) expr()   {}
func (*Analyze) expr()  {}
func (*Generate) expr() {}
func (*Judge) expr()    {}
func (*Ask) expr()      {}
func (*Approve) expr()  {}
func (*Confirm) expr()  {}
func (*Show) expr()     {}

// Pos returns At.
func (n *Program) Pos() token.Pos  { return n.At }
func (n *Number) Pos() token.Pos   { return n.At }
func (n *Text) Pos() token.Pos     { return n.At }
func (n *Bool) Pos() token.Pos     { return n.At }
func (n *Nothing) Pos() token.Pos  { return n.At }
func (n *Template) Pos() token.Pos { return n.At }
func (n *List) Pos() token.Pos     { return n.At }
func (n *Map) Pos() token.Pos      { return n.At }
func (n *Ident) Pos() token.Pos    { return n.At }
func (n *Member) Pos() token.Pos   { return n.At }
func (n *Index) Pos() token.Pos    { return n.At }
func (n *Binary) Pos() token.Pos   { return n.At }
func (n *Compare) Pos() token.Pos  { return n.At }
func (n *Unary) Pos() token.Pos    { return n.At }
func (n *Pipe) Pos() token.Pos     { return n.At }
func (n *Call) Pos() token.Pos     { return n.At }
func (n *Lambda) Pos() token.Pos   { return n.At }
func (n *WhenExpr) Pos() token.Pos { return n.At }
func (n *When) Pos() token.Pos     { return n.At }
func (n *Sandbox) Pos() token.Pos  { return n.At }
func (n *Reason) Pos() token.Pos   { return n.At }
func (n *Decide) Pos() token.Pos   { return n.At }
func (n *Analyze) Pos() token.Pos  { return n.At }
func (n *Generate) Pos() token.Pos { return n.At }
func (n *Judge) Pos() token.Pos    { return n.At }
func (n *Ask) Pos() token.Pos      { return n.At }
func (n *Approve) Pos() token.Pos  { return n.At }
func (n *Confirm) Pos() token.Pos  { return n.At }
func (n *Show) Pos() token.Pos     { return n.At }
