// Package json holds the builtins for JSON, JSON Lines and canonical JSON,
// and the encoder and decoder behind them, which other families use too.
//
// They are our own because the texts are specified to the letter: spacing,
// escapes, exact numbers of any size, key order, what a repeated key means,
// and the position of every error.
package json

import (
	"errors"
	"strings"
	"unicode"
	"unsafe"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.JsonEncode, Fn: encode},
	{Row: &sig.JsonForScript, Fn: forScript},
	{Row: &sig.JsonDecode, Fn: decode, Fresh: true},
	{Row: &sig.JsonlEncode, Fn: encodeLines},
	{Row: &sig.JsonlDecode, Fn: decodeLines, Fresh: true},
	{Row: &sig.CanonicalJson, Fn: canonical},
}

func isLetter(s string) bool {
	for _, r := range s {
		return unicode.IsLetter(r) || unicode.IsNumber(r)
	}
	return false
}

// Warn gives the function that reports a redacted secret for a builtin.
func Warn(t value.Thread, who string) func() {
	return func() {
		t.Gate().Notice("", "warning: "+who+`: a secret was written as "[redacted]"`)
	}
}

// Text gives the JSON text of v for a builtin named who.
func Text(t value.Thread, who string, v value.Value) (string, error) {
	e := Encoder{T: t, Who: who, Secret: Warn(t, who)}
	b, err := e.Encode(v)
	return string(b), err
}

func encode(t value.Thread, args []value.Value) (value.Value, error) {
	e := Encoder{T: t, Who: "json_encode", Secret: Warn(t, "json_encode")}
	b, err := e.Encode(args[0])
	if err != nil {
		return args[0], err
	}
	return asciiText(t, b)
}

func asciiText(t value.Thread, b []byte) (value.Value, error) {
	if err := t.Charge(value.TextSize); err != nil {
		return value.Value{}, err
	}
	return value.OfASCII(unsafe.String(unsafe.SliceData(b), len(b))), nil
}

// forScript escapes what could end a script element.
func forScript(t value.Thread, args []value.Value) (value.Value, error) {
	e := Encoder{T: t, Who: "json_encode", Secret: Warn(t, "json_for_script")}
	b, err := e.Encode(args[0])
	if err != nil {
		return args[0], err
	}
	n := 0
	for _, c := range b {
		if c == '<' || c == '>' || c == '&' {
			n++
		}
	}
	if err := t.Charge(len(b) + 5*n); err != nil {
		return args[0], err
	}
	out := make([]byte, 0, len(b)+5*n)
	for _, c := range b {
		if c == '<' || c == '>' || c == '&' {
			out = appendUnicode(out, rune(c))
		} else {
			out = append(out, c)
		}
	}
	return asciiText(t, out)
}

// nanFlag reads the allow_nan argument.
func nanFlag(who string, v value.Value) (bool, error) {
	if v.IsUnset() {
		return false, nil
	}
	if !v.IsBool() {
		return false, value.Errorf("%s: allow_nan must be true or false, got %s", who, value.TypeName(v))
	}
	return v.Bool(), nil
}

func decode(t value.Thread, args []value.Value) (value.Value, error) {
	text, fallback := args[0], args[1]
	allowNaN, err := nanFlag("json_decode", args[2])
	if err != nil {
		return text, err
	}
	s, err := value.DisplayIn(t, text)
	if err != nil {
		return text, err
	}
	v, err := Parse(t, s, allowNaN)
	var bad *Bad
	if !errors.As(err, &bad) {
		return v, err
	}
	if !fallback.IsUnset() {
		return fallback.Share(), nil
	}
	return v, value.Errorf("json_decode: invalid JSON: %s. To validate untrusted input without raising, pass a fallback: json_decode(<text>, nothing)", bad)
}

func encodeLines(t value.Thread, args []value.Value) (value.Value, error) {
	const who = "jsonl_encode"
	if !args[0].IsList() {
		return args[0], value.Errorf("jsonl_encode: expected a list, got %s", value.TypeName(args[0]))
	}
	e := Encoder{T: t, Who: who, Secret: Warn(t, who)}
	for i, v := range args[0].Items() {
		if err := t.Work(1); err != nil {
			return v, err
		}
		e.Item = i + 1
		if err := e.Append(v, "\n"); err != nil {
			return v, err
		}
	}
	return asciiText(t, e.Bytes())
}

func decodeLines(t value.Thread, args []value.Value) (value.Value, error) {
	text, fallback := args[0], args[1]
	allowNaN, err := nanFlag("jsonl_decode", args[2])
	if err != nil {
		return text, err
	}
	v, err := parseLines(t, text, allowNaN)
	var bad *value.Error
	if errors.As(err, &bad) && !bad.Fatal && !fallback.IsUnset() {
		return fallback.Share(), nil
	}
	return v, err
}

func parseLines(t value.Thread, text value.Value, allowNaN bool) (value.Value, error) {
	if !text.IsText() {
		return text, value.Errorf("jsonl_decode: expected text, got %s", value.TypeName(text))
	}
	out := value.NewBuilder(t, 0)
	p := parser{meter: builtin.Meter{T: t}, allowNaN: allowNaN}
	n := 0
	for line := range strings.SplitSeq(text.Str(), "\n") {
		n++
		line = strings.TrimSpace(line)
		if err := t.Work(1); err != nil {
			return text, err
		}
		if line == "" {
			continue
		}
		v, err := p.parse(line)
		if bad, ok := err.(*Bad); ok {
			return text, value.Errorf("jsonl_decode: line %d: invalid JSON: %s. To validate untrusted input without raising: jsonl_decode(text, nothing)", n, bad)
		}
		if err != nil {
			return text, err
		}
		if err := out.AddFresh(v); err != nil {
			return text, err
		}
	}
	return out.List(), p.meter.Flush()
}
