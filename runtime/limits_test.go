package runtime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/gate"
)

// TestLimitsInsideBuiltins: one call of a builtin that would take for ever or
// take all memory ends with the error of the limit, or with its own, while
// the machine is still well. What is fatal cannot be caught.
func TestLimitsInsideBuiltins(t *testing.T) {
	memory := []string{"limit exceeded: memory (32 MiB)"}
	spent := []string{"limit exceeded: time (1s)", "limit exceeded: memory (32 MiB)"}
	own := func(text string) []string { return []string{text} }
	large := func(text string) []string { return append(spent[:2:2], text) } // whichever comes first
	double := func(first, grow string) string {
		return "let s be " + first + "\nwhile true\n    set s to " + grow + "\n"
	}
	for _, c := range []struct {
		name, src string
		want      []string // one of these is in the error
	}{
		{"range", "print(length(range(10 ** 12)))", own("range: result too large")},
		{"range of floats", "print(length(linspace(0, 1, 10 ** 12)))", own("linspace: result too large")},
		{"numbers as keys", "let m be {}\nlet i be 0\nwhile true\n    set m[i] to i\n    set i to i + 1", memory},
		{"keys of numbers", "let m be {}\neach i in range(100000)\n    set m[i] to i\nlet all be []\nwhile true\n    set all to all + keys(m)", memory},
		{"walked keys of numbers", "let m be {}\neach i in range(100000)\n    set m[i] to i\nlet all be []\nwhile true\n    each k in m\n        set all to append(all, k)", memory},
		{"join", double(`"0123456789"`, `join([s, s, s], s)`), memory},
		{"replace", double(`"aa"`, `replace(s, "a", "aaaaaaaa")`), memory},
		{"replace with nothing to find", double(`"ab"`, `replace(s, "", s)`), memory},
		{"regex_replace", double(`"aa"`, "regex_replace(s, \"a\", \"\\\\0\\\\0\\\\0\\\\0\")"), spent},
		{"template", double(`"ab"`, "`{s}{s}{s}`"), memory},
		{"text +", double(`"ab"`, "s + s"), memory},
		{"list +", double(`[1, 2]`, "s + s"), memory},
		{"flatten", double(`[1, 2]`, "flatten([s, s, s])"), memory},
		{"upper", double(`"ß"`, "upper(s) + s"), memory},
		{"split", double(`"ab"`, `join(split(s, ""), "xy")`), memory},
		{"factorial", "print(factorial(10 ** 9))", own("factorial: result too large")},
		{"power", "print(2 ** (10 ** 9))", own("**: result too large")},
		{"power of powers", "let n be 7\nwhile true\n    set n to n ** 9\n", large("**: result too large")},
		{"pow", "print(pow(3, 10 ** 9))", own("pow: result too large")},
		{"decimal power", "print(1.000001d ** (10 ** 9))", own("decimal exponent too large")},
		{"squares", "let n be 3\nwhile true\n    set n to n * n\n", large("*: result too large")},
		{"text of a number", "let n be 7 ** 2900000\nwhile true\n    print(length(text(n)))", spent},
		{"int_to_bytes", "print(length(int_to_bytes(1, 10 ** 11)))", own("int_to_bytes: result too large")},
		{"nested repetition", `print(matches("a", "((((a{1,100}){1,100}){1,100}){1,100})"))`, own("invalid repeat count")},
		{"billion laughs", billionLaughs(), own("xml")},
		{"deep XML", `print(xml_parse(join(apply(range(200000), (i) => "<a>"), "")))`, own("xml")},
		{"deep JSON list", `print(length(json_decode(join(apply(range(100000), (i) => "["), ""))))`, own("nesting deeper than 128 levels")},
		{"deep JSON map", `print(length(json_decode(join(apply(range(50000), (i) => "{\"a\":"), ""))))`, own("nesting deeper than 128 levels")},
		{"deep TOML", `print(toml_parse("a = " + join(apply(range(200000), (i) => "["), "")))`, own("toml")},
		{"deep value to JSON", "let x be []\neach i in range(200000)\n    set x to [x]\nprint(length(json_encode(x)))", large("value nested too deeply")},
		{"deep value shown", "let x be []\neach i in range(200000)\n    set x to [x]\nprint(length(text(x)))", large("value nested too deeply")},
		{"deep values compared", "let x be []\nlet y be []\neach i in range(200000)\n    set x to [x]\n    set y to [y]\nprint(x == y)", large("value nested too deeply")},
		{"shared structure shown", "let x be [1]\neach i in range(60)\n    set x to [x, x]\nprint(length(text(x)))", memory},
		{"shared structure to JSON", "let x be [1]\neach i in range(60)\n    set x to [x, x]\nprint(length(json_encode(x)))", memory},
		{"shared structures compared", "let x be [1]\nlet y be [1]\neach i in range(60)\n    set x to [x, x]\n    set y to [y, y]\nprint(x == y)", spent},
		{"huge shape", "print(zeros([100000, 100000]))", own("zeros: result too large")},
		{"overflowing shape", "print(zeros([10 ** 10, 10 ** 10]))", own("zeros: result too large")},
		{"identity", "print(identity(10 ** 6))", own("identity: result too large")},
		{"sort that never ends", "task key(x)\n    while true\n        let y be x\nprint(sort_by([3, 1, 2], (x) => key(x)))", spent},
		{"apply that never ends", "print(apply(range(10000), (x) => count_where(range(10 ** 6), (y) => y * y % 7 == 3)))", spent},
		{"reduce that grows", "print(length(reduce(range(1000), (a, x) => a + a, \"ab\")))", memory},
		{"csv", double(`"a,b\n1,2\n"`, "csv_encode(csv_parse(s)) + s"), spent},
		{"date_range", "print(length(date_range(date(1, 1, 1), date(9999, 12, 31))))", memory},
		{"chunk", "print(length(chunk(range(1000000), 1)))", memory},
		{"combinations by join of tables", "let t be apply(range(20000), (i) => {\"k\": 1, \"v\": i})\nprint(length(join(t, t, \"k\")))", memory},
		{"histogram", "print(histogram([1, 2], 10 ** 10))", own("histogram: result too large")},
		{"rng_spawn", "print(length(rng_spawn(rng(1), 10 ** 9)))", own("rng_spawn: result too large")},
		{"sleep", "sleep(3000)", []string{"limit exceeded: time (1s)"}},
		{"render of itself", "print(length(fmt(\"{a}{a}{a}\", {\"a\": join(apply(range(1000000), (i) => \"0123456789\"), \"\")})))", spent},
		{"matmul", "let a be zeros([900, 900])\neach i in range(1000)\n    set a to matmul(a, a)", spent},
		{"polyval", "print(polyval(ones(1000000), ones(1000000)))", spent[:1]},
		{"polyval of a list", "print(polyval(ones(1000000), range(100000)))", spent[:1]},
		{"polyfit", "print(polyfit(range(100000), range(100000), 500))", own("polyfit: result too large")},
		{"negatives of a large number", "let l be []\nlet b be 2 ** 300\nwhile true\n    set l to append(l, -b)\n", memory},
		{"decimal digits", "let d be 1.1d\neach i in range(40)\n    set d to d * d\nprint(d)", large("*: result too large")},
	} {
		t.Run(c.name, func(t *testing.T) {
			begin := time.Now()
			limit := 30 * time.Second // only those that never end should wait for it
			for _, want := range c.want {
				if strings.Contains(want, "time (1s)") {
					limit = time.Second
				}
			}
			err := machine(t, c.src, gate.Limits{Time: limit, Memory: 32 << 20}).Run()
			took := time.Since(begin)
			if err == nil {
				t.Fatalf("no error, in %v", took)
			}
			t.Logf("%v: %v", took, err)
			for _, want := range c.want {
				if strings.Contains(err.Error(), want) {
					return
				}
			}
			t.Errorf("%v, want one of %q", err, c.want)
		})
	}
}

func billionLaughs() string {
	doc := "<!DOCTYPE l [<!ENTITY a0 'ha'>"
	for i := 1; i < 12; i++ {
		prev := "&a" + string(rune('0'+i-1)) + ";"
		doc += "<!ENTITY a" + string(rune('0'+i)) + " '" + strings.Repeat(prev, 10) + "'>"
	}
	return "print(xml_parse(\"" + doc + "]><l>&a9;</l>\"))"
}
