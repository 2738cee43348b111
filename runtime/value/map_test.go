package value

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

// TestNumbersAsKeys: an integer and the text of its digits are one key,
// whichever of the two a map was given.
func TestNumbersAsKeys(t *testing.T) {
	key := func(v Value) MapKey {
		k, err := KeyOf(&free{}, v)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	numbers := []int64{0, 1, -1, 9, 10, 7, 100, math.MaxInt32, math.MinInt32, math.MaxInt32 + 1, math.MinInt32 - 1, math.MaxInt64, math.MinInt64}
	others := []string{"", "-", "00", "007", "-0", "+1", "1.0", " 1", "1 ", "12a", "a", "2147483648000", "٣"}
	for _, size := range []int{0, 100} { // without an index, and with one
		for _, byText := range []bool{false, true} {
			m := NewMap(0)
			for i := range size {
				m.Set("k"+strconv.Itoa(i), Nothing)
			}
			for i, n := range numbers {
				k := key(OfInt(n))
				if byText {
					k = key(OfText(strconv.FormatInt(n, 10)))
				}
				if err := m.PutKey(&free{}, k, OfInt(int64(i))); err != nil {
					t.Fatal(err)
				}
			}
			for i, s := range others {
				m.Set(s, OfInt(int64(100+i)))
			}
			if want := size + len(numbers) + len(others); m.Len() != want {
				t.Fatalf("%d keys, want %d", m.Len(), want)
			}
			for i, n := range numbers {
				s := strconv.FormatInt(n, 10)
				a, _ := m.GetKey(key(OfInt(n)))
				b, _ := m.Get(s)
				c, _ := m.GetText(OfText(s).Text())
				if want := OfInt(int64(i)); a != want || b != want || c != want || !m.Has(s) {
					t.Errorf("%d: %v %v %v, want %v", n, a, b, c, want)
				}
			}
			for i, s := range others {
				if v, _ := m.Get(s); v != OfInt(int64(100+i)) {
					t.Errorf("%q: %v", s, v)
				}
			}
			i := 0
			for k := range m.All() {
				if i >= size && i < size+len(numbers) && k.String() != strconv.FormatInt(numbers[i-size], 10) {
					t.Errorf("key %d is %q", i, k)
				}
				i++
			}
			for i, n := range numbers {
				k := key(OfInt(n))
				if i%2 == 0 {
					k = key(OfText(strconv.FormatInt(n, 10)))
				}
				if !m.Delete(k) || m.Delete(k) {
					t.Errorf("%d was not deleted once", n)
				}
			}
		}
	}
}

// TestMapAgainstMap changes a map and one of Go alike.
func TestMapAgainstMap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	m, want := NewMap(0), map[string]int64{}
	for turn := range int64(20_000) {
		n := r.Int64N(600) - 100
		v := OfInt(n)
		if r.IntN(2) == 0 {
			v = OfText(strconv.FormatInt(n, 10))
		}
		k, err := KeyOf(&free{}, v)
		if err != nil {
			t.Fatal(err)
		}
		s := k.String()
		if _, has := want[s]; r.IntN(3) == 0 {
			if m.Delete(k) != has {
				t.Fatalf("delete %s: not %v", s, has)
			}
			delete(want, s)
		} else {
			if _, got := m.GetKey(k); got != has {
				t.Fatalf("get %s: not %v", s, has)
			}
			if err := m.PutKey(&free{}, k, OfInt(turn)); err != nil {
				t.Fatal(err)
			}
			want[s] = turn
		}
	}
	if m.Len() != len(want) {
		t.Fatalf("%d keys, want %d", m.Len(), len(want))
	}
	for k, v := range m.All() {
		if v.Int() != want[k.String()] {
			t.Errorf("%s is %d, want %d", k, v.Int(), want[k.String()])
		}
	}
}
