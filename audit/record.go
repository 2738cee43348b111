package audit

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"time"
)

// Record is one line of a record, taken apart. It points into the line: it is
// valid as long as that is. The zero Record is ready for Parse and may be used
// again and again.
type Record struct {
	// Stored is the line as it was given to Parse.
	Stored []byte

	text  []byte // what the spans point into: Stored, or its canonical form
	value [NumFields]span
	form  form
	// stream: a line of the plain stream; what it lacks is made up below.
	stream bool
}

// span is a value inside a line. A value never starts at 0: that is absent.
type span struct{ from, to uint32 }

// form says what Parse noticed about the form of a line, for Verify.
type form struct {
	canonical bool // members sorted (the hash last), no blanks, plain numbers
	hashLast  bool
}

var errNotJSON = errors.New("not JSON")

// Parse takes a line apart. It reads the form in which records are written; any
// other JSON object is brought into it first.
func (r *Record) Parse(line []byte) error {
	r.Stored = line
	if r.scan(line) {
		return r.finish()
	}
	if !json.Valid(line) {
		return errNotJSON
	}
	text, err := Canonical(line)
	if err != nil {
		return err
	}
	if !r.scan(text) {
		return errNotRecord
	}
	r.form = form{}
	return r.finish()
}

// IsSummary tells whether the record is the last line of the plain stream,
// {"summary": …}, which counts the lines before it.
func (r *Record) IsSummary() bool { return bytes.HasPrefix(r.text, []byte(`{"summary":`)) }

// finish recognises a line of the plain stream.
func (r *Record) finish() error {
	r.stream = r.value[FieldType].from == 0 && r.value[FieldCapability].from != 0 && r.value[FieldGranted].from != 0
	return nil
}

// scan finds the members of an object in text. It gives up, with false, on
// blanks between tokens and on escaped names; what it accepts is JSON except
// perhaps for the inside of texts and numbers, which Verify looks at.
func (r *Record) scan(text []byte) bool {
	r.text = text
	clear(r.value[:])
	r.form = form{canonical: true}
	n := len(text)
	if n < 2 || n > 1<<31 || text[0] != '{' || text[n-1] != '}' {
		return false
	}
	var last []byte
	for i := 1; ; {
		// "name":
		if i >= n || text[i] != '"' {
			return false
		}
		w := bytes.IndexByte(text[i+1:], '"')
		if w < 0 {
			return false
		}
		name := text[i+1 : i+1+w]
		i += w + 2
		if i >= n || text[i] != ':' || bytes.IndexByte(name, '\\') >= 0 {
			return false
		}
		i++
		end := r.skip(text, i)
		if end < 0 || end >= n { // the last brace is the object's
			return false
		}
		f, known := fieldOf(name)
		if known {
			if r.value[f].from != 0 {
				return false // twice: Canonical refuses it
			}
			r.value[f] = span{uint32(i), uint32(end)}
		}
		if known && f == FieldHash && end == n-1 {
			r.form.hashLast = true
		} else if last != nil && bytes.Compare(last, name) >= 0 {
			r.form.canonical = false
		}
		last = name
		if end == n-1 {
			return true
		}
		if text[end] != ',' {
			return false
		}
		i = end + 1
	}
}

// skip returns where the value that starts at i ends, -1 when it does not.
func (r *Record) skip(text []byte, i int) int {
	if i >= len(text) {
		return -1
	}
	switch c := text[i]; {
	case c == '"':
		return skipText(text, i)
	case c == '[':
		if end := skipList(text, i); end >= 0 {
			return end
		}
		return r.skipNested(text, i)
	case c == '{':
		return r.skipNested(text, i)
	case c == 't' && hasAt(text, i, "true"), c == 'n' && hasAt(text, i, "null"):
		return i + 4
	case c == 'f' && hasAt(text, i, "false"):
		return i + 5
	case c == '-' || c >= '0' && c <= '9':
		return r.skipNumber(text, i)
	}
	return -1
}

func hasAt(text []byte, i int, word string) bool {
	return len(text)-i >= len(word) && string(text[i:i+len(word)]) == word
}

func skipText(text []byte, i int) int {
	i++
	for {
		w := bytes.IndexByte(text[i:], '"')
		if w < 0 {
			return -1
		}
		i += w
		if text[i-1] != '\\' {
			return i + 1
		}
		back := 1
		for text[i-1-back] == '\\' {
			back++
		}
		if back%2 == 0 {
			return i + 1
		}
		i++
	}
}

// skipNumber passes over a number. Only small integers are surely canonical.
func (r *Record) skipNumber(text []byte, i int) int {
	start := i
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		i++
	}
	if w := i - start; w == 0 || w > 15 || w > 1 && text[start] == '0' {
		r.form.canonical = false
	}
	for i < len(text) && numberByte(text[i]) {
		r.form.canonical = false
		i++
	}
	return i
}

func numberByte(c byte) bool {
	return c >= '0' && c <= '9' || c == '.' || c == 'e' || c == 'E' || c == '+' || c == '-'
}

// skipList passes over a list of texts, as used and refused are.
func skipList(text []byte, i int) int {
	i++
	if i < len(text) && text[i] == ']' {
		return i + 1
	}
	for i < len(text) && text[i] == '"' {
		if i = skipText(text, i); i < 0 || i >= len(text) {
			return -1
		}
		if text[i] == ']' {
			return i + 1
		}
		if text[i] != ',' {
			return -1
		}
		i++
	}
	return -1
}

// skipNested passes over any other list or object, whose inside it does not
// look at.
func (r *Record) skipNested(text []byte, i int) int {
	r.form.canonical = false
	depth := 0
	for i < len(text) {
		switch text[i] {
		case '"':
			if i = skipText(text, i); i < 0 {
				return -1
			}
			continue
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
		i++
	}
	return -1
}

// Raw returns the JSON of a member, nil when it is absent.
func (r *Record) Raw(f Field) []byte {
	s := r.value[f]
	if s.from == 0 {
		return nil
	}
	return r.text[s.from:s.to]
}

// Has tells whether a member is there and not null.
func (r *Record) Has(f Field) bool {
	raw := r.Raw(f)
	if raw == nil {
		return r.stream && r.madeUp(f) != ""
	}
	return raw[0] != 'n'
}

// Text returns a member that is a text, "" when it is absent or null.
func (r *Record) Text(f Field) string {
	if r.stream && r.value[f].from == 0 {
		return r.madeUp(f)
	}
	raw := r.Raw(f)
	if len(raw) < 2 || raw[0] != '"' {
		return ""
	}
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	return unquote(raw)
}

// Is tells whether a member is this text, without making one.
func (r *Record) Is(f Field, text string) bool {
	raw := r.Raw(f)
	if len(raw) >= 2 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1:len(raw)-1]) == text
	}
	return r.Text(f) == text
}

// unquote reads a JSON text that has escapes.
func unquote(raw []byte) string {
	// Nearly always the only escapes are those of a capability's quotes.
	out := make([]byte, 0, len(raw))
	for i := 1; i < len(raw)-1; i++ {
		if raw[i] != '\\' {
			out = append(out, raw[i])
			continue
		}
		i++
		if c := raw[i]; c == '"' || c == '\\' || c == '/' {
			out = append(out, c)
			continue
		}
		var s string
		if json.Unmarshal(raw, &s) != nil {
			return ""
		}
		return s
	}
	return string(out)
}

// madeUp returns what a line of the plain stream does not say itself.
func (r *Record) madeUp(f Field) string {
	switch f {
	case FieldType:
		return "check"
	case FieldFamily:
		family, _ := SplitCapability(r.Text(FieldCapability))
		return family
	case FieldScope:
		_, scope := SplitCapability(r.Text(FieldCapability))
		return scope
	}
	return ""
}

// Int returns a member that is a whole number.
func (r *Record) Int(f Field) (int64, bool) {
	raw := r.Raw(f)
	if len(raw) == 0 || len(raw) > 18 {
		return 0, false
	}
	var n int64
	for _, c := range raw {
		if c < '0' || c > '9' {
			n, err := strconv.ParseInt(string(raw), 10, 64)
			return n, err == nil
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// Bool returns a member that is true or false; others are false, with ok false.
func (r *Record) Bool(f Field) (value, ok bool) {
	switch raw := r.Raw(f); string(raw) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// Texts returns a member that is a list of texts.
func (r *Record) Texts(f Field) []string {
	raw := r.Raw(f)
	if len(raw) <= 2 || raw[0] != '[' {
		return nil
	}
	var list []string
	if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	return list
}

// Time returns when the record was made.
func (r *Record) Time() (time.Time, bool) {
	raw := r.Raw(FieldAt)
	if len(raw) < 2 {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, string(raw[1:len(raw)-1]))
	return t, err == nil
}

// RawTime returns the time as it is written, without its quotes. Times of
// records in their usual form compare as texts.
func (r *Record) RawTime() []byte {
	raw := r.Raw(FieldAt)
	if len(raw) < 2 || raw[0] != '"' {
		return nil
	}
	return raw[1 : len(raw)-1]
}

// Decode returns a member as encoding/json decodes it, nil when it is absent.
func (r *Record) Decode(f Field) any {
	var v any
	if raw := r.Raw(f); raw == nil || json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return v
}
