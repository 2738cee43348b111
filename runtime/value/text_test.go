package value

import (
	"strings"
	"testing"
	"unicode/utf8"
	"unsafe"
)

// TestTextForms: short and long texts, ASCII or not, say the same of
// themselves as the string does, however they were made.
func TestTextForms(t *testing.T) {
	if a, b := unsafe.Offsetof(Text{}.mark), unsafe.Offsetof(Head{}.mark); a != b {
		t.Fatalf("the mark of a text is at %d, that of a head at %d", a, b)
	}
	th := &free{}
	for _, unit := range []string{"a", "é", "日", "a😀"} {
		for _, n := range []int{0, 1, 2, 11, 12, 13, 20, 21, 36, 37, 52, 53, 84, 85, 115, 116, 117, 300, 1000} {
			s := strings.Repeat(unit, n/len(unit)+1)[:n/len(unit)*len(unit)]
			half := s[:len(s)/len(unit)/2*len(unit)]
			whole := OfText(s).Text()
			joined, err := Join(th, OfText(half).Text(), OfText(s[len(half):]).Text())
			if err != nil {
				t.Fatal(err)
			}
			grown, err := JoinBytes(th, OfText(half).Text(), []byte(s[len(half):]))
			if err != nil {
				t.Fatal(err)
			}
			outer := OfText("<" + s + s + ">").Text()
			piece, _ := outer.Piece(outer.String()[1:1+len(s)], false)
			same := []Value{whole.Value(), joined, grown, piece, Constant(s), TextOfBytes([]byte(s)), OfPart(s, utf8.RuneCountInString(s) == len(s)), whole.Clone()}
			if unit == "a" {
				v, room := RoomASCII(len(s))
				copy(room, s)
				same = append(same, v, OfASCII(s))
			}
			for i, v := range same {
				x := v.Text()
				if x.String() != s || x.Len() != utf8.RuneCountInString(s) || x.ASCII() != (x.Len() == len(s)) || x.Hash() != whole.Hash() {
					t.Fatalf("form %d of %d bytes: %q, %d code points", i, len(s), x.String(), x.Len())
				}
				for k, at := 0, 0; at < len(s); k++ {
					r, w := utf8.DecodeRuneInString(s[at:])
					if x.Offset(k) != at || x.At(k).Str() != string(r) || x.Slice(k, x.Len()) != s[at:] {
						t.Fatalf("form %d of %d bytes: code point %d is at %d, not %d", i, len(s), k, x.Offset(k), at)
					}
					at += w
				}
			}
		}
	}
}

// TestGrowingTexts: texts that grew from one another keep their content, also
// when two grow from the same one.
func TestGrowingTexts(t *testing.T) {
	th := &free{}
	at := OfText("start").Text()
	want := "start"
	var all []*Text
	var wants []string
	for i := range 400 {
		v, err := Join(th, at, OfText("0123456789"[:i%10+1]).Text())
		if err != nil {
			t.Fatal(err)
		}
		fork, err := JoinBytes(th, at, []byte("é"))
		if err != nil {
			t.Fatal(err)
		}
		all, wants = append(all, v.Text(), fork.Text()), append(wants, want+"0123456789"[:i%10+1], want+"é")
		at, want = v.Text(), want+"0123456789"[:i%10+1]
	}
	for i, x := range all {
		if x.String() != wants[i] || x.Len() != utf8.RuneCountInString(wants[i]) {
			t.Fatalf("text %d is %q, want %q", i, x.String(), wants[i])
		}
	}
	// A piece that ends where its buffer ends is not all of it.
	s := at.String()
	piece, _ := at.Piece(s[1:], true)
	if v, err := Join(th, piece.Text(), OfText("!").Text()); err != nil || v.Str() != s[1:]+"!" || at.String() != s {
		t.Fatalf("%v, %v", v.Str(), err)
	}
}

// TestPieces: what lies in another text's bytes is counted with all of them,
// once; a piece that is much less keeps nothing alive.
func TestPieces(t *testing.T) {
	size := func(vs ...Value) int64 {
		w := NewWalker()
		w.Values(vs)
		return w.Run()
	}
	big := OfText(strings.Repeat("x", 1<<20)).Text()
	small, cost := big.Piece(big.String()[:1000], true)
	if got := size(small); got > 2000 || cost != 1000 {
		t.Errorf("a small piece holds %d bytes, cost %d", got, cost)
	}
	large, cost := big.Piece(big.String()[:1<<20-10], true)
	if got := size(large); got < 1<<20 || cost != 0 {
		t.Errorf("a large piece holds %d bytes, cost %d", got, cost)
	}
	if got := size(big.Value(), large, large); got > 1<<20+1000 {
		t.Errorf("a text and its piece hold %d bytes", got)
	}
	b := OfBytes(make([]byte, 1<<20))
	if got := size(b.BytesPart(0, 100)); got > 200 {
		t.Errorf("a small piece of bytes holds %d bytes", got)
	}
	if got := size(b.BytesPart(10, 1<<20)); got < 1<<20 {
		t.Errorf("a large piece of bytes holds %d bytes", got)
	}
}
