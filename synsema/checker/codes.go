package checker

import "github.com/synrun/synrun/synsema/parser"

// Rule is a row of a table of codes: what a finding of that code says, and what
// to do about it.
type Rule struct {
	Code     string
	Severity Severity
	Text     string // what is wrong, in one line
	Doc      string // why it matters and what to do
}

// Rules is the table of the codes of this package and of package parser: first
// those of the text and of the grammar, then those of modules, then warnings.
func Rules() []Rule { return rules[:] }

var rules = [...]Rule{
	{parser.CodeCharacter, Error, "a character that no token begins with",
		"Comments begin with `--`, texts stand in `\"…\"`, `'…'` or backquotes."},
	{parser.CodeNumber, Error, "a number that is not written as one",
		"`_` goes between two digits only; `0x`, `0o` and `0b` are followed by their digits."},
	{parser.CodeUnterminated, Error, "a text or template that does not end",
		"Close it on the same line; a text over several lines is a template in backquotes."},
	{parser.CodeIndentation, Error, "a line that is indented like none of the blocks around it",
		"The lines of a block begin in the same column."},
	{parser.CodeComment, Error, "`--` that may be a comment or a subtraction",
		"Put a space before a comment, and one after the operator of a negative operand: `5 - -1`."},
	{parser.CodeUnexpected, Error, "a token that cannot stand where it stands",
		"The message names the token and, where it can, what was meant."},
	{parser.CodeExpected, Error, "a word or sign is missing",
		"The message names what was expected."},
	{parser.CodeReserved, Error, "a reserved word as a name",
		"Choose another name; docs/language.md lists the reserved words."},
	{parser.CodeNotStatement, Error, "a word of another language at the beginning of a line",
		"The message gives the form that Synsema has for it."},
	{parser.CodeLeftOver, Error, "a statement goes on after its end",
		"Calls need parentheses; every statement has a line of its own."},
	{parser.CodeColon, Error, "a colon before a block",
		"A block follows without a colon, on the next line and indented."},
	{parser.CodeBlock, Error, "a block is missing",
		"Indent the lines that belong to the statement."},
	{parser.CodeAssignment, Error, "an assignment with `=`",
		"Declare with `let x be …`, change with `set x to …`."},
	{parser.CodeInlineWhen, Error, "the inline form of `when` as a statement",
		"As a statement its value is lost: write the block form, or use the value."},
	{parser.CodeMemory, Error, "`require memory` without a name",
		"The name is the identity of the memory: `require memory(\"my-agent\")`."},
	{parser.CodeDuration, Error, "a time after `within` that is none",
		"Write a number with s, m, h or d: `within 90s`."},
	{parser.CodeJudge, Error, "a `judge` block that is not well formed",
		"One question a line: `id: whether \"…\"`, `id: choose \"…\" between {…}` or `id: rate \"…\" across […]`."},
	{parser.CodeServe, Error, "a `serve` block that is not well formed",
		"It is recognised and not run here; the message names what may stand there."},
	{parser.CodeTooDeep, Error, "an expression nested too deeply",
		"Give a part of it a name with `let`."},
	{parser.CodeProtected, Error, "an assignment to a name that is protected",
		"Use another name for your own value."},

	{CodeRead, Error, "a program or module that cannot be read",
		"It has to be a regular file of UTF-8 text; a module of a plugin lies in the plugin's folder."},
	{CodeMissingModule, Error, "a module that is not there",
		"The path is taken from the file that uses it."},
	{CodeModulePath, Error, "a module path that leads out of the program's folder",
		"Modules lie at or below the folder of the program; write the path with `./`."},
	{CodeCircular, Error, "modules that use each other in a circle",
		"Move what both need into a third module."},
	{CodeModule, Error, "a module with a fault of its own",
		"Check the module's file: the message is the one it would give there."},
	{CodeTemplate, Error, "a template text that is not well formed",
		"Close its braces and the blocks that it opens."},

	{CodeDeprecated, Warning, "a builtin under an old name",
		"The message gives the new name; the old one will go."},
	{CodeEscape, Warning, "`\\uXXXX` in a text means a character",
		"It used to be six characters; for those write two backslashes."},
	{CodeCSV, Warning, "a comparison with `\"\"` in a program that reads CSV",
		"An empty field is `nothing`: ask with `is_missing(x)`."},
	{CodeLostWrite, Warning, "a change to a copy that nobody sees",
		"Lists and maps are values: give the changed one back, or write by index."},
	{CodeUnknownCap, Warning, "`require` of a capability that does not exist",
		"It grants nothing; `synrun caps list` has the names."},
	{CodeChanged, Warning, "a builtin whose meaning changed",
		"The message says how, and how to write the older meaning."},
	{CodePercentile, Warning, "`percentile` with a fraction",
		"It counts from 0 to 100; `quantile` takes a fraction."},
	{CodeShadow, Warning, "a name that hides a module's alias",
		"Rename one of the two."},
	{CodeNotExported, Warning, "a name that the module does not export",
		"Export it there, or use one that is."},
	{CodeUndeclared, Warning, "a capability is used and never required",
		"The call will be refused: add the `require` line that the message gives."},
	{CodeAboveCeiling, Warning, "the program asks for more than the scopes of its ceiling",
		"The use will be refused. Widen the item in `caps`, or ask for less."},
	{CodeUndefined, Warning, "a name that nothing defines",
		"Reaching it is an error; the message names one that is close."},
	{CodeWrongArguments, Warning, "a call with a number of arguments that the task does not take",
		"Reaching it is an error; the message gives the signature."},
	{CodeUnreachable, Warning, "a statement that is never reached",
		"Remove it, or the `give`, `stop`, `skip` or `raise` above it."},
}
