// Package toml holds toml_parse and toml_encode. The parser is our own: it
// keeps the order of the document, reads every date into one text form, and
// charges what it builds.
package toml

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.TomlParse, Fn: parse, Fresh: true},
	{Row: &sig.TomlEncode, Fn: encode},
}

func parse(t value.Thread, args []value.Value) (value.Value, error) {
	v, err := parseValue(t, args[0])
	var bad *value.Error
	if errors.As(err, &bad) && !bad.Fatal && !args[1].IsUnset() {
		return args[1].Share(), nil
	}
	return v, err
}

func parseValue(t value.Thread, v value.Value) (value.Value, error) {
	var s string
	switch v.Kind() {
	case value.KText:
		s = v.Str()
	case value.KBytes:
		if err := t.Charge(len(v.Bytes())); err != nil {
			return v, err
		}
		s = string(v.Bytes())
		if !utf8.ValidString(s) {
			at := strings.IndexFunc(s, func(r rune) bool { return r == utf8.RuneError })
			return v, value.Errorf("toml_parse: invalid UTF-8 at byte offset %d", at)
		}
	default:
		return v, value.Errorf("toml_parse: expected TOML text, got %s", value.TypeName(v))
	}
	doc, err := parseDocument(t, strings.TrimPrefix(s, "\ufeff"))
	var bad *syntaxError
	if errors.As(err, &bad) {
		return v, value.Errorf("toml_parse: %s", bad.msg)
	}
	return doc, err
}
