// Package xml holds xml_parse. The parser is our own and small: it knows no
// DTD and resolves nothing outside the text, so that no document can make it
// read a file or grow entities into entities, and it keeps prefixes as they
// are written.
package xml

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
	{Row: &sig.XmlParse, Fn: parse, Fresh: true},
}

func parse(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	var s string
	switch v.Kind() {
	case value.KText:
		s = v.Str()
	case value.KBytes:
		if err := t.Charge(len(v.Bytes())); err != nil {
			return v, err
		}
		s = string(v.Bytes())
	default:
		return v, value.Errorf("xml_parse: expected XML text, got %s", value.TypeName(v))
	}
	if err := t.Work(len(s) / 64); err != nil {
		return v, err
	}
	p := parser{s: s, t: t, meter: builtin.Meter{T: t}}
	var doc value.Value
	err := error(nil)
	if !utf8.ValidString(s) {
		p.pos = strings.IndexRune(s, utf8.RuneError)
		err = p.fail("not well-formed (invalid token)")
	} else {
		doc, err = p.document()
	}
	var bad *syntaxError
	if errors.As(err, &bad) {
		return v, value.Errorf("xml_parse: %s (DTDs and external entities are not processed on purpose)", bad.msg)
	}
	if err != nil {
		return v, err
	}
	return doc, p.meter.Flush()
}
