// Package environ holds the builtins for the environment and for secrets
// (50 §13, 60 §60.6).
package environ

import (
	"encoding/base64"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Env, Fn: env},
	{Row: &sig.Secret, Fn: secret},
	{Row: &sig.AsSecret, Fn: asSecret},
	{Row: &sig.Reveal, Fn: reveal},
	{Row: &sig.Bearer, Fn: bearer},
	{Row: &sig.Basic, Fn: basic},
}

// source is what the record calls the three builtins.
const source = "secret-builtin"

func env(t value.Thread, args []value.Value) (value.Value, error) {
	name, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	var def *string
	if !args[1].IsUnset() {
		s, err := builtin.RawStr(t, args[1])
		if err != nil {
			return value.Value{}, err
		}
		def = &s
	}
	at := t.At()
	at.Source = source
	s, err := t.Gate().Env(at, name, def)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Text(t, s)
}

func secret(t value.Thread, args []value.Value) (value.Value, error) {
	name, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	at := t.At()
	at.Source = source
	plain, found, err := t.Gate().Secret(at, name, !args[1].IsUnset())
	switch {
	case err != nil:
		return value.Value{}, err
	case found:
		return seal(t, name, plain, false)
	case args[1].Kind() == value.KSecret:
		return args[1], nil
	}
	if plain, err = builtin.RawStr(t, args[1]); err != nil {
		return value.Value{}, err
	}
	return seal(t, name, plain, false)
}

func seal(t value.Thread, name, plain string, binary bool) (value.Value, error) {
	if err := t.Charge(len(name) + len(plain) + 2*value.TextSize); err != nil {
		return value.Value{}, err
	}
	return value.OfSecret(name, plain, binary), nil
}

func asSecret(t value.Thread, args []value.Value) (value.Value, error) {
	label := "sealed"
	if !args[1].Absent() {
		var err error
		if label, err = builtin.RawStr(t, args[1]); err != nil {
			return value.Value{}, err
		}
	}
	switch v := args[0]; {
	case v.Kind() == value.KSecret:
		return v, nil
	case v.IsText():
		return seal(t, label, v.Str(), false)
	case v.Kind() == value.KBytes:
		return seal(t, label, string(v.Bytes()), true)
	}
	return value.Value{}, value.Errorf("as_secret() expects text or bytes, got %s — seal the sensitive field, not the whole structure", value.TypeName(args[0]))
}

func reveal(t value.Thread, args []value.Value) (value.Value, error) {
	if args[0].Kind() != value.KSecret {
		return value.Value{}, value.Errorf("reveal() expects a secret, got %s", value.TypeName(args[0]))
	}
	s := args[0].Secret()
	at := t.At()
	at.Source = source
	if err := t.Gate().Reveal(at, s.Name); err != nil {
		return value.Value{}, err
	}
	if s.Binary {
		return arg.Bytes(t, []byte(s.Plain))
	}
	return arg.Text(t, s.Plain)
}

// open gives the plaintext of a secret, or the raw text of anything else, and
// the name of the secret.
func open(t value.Thread, v value.Value) (plain, name string, err error) {
	if v.Kind() == value.KSecret {
		return v.Secret().Plain, v.Secret().Name, nil
	}
	plain, err = builtin.RawStr(t, v)
	return plain, "", err
}

func bearer(t value.Thread, args []value.Value) (value.Value, error) {
	plain, name, err := open(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	if name == "" {
		name = "bearer"
	}
	return seal(t, name, "Bearer "+plain, false)
}

func basic(t value.Thread, args []value.Value) (value.Value, error) {
	user, userName, err := open(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	password, name, err := open(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	if name == "" {
		name = userName
	}
	if name == "" {
		name = "basic"
	}
	return seal(t, name, "Basic "+base64.StdEncoding.EncodeToString([]byte(user+":"+password)), false)
}
