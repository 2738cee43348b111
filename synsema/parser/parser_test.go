package parser

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/synrun/synrun/synsema/ast"
	"github.com/synrun/synrun/synsema/token"
)

// show writes an expression with all its parentheses.
func show(x ast.Expr) string {
	list := func(xs []ast.Expr) string {
		var out []string
		for _, x := range xs {
			out = append(out, show(x))
		}
		return strings.Join(out, ", ")
	}
	switch n := x.(type) {
	case nil:
		return "<none>"
	case *ast.Number:
		return n.Raw
	case *ast.Text:
		return fmt.Sprintf("%q", n.Value)
	case *ast.Bool:
		return fmt.Sprint(n.Value)
	case *ast.Nothing:
		return "nothing"
	case *ast.Ident:
		return n.Name
	case *ast.Unary:
		return "(" + n.Op.String() + " " + show(n.X) + ")"
	case *ast.Binary:
		return "(" + show(n.L) + " " + n.Op.String() + " " + show(n.R) + ")"
	case *ast.Compare:
		out := "(" + show(n.Xs[0])
		for i, op := range n.Ops {
			out += " " + op.Op.String() + " " + show(n.Xs[i+1])
		}
		return out + ")"
	case *ast.Pipe:
		out := "(" + show(n.X)
		for _, s := range n.Steps {
			out += " |> " + show(s.X)
		}
		return out + ")"
	case *ast.Call:
		var args []string
		for _, a := range n.Args {
			if a.Name != "" {
				args = append(args, a.Name+"="+show(a.Value))
			} else {
				args = append(args, show(a.Value))
			}
		}
		return show(n.Fn) + "(" + strings.Join(args, ", ") + ")"
	case *ast.Member:
		return show(n.X) + "." + n.Name
	case *ast.Index:
		return show(n.X) + "[" + show(n.Index) + "]"
	case *ast.List:
		return "[" + list(n.Items) + "]"
	case *ast.Map:
		var out []string
		for _, e := range n.Entries {
			out = append(out, show(e.Key)+": "+show(e.Value))
		}
		return "{" + strings.Join(out, ", ") + "}"
	case *ast.Lambda:
		var out []string
		for _, p := range n.Params {
			out = append(out, p.Text)
		}
		return "((" + strings.Join(out, ", ") + ") => " + show(n.Body) + ")"
	case *ast.WhenExpr:
		return "(when " + show(n.Cond) + " then " + show(n.Then) + " otherwise " + show(n.Else) + ")"
	case *ast.Template:
		out := "`"
		for _, p := range n.Parts {
			if p.Hole != nil {
				out += "{" + show(p.Hole) + "}"
			} else {
				out += p.Text
			}
		}
		return out + "`"
	case *ast.Sandbox:
		return "(sandbox " + show(n.X) + ")"
	case *ast.Reason:
		return fmt.Sprintf("(reason %s with %d)", show(n.X), len(n.With))
	case *ast.Decide:
		return "(decide " + show(n.Between) + " given " + show(n.Given) + ")"
	case *ast.Ask:
		return fmt.Sprintf("(ask %s with %s within %v)", show(n.Prompt), show(n.Options), n.Within.Seconds)
	}
	return fmt.Sprintf("%T", x)
}

func TestExpressions(t *testing.T) {
	tests := []struct{ src, want string }{
		{"1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)"},
		{"-2 ** 2", "(- (2 ** 2))"},
		{"2 ** 3 ** -1", "(2 ** (3 ** (- 1)))"},
		{"not a == b and c or d", "(((not (a == b)) and c) or d)"},
		{"a < b <= c", "(a < b <= c)"},
		{"a < b", "(a < b)"},
		{"x not in xs and not y in ys", "((x not in xs) and (not (y in ys)))"},
		{"xs |> f |> g(1) + 2", "(xs |> f |> (g(1) + 2))"},
		{"(x) => x + 1 |> f", "((x) => ((x + 1) |> f))"},
		{"((x)) (y)", "x(y)"},
		{"() => 1", "(() => 1)"},
		{"(a)(b) => 1", "fail: unexpected FAT_ARROW"},
		{"when a then b otherwise when c then d", "(when a then b otherwise (when c then d otherwise <none>))"},
		{"when c then 1 otherwise 2 + 10", "(when c then 1 otherwise (2 + 10))"},
		{"name of db of cfg.x[1]", "cfg.x[1].db.name"},
		{"ev.type.match.nothing", "ev.type.match.nothing"},
		{"f(a, b = 1, c == 2,)", "f(a, b=1, (c == 2))"},
		{"{k: 1, \"k\": 2, 1 + 1: 3,}", "{k: 1, \"k\": 2, (1 + 1): 3}"},
		{"`a{x}b{ {\"k\": 1}[\"k\"] }`", "`a{x}b{{\"k\": 1}[\"k\"]}`"},
		{"`{f(1)(2), and the rest is ignored}`", "`{f(1)(2)}`"},
		{"`{`in {n}`}`", "`{`in {n}`}`"},
		{"`\\u{x}`", "`\\u{x}`"},
		{"`\\{x} \\} \\n`", "`{x} \\} \n`"},
		{"show + 1", "(show + 1)"},
		{"ask(1)", "ask(1)"},
		{"ask \"x\" with [1] within 2m", "(ask \"x\" with [1] within 120)"},
		{"ask x within 1.5h", "(ask x with <none> within 5400)"},
		{"ask x within 1d", "(ask x with <none> within 86400)"},
		{"[judge, judge[0], judge.x]", "[judge, judge[0], judge.x]"},
		{"decide between [1] given x", "(decide [1] given x)"},
		{"[decide, reason]", "[(decide <none> given <none>), (reason <none> with 0)]"},
		{"f(reason about x with a = 1, b = 2)", "f((reason x with 2))"},
		{"sandbox x |> f", "(sandbox (x |> f))"},
		{`"\u0041\u{42}\uD83D\uDE00\uD83D\d\u{110000}\u{}"`, `"AB😀\\uD83D\\d\\u{110000}\\u{}"`},
		{"'it\\'s' ", `"it's"`},
	}
	for _, tt := range tests {
		prog, err := Parse("x.syn", []byte("let it be "+tt.src+"\n"))
		got := ""
		if err != nil {
			got = "fail: " + err.(*Error).Msg
		} else {
			got = show(prog.Stmts[0].(*ast.Let).Value)
		}
		if got != tt.want && !(strings.HasPrefix(tt.want, "fail") && strings.HasPrefix(got, tt.want)) {
			t.Errorf("%s\ngot  %s\nwant %s", tt.src, got, tt.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	tests := []struct {
		src  string
		want ast.Number
		big  string
	}{
		{"0", ast.Number{}, ""},
		{"007", ast.Number{Int: 7}, ""},
		{"1_000", ast.Number{Int: 1000}, ""},
		{"0xFf_0", ast.Number{Int: 0xff0}, ""},
		{"0o17", ast.Number{Int: 15}, ""},
		{"0b1_01", ast.Number{Int: 5}, ""},
		{"9223372036854775807", ast.Number{Int: math.MaxInt64}, ""},
		{"9223372036854775808", ast.Number{}, "9223372036854775808"},
		{"0x1_0000_0000_0000_0000", ast.Number{}, "18446744073709551616"},
		{"1.5", ast.Number{Kind: ast.Float, Float: 1.5}, ""},
		{"1_0.2_5e-1_0", ast.Number{Kind: ast.Float, Float: 10.25e-10}, ""},
		{"1e999", ast.Number{Kind: ast.Float, Float: math.Inf(1)}, ""},
		{"1e-999", ast.Number{Kind: ast.Float}, ""},
		{"1.50d", ast.Number{Kind: ast.Decimal, Int: 150, Scale: 2}, ""},
		{"2e3d", ast.Number{Kind: ast.Decimal, Int: 2000}, ""},
		{"1.5e-3d", ast.Number{Kind: ast.Decimal, Int: 15, Scale: 4}, ""},
		{"0e9999d", ast.Number{Kind: ast.Decimal}, ""},
		{"0.00d", ast.Number{Kind: ast.Decimal, Scale: 2}, ""},
		{"12345678901234567890.5d", ast.Number{Kind: ast.Decimal, Scale: 1}, "123456789012345678905"},
	}
	for _, tt := range tests {
		prog, err := Parse("x.syn", []byte(tt.src))
		if err != nil {
			t.Errorf("%s: %v", tt.src, err)
			continue
		}
		n := *prog.Stmts[0].(*ast.ExprStmt).X.(*ast.Number)
		big := ""
		if n.Big != nil {
			big = n.Big.String()
		}
		n.Big = nil
		tt.want.Raw, tt.want.At = tt.src, token.Pos{Line: 1, Col: 1}
		if n != tt.want || big != tt.big {
			t.Errorf("%s: got %+v %s", tt.src, n, big)
		}
	}
	long := strings.Repeat("1234567890", 2000)
	prog, err := Parse("x.syn", []byte(long))
	if err != nil || prog.Stmts[0].(*ast.ExprStmt).X.(*ast.Number).Big.String() != long {
		t.Errorf("a number of %d digits is not read: %v", len(long), err)
	}
}

// TestLocations checks where nodes are located: line, tab and column of the
// operator or keyword that run-time errors quote.
func TestLocations(t *testing.T) {
	src := "let é be `x{\n  a.b(1)[2]} {ü + 1}`\n"
	prog, err := Parse("x.syn", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	ast.Walk(prog, func(n ast.Node) bool {
		if _, ok := n.(*ast.Program); !ok {
			got[strings.TrimPrefix(fmt.Sprintf("%T", n), "*ast.")] += n.Pos().String() + " "
		}
		return true
	})
	want := map[string]string{
		"Let": "1:1 ", "Template": "1:10 ", "Index": "2:9 ", "Call": "2:6 ", "Member": "2:4 ", "Binary": "2:17 ",
		"Ident": "2:3 2:15 ", "Number": "2:7 2:10 2:19 ",
	}
	for k, w := range want {
		if got[k] != w {
			t.Errorf("%s: at %s, want %s", k, got[k], w)
		}
	}
}

func TestIDs(t *testing.T) {
	src := "use \"./m.syn\" as m\ntask f(a, b = a)\n    each x in a\n        match x\n            is [p, ...q]\n                print(p, q)\n            is m.K.v(z, _)\n                give z\n    try\n        give 1\n    recover\n        give error\nlet g be (y) => y\n"
	prog, err := Parse("x.syn", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int32]string{}
	note := func(id int32, name string) {
		if id < 0 || int(id) >= prog.NumIDs {
			t.Errorf("%s: ID %d outside of 0..%d", name, id, prog.NumIDs)
		}
		if other, ok := seen[id]; ok {
			t.Errorf("%s and %s have the same ID", name, other)
		}
		seen[id] = name
	}
	ast.Walk(prog, func(n ast.Node) bool {
		ast.Bindings(n, func(b ast.Name) { note(b.ID, b.Text) })
		if id, ok := n.(*ast.Ident); ok {
			note(id.ID, id.Name)
		}
		return true
	})
	if len(prog.Uses) != 1 || prog.Uses[0].Alias.Text != "m" {
		t.Errorf("uses: %v", prog.Uses)
	}
}

func TestParseAll(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"independent", "let 1 be 2\nprint(1)\nset x be 3\n", []string{
			"1:5: Expected variable after 'let', got NUMBER", "3:7: Expected 'to' in set statement"}},
		{"in the body of a broken head", "when x:\n    let when be 1\n    print(1)\nlet to be 1\n", []string{
			"1:7: " + colonMessage, "2:9: 'when' is a reserved word", "4:5: 'to' is a reserved word"}},
		{"else", "when x\n    print(1)\nelse\n    print 2\nprint(3)\n", []string{
			"3:1: `else` is not", "4:11: unexpected NUMBER"}},
		{"otherwise of a broken when", "when x)\n    print(1)\notherwise\n    print(2)\nlet 5 be 1\n", []string{
			"1:7: Expected indented block", "5:5: Expected variable"}},
		{"python", "def f(x):\n    return x\nfor y in xs:\n    print(y)\nclass A:\n    pass\n", []string{
			"1:1: `def`", "2:5: `return`", "3:1: `for`", "5:1: `class`", "6:5: `pass`"}},
		{"open bracket", "let x be f(1,\nlet y be 2\nlet 3 be z\n", []string{
			"2:1: Unexpected token: LET", "3:5: Expected variable"}},
		{"open bracket in a block", "task f()\n    let x be [1, 2\n    give x\nlet 3 be z\n", []string{
			"3:5: Expected RBRACKET, got GIVE", "4:5: Expected variable"}},
		{"closed bracket", "let x be [1 2,\n  3]\nlet 3 be z\n", []string{
			"1:13: Expected RBRACKET, got NUMBER", "3:5: Expected variable"}},
		{"stray indent", "let x be 1\n    print(x)\n    let 1 be 2\nprint(2)\n", []string{
			"2:1: Unexpected token: INDENT (4)", "3:9: Expected variable"}},
		{"type", "type P:\n    x: number\n    y: number\nlet 5 be 1\n", []string{
			"1:7: Expected INDENT, got COLON", "4:5: Expected variable"}},
		{"match arm", "match x\n    is 1\n        let 5 be 1\n    is [..a]\n        print(1)\n    is 3\n        print(1)\nlet 6 be 1\n", []string{
			"3:13: Expected variable", "4:9: Unexpected token: DOT", "8:5: Expected variable"}},
		{"lexer first", "let 5 be 1\nlet a be #\nlet b be 0x\n", []string{
			"2:10: Unexpected character: '#'", "1:5: Expected variable", "3:10: Invalid hex literal"}},
		{"lexer errors do not cascade", "let a be 1 ; let b be 2\nlet c be \"x\nprint(c)\n", []string{
			"1:12: Unexpected character: ';'", "2:10: Unterminated string"}},
		{"indentation", "when a\n        x()\n    y()\n    z()\nlet 5 be 1\n", []string{
			"3:1: Inconsistent indentation", "5:5: Expected variable"}},
		{"hole", "let a be `{1 +}`\nlet b be `{@}`\n", []string{
			"1:15: Unexpected token: NEWLINE (None)", "2:12: Unexpected character: '@'"}},
		{"try", "try\n    print(1)\ncatch e:\n    let 5 be 1\nprint(2)\n", []string{
			"3:1: `catch` is not Synsema", "4:9: Expected variable"}},
		{"protected", "task print(x)\n    give x\nlet eprint be (x) => x\n", []string{
			"1:1: 'print' is a protected builtin", "3:1: 'eprint' is a protected builtin"}},
	}
	for _, tt := range tests {
		_, errs := ParseAll("x.syn", []byte(tt.src), 20)
		ok := len(errs) == len(tt.want)
		var got []string
		for i, e := range errs {
			text := strings.TrimPrefix(e.Error(), "x.syn:")
			got = append(got, text)
			ok = ok && strings.HasPrefix(text, tt.want[i])
		}
		if !ok {
			t.Errorf("%s: got\n  %s\nwant\n  %s", tt.name, strings.Join(got, "\n  "), strings.Join(tt.want, "\n  "))
		}
		if _, err := Parse("x.syn", []byte(tt.src)); err == nil || len(errs) == 0 || err.Error() != errs[0].Error() {
			t.Errorf("%s: Parse gives %v", tt.name, err)
		}
	}
	if _, errs := ParseAll("x.syn", []byte(strings.Repeat("let\n", 100)), 7); len(errs) != 7 {
		t.Errorf("%d errors, want 7", len(errs))
	}
}

// TestCommentHint checks the hint about // comments for both stages.
func TestCommentHint(t *testing.T) {
	const hint = " — if `// …` on this line is a comment"
	tests := []struct {
		src  string
		want bool
	}{
		{"let x be 1 // words here\n", true},
		{"let x be # //\n", true},
		{"let x be # //x\n", false},
		{"let x be # -- //\n", false},
		{"let x be # \"// \"\n", false},
		{"let x be 1 @\n// x\n", false},
	}
	for _, tt := range tests {
		_, err := Parse("x.syn", []byte(tt.src))
		if err == nil || strings.Contains(err.Error(), hint) != tt.want {
			t.Errorf("%q: %v", tt.src, err)
		}
	}
}

func TestTokens(t *testing.T) {
	toks, err := Tokens("x.syn", []byte("f(x) -- note\n"))
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	for _, k := range toks {
		kinds = append(kinds, k.Kind.String())
	}
	if got := strings.Join(kinds, " "); got != "IDENTIFIER LPAREN IDENTIFIER RPAREN COMMENT NEWLINE EOF" {
		t.Error(got)
	}
}

func TestExpression(t *testing.T) {
	for src, want := range map[string]string{
		"1 + f(2)": "", "1\n+ 2 -- three": "", "(x) => x": "", "[1,\n2]": "",
		"": "Unexpected token: EOF (None)", "1 +": "Unexpected token: NEWLINE (None)",
		"1)": "Unexpected token: RPAREN (')')", "1 2": "Unexpected token: NUMBER ('2')",
		"1)\nf(2": "Unexpected token: RPAREN (')')", "let a be 1": "Unexpected token: LET ('let')",
		"1 # 2": "Unexpected character: '#'",
	} {
		got := ""
		if err := Expression("x", []byte(src)); err != nil {
			got = err.(*Error).Msg
		}
		if got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
