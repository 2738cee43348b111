package hash

import (
	"encoding/hex"
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestHashes(t *testing.T) {
	Rows(Table).CheckRows(t, "hash")
	secret := value.OfSecret("KEY", "key", false)
	Rows(Table).Run(t, []Case{
		{"sha256", List{"abc"}, "bytes(ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad)"},
		{"sha256", List{secret}, "Cannot hash a secret with sha256() (use hmac_sha256 for secret-keyed MACs)"},
		{"sha512", List{5}, "sha512() expects bytes or text, got number"},
		{"hmac_sha256", List{"data", "key"}, "5031fe3d989c6d1537a013fa6e739da23463fdaec3b70137d828e36ace221bd0"},
		{"hmac_sha256", List{"data", secret}, "5031fe3d989c6d1537a013fa6e739da23463fdaec3b70137d828e36ace221bd0"},
		{"verify_hmac", List{"data", " sha256=5031fe3d989c6d1537a013fa6e739da23463fdaec3b70137d828e36ace221bd0 ", "key"}, "true"},
		{"verify_hmac", List{"data", "UDH+PZicbRU3oBP6bnOdojRj/a7DtwE32CjjasTiIb0=", "key"}, "false"},
		{"verify_hmac", List{"data", nil, "key"}, "false"},
		{"hmac", List{"d", "k", "md5"}, "hmac: unknown algorithm 'md5' (use sha256 or sha512)"},
		{"hmac", List{"d", "k", "SHA-1"}, "hmac: SHA-1 is not supported (weak); use sha256 or sha512"},
		{"hmac", List{1, "k"}, "hmac: data must be text, bytes or a secret, got number"},
		{"constant_time_eq", List{"key", secret}, "true"},
		{"constant_time_eq", List{"a", 1}, "constant_time_eq: b must be text, bytes or a secret, got number"},
	})
}

func TestKeccak(t *testing.T) {
	for in, want := range map[string]string{
		"":                          "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
		"abc":                       "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45",
		"transfer(address,uint256)": "a9059cbb2ab09eb219583f4a59a5d0623ade346d962bcd4e46b11da047c9049b",
	} {
		if got := hex.EncodeToString(keccak256([]byte(in))); got != want {
			t.Errorf("keccak256(%q) = %s, want %s", in, got, want)
		}
	}
	for _, n := range []int{135, 136, 137, 272} { // around the block size
		if len(keccak256([]byte(strings.Repeat("a", n)))) != 32 {
			t.Error(n)
		}
	}
}
