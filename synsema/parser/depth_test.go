package parser

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestHostile feeds large texts that are built to be expensive. Each must end
// quickly, in Parse and in ParseAll, with the error or the tree that the
// language gives it.
func TestHostile(t *testing.T) {
	const mb = 1 << 20
	var nested strings.Builder
	for i := 0; nested.Len() < mb; i++ {
		nested.WriteString(strings.Repeat(" ", i) + "when true\n")
	}
	// Every level needs one more block than the one before; the last is open.
	deep := func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "when true\n")
		}
		return b.String() + strings.Repeat(" ", n) + "print(1)\n"
	}
	tests := []struct {
		name, src, want string // want is the beginning of the message, "" for no error
	}{
		{"parentheses", strings.Repeat("(", mb), "expression nested too deeply"},
		{"brackets", strings.Repeat("[", mb), "expression nested too deeply"},
		{"braces", strings.Repeat("{", mb), "expression nested too deeply"},
		{"calls", strings.Repeat("f(", mb/2), "expression nested too deeply"},
		{"lambdas", strings.Repeat("() => ", mb/6), "expression nested too deeply"},
		{"closed parentheses", strings.Repeat("(", mb/2) + "1" + strings.Repeat(")", mb/2), "expression nested too deeply"},
		{"not", strings.Repeat("not ", mb/4), "expression nested too deeply"},
		{"minus", strings.Repeat("- ", mb/2), "expression nested too deeply"},
		{"power", strings.Repeat("2 ** ", mb/5), "expression nested too deeply"},
		{"of", "x" + strings.Repeat(" of x", mb/5), "expression nested too deeply"},
		{"sum", "1" + strings.Repeat(" + 1", mb/4), "expression nested too deeply"},
		{"members", "x" + strings.Repeat(".x", mb/2), "expression nested too deeply"},
		{"inline when", strings.Repeat("x(when a then ", mb/14), "expression nested too deeply"},
		{"when chain", "let x be " + strings.Repeat("when a then b otherwise ", mb/24), "expression nested too deeply"},
		{"when words", strings.Repeat("when ", mb/5), "expression nested too deeply"},
		{"blocks", nested.String(), "expression nested too deeply"},
		{"prefixes", "let x be " + strings.Repeat("ask ", mb/4), "expression nested too deeply"},
		{"sandbox", strings.Repeat("sandbox ", mb/8), "expression nested too deeply"},
		{"patterns", "match x\n    is " + strings.Repeat("[", mb), "expression nested too deeply"},
		{"NUL", strings.Repeat("\x00", mb), "Unexpected character: '\\x00'"},
		{"templates", strings.Repeat("`{", mb/2), "Unterminated template"},
		{"quotes", strings.Repeat("\"\n", mb/2), "Unterminated string"},
		{"hash lines", strings.Repeat("#\n", mb/2), "Unexpected character: '#'"},
		{"comment lines", strings.Repeat("-- x\n", mb/5), ""},
		{"closing", strings.Repeat(")", mb), "Unexpected token: RPAREN"},
		{"errors", strings.Repeat("let\n", mb/4), "Expected variable after 'let', got NEWLINE"},
		{"open lines", strings.Repeat("f(\nlet\n", mb/7), "Unexpected token: LET"},
		{"digits", "let x be " + strings.Repeat("9", mb), ""},
		{"words", "let x be " + strings.Repeat("a", mb), ""},
		{"list", "let x be [" + strings.Repeat("1, ", mb/3) + "]", ""},
		{"pipes in a list", "let x be [" + strings.Repeat("a |> f, ", mb/8) + "]", ""},
		{"otherwise chain", "when a\n    b\n" + strings.Repeat("otherwise when a\n    b\n", mb/24), ""},
		{"200 brackets", "print(" + strings.Repeat("(", 250) + "1" + strings.Repeat(")", 250) + ")", ""},
		{"250 operators", "print(" + strings.Repeat("1 ** ", 250) + "1)", ""},
		{"5000 terms", "print(1" + strings.Repeat(" + 1", 5000) + ")", ""},
		{"250 blocks", deep(250), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			_, err := Parse("x.syn", []byte(tt.src))
			got := ""
			if err != nil {
				got = err.(*Error).Msg
			}
			if !strings.HasPrefix(got, tt.want) || (got == "") != (tt.want == "") {
				t.Errorf("got %.200q, want %q", fmt.Sprint(err), tt.want)
			}
			_, errs := ParseAll("x.syn", []byte(tt.src), 20)
			if (len(errs) == 0) != (err == nil) || len(errs) > 20 {
				t.Errorf("ParseAll found %d errors, Parse: %v", len(errs), err)
			} else if err != nil && errs[0].Error() != err.Error() {
				t.Errorf("ParseAll begins with %v, Parse with %v", errs[0], err)
			}
			// Milliseconds when alone; the bound is for busy machines.
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("took %v", d)
			} else {
				t.Log(d)
			}
		})
	}
}
