package json

import (
	stdjson "encoding/json"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

const (
	before = "json_decode: invalid JSON: "
	after  = ". To validate untrusted input without raising, pass a fallback: json_decode(<text>, nothing)"
)

func TestJSON(t *testing.T) {
	Rows(Table).CheckRows(t, "json")
	code := Func(0, nil)
	Rows(Table).Run(t, []Case{
		{"json_encode", List{List{1, 1.0, 2.5, nil, true, math.NaN(), math.Inf(-1)}}, "[1, 1.0, 2.5, null, true, NaN, -Infinity]"},
		{"json_encode", List{"é😀\n\"/\x00\x7f\\"}, `"\u00e9\ud83d\ude00\n\"/\u0000\u007f\\"`},
		{"json_encode", List{[]byte("hi")}, `"aGk="`},
		{"json_encode", List{Map{"é": List{}}}, `{"\u00e9": []}`},
		{"json_encode", List{List{1, Map{"a\"b": List{code}}}}, `json_encode: the value[1]["a\"b"][0] is a task, not data — JSON cannot hold code`},
		{"json_for_script", List{"</a>&"}, `"\u003c/a\u003e\u0026"`},
		{"jsonl_encode", List{List{1, Map{"a": List{2}}}}, "1\n{\"a\": [2]}\n"},
		{"jsonl_encode", List{List{1, code}}, "jsonl_encode: item 2 is a task, not data — JSON cannot hold code"},
		{"jsonl_encode", List{Map{}}, "jsonl_encode: expected a list, got map"},
		{"jsonl_decode", List{"{\"a\": 1}\r\n\n [2]\n"}, "[{a: 1}, [2]]"},
		{"jsonl_decode", List{"{\n", "bad"}, "bad"},
		{"jsonl_decode", List{"1\n{\n"}, "jsonl_decode: line 2: invalid JSON: EOF while parsing an object at line 1 column 2. To validate untrusted input without raising: jsonl_decode(text, nothing)"},
		{"json_decode", List{5}, "5"},
		{"json_decode", List{`{"a": 1, "b": [true, null], "a": 2}`}, "{a: 2, b: [true, nothing]}"},
		{"json_decode", List{"[-0, 1e2, 18446744073709551615, -9223372036854775808]"}, "[0, 100.0, 18446744073709551615, -9223372036854775808]"},
		{"json_decode", List{`"\u00e9\ud83d\ude00\/"`}, "é😀/"},
		{"json_decode", List{"[NaN, -Infinity]", Named{"allow_nan": true}}, "[nan, -inf]"},
		{"json_decode", List{"x", Named{"allow_nan": 1}}, "json_decode: allow_nan must be true or false, got number"},
		{"json_decode", List{"{", "bad"}, "bad"},
		{"canonical_json", List{List{1.0, math.Copysign(0, -1), 1e21, 1e-7, 0.000001, 123456789012345680000.0}}, "[1,0,1e+21,1e-7,0.000001,123456789012345680000]"},
		{"canonical_json", List{"é\x01\x7f/"}, `"é\u0001` + "\x7f" + `/"`},
		{"canonical_json", List{Map{"a": List{1<<53 + 1}}}, "canonical_json: the value.a[0] is an integer beyond 2^53 (9007199254740993); JCS numbers are IEEE doubles and cannot carry it exactly — put it in the document as text"},
		{"canonical_json", List{math.NaN()}, "canonical_json: the value is NaN and JSON has no such number"},
		{"canonical_json", List{value.OfDecimal(big.NewInt(1234567890123456), 3)}, "canonical_json: the value is the decimal 1234567890123.456 with more than 15 significant digits; JCS numbers are IEEE doubles and would round it — put it in the document as text"},
		{"canonical_json", List{code}, "canonical_json: the value is a task and JSON cannot represent it (only text, numbers, bools, nothing, lists and maps)"},
	})
	m := value.NewMap(0)
	for _, k := range []string{"\ue000", "😀", "b", ""} {
		m.Set(k, value.OfInt(1))
	}
	if got := Show(Rows(Table).Call(&Thread{}, "canonical_json", m.Value())); got != "{\"\":1,\"b\":1,\"😀\":1,\"\ue000\":1}" {
		t.Errorf("keys in the wrong order: %s", got)
	}
}

func TestErrors(t *testing.T) {
	deep := strings.Repeat("[", 129)
	for _, c := range [][2]string{
		{"", "EOF while parsing a value at line 1 column 1"},
		{"[1", "EOF while parsing a list at line 1 column 3"},
		{"[1,]", "expected value at line 1 column 4"},
		{"[1 2]", "expected `,` or `]` at line 1 column 4"},
		{`{"a":1 2}`, "expected `,` or `}` at line 1 column 8"},
		{`{"a" 1}`, "expected `:` at line 1 column 6"},
		{"{\n  \"é\": 1,\n}", "key must be a string at line 3 column 1"},
		{"01", "invalid number (leading zero) at line 1 column 2"},
		{"-x", "invalid number at line 1 column 2"},
		{"1.", "invalid number at line 1 column 3"},
		{"nul", "expected value at line 1 column 1"},
		{"truex", "trailing characters at line 1 column 5"},
		{`"é`, "EOF while parsing a string at line 1 column 3"},
		{`"\x"`, "invalid escape at line 1 column 3"},
		{`"\u12"`, "EOF while parsing a string at line 1 column 7"},
		{`"\u12zz"`, "invalid escape at line 1 column 4"},
		{`"\ud83dx"`, "lone leading surrogate in hex escape at line 1 column 8"},
		{"\"a\tb\"", `control character (\u0000-\u001F) found while parsing a string at line 1 column 3`},
		{deep, "nesting deeper than 128 levels at line 1 column 129"},
		{"1e400", "number 1e400 is out of range for a float (JSON has no infinity; pass it as text) at line 1 column 1"},
		{strings.Repeat("1", 4301), "integer with 4301 digits; the limit is 4300 (converting longer ones is quadratic — pass it as text) at line 1 column 1"},
		{"NaNx", "expected value at line 1 column 1"},
		{"NaN", "NaN/Infinity is not JSON (a NaN passes every `x <= 0` check) — to read them on purpose: json_decode(text, allow_nan = true) at line 1 column 1"},
		{"-Infinity", "-Infinity is not JSON — to read it on purpose: json_decode(text, allow_nan = true) at line 1 column 1"},
		{"\ufeffx", "expected value at line 1 column 1"},
	} {
		if got := Show(Rows(Table).Call(&Thread{}, "json_decode", c[0])); got != before+c[1]+after {
			t.Errorf("%.20q\n got %s\nwant %s", c[0], got, before+c[1]+after)
		}
	}
}

// plain converts to what encoding/json gives.
func plain(v value.Value) any {
	switch v.Kind() {
	case value.KNothing:
		return nil
	case value.KBool:
		return v.Bool()
	case value.KText:
		return v.Str()
	case value.KList:
		out := []any{}
		for _, x := range v.Items() {
			out = append(out, plain(x))
		}
		return out
	case value.KMap:
		out := map[string]any{}
		for k, x := range v.Map().All() {
			out[k.String()] = plain(x)
		}
		return out
	}
	f, _ := new(big.Float).SetString(strings.Replace(value.Display(v), "inf", "Inf", 1))
	if f == nil {
		return math.NaN()
	}
	g, _ := f.Float64()
	return g
}

func random(r *rand.Rand, depth int) value.Value {
	switch n := r.IntN(9); {
	case n == 0:
		return value.Nothing
	case n == 1:
		return value.OfBool(r.IntN(2) == 0)
	case n == 2:
		return value.OfInt(r.Int64() >> r.IntN(63))
	case n == 3:
		return value.OfFloat(r.NormFloat64() * math.Pow(10, float64(r.IntN(40)-20)))
	case n == 4:
		return value.OfBig(new(big.Int).Lsh(big.NewInt(r.Int64()), uint(r.IntN(60))))
	case n < 7 || depth > 4:
		return value.OfText(randomText(r))
	case n == 7:
		items := make([]value.Value, r.IntN(5))
		for i := range items {
			items[i] = random(r, depth+1)
		}
		return value.NewList(items)
	}
	m := value.NewMap(0)
	for range r.IntN(12) {
		m.Set(randomText(r), random(r, depth+1))
	}
	return m.Value()
}

func randomText(r *rand.Rand) string {
	alphabet := []rune("abc \"\\\n\t\x01é日😀/<\x7f\u2028")
	out := make([]rune, r.IntN(8))
	for i := range out {
		out[i] = alphabet[r.IntN(len(alphabet))]
	}
	return string(out)
}

// TestAgainstStandard encodes generated values and reads them back with
// encoding/json, and the other way round.
func TestAgainstStandard(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		v := random(r, 0)
		e := Encoder{T: &Thread{}, Who: "test"}
		b, err := e.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		var std any
		if err := stdjson.Unmarshal(b, &std); err != nil {
			t.Fatalf("%d: %s: %v", i, b, err)
		}
		if !reflect.DeepEqual(std, plain(v)) {
			t.Fatalf("%d: %s reads as %v, want %v", i, b, std, plain(v))
		}
		back, err := Parse(&Thread{}, string(b), false)
		if err != nil || value.Display(back) != value.Display(v) {
			t.Fatalf("%d: %s decodes to %s, want %s (%v)", i, b, value.Display(back), value.Display(v), err)
		}
		pretty, _ := stdjson.MarshalIndent(std, "", " ")
		again, err := Parse(&Thread{}, string(pretty), false)
		if err != nil || !reflect.DeepEqual(plain(again), plain(v)) {
			t.Fatalf("%d: %s: %v", i, pretty, err)
		}
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"a": [1, 2.5e3, "x\u00e9\ud83d\ude00"], "b": null}`, "[", "01", `"\ud800"`, "[1,2,]", " \n[true] ", "-0.0e-5", "NaN", "\ufeff{}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ToValidUTF8(s, "") != s {
			return
		}
		v, err := Parse(&Thread{}, s, false)
		valid := stdjson.Valid([]byte(strings.TrimPrefix(s, "\ufeff")))
		if err == nil && !valid {
			t.Fatalf("%q was read, but is not JSON", s)
		}
		if err != nil {
			if valid && !strings.Contains(err.Error(), "out of range") && !strings.Contains(err.Error(), "surrogate") &&
				!strings.Contains(err.Error(), "deeper") && !strings.Contains(err.Error(), "limit") {
				t.Fatalf("%q is JSON, but: %v", s, err)
			}
			return
		}
		e := Encoder{T: &Thread{}, Who: "test"}
		b, err := e.Encode(v)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := Parse(&Thread{}, string(b), true); err != nil || value.Display(back) != value.Display(v) {
			t.Fatalf("%q: %s does not read back: %v", s, b, err)
		}
	})
}

func TestLimits(t *testing.T) {
	list := value.NewList(nil)
	for range 60 { // each holds the one before twice
		list = value.NewList([]value.Value{list, list})
	}
	for _, name := range []string{"json_encode", "canonical_json", "jsonl_encode"} {
		arg := list
		if name == "canonical_json" {
			arg = list.Items()[0]
		}
		if _, err := Rows(Table).Call(&Thread{MaxMemory: 1 << 22}, name, arg); err != ErrLimit {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Rows(Table).Call(&Thread{MaxMemory: 1 << 18}, "json_decode", "["+strings.Repeat("[],", 1<<16)+"[]]"); err != ErrLimit {
		t.Error(err)
	}
}

func document() string {
	var b strings.Builder
	b.WriteString("[")
	for i := 0; b.Len() < 1<<20; i++ {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, `{"id": %d, "name": "user %d", "email": "user%d@example.org", "score": %d.25, "tags": ["a", "b", "c"], "active": true, "parent": null}`, i, i, i, i%100)
	}
	return b.String() + "]"
}

func BenchmarkDecode(b *testing.B) {
	doc := document()
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(&Thread{}, doc, false); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	doc := document()
	v, _ := Parse(&Thread{}, doc, false)
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		e := Encoder{T: &Thread{}, Who: "test"}
		if _, err := e.Encode(v); err != nil {
			b.Fatal(err)
		}
	}
}
