package audit

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
	"unicode/utf16"
)

func TestCanonical(t *testing.T) {
	// The examples of RFC 8785 and the corners around them.
	tests := []struct{ name, in, want string }{
		{"blanks", " { \"b\" : [ 1 , 2 ] ,\n\"a\":null }", `{"a":null,"b":[1,2]}`},
		{"numbers", `[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001]`, `[333333333.3333333,1e+30,4.5,0.002,1e-27]`},
		{"zero", `[0,-0,0.0,-0.0e5]`, `[0,0,0,0]`},
		{"large", `[1e20,1e21,123456789012345680000,9007199254740993]`, `[100000000000000000000,1e+21,123456789012345680000,9007199254740992]`},
		{"small", `[0.000001,0.0000001,5e-324]`, `[0.000001,1e-7,5e-324]`},
		{"text", `"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/"`, "\"€$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\""},
		{"short escapes", `"\u0008\u0009\u000a\u000c\u000d\u007f<>&\u2028"`, "\"\\b\\t\\n\\f\\r\u007f<>&\u2028\""},
		{"order", `{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}`,
			"{\"\\r\":2,\"1\":4,\"\u0080\":6,\"ö\":7,\"€\":1,\"😀\":5,\"\ufb33\":3}"},
		{"order of prefixes", `{"ab":1,"a":2,"":3}`, `{"":3,"a":2,"ab":1}`},
		{"order beyond the plane", `{"\ud83d\ude01":1,"\ud83d\ude00":2,"\ud83c\udfff":3}`, "{\"\U0001F3FF\":3,\"😀\":2,\"😁\":1}"},
		{"empty", `{"a":{},"b":[]}`, `{"a":{},"b":[]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Canonical([]byte(tt.in))
			if err != nil || string(got) != tt.want {
				t.Fatalf("Canonical(%s)\n got %s, %v\nwant %s", tt.in, got, err, tt.want)
			}
			again, err := Canonical(got)
			if err != nil || string(again) != tt.want {
				t.Errorf("not a fixed point: %s, %v", again, err)
			}
		})
	}
}

func TestCanonicalRefuses(t *testing.T) {
	for _, in := range []string{``, `{`, `{"a":1,"a":2}`, `{"a":{"b":1,"\u0062":2}}`, `1 2`, `{"a":1}}`, `[1,]`, `1e999`, "\"\xff\"", `nul`,
		strings.Repeat("[", 2000) + strings.Repeat("]", 2000)} {
		if got, err := Canonical([]byte(in)); err == nil {
			t.Errorf("Canonical(%.40q) = %q, want an error", in, got)
		}
	}
}

// plainCanonical encodes a decoded value the slow and obvious way.
func plainCanonical(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		if v {
			return "true"
		}
		return "false"
	case float64:
		if v == 0 {
			return "0"
		}
		// encoding/json follows ECMAScript, too.
		b, _ := json.Marshal(v)
		return string(b)
	case string:
		var b strings.Builder
		b.WriteByte('"')
		for _, r := range v {
			if s := map[rune]string{'"': `\"`, '\\': `\\`, 8: `\b`, 9: `\t`, 10: `\n`, 12: `\f`, 13: `\r`}[r]; s != "" {
				b.WriteString(s)
			} else if r < 32 {
				b.WriteString(`\u00` + string("0123456789abcdef"[r/16]) + string("0123456789abcdef"[r%16]))
			} else {
				b.WriteRune(r)
			}
		}
		return b.String() + `"`
	case []any:
		var parts []string
		for _, e := range v {
			parts = append(parts, plainCanonical(e))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		var keys []string
		for k := range v {
			keys = append(keys, k)
		}
		sort.Slice(keys, func(i, j int) bool {
			a, b := utf16.Encode([]rune(keys[i])), utf16.Encode([]rune(keys[j]))
			for k := 0; k < len(a) && k < len(b); k++ {
				if a[k] != b[k] {
					return a[k] < b[k]
				}
			}
			return len(a) < len(b)
		})
		var parts []string
		for _, k := range keys {
			parts = append(parts, plainCanonical(k)+":"+plainCanonical(v[k]))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	panic("not JSON")
}

func TestCanonicalAgainstIndependent(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		v := randomJSON(rnd, 4)
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Canonical(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if want := plainCanonical(v); string(got) != want {
			t.Fatalf("Canonical(%s)\n got %s\nwant %s", text, got, want)
		}
	}
}

func randomJSON(rnd *rand.Rand, depth int) any {
	switch rnd.IntN(7 + depth) {
	case 0:
		return nil
	case 1:
		return rnd.IntN(2) == 0
	case 2:
		return float64(rnd.IntN(1000) - 500)
	case 3:
		for {
			if f := math.Float64frombits(rnd.Uint64()); !math.IsNaN(f) && !math.IsInf(f, 0) {
				return f
			}
		}
	case 4, 5, 6:
		return randomText(rnd)
	case 7, 8:
		list := []any{}
		for range rnd.IntN(4) {
			list = append(list, randomJSON(rnd, depth-1))
		}
		return list
	default:
		m := map[string]any{}
		for range rnd.IntN(5) {
			m[randomText(rnd)] = randomJSON(rnd, depth-1)
		}
		return m
	}
}

func randomText(rnd *rand.Rand) string {
	alphabet := []rune("ab\"\\/\b\t\n\f\r\x01\x1f\x7f é€\u2028\ufb33\uffff😀\U0010FFFF<&")
	var b strings.Builder
	for range rnd.IntN(6) {
		b.WriteRune(alphabet[rnd.IntN(len(alphabet))])
	}
	return b.String()
}

func FuzzCanonical(f *testing.F) {
	f.Add([]byte(`{"a":[1,2.5e-7,"\u0001\ud83d\ude00"],"":null}`))
	f.Add([]byte(`"\ud800"`))
	f.Fuzz(func(t *testing.T, in []byte) {
		got, err := Canonical(in)
		if err != nil {
			return
		}
		var v any
		if err := json.Unmarshal(in, &v); err != nil {
			t.Fatalf("accepted what is not JSON: %q", in)
		}
		if want := plainCanonical(v); string(got) != want {
			t.Fatalf("Canonical(%q)\n got %s\nwant %s", in, got, want)
		}
	})
}
