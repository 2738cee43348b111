package http

import (
	"encoding/hex"
	"encoding/pem"
	"strings"

	"github.com/synrun/synrun/runtime/value"
)

// Pin reads a tls_pin option: the public key of a server (its
// SubjectPublicKeyInfo) as bytes, as hex, or as a PEM block.
func Pin(who string, v value.Value) ([]byte, error) {
	switch {
	case v.Kind() == value.KBytes && len(v.Bytes()) > 0:
		return v.Bytes(), nil
	case v.IsText():
		text := strings.TrimSpace(v.Str())
		if block, _ := pem.Decode([]byte(text)); block != nil {
			return block.Bytes, nil
		}
		if b, err := hex.DecodeString(text); err == nil && len(b) > 0 {
			return b, nil
		}
	}
	return nil, value.Errorf("%s: tls_pin must be the server's public key (SubjectPublicKeyInfo) as hex, bytes or PEM", who)
}
