package bytes

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// codec is a text encoding of bytes. The texts of bytes(text, encoding) are
// parsed, those of decode(bytes, encoding) formatted: all are ASCII.
type codec struct {
	parse  func(t value.Thread, s string) ([]byte, error)
	format func(t value.Thread, b []byte) (value.Value, error)
}

// The codecs; utf8 can only be parsed, decode handles it itself.
var (
	utf8Codec      = codec{parse: func(_ value.Thread, s string) ([]byte, error) { return []byte(s), nil }}
	hexCodec       = codec{plain(ParseHex), formatted(hex.EncodedLen, func(dst, src []byte) { hex.Encode(dst, src) })}
	base64Codec    = codec{plain(ParseBase64), formatted(base64.StdEncoding.EncodedLen, base64.StdEncoding.Encode)}
	base64URLCodec = codec{plain(parseBase64URL), formatted(base64.RawURLEncoding.EncodedLen, base64.RawURLEncoding.Encode)}
	base32Codec    = codec{plain(parseBase32), formatted(rawBase32.EncodedLen, rawBase32.Encode)}
	base58Codec    = codec{parseBase58, formatBase58}
)

var rawBase32 = base32.StdEncoding.WithPadding(base32.NoPadding)

// codecs gives a codec by name, nil when there is none.
func codecs(name string) *codec {
	switch name {
	case "utf8":
		return &utf8Codec
	case "hex":
		return &hexCodec
	case "base64":
		return &base64Codec
	case "base64url":
		return &base64URLCodec
	case "base32":
		return &base32Codec
	case "base58":
		return &base58Codec
	}
	return nil
}

func plain(f func(string) ([]byte, error)) func(value.Thread, string) ([]byte, error) {
	return func(_ value.Thread, s string) ([]byte, error) { return f(s) }
}

func formatted(size func(int) int, fill func(dst, src []byte)) func(value.Thread, []byte) (value.Value, error) {
	return func(_ value.Thread, b []byte) (value.Value, error) {
		v, room := value.RoomASCII(size(len(b)))
		fill(room, b)
		return v, nil
	}
}

// wrong is the error of the first character of s that is not allowed, nil
// when all are.
func wrong(encoding, s string, allowed func(byte) bool) error {
	for i := 0; i < len(s); i++ {
		if !allowed(s[i]) {
			r, _ := utf8.DecodeRuneInString(s[i:])
			return value.Errorf("invalid %s character: '%c'", encoding, r)
		}
	}
	return nil
}

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

// ParseHex reads hexadecimal digits with an optional 0x in front.
func ParseHex(s string) ([]byte, error) {
	digits := s
	if strings.HasPrefix(s, "0x") || strings.HasPrefix(s, "0X") {
		digits = s[2:]
	}
	err := wrong("hex", digits, func(c byte) bool {
		return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
	})
	if err != nil {
		return nil, err
	}
	if len(digits)%2 != 0 {
		return nil, value.Errorf("invalid hex: odd-length string — an odd number of hex digits is a quantity, not bytes: int(%s)", builtin.Quote(s))
	}
	return hex.DecodeString(digits)
}

// ParseBase64 reads the standard alphabet with its padding. Unused bits at
// the end are not checked. The length, which is looked at first, is in
// characters, as that of every text.
func ParseBase64(s string) ([]byte, error) {
	if utf8.RuneCountInString(s)%4 != 0 {
		return nil, value.Errorf("invalid base64: length is not a multiple of 4")
	}
	body := strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	if strings.Contains(body, "=") || s != "" && body == "" {
		return nil, value.Errorf("invalid base64: misplaced padding")
	}
	if err := wrong("base64", body, func(c byte) bool { return isAlnum(c) || c == '+' || c == '/' }); err != nil {
		return nil, err
	}
	return base64.RawStdEncoding.DecodeString(body)
}

func parseBase64URL(s string) ([]byte, error) {
	body := strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
	if strings.HasSuffix(body, "=") || utf8.RuneCountInString(body)%4 == 1 {
		return nil, value.Errorf("invalid base64url: wrong length or padding")
	}
	if err := wrong("base64url", body, func(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }); err != nil {
		return nil, err
	}
	return base64.RawURLEncoding.DecodeString(body)
}

func parseBase32(s string) ([]byte, error) {
	body := strings.TrimRight(s, "=")
	if err := wrong("base32", body, func(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '2' && c <= '7' }); err != nil {
		return nil, err
	}
	switch len(body) % 8 {
	case 1, 3, 6:
		return nil, value.Errorf("invalid base32: wrong length")
	}
	return rawBase32.DecodeString(body)
}

// base58 is converted through a big integer, whose digits are the same ones
// in another order.
const (
	base58Digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
	bigDigits    = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func parseBase58(t value.Thread, s string) ([]byte, error) {
	if err := wrong("base58", s, func(c byte) bool { return strings.IndexByte(base58Digits, c) >= 0 }); err != nil {
		return nil, err
	}
	rest := strings.TrimLeft(s, "1")
	zeros := len(s) - len(rest)
	if rest == "" {
		return make([]byte, zeros), nil
	}
	digits := make([]byte, len(rest))
	for i := range digits {
		digits[i] = bigDigits[strings.IndexByte(base58Digits, rest[i])]
	}
	n, err := value.ParseDigits(t, string(digits), 58)
	if err != nil {
		return nil, err
	}
	return append(make([]byte, zeros), n.Bytes()...), nil
}

func formatBase58(t value.Thread, b []byte) (value.Value, error) {
	zeros := 0
	for zeros < len(b) && b[zeros] == 0 {
		zeros++
	}
	out := []byte(strings.Repeat("1", zeros))
	if zeros == len(b) {
		return value.OfASCII(string(out)), nil
	}
	out, err := value.AppendDigits(t, out, new(big.Int).SetBytes(b[zeros:]), 58)
	if err != nil {
		return value.Value{}, err
	}
	for i := zeros; i < len(out); i++ {
		out[i] = base58Digits[strings.IndexByte(bigDigits, out[i])]
	}
	return value.OfASCII(string(out)), nil
}
