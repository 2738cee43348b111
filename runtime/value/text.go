package value

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// Text is a UTF-8 text, immutable but for Grow.
//
// There are two forms, told apart by size. A short text is one object
// without pointers: its bytes stand behind its head, so that making one is
// one cheap allocation and the collector never looks into it. A long text,
// and the empty one, is a longText.
//
// A text remembers its hash once asked. Its fields kind, shared and mark are
// those of Head.
type Text struct {
	kind   Kind
	shared bool  // more than one holder; else Grow may change a longText
	size   uint8 // bytes of a short text, 0 in a longText
	chars  uint8 // code points of a short text; updates pending of a longText
	mark   uint32
	hash   uint32 // 0 when not computed yet
}

// longText keeps its bytes elsewhere. It remembers its length in code points
// once asked, and the buffer that its bytes are a part of: other texts may
// lie in it too, which grew from this one or are pieces of it.
type longText struct {
	Text
	count int32 // code points, -1 when not counted yet
	s     string
	back  *backing
	steps atomic.Pointer[[]int32] // byte offsets of every stride-th code point
}

// backing is a buffer in which several texts lie. Only the text that is all
// of it so far may be extended in place.
type backing struct {
	b    []byte
	mark uint32 // epoch of the last memory measurement that saw it
}

const (
	shortHead = unsafe.Sizeof(Text{})
	shortMax  = 116 // longest short text: 128 bytes with its head
	stride    = 64  // code points between two remembered offsets
	// TextSize is the most that a text costs beside its bytes.
	TextSize = 64
)

// OfText makes a text; s must be valid UTF-8 and no part of a larger string,
// which it would keep alive: see OfPart and Piece.
func OfText(s string) Value { return newText(s, -1).Value() }

// OfPart makes a text of a copy of s, which may be a part of a larger string.
func OfPart(s string, ascii bool) Value {
	count := -1
	if ascii {
		if count = len(s); count == 1 {
			return asciiTexts[s[0]&127].Value()
		}
	}
	if len(s) > shortMax {
		s = strings.Clone(s)
	}
	return newText(s, count).Value()
}

// OfASCII makes a text that is known to be ASCII.
func OfASCII(s string) Value { return newText(s, len(s)).Value() }

// TextOfBytes makes a text of a copy of b, which must be valid UTF-8.
func TextOfBytes(b []byte) Value {
	switch n := len(b); {
	case n == 0:
		return emptyText.Value()
	case n > shortMax:
		return newText(string(b), -1).Value()
	}
	return shortOf(b).Value()
}

func shortOf(b []byte) *Text {
	t := newShort(len(b))
	copy(t.bytes(), b)
	t.chars = uint8(utf8.RuneCount(b))
	return t
}

// RoomASCII makes a text of n bytes, and gives the bytes to be filled with
// ASCII before anybody sees the text.
func RoomASCII(n int) (Value, []byte) {
	if n > 0 && n <= shortMax {
		t := newShort(n)
		t.chars = uint8(n)
		return t.Value(), t.bytes()
	}
	b := make([]byte, n)
	return newText(unsafe.String(unsafe.SliceData(b), n), n).Value(), b
}

func newText(s string, count int) *Text {
	n := len(s)
	if n > shortMax {
		l := &longText{Text: Text{kind: KText}, s: s, count: int32(count)}
		return &l.Text
	}
	if n == 0 {
		return &emptyText.Text
	}
	t := newShort(n)
	copy(t.bytes(), s)
	if count < 0 {
		count = utf8.RuneCountInString(s)
	}
	t.chars = uint8(count)
	return t
}

// newShort makes a short text of n bytes, as large as the allocator's next
// class of sizes.
func newShort(n int) *Text {
	var t *Text
	switch {
	case n <= 12:
		t = &new(struct {
			Text
			_ [12]byte
		}).Text
	case n <= 20:
		t = &new(struct {
			Text
			_ [20]byte
		}).Text
	case n <= 36:
		t = &new(struct {
			Text
			_ [36]byte
		}).Text
	case n <= 52:
		t = &new(struct {
			Text
			_ [52]byte
		}).Text
	case n <= 84:
		t = &new(struct {
			Text
			_ [84]byte
		}).Text
	default:
		t = &new(struct {
			Text
			_ [shortMax]byte
		}).Text
	}
	t.kind, t.size = KText, uint8(n)
	return t
}

// bytes are those of a short text.
func (t *Text) bytes() []byte {
	return unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(t), shortHead)), int(t.size))
}

func (t *Text) long() *longText { return (*longText)(unsafe.Pointer(t)) }

// Constant makes a text that several machines may use at once: all that it
// remembers is computed now.
func Constant(s string) Value {
	t := newText(s, -1)
	t.prime()
	t.shared = true
	return t.Value()
}

// Clone gives a text of the same content that another goroutine may use:
// nothing that a text remembers later is shared.
func (t *Text) Clone() Value {
	c := newText(t.String(), t.Len())
	if c != &emptyText.Text {
		c.hash = t.hash
	}
	return c.Value()
}

func (t *Text) prime() {
	t.Len()
	t.Hash()
	if t.size == 0 {
		t.long().backing()
	}
}

// Value of the text.
func (t *Text) Value() Value { return Value{h: (*Head)(unsafe.Pointer(t))} }

// Text is the object of a KText.
func (v Value) Text() *Text { return (*Text)(unsafe.Pointer(v.h)) }

// IsText reports a text.
func (v Value) IsText() bool { return v.h != nil && v.h.kind == KText }

// Str is the content of a KText.
func (v Value) Str() string { return (*Text)(unsafe.Pointer(v.h)).String() }

// String is the content.
func (t *Text) String() string {
	if n := t.size; n != 0 {
		return unsafe.String((*byte)(unsafe.Add(unsafe.Pointer(t), shortHead)), int(n))
	}
	return (*longText)(unsafe.Pointer(t)).s
}

// Len is the number of code points.
func (t *Text) Len() int {
	if t.size != 0 {
		return int(t.chars)
	}
	l := t.long()
	if l.count < 0 {
		l.count = int32(utf8.RuneCountInString(l.s))
	}
	return int(l.count)
}

// counted is the number of code points, -1 when it is not known yet.
func (t *Text) counted() int {
	if t.size != 0 {
		return int(t.chars)
	}
	return int(t.long().count)
}

// ASCII reports whether every code point is one byte.
func (t *Text) ASCII() bool {
	if t.size != 0 {
		return t.size == t.chars
	}
	return t.Len() == len(t.long().s)
}

var seed = maphash.MakeSeed()

// Hash of the content, never 0.
func (t *Text) Hash() uint32 {
	if t.hash == 0 {
		t.hash = hashOf(t.String())
	}
	return t.hash
}

func hashOf(s string) uint32 {
	if n, ok := digits(s); ok {
		return hashOfInt(n)
	}
	h := maphash.String(seed, s)
	if h32 := uint32(h ^ h>>32); h32 != 0 {
		return h32
	}
	return 1
}

// Offset gives the byte position of code point i, 0 ≤ i ≤ Len.
func (t *Text) Offset(i int) int {
	s, n := t.String(), t.Len()
	if n == len(s) {
		return i
	}
	if i >= n {
		return len(s)
	}
	off := 0
	if n > stride && t.size == 0 {
		off = int(t.long().offsets()[i/stride])
		i %= stride
	}
	for ; i > 0; i-- {
		_, w := utf8.DecodeRuneInString(s[off:])
		off += w
	}
	return off
}

func (l *longText) offsets() []int32 {
	if p := l.steps.Load(); p != nil {
		return *p
	}
	steps := make([]int32, 0, l.count/stride+1)
	k := 0
	for b := range l.s {
		if k%stride == 0 {
			steps = append(steps, int32(b))
		}
		k++
	}
	l.steps.Store(&steps)
	return steps
}

// Slice gives code points [from, to), 0 ≤ from ≤ to ≤ Len, without copying.
func (t *Text) Slice(from, to int) string {
	s := t.String()
	if t.ASCII() {
		return s[from:to]
	}
	return s[t.Offset(from):t.Offset(to)]
}

// Piece makes a text of s, which is a part of t's content. It lies in the
// bytes of t only if it is at least half of them: less would keep alive much
// more than it is. cost is what it takes beside TextSize.
func (t *Text) Piece(s string, ascii bool) (piece Value, cost int) {
	count := -1
	if ascii {
		count = len(s)
	}
	if len(s) == 1 && s[0] < utf8.RuneSelf {
		return asciiTexts[s[0]].Value(), 0
	}
	if len(s) <= shortMax {
		return newText(s, count).Value(), len(s)
	}
	back := t.long().backing()
	if 2*len(s) < cap(back.b) {
		return newText(strings.Clone(s), count).Value(), len(s)
	}
	p := newText(s, count)
	p.long().back = back
	return p.Value(), 0
}

// backing is the buffer in which the text lies.
func (l *longText) backing() *backing {
	if l.back == nil {
		l.back = &backing{b: unsafe.Slice(unsafe.StringData(l.s), len(l.s))}
	}
	return l.back
}

var (
	emptyText  = longText{Text: Text{kind: KText, shared: true}, back: &backing{}}
	asciiTexts [128]asciiText
)

type asciiText struct {
	Text
	_ [4]byte
}

func init() { // small static texts: `s[i]`, `each c in s` allocate nothing for ASCII
	for i := range asciiTexts {
		t := &asciiTexts[i]
		t.kind, t.shared, t.size, t.chars = KText, true, 1, 1
		t.bytes()[0] = byte(i)
		t.Hash()
	}
	emptyText.Hash()
}

// OfRune makes the text of one code point.
func OfRune(r rune) Value {
	if r >= 0 && r < 128 {
		return asciiTexts[r].Value()
	}
	var b [utf8.UTFMax]byte
	n := utf8.EncodeRune(b[:], r)
	t := newShort(n)
	copy(t.bytes(), b[:n])
	t.chars = 1
	return t.Value()
}

// At gives the one-character text at code point i, 0 ≤ i < Len.
func (t *Text) At(i int) Value {
	if s := t.String(); t.ASCII() {
		return asciiTexts[s[i]&127].Value()
	}
	r, _ := utf8.DecodeRuneInString(t.String()[t.Offset(i):])
	return OfRune(r)
}
