// Package csv holds csv_parse and csv_encode (30 §30.12).
package csv

import (
	"slices"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.CsvParse, Fn: parse, Fresh: true},
	{Row: &sig.CsvEncode, Fn: encode},
}

// options reads an options map, whose errors carry the builtin's name.
type options struct {
	who string
	m   *value.Map
}

// optionsOf checks the map and the names of its keys.
func optionsOf(who string, v value.Value, known ...string) (options, error) {
	if v.Absent() {
		return options{who, value.NewMap(0)}, nil
	}
	m, ok := v.AsMap()
	if !ok {
		return options{}, value.Errorf("%s: options must be a map, got %s", who, value.TypeName(v))
	}
	for k := range m.All() {
		if !slices.Contains(known, k.String()) {
			return options{}, value.Errorf("%s: unknown option %s; valid options are: %s", who, builtin.Quote(k.String()), strings.Join(known, ", "))
		}
	}
	return options{who, m}, nil
}

func (o options) flag(name string, otherwise bool) (bool, error) {
	v, ok := o.m.Get(name)
	if !ok {
		return otherwise, nil
	}
	if !v.IsBool() {
		return false, value.Errorf("%s: option %s must be true or false, got %s", o.who, builtin.Quote(name), value.TypeName(v))
	}
	return v.Bool(), nil
}

func (o options) delimiter() (byte, error) {
	v, ok := o.m.Get("delimiter")
	if !ok {
		return ',', nil
	}
	if !v.IsText() {
		return 0, value.Errorf(`%s: option "delimiter" must be text, got %s`, o.who, value.TypeName(v))
	}
	s := v.Str()
	if len(s) != 1 || s[0] >= 128 {
		return 0, value.Errorf(`%s: option "delimiter" must be a single ASCII character, got %s`, o.who, builtin.Quote(s))
	}
	switch s[0] {
	case '"', '\r', '\n':
		return 0, value.Errorf(`%s: option "delimiter" cannot be '%s' (the quote and line ends have their own meaning in CSV)`, o.who, s)
	}
	return s[0], nil
}

// texts reads a list of texts; ok is false when v is something else.
func texts(v value.Value) (list []string, ok bool) {
	if !v.IsList() {
		return nil, false
	}
	for _, x := range v.Items() {
		if !x.IsText() {
			return nil, false
		}
		list = append(list, x.Str())
	}
	return list, true
}
