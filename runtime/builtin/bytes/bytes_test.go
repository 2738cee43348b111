package bytes

import (
	gobytes "bytes"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestBytes(t *testing.T) {
	Rows(Table).CheckRows(t, "bytes")
	Rows(Table).Run(t, []Case{
		{"bytes", List{"QQ", "base64url"}, "bytes(41)"},
		{"bytes", List{"Q", "base64url"}, "invalid base64url: wrong length or padding"},
		{"bytes", List{"QQ===", "base64url"}, "invalid base64url: wrong length or padding"},
		{"bytes", List{"Q+", "base64url"}, "invalid base64url character: '+'"},
		{"bytes", List{"é", "base64url"}, "invalid base64url: wrong length or padding"},
		{"bytes", List{"🙂a", "base64url"}, "invalid base64url character: '🙂'"},
		{"bytes", List{"🙂", "base64"}, "invalid base64: length is not a multiple of 4"},
		{"bytes", List{"ééaé", "base64"}, "invalid base64 character: 'é'"},
		{"bytes", List{"MY======", "base32"}, "bytes(66)"},
		{"bytes", List{"M", "base32"}, "invalid base32: wrong length"},
		{"bytes", List{"M1", "base32"}, "invalid base32 character: '1'"},
		{"bytes", List{"10", "base58"}, "invalid base58 character: '0'"},
		{"bytes", List{"0xabc", "hex"}, `invalid hex: odd-length string — an odd number of hex digits is a quantity, not bytes: int("0xabc")`},
		{"bytes", List{"é", "hex"}, "invalid hex character: 'é'"},
		{"bytes", List{"Q", "base64"}, "invalid base64: length is not a multiple of 4"},
		{"bytes", List{"Q=Q=", "base64"}, "invalid base64: misplaced padding"},
		{"bytes", List{"QR==", "base64"}, "bytes(41)"},
		{"bytes", List{List{0, 256}}, "bytes(list): element 1 is not an integer in 0..=255"},
		{"bytes", List{7}, "Cannot convert number to bytes: bytes(7) does not say how to encode it — for the integer's bytes use int_to_bytes(7, size) (big-endian; int_to_bytes_le for little-endian); for the single byte 7 use bytes([7])"},
		{"bytes", List{nil}, "Cannot convert nothing to bytes"},
		{"decode", List{[]byte{65, 226, 130}}, `decode: invalid UTF-8 at byte offset 1 (use "utf8_lossy" to replace invalid bytes)`},
		{"decode", List{[]byte{226, 130, 65, 255, 254}, "utf8_lossy"}, "\ufffdA\ufffd\ufffd"},
		{"decode", List{[]byte{0, 0, 1}, "base58"}, "112"},
		{"bytes_to_int", List{[]byte{}}, "0"},
		{"int_to_bytes", List{256}, "bytes(0100)"},
		{"int_to_bytes", List{256, 1}, "int_to_bytes: the value needs 2 bytes and does not fit in size 1"},
		{"int_to_bytes", List{1, 1 << 25}, "int_to_bytes: result too large"},
		{"int_to_bytes_le", List{1, 3}, "bytes(010000)"},
		{"xor_bytes", List{[]byte{1}, []byte{1, 2}}, "xor_bytes: the two values must have the same length, got 1 and 2 bytes"},
	})
}

func FuzzRoundTrip(f *testing.F) {
	f.Add([]byte{0, 0, 1, 255})
	f.Add([]byte("hello"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, name := range []string{"hex", "base64", "base64url", "base58", "base32"} {
			s, err := Rows(Table).Call(&Thread{}, "decode", b, name)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Rows(Table).Call(&Thread{}, "bytes", s, name)
			if err != nil || !gobytes.Equal(back.Bytes(), b) {
				t.Errorf("%s of %x: %s gives %s, %v", name, b, s.Str(), value.Display(back), err)
			}
		}
	})
}
