package parser

import (
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/synsema/token"
)

// Stage tells which part of the front end found an error. Lexing is complete
// before parsing starts, so a StageLexer error anywhere in a file comes before
// every StageParse error of it.
type Stage uint8

// The stages.
const (
	StageLexer Stage = iota
	StageParse
)

// String returns "Lexer error" or "Parse error", the words that run and test
// print before the located message.
func (s Stage) String() string {
	if s == StageLexer {
		return "Lexer error"
	}
	return "Parse error"
}

// Error is a load error of one file.
type Error struct {
	Stage Stage
	File  string
	Pos   token.Pos
	// End is the place after the last character that the error is about.
	End token.Pos
	// Code is a stable word for machines, such as "unexpected-token".
	Code string
	// Msg is the text for people, without location.
	Msg string
}

// Error returns the located text, FILE:LINE:COLUMN: MESSAGE.
func (e *Error) Error() string {
	return e.File + ":" + e.Pos.String() + ": " + e.Msg
}

// Codes of load errors.
const (
	CodeCharacter    = "unexpected-character"
	CodeNumber       = "invalid-number"
	CodeUnterminated = "unterminated"
	CodeIndentation  = "indentation"
	CodeComment      = "comment"
	CodeUnexpected   = "unexpected-token"
	CodeExpected     = "expected-token"
	CodeReserved     = "reserved-word"
	CodeNotStatement = "not-a-statement"
	CodeLeftOver     = "left-over"
	CodeColon        = "block-colon"
	CodeBlock        = "missing-block"
	CodeAssignment   = "assignment"
	CodeInlineWhen   = "inline-when"
	CodeMemory       = "memory-name"
	CodeDuration     = "duration"
	CodeJudge        = "judge"
	CodeServe        = "serve"
	CodeTooDeep      = "too-deep"
	CodeProtected    = "protected-name"
)

// withCommentHint appends the hint about // comments where the source line
// of the error looks like one.
func withCommentHint(src string, line int32, msg string) string {
	if strings.Contains(msg, "start with `--`") {
		return msg
	}
	for ; line > 1; line-- {
		i := strings.IndexByte(src, '\n')
		if i < 0 {
			return msg
		}
		src = src[i+1:]
	}
	if i := strings.IndexByte(src, '\n'); i >= 0 {
		src = src[:i]
	}
	var quote byte
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch {
		case quote != 0:
			if c == '\\' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' || c == '`':
			quote = c
		case strings.HasPrefix(src[i:], "--"):
			return msg
		case strings.HasPrefix(src[i:], "//"):
			rest := src[i+2:]
			if r, _ := utf8.DecodeRuneInString(rest); rest == "" || isSpace(r) {
				return msg + " — if `// …` on this line is a comment: comments in Synsema start with `--` (`//` is integer division)"
			}
		}
	}
	return msg
}
