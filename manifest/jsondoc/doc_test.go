package jsondoc

import "testing"

func TestEncode(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"x":1,"y":[1,2]}`, `{"x": 1, "y": [1, 2]}`},
		{`{}`, `{}`},
		{`[]`, `[]`},
		{`"é\u0001/\"😀"`, `"\u00e9\u0001/\"\ud83d\ude00"`},
		{`1e2`, `100.0`},
		{`1.0`, `1.0`},
		{`-0`, `0`},
		{`-0.0`, `-0.0`},
		{`1e16`, `1e+16`},
		{`1e15`, `1000000000000000.0`},
		{`0.0001`, `0.0001`},
		{`0.00001`, `1e-05`},
		{`1.5e300`, `1.5e+300`},
		{`123.456`, `123.456`},
		{`12345678901234567890`, `12345678901234567890`},
		{`{"a":1,"b":2,"a":3}`, `{"a": 3, "b": 2}`},
		{"\ufeff[true,false,null]", `[true, false, null]`},
	} {
		v, err := Parse([]byte(c.in))
		if err != nil {
			t.Errorf("Parse(%s): %v", c.in, err)
			continue
		}
		if got := v.Encode(); got != c.want {
			t.Errorf("Encode(%s) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{``, "EOF while parsing a value at line 1 column 1"},
		{`{`, "EOF while parsing an object at line 1 column 2"},
		{"{\"a\": 1,\n}", "key must be a string at line 2 column 1"},
		{`[1,]`, "expected value at line 1 column 4"},
		{`[1 2]`, "expected `,` or `]` at line 1 column 4"},
		{`01`, "invalid number (leading zero) at line 1 column 2"},
		{`"a`, "EOF while parsing a string at line 1 column 3"},
		{`"\q"`, "invalid escape at line 1 column 3"},
		{`"\ud800"`, "lone leading surrogate in hex escape at line 1 column 8"},
		{`truex`, "trailing characters at line 1 column 5"},
		{`1e999`, "number 1e999 is out of range for a float (JSON has no infinity; pass it as text) at line 1 column 1"},
	} {
		_, err := Parse([]byte(c.in))
		if err == nil || err.Error() != c.want {
			t.Errorf("Parse(%q): %v, want %s", c.in, err, c.want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"a": [1, 2.5, "x\u00e9", null, true]}`))
	f.Fuzz(func(t *testing.T, src []byte) {
		v, err := Parse(src)
		if err != nil {
			return
		}
		again, err := Parse([]byte(v.Encode()))
		if err != nil {
			t.Fatalf("%q encodes to what does not parse: %v", src, err)
		}
		if again.Encode() != v.Encode() {
			t.Fatalf("%q: encoding is not stable", src)
		}
	})
}
