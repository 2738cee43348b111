// Package hash holds digests, message authentication codes and comparisons
// in constant time.
package hash

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/hex"
	gohash "hash"
	"strings"
	"unicode"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/bytes"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Sha256, Fn: digest("sha256", func(b []byte) []byte { s := sha256.Sum256(b); return s[:] })},
	{Row: &sig.Sha512, Fn: digest("sha512", func(b []byte) []byte { s := sha512.Sum512(b); return s[:] })},
	{Row: &sig.Sha512256, Fn: digest("sha512_256", func(b []byte) []byte { s := sha512.Sum512_256(b); return s[:] })},
	{Row: &sig.Keccak256, Fn: digest("keccak256", keccak256)},
	{Row: &sig.Hmac, Fn: mac},
	{Row: &sig.HmacSha256, Fn: macHex},
	{Row: &sig.VerifyHmac, Fn: verify},
	{Row: &sig.ConstantTimeEq, Fn: constantTimeEq},
}

func digest(who string, sum func([]byte) []byte) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		v := args[0]
		var b []byte
		switch v.Kind() {
		case value.KText:
			b = builtin.ReadOnly(v.Str())
		case value.KBytes:
			b = v.Bytes()
		case value.KSecret:
			return v, value.Errorf("Cannot hash a secret with %s() (use hmac_sha256 for secret-keyed MACs)", who)
		default:
			return v, value.Errorf("%s() expects bytes or text, got %s", who, value.TypeName(v))
		}
		if err := t.Work(len(b) / 64); err != nil {
			return v, err
		}
		return value.OfBytes(sum(b)), nil
	}
}

// material gives the bytes of a text, bytes or secret.
func material(who, what string, v value.Value) ([]byte, error) {
	switch v.Kind() {
	case value.KText:
		return builtin.ReadOnly(v.Str()), nil
	case value.KBytes:
		return v.Bytes(), nil
	case value.KSecret:
		return builtin.ReadOnly(v.Secret().Plain), nil
	}
	return nil, value.Errorf("%s: %s must be text, bytes or a secret, got %s", who, what, value.TypeName(v))
}

// algorithm reads the algo argument.
func algorithm(who string, v value.Value) (func() gohash.Hash, error) {
	if v.IsUnset() {
		return sha256.New, nil
	}
	if !v.IsText() {
		return nil, value.Errorf("%s: algo must be text", who)
	}
	switch strings.ToLower(v.Str()) {
	case "sha256":
		return sha256.New, nil
	case "sha512":
		return sha512.New, nil
	case "sha1", "sha-1":
		return nil, value.Errorf("%s: SHA-1 is not supported (weak); use sha256 or sha512", who)
	}
	return nil, value.Errorf("%s: unknown algorithm '%s' (use sha256 or sha512)", who, v.Str())
}

func sum(t value.Thread, who string, data, key, algo value.Value) ([]byte, error) {
	d, err := material(who, "data", data)
	if err != nil {
		return nil, err
	}
	return sumOf(t, who, d, key, algo)
}

func sumOf(t value.Thread, who string, data []byte, key, algo value.Value) ([]byte, error) {
	k, err := material(who, "key", key)
	if err != nil {
		return nil, err
	}
	newHash, err := algorithm(who, algo)
	if err != nil {
		return nil, err
	}
	if err := t.Work((len(data) + len(k)) / 64); err != nil {
		return nil, err
	}
	h := hmac.New(newHash, k)
	h.Write(data)
	return h.Sum(nil), nil
}

func mac(t value.Thread, args []value.Value) (value.Value, error) {
	b, err := sum(t, "hmac", args[0], args[1], args[2])
	if err != nil {
		return args[0], err
	}
	return value.OfBytes(b), nil
}

func macHex(t value.Thread, args []value.Value) (value.Value, error) {
	b, err := sum(t, "hmac_sha256", args[0], args[1], value.Value{})
	if err != nil {
		return args[0], err
	}
	return value.OfASCII(hex.EncodeToString(b)), nil
}

// verify is verify_hmac(data, signature, key, algo?).
func verify(t value.Thread, args []value.Value) (value.Value, error) {
	const who = "verify_hmac"
	signature := args[1]
	data, err := material(who, "data", args[0])
	if err != nil {
		return signature, err
	}
	switch signature.Kind() {
	case value.KNothing, value.KBytes, value.KText:
	default:
		return signature, value.Errorf("verify_hmac: signature must be text (hex or base64) or bytes, got %s", value.TypeName(signature))
	}
	want, err := sumOf(t, who, data, args[2], args[3])
	if err != nil {
		return signature, err
	}
	switch signature.Kind() {
	case value.KBytes:
		return value.OfBool(hmac.Equal(want, signature.Bytes())), nil
	case value.KText:
		return value.OfBool(matches(want, signature.Str())), nil
	}
	return value.False, nil
}

// matches compares with a signature in hex or base64, whichever gives the
// length of the code.
func matches(want []byte, s string) bool {
	s = strings.TrimFunc(s, unicode.IsSpace)
	for _, prefix := range [...]string{"sha256=", "sha512="} {
		if rest, ok := strings.CutPrefix(s, prefix); ok {
			s = rest
			break
		}
	}
	if len(s) > 1024 {
		return false
	}
	for _, parse := range [...]func(string) ([]byte, error){bytes.ParseHex, bytes.ParseBase64} {
		if b, err := parse(s); err == nil && len(b) == len(want) {
			return hmac.Equal(want, b)
		}
	}
	return false
}

func constantTimeEq(_ value.Thread, args []value.Value) (value.Value, error) {
	a, err := material("constant_time_eq", "a", args[0])
	if err != nil {
		return args[0], err
	}
	b, err := material("constant_time_eq", "b", args[1])
	if err != nil {
		return args[1], err
	}
	return value.OfBool(subtle.ConstantTimeCompare(a, b) == 1), nil
}
