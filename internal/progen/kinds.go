package progen

import "strings"

// kind is a kind of value, as fine as operators tell them apart.
type kind string

const (
	kInt      kind = "int"
	kBig      kind = "bigint"
	kFloat    kind = "float"
	kDecimal  kind = "decimal"
	kText     kind = "text"
	kBool     kind = "bool"
	kNothing  kind = "nothing"
	kList     kind = "list"
	kMap      kind = "map"
	kBytes    kind = "bytes"
	kTask     kind = "task"
	kBuiltin  kind = "builtin"
	kDate     kind = "date"
	kDatetime kind = "datetime"
	kDuration kind = "duration"
	kComplex  kind = "complex"
	kArray    kind = "array"
	kSecret   kind = "secret"
	// kAny is none of them: whatever comes.
	kAny kind = "any"
)

// operandKinds are the kinds that every operator is tried with, on both sides.
var operandKinds = []kind{kInt, kBig, kFloat, kDecimal, kText, kBool, kNothing, kList, kMap, kBytes, kTask, kBuiltin,
	kDate, kDatetime, kDuration, kComplex, kArray, kSecret}

// samples are values of each kind, the edges among them. Negative ones stand
// in parentheses, since `--` starts a comment.
func samples(k kind) []string {
	switch k {
	case kInt:
		return []string{"0", "1", "2", "3", "(-1)", "(-7)", "7", "10", "255", "64", "0xff", "1_000", "9223372036854775807",
			"(-9223372036854775807 - 1)", "4294967296", "9007199254740993", "3037000500", "(-3)"}
	case kBig:
		return []string{"(2 ** 64)", "(-(2 ** 64))", "9223372036854775808", "(10 ** 30)", "(2 ** 63)", "(3 ** 80)", "(2 ** 64 + 1)",
			"(-9223372036854775809)", "(2 ** 2000)"}
	case kFloat:
		return []string{"0.0", "(-0.0)", "1.5", "0.1", "(-2.5)", "2.0", "1e16", "1e-5", "3.75", "inf", "(-inf)", "nan", "9007199254740992.0",
			"123456789.125", "1e308", "5e-324", "0.5", "1.0", "(-7.0)", "9.223372036854775807e18", "1e400"}
	case kDecimal:
		return []string{"0d", "1.50d", "2d", "0.10d", "(-7.25d)", "1e2d", "3d", "0.000d", "(-0.5d)", "7.5d", "123456789012345678901234567890.5d",
			"1.0d", "(-2d)", "0.3333333333333333333333333333d"}
	case kText:
		return []string{`""`, `"a"`, `"héllo"`, `"Ab c"`, `"10"`, `"a\nb"`, `'q"q'`, `"日本"`, `"\u00e9"`, `"x,y"`, `"k"`, `"b"`, `"a\\b\t"`, `"🙂z"`,
			"`t{1 + 1}`", `"\u{1F600}"`, `"true"`, `"nothing"`, `"1"`, `"0"`, `"%d"`}
	case kBool:
		return []string{"true", "false"}
	case kNothing:
		return []string{"nothing"}
	case kList:
		return []string{"[]", "[1]", "[1, 2, 3]", `["a", "k"]`, "[[1, 2], [3]]", "[nothing]", "[1, 1.0]", `[{"k": 1}]`, "[true, false]", "[0]",
			"[1d]", "[1.0]", "[2, 1]", `["a\n", 2.5, nothing]`, "[1d, 2]", "[nan]", "[1.50d, 0.5d]"}
	case kMap:
		return []string{"{}", `{"k": 1}`, `{"a": 1, "b": [1, 2]}`, `{"b": [1, 2], "a": 1}`, `{"k": {"x": 0}}`, `{1: "one"}`, `{"": nothing}`,
			`{"k": 1.0}`, `{"k": 1d}`, `{true: 2}`, `{"true": 2}`, `{"None": 3}`, `{nothing: 3}`, `{"key": "k", "items": []}`}
	case kBytes:
		return []string{`bytes("abc")`, `bytes("")`, `bytes("00ff", "hex")`, `bytes([1, 2, 3])`, `bytes("b")`, `bytes("héllo")`}
	case kTask:
		return []string{"double", "((x) => x)", "add", "((a, b) => a + b)", "(() => 1)"}
	case kBuiltin:
		return []string{"length", "print", "text", "Point", "Shape.circle", "append"}
	case kDate:
		return []string{"date(2024, 2, 29)", `date("2026-01-03")`, "date(1999, 12, 31)"}
	case kDatetime:
		return []string{`datetime("2024-02-29T10:00:00Z")`, `datetime("2024-02-29T10:00:00+05:30")`, "datetime(2026, 1, 3, 12)",
			`datetime("2026-07-01T00:00:00[Europe/Madrid]")`}
	case kDuration:
		return []string{"duration(1)", "duration(hours = 1)", "duration(0)", "duration(days = -2)", "duration(seconds = 1.5)", "duration(1, 2, 3, 4)"}
	case kComplex:
		return []string{"complex(1, 2)", "complex(0, 0)", "complex(1.5, -2)", "complex(2, 0)"}
	case kArray:
		return []string{"array([1, 2, 3])", "array([])", "array([[1, 2], [3, 4]])", "array(5)", "zeros(3)", "array([0, 1])", "full(2, 1.5)"}
	case kSecret:
		return []string{`as_secret("s3")`, `as_secret("a", "NAME")`, `as_secret("")`}
	}
	return []string{"1", `"a"`, "[1, 2]", `{"k": 1}`, "nothing"}
}

// sample gives a literal of a kind.
func (g *gen) sample(k kind) string {
	if k == kAny {
		k = pick(g, operandKinds...)
	}
	return pick(g, samples(k)...)
}

// prelude defines what the samples and the calls refer to.
func (g *gen) prelude() {
	g.tag("form task")
	g.tag("form type")
	g.tag("form enum")
	g.line(strings.TrimSpace(`
type Point
    x: number
    y: number
enum Shape
    dot
    circle(r)
    rect(w, h)
task double(x)
    give x * 2
task add(a, b = 10)
    give a + b
task say(name, v)
    print("say", name)
    give v`))
}
