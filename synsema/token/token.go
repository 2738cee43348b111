// Package token holds what the stages of the Synsema front end share: source
// positions, the token types with the names that messages quote, and the
// tables of reserved words and symbols.
//
// A [Token] is a small value without pointers. Its text is a slice of the
// source between Off and End, so that a whole file is lexed into one slice
// and nothing is allocated for a single token.
package token

import "strconv"

// Pos is a place in a source text. Line and Col start at 1; Col counts
// characters (code points). The zero Pos means "no place known".
type Pos struct {
	Line, Col int32
}

// IsValid reports whether the position is known.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Before reports whether p stands before q in the same file.
func (p Pos) Before(q Pos) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// String returns "LINE:COL".
func (p Pos) String() string {
	return strconv.Itoa(int(p.Line)) + ":" + strconv.Itoa(int(p.Col))
}

// Kind is the type of a token. Its String is the name that messages use.
type Kind uint8

// The token types.
const (
	Invalid Kind = iota
	EOF
	Newline
	Indent
	Dedent
	Comment // only in the answer of parser.Tokens

	Number
	Text
	Template
	True
	False
	Nothing
	Ident

	// Reserved words.
	When
	Otherwise
	Each
	While
	Match
	Is
	Then
	AndThen
	Stop
	Repeat
	In
	With
	Task
	Give
	Let
	Be
	Set
	To
	As
	Of
	Type
	WaitFor
	Require
	Allow
	Deny
	Sandbox
	Verify
	Reason
	Intent
	Invariant
	Decide
	Analyze
	Generate
	Try
	Recover
	And
	Or
	Not

	// Symbols.
	Plus
	Minus
	Star
	Slash
	FloorDiv
	Percent
	Power
	Pipe
	Spread
	Equal
	NotEqual
	Less
	Greater
	LessEqual
	GreaterEqual
	Assign
	FatArrow
	Arrow
	LParen
	RParen
	LBracket
	RBracket
	LBrace
	RBrace
	Comma
	Dot
	Colon

	numKinds
)

var names = [numKinds]string{
	Invalid: "INVALID", EOF: "EOF", Newline: "NEWLINE", Indent: "INDENT", Dedent: "DEDENT", Comment: "COMMENT",
	Number: "NUMBER", Text: "TEXT", Template: "TEMPLATE",
	True: "BOOL_TRUE", False: "BOOL_FALSE", Nothing: "NOTHING", Ident: "IDENTIFIER",
	When: "WHEN", Otherwise: "OTHERWISE", Each: "EACH", While: "WHILE", Match: "MATCH", Is: "IS", Then: "THEN",
	AndThen: "AND_THEN", Stop: "STOP", Repeat: "REPEAT", In: "IN", With: "WITH",
	Task: "TASK", Give: "GIVE", Let: "LET", Be: "BE", Set: "SET", To: "TO", As: "AS", Of: "OF", Type: "TYPE",
	WaitFor: "WAIT_FOR", Require: "REQUIRE", Allow: "ALLOW", Deny: "DENY", Sandbox: "SANDBOX", Verify: "VERIFY",
	Reason: "REASON", Intent: "INTENT", Invariant: "INVARIANT", Decide: "DECIDE", Analyze: "ANALYZE",
	Generate: "GENERATE", Try: "TRY", Recover: "RECOVER", And: "AND", Or: "OR", Not: "NOT",
	Plus: "PLUS", Minus: "MINUS", Star: "STAR", Slash: "SLASH", FloorDiv: "FLOOR_DIV", Percent: "PERCENT",
	Power: "POWER", Pipe: "PIPE", Spread: "SPREAD", Equal: "EQUAL", NotEqual: "NOT_EQUAL", Less: "LESS",
	Greater: "GREATER", LessEqual: "LESS_EQUAL", GreaterEqual: "GREATER_EQUAL", Assign: "ASSIGN",
	FatArrow: "FAT_ARROW", Arrow: "ARROW", LParen: "LPAREN", RParen: "RPAREN", LBracket: "LBRACKET",
	RBracket: "RBRACKET", LBrace: "LBRACE", RBrace: "RBRACE", Comma: "COMMA", Dot: "DOT", Colon: "COLON",
}

// String returns the name of the type as messages show it ("FLOOR_DIV").
func (k Kind) String() string {
	if k < numKinds {
		return names[k]
	}
	return "INVALID"
}

// IsWord reports whether k is a reserved word, true, false and nothing
// included. Every reserved word may stand after a dot as a member name.
func (k Kind) IsWord() bool {
	return k >= When && k <= Not || k >= True && k <= Nothing
}

// Lookup returns the type of a word: that of the reserved word, or Ident.
func Lookup(word string) Kind {
	switch word {
	case "when":
		return When
	case "otherwise":
		return Otherwise
	case "each":
		return Each
	case "while":
		return While
	case "match":
		return Match
	case "is":
		return Is
	case "then":
		return Then
	case "and_then":
		return AndThen
	case "stop":
		return Stop
	case "repeat":
		return Repeat
	case "in":
		return In
	case "with":
		return With
	case "task":
		return Task
	case "give":
		return Give
	case "let":
		return Let
	case "be":
		return Be
	case "set":
		return Set
	case "to":
		return To
	case "as":
		return As
	case "of":
		return Of
	case "type":
		return Type
	case "wait_for":
		return WaitFor
	case "require":
		return Require
	case "allow":
		return Allow
	case "deny":
		return Deny
	case "sandbox":
		return Sandbox
	case "verify":
		return Verify
	case "reason":
		return Reason
	case "intent":
		return Intent
	case "invariant":
		return Invariant
	case "decide":
		return Decide
	case "analyze":
		return Analyze
	case "generate":
		return Generate
	case "try":
		return Try
	case "recover":
		return Recover
	case "true":
		return True
	case "false":
		return False
	case "nothing":
		return Nothing
	case "and":
		return And
	case "or":
		return Or
	case "not":
		return Not
	}
	return Ident
}

// Token is one lexical element. The text is src[Off:End] of the source it
// was read from, quotes and backticks included.
type Token struct {
	Pos      Pos
	Off, End int32
	// Aux is the column count of Indent and Dedent, and for LParen the index
	// of the matching RParen in the token slice, or -1.
	Aux  int32
	Kind Kind
	// Escaped marks a Text or Template that contains a backslash.
	Escaped bool
}
