package value

import (
	"hash/maphash"
	"strconv"
)

// MapKey is a key to look up: a text, or an integer of 32 bits, which stands
// for its digits. A map keeps such an integer as it is, so that counting and
// finding by number makes no texts; the text is made for whoever walks the
// keys.
type MapKey struct {
	text *Text // nil for an integer
	num  int32
	hash uint32
}

// digitsKey is the key of entries whose key is an integer.
var digitsKey = Constant("digits").Text()

// TextKey is the key of a text.
func TextKey(t *Text) MapKey { return MapKey{text: t, hash: t.Hash()} }

// KeyOf is the key that a value stands for: its text form.
func KeyOf(t Thread, v Value) (MapKey, error) {
	if v.IsText() {
		return TextKey(v.Text()), nil
	}
	if n := int32(v.n); v.IsInt() && v.Int() == int64(n) {
		return MapKey{num: n, hash: hashOfInt(n)}, nil
	}
	s, err := Key(t, v)
	if err != nil {
		return MapKey{}, err
	}
	return TextKey(s), nil
}

// String is the text of the key.
func (k MapKey) String() string {
	if k.text == nil {
		return strconv.Itoa(int(k.num))
	}
	return k.text.String()
}

// isText reports whether an entry has a key; their hashes are equal.
func (e *entry) isText(s string) bool {
	if e.key == digitsKey {
		return isDigits(s, e.num)
	}
	return e.key != nil && e.key.String() == s
}

// isInt is isText for the digits of n.
func (e *entry) isInt(n int32) bool {
	if e.key == digitsKey {
		return e.num == n
	}
	return e.key != nil && isDigits(e.key.String(), n)
}

func isDigits(s string, n int32) bool {
	m, ok := digits(s)
	return ok && m == n
}

// text is the key of an entry.
func (e *entry) text() *Text {
	if e.key != digitsKey {
		return e.key
	}
	var room [11]byte
	t := shortOf(strconv.AppendInt(room[:0], int64(e.num), 10))
	t.hash = e.hash
	return t
}

// digits reads a text that is the digits of an integer of 32 bits, written as
// text(n) writes it.
func digits(s string) (n int32, ok bool) {
	rest := s
	if s != "" && s[0] == '-' {
		rest = s[1:]
	}
	if rest == "" || len(rest) > 10 || rest[0] == '0' && s != "0" {
		return 0, false
	}
	var sum int64
	for i := 0; i < len(rest); i++ {
		c := rest[i] - '0'
		if c > 9 {
			return 0, false
		}
		sum = 10*sum + int64(c)
	}
	if len(rest) < len(s) {
		sum = -sum
	}
	return int32(sum), sum == int64(int32(sum))
}

// intFactor is odd, so that integers do not collide in its product's low half,
// and another in every process, so that nobody can prepare ones that do after
// it was cut.
var intFactor = maphash.String(seed, "integers") | 1

// hashOfInt is the hash of the digits of an integer, never 0. Integers in a
// row lie close together in the index of a map, 32 at a time, so that whoever
// counts finds them in the processor's cache; what is left over of the product
// shuffles the 32, so that multiples of a power of two are spread as well.
func hashOfInt(n int32) uint32 {
	product := uint32(uint64(uint32(n)>>5) * intFactor >> 32)
	if h := product<<5 | (uint32(n)^product>>27)&31; h != 0 {
		return h
	}
	return 1
}
