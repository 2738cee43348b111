package value

import (
	"unicode/utf8"
	"unsafe"
)

const (
	growFrom = 256 // texts shorter than this are joined by copying
	// Texts from here on get half their length as room to grow, not all of it.
	growSlower = 8 << 20
)

// Join gives a + b. When a is all of its buffer and the buffer has room, b is
// written behind it and nothing is copied; when one of them is empty, the
// other is the result, which has two holders then.
func Join(t Thread, a, b *Text) (Value, error) {
	x, y := a.String(), b.String()
	if len(y) == 0 {
		return a.Value().Share(), nil
	}
	if len(x) == 0 {
		return b.Value().Share(), nil
	}
	return join(t, a, y, b.counted())
}

// JoinBytes is Join of a text that was not made: b, valid UTF-8, is copied.
func JoinBytes(t Thread, a *Text, b []byte) (Value, error) {
	switch {
	case len(b) == 0:
		return a.Value().Share(), nil
	case len(a.String()) == 0:
		return TextOfBytes(b), t.Charge(TextSize + len(b))
	}
	return join(t, a, unsafe.String(unsafe.SliceData(b), len(b)), utf8.RuneCount(b))
}

// Grow gives a + b for an update of the variable that holds a. When nobody
// else does, a itself grows, so that building a text in a loop leaves nothing
// behind.
func Grow(t Thread, a, b *Text) (Value, error) {
	if y := b.String(); a.grows(len(y)) {
		a.long().extend(y, b.counted())
		return a.Value(), nil
	}
	return Join(t, a, b)
}

// GrowBytes is Grow with a text that was not made: b, valid UTF-8, is copied.
func GrowBytes(t Thread, a *Text, b []byte) (Value, error) {
	if a.grows(len(b)) {
		a.long().extend(unsafe.String(unsafe.SliceData(b), len(b)), utf8.RuneCount(b))
		return a.Value(), nil
	}
	return JoinBytes(t, a, b)
}

// grows reports a text with one holder that is all of its buffer, which has
// room for n bytes more.
func (t *Text) grows(n int) bool {
	return t.size == 0 && !t.shared && t.chars == 0 && t.extensible(len(t.long().s)+n) != nil
}

// extend writes y, of count code points if that is not negative, behind the
// text in its buffer.
func (l *longText) extend(y string, count int) {
	l.back.b = append(l.back.b, y...)
	l.s = unsafe.String(unsafe.SliceData(l.back.b), len(l.back.b))
	l.hash = 0
	if l.steps.Load() != nil { // a store is much dearer
		l.steps.Store(nil)
	}
	if l.count >= 0 && count >= 0 {
		l.count += int32(count)
	} else {
		l.count = -1
	}
}

// hold keeps the text from growing until release.
func (t *Text) hold() {
	switch {
	case t.size != 0 || t.shared:
	case t.chars == 1<<8-1:
		t.shared = true
	default:
		t.chars++
	}
}

func (t *Text) release() {
	if t.size == 0 && t.chars > 0 {
		t.chars--
	}
}

// join gives a + y; count is the code points of y, -1 when not known.
func join(t Thread, a *Text, y string, count int) (Value, error) {
	x := a.String()
	total := len(x) + len(y)
	if n := a.counted(); n >= 0 && count >= 0 {
		count += n
	} else {
		count = -1
	}
	if total <= shortMax {
		if err := t.Charge(TextSize + total); err != nil {
			return Value{}, err
		}
		r := newShort(total)
		buf := r.bytes()
		copy(buf[copy(buf, x):], y)
		r.chars = uint8(count)
		return r.Value(), nil
	}
	if buf := a.extensible(total); buf != nil {
		if err := t.Charge(TextSize); err != nil {
			return Value{}, err
		}
		buf.b = append(buf.b, y...)
		return longOf(buf.b, count, buf).Value(), nil
	}
	room := total
	switch {
	case len(x) >= growSlower:
		room = total + total/2
	case len(x) >= growFrom:
		room = 2 * total
	}
	if err := t.Charge(room + TextSize); err != nil {
		return Value{}, err
	}
	buf := make([]byte, total, room)
	copy(buf[copy(buf, x):], y)
	var back *backing
	if room > total {
		back = &backing{b: buf}
	}
	return longOf(buf, count, back).Value(), nil
}

func longOf(b []byte, count int, back *backing) *Text {
	l := &longText{Text: Text{kind: KText}, count: int32(count), s: unsafe.String(unsafe.SliceData(b), len(b)), back: back}
	return &l.Text
}

// extensible gives the buffer of a text that is all of it so far, if it has
// room for total bytes; else nil.
func (t *Text) extensible(total int) *backing {
	if t.size != 0 {
		return nil
	}
	l := t.long()
	if b := l.back; b != nil && len(b.b) == len(l.s) && cap(b.b) >= total && unsafe.SliceData(b.b) == unsafe.StringData(l.s) {
		return b
	}
	return nil
}
