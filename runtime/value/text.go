package value

import (
	"hash/maphash"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// Text is an immutable UTF-8 text. It remembers its length in code points
// and its hash once asked, and, when it grew by joining, the buffer behind
// it, so that `set s to s + t` in a loop is linear.
type Text struct {
	Head
	s     string
	count int32  // code points, -1 when not counted yet
	hash  uint32 // 0 when not computed yet
	tail  *tail
	steps atomic.Pointer[[]int32] // byte offsets of every stride-th code point
}

// tail is a buffer of which several texts are beginnings. Only the text that
// ends where the buffer ends may be extended in place.
type tail struct {
	b    []byte
	mark uint32 // epoch of the last memory measurement that saw it
}

const (
	stride   = 64  // code points between two remembered offsets
	growFrom = 256 // texts shorter than this are joined by copying
	// TextSize is what a text costs beside its bytes.
	TextSize = 64
)

// OfText makes a text; s must be valid UTF-8.
func OfText(s string) Value { return newText(s, -1).Value() }

// OfASCII makes a text that is known to be ASCII.
func OfASCII(s string) Value { return newText(s, len(s)).Value() }

func newText(s string, count int) *Text {
	return &Text{Head: Head{kind: KText}, s: s, count: int32(count)}
}

// Constant makes a text that several machines may use at once: all that it
// remembers is computed now.
func Constant(s string) Value {
	t := newText(s, -1)
	t.prime()
	return t.Value()
}

// Clone gives a text of the same content that another goroutine may use:
// nothing that a text remembers later is shared.
func (t *Text) Clone() Value {
	c := newText(t.s, t.Len())
	c.hash = t.hash
	return c.Value()
}

func (t *Text) prime() { t.Len(); t.Hash() }

// Value of the text.
func (t *Text) Value() Value { return Value{h: &t.Head} }

// Text is the object of a KText.
func (v Value) Text() *Text { return (*Text)(unsafe.Pointer(v.h)) }

// IsText reports a text.
func (v Value) IsText() bool { return v.h != nil && v.h.kind == KText }

// Str is the content of a KText.
func (v Value) Str() string { return (*Text)(unsafe.Pointer(v.h)).s }

// String is the content.
func (t *Text) String() string { return t.s }

// Len is the number of code points.
func (t *Text) Len() int {
	if t.count < 0 {
		t.count = int32(utf8.RuneCountInString(t.s))
	}
	return int(t.count)
}

// ASCII reports whether every code point is one byte.
func (t *Text) ASCII() bool { return t.Len() == len(t.s) }

var seed = maphash.MakeSeed()

// Hash of the content, never 0.
func (t *Text) Hash() uint32 {
	if t.hash == 0 {
		t.hash = hashOf(t.s)
	}
	return t.hash
}

func hashOf(s string) uint32 {
	h := maphash.String(seed, s)
	if h32 := uint32(h ^ h>>32); h32 != 0 {
		return h32
	}
	return 1
}

// Offset gives the byte position of code point i, 0 ≤ i ≤ Len.
func (t *Text) Offset(i int) int {
	n := t.Len()
	if n == len(t.s) {
		return i
	}
	if i >= n {
		return len(t.s)
	}
	off := 0
	if n > stride {
		p := t.steps.Load()
		if p == nil {
			steps := make([]int32, 0, n/stride+1)
			k := 0
			for b := range t.s {
				if k%stride == 0 {
					steps = append(steps, int32(b))
				}
				k++
			}
			p = &steps
			t.steps.Store(p)
		}
		off = int((*p)[i/stride])
		i %= stride
	}
	for ; i > 0; i-- {
		_, w := utf8.DecodeRuneInString(t.s[off:])
		off += w
	}
	return off
}

// Slice gives code points [from, to), 0 ≤ from ≤ to ≤ Len, without copying.
func (t *Text) Slice(from, to int) string {
	if t.ASCII() {
		return t.s[from:to]
	}
	return t.s[t.Offset(from):t.Offset(to)]
}

var asciiTexts [128]Text

func init() { // 128 small static texts: `s[i]`, `each c in s` allocate nothing for ASCII
	const all = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0b\x0c\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~\x7f"
	for i := range asciiTexts {
		t := &asciiTexts[i]
		t.kind, t.s, t.count = KText, all[i:i+1], 1
		t.hash = hashOf(t.s)
	}
}

// OfRune makes the text of one code point.
func OfRune(r rune) Value {
	if r >= 0 && r < 128 {
		return asciiTexts[r].Value()
	}
	return newText(string(r), 1).Value()
}

// At gives the one-character text at code point i, 0 ≤ i < Len.
func (t *Text) At(i int) Value {
	if t.ASCII() {
		if c := t.s[i]; c < 128 {
			return asciiTexts[c].Value()
		}
	}
	r, _ := utf8.DecodeRuneInString(t.s[t.Offset(i):])
	return OfRune(r)
}

// Join gives a + b. When a is the end of its buffer and the buffer has room,
// b is written behind it and nothing is copied.
func Join(t Thread, a, b *Text) (Value, error) {
	if len(b.s) == 0 {
		return a.Value(), nil
	}
	if len(a.s) == 0 {
		return b.Value(), nil
	}
	total := len(a.s) + len(b.s)
	count := -1
	if a.count >= 0 && b.count >= 0 {
		count = int(a.count + b.count)
	}
	if tl := a.tail; tl != nil && len(tl.b) == len(a.s) && cap(tl.b) >= total {
		if err := t.Charge(TextSize); err != nil {
			return Value{}, err
		}
		tl.b = append(tl.b, b.s...)
		r := newText(unsafe.String(&tl.b[0], total), count)
		r.tail = tl
		return r.Value(), nil
	}
	room := total
	if len(a.s) >= growFrom {
		room = total + total/2
	}
	if err := t.Charge(room + TextSize); err != nil {
		return Value{}, err
	}
	buf := make([]byte, total, room)
	copy(buf, a.s)
	copy(buf[len(a.s):], b.s)
	r := newText(unsafe.String(&buf[0], total), count)
	if room > total {
		r.tail = &tail{b: buf}
	}
	return r.Value(), nil
}
