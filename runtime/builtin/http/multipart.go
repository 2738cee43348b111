package http

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strings"

	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
)

type part struct {
	head string
	data []byte
}

// multipart encodes a form. The boundary is a hash of the content, so that the
// same parts give the same bytes.
func multipart(t value.Thread, args []value.Value) (value.Value, error) {
	const f = "multipart_encode"
	if !args[0].IsList() {
		return value.Value{}, value.Errorf("%s: parts must be a list of {name, value} or {name, filename, bytes, content_type?}, got %s", f, value.TypeName(args[0]))
	}
	items := args[0].Items()
	if len(items) == 0 {
		return value.Value{}, value.Errorf("%s: parts is empty (a multipart body needs at least one part)", f)
	}
	parts := make([]part, len(items))
	size := 0
	for i, item := range items {
		p, err := onePart(t, i, item)
		if err != nil {
			return value.Value{}, err
		}
		parts[i] = p
		size += len(p.head) + len(p.data) + 96
	}
	if err := t.Charge(2 * size); err != nil {
		return value.Value{}, err
	}
	if err := t.Work(size / 64); err != nil {
		return value.Value{}, err
	}
	boundary := boundaryOf(parts)
	body := make([]byte, 0, size)
	for _, p := range parts {
		body = append(body, "--"+boundary+"\r\n"+p.head+"\r\n"...)
		body = append(body, p.data...)
		body = append(body, '\r', '\n')
	}
	body = append(body, "--"+boundary+"--\r\n"...)
	return arg.Record(t, "body", value.OfBytes(body), "content_type", "multipart/form-data; boundary="+boundary)
}

func onePart(t value.Thread, i int, v value.Value) (p part, err error) {
	const f = "multipart_encode"
	m, ok := v.AsMap()
	if !ok {
		return p, value.Errorf("%s: part %d must be a map, got %s", f, i, value.TypeName(v))
	}
	for k := range m.All() {
		switch k.String() {
		case "name", "value", "filename", "bytes", "content_type":
		default:
			return p, value.Errorf(`%s: part %d has an unknown key "%s" (valid: name, value, bytes, filename, content_type)`, f, i, k)
		}
	}
	get := func(key string) value.Value { v, _ := m.Get(key); return v }
	name := get("name")
	if !name.IsText() || name.Str() == "" {
		return p, value.Errorf(`%s: part %d needs a non-empty text "name"`, f, i)
	}
	for _, key := range [...]string{"filename", "content_type"} {
		if v := get(key); !v.IsUnset() && !v.IsText() {
			return p, value.Errorf(`%s: part %d "%s" must be text, got %s`, f, i, key, value.TypeName(v))
		}
	}
	raw, content := get("bytes"), get("value")
	if !raw.IsUnset() && raw.Kind() != value.KBytes {
		return p, value.Errorf(`%s: part %d "bytes" must be bytes, got %s`, f, i, value.TypeName(raw))
	}
	if content.Kind() == value.KSecret {
		return p, value.Errorf("%s: part %d value is a secret — a form body is not a channel for secrets", f, i)
	}
	switch {
	case !raw.IsUnset() && !content.IsUnset():
		return p, value.Errorf(`%s: part %d has both "bytes" and "value"; pass one`, f, i)
	case !raw.IsUnset():
		p.data = raw.Bytes()
	case content.IsUnset():
		return p, value.Errorf(`%s: part %d needs "value" or "bytes"`, f, i)
	default:
		if p.data, err = arg.Content(t, content); err != nil {
			return p, err
		}
	}
	p.head = `Content-Disposition: form-data; name="` + quoted(name.Str()) + `"`
	kind := ""
	if v := get("filename"); v.IsText() {
		p.head += `; filename="` + quoted(v.Str()) + `"`
		kind = "application/octet-stream"
	}
	p.head += "\r\n"
	if v := get("content_type"); v.IsText() {
		kind = noLines(v.Str())
	}
	if kind != "" {
		p.head += "Content-Type: " + kind + "\r\n"
	}
	return p, nil
}

func noLines(s string) string { return strings.NewReplacer("\r", "", "\n", "").Replace(s) }

func quoted(s string) string { return strings.ReplaceAll(noLines(s), `"`, "%22") }

func boundaryOf(parts []part) string {
	seed := sha256.New()
	for _, p := range parts {
		seed.Write([]byte(p.head))
		seed.Write(p.data)
		seed.Write([]byte{0})
	}
	prefix, _ := seed.(interface{ MarshalBinary() ([]byte, error) }).MarshalBinary()
	for salt := uint32(0); ; salt++ {
		h := sha256.New()
		_ = h.(interface{ UnmarshalBinary([]byte) error }).UnmarshalBinary(prefix)
		h.Write(binary.LittleEndian.AppendUint32(nil, salt))
		boundary := "----synsema" + hex.EncodeToString(h.Sum(nil)[:16])
		if !occurs(parts, boundary) {
			return boundary
		}
	}
}

func occurs(parts []part, boundary string) bool {
	for _, p := range parts {
		if strings.Contains(p.head, boundary) || bytes.Contains(p.data, []byte(boundary)) {
			return true
		}
	}
	return false
}
