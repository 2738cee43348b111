// Package bytes holds the builtins for bytes and their encodings.
package bytes

import (
	"slices"
	"unicode/utf8"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Bytes, Fn: toBytes},
	{Row: &sig.Decode, Fn: decode},
	{Row: &sig.BytesToInt, Fn: bytesToInt},
	{Row: &sig.IntToBytes, Fn: intToBytes},
	{Row: &sig.IntToBytesLe, Fn: intToBytesLE},
	{Row: &sig.XorBytes, Fn: xorBytes},
}

// encodingArg reads the name of an encoding, utf8 when absent.
func encodingArg(v value.Value) (string, error) {
	if v.IsUnset() {
		return "utf8", nil
	}
	if !v.IsText() {
		return "", value.Errorf("encoding must be text, got %s", value.TypeName(v))
	}
	return v.Str(), nil
}

// room charges n bytes and the work of filling them.
func room(t value.Thread, n int) error {
	if err := t.Charge(n + value.TextSize); err != nil {
		return err
	}
	return t.Work(n / 256)
}

func toBytes(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	name, err := encodingArg(args[1])
	if err != nil {
		return v, err
	}
	codec := codecs(name)
	if codec == nil {
		return v, value.Errorf("unsupported encoding %s for bytes(); use one of: utf8, hex, base64, base64url, base58, base32", builtin.Quote(name))
	}
	switch v.Kind() {
	case value.KBytes:
		return v, nil
	case value.KText:
		if err := room(t, len(v.Str())); err != nil {
			return v, err
		}
		b, err := codec.parse(t, v.Str())
		if err != nil {
			return v, err
		}
		return value.OfBytes(b), nil
	case value.KList:
		items := v.Items()
		if err := room(t, len(items)); err != nil {
			return v, err
		}
		b := make([]byte, len(items))
		for i, x := range items {
			if !x.IsInt() || x.Int() < 0 || x.Int() > 255 {
				return v, value.Errorf("bytes(list): element %d is not an integer in 0..=255", i)
			}
			b[i] = byte(x.Int())
		}
		return value.OfBytes(b), nil
	case value.KInt, value.KFloat, value.KBig:
		shown := value.Display(v)
		hint := ""
		if v.IsInt() && v.Int() >= 0 && v.Int() <= 255 {
			hint = "; for the single byte " + shown + " use bytes([" + shown + "])"
		}
		return v, value.Errorf("Cannot convert number to bytes: bytes(%s) does not say how to encode it — for the integer's bytes use int_to_bytes(%s, size) (big-endian; int_to_bytes_le for little-endian)%s",
			shown, shown, hint)
	}
	return v, value.Errorf("Cannot convert %s to bytes", value.TypeName(v))
}

func decode(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	if v.Kind() != value.KBytes {
		return v, value.Errorf("decode expects bytes, got %s", value.TypeName(v))
	}
	name, err := encodingArg(args[1])
	if err != nil {
		return v, err
	}
	b := v.Bytes()
	if err := room(t, len(b)); err != nil {
		return v, err
	}
	switch name {
	case "utf8":
		if at := invalidUTF8(b); at >= 0 {
			return v, value.Errorf(`decode: invalid UTF-8 at byte offset %d (use "utf8_lossy" to replace invalid bytes)`, at)
		}
		return value.TextOfBytes(b), nil
	case "utf8_lossy":
		s := gate.Text(b)
		return value.OfText(s), t.Charge(max(len(s)-len(b), 0))
	}
	codec := codecs(name)
	if codec == nil {
		return v, value.Errorf("unsupported encoding %s for decode(); use one of: utf8, utf8_lossy, hex, base64, base64url, base58, base32", builtin.Quote(name))
	}
	if err := t.Charge(len(b)); err != nil {
		return v, err
	}
	return codec.format(t, b)
}

// invalidUTF8 gives the offset of the first invalid sequence, -1 for none.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; i < len(b); {
		r, w := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && w <= 1 {
			return i
		}
		i += w
	}
	return -1
}

func xorBytes(t value.Thread, args []value.Value) (value.Value, error) {
	for _, v := range args {
		if v.IsText() {
			return v, value.Errorf("xor_bytes works on bytes, got text; convert it first with bytes(text)")
		}
		if v.Kind() != value.KBytes {
			return v, value.Errorf("xor_bytes works on bytes, got %s", value.TypeName(v))
		}
	}
	a, b := args[0].Bytes(), args[1].Bytes()
	if len(a) != len(b) {
		return args[0], value.Errorf("xor_bytes: the two values must have the same length, got %d and %d bytes", len(a), len(b))
	}
	if err := room(t, len(a)); err != nil {
		return args[0], err
	}
	out := slices.Clone(a)
	for i := range out {
		out[i] ^= b[i]
	}
	return value.OfBytes(out), nil
}
