package caps

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestPile compares what the index finds with reading from the front, for
// items and requests of every kind.
func TestPile(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	p := &Platform{}
	scopes := []string{"a", "b", "a/b", "a/*", "*", "./a", "../a", "/a", "/a/*", "?", "a.test", "a.test:80", "*.test", "A_B", "A_*", "OPENAI_API_KEY",
		"sqlite:a.db", "postgres://h/d", "./a/../b", "", "a b"}
	item := func() *Item {
		k := Kinds()[rnd.IntN(len(Kinds()))]
		if rnd.IntN(8) == 0 {
			return p.BareItem(k)
		}
		scope := scopes[rnd.IntN(len(scopes))]
		if rnd.IntN(3) == 0 {
			scope += fmt.Sprint(rnd.IntN(40))
		}
		return p.Item(k, scope)
	}
	for round := range 200 {
		var one pile
		var list []*Item
		for range 10 + rnd.IntN(400) {
			it := item()
			one.add(it)
			if !one.contains(it) {
				t.Fatalf("%s was added and is not there", it.Text())
			}
			if !listed(list, it) {
				list = append(list, it)
			}
		}
		if len(one.items) != len(list) {
			t.Fatalf("%d items, want %d", len(one.items), len(list))
		}
		other := pileOf(list)
		for range 200 {
			r := item().Request()
			if rnd.IntN(2) == 0 {
				r = p.Request(r.kind, scopes[rnd.IntN(len(scopes))])
			}
			want := first(list, r)
			odd := func(it *Item) bool { return len(it.text)%2 == 1 }
			var wantOdd *Item
			for _, it := range list {
				if it.Covers(r) && odd(it) {
					wantOdd = it
					break
				}
			}
			for _, q := range []*pile{&one, &other} {
				if got := q.covering(r); got != want {
					t.Fatalf("round %d, %s: %v, want %v", round, r, got, want)
				}
				if got, any := q.first(r, odd); got != wantOdd || any != (want != nil) {
					t.Fatalf("round %d, %s with a test: %v %t", round, r, got, any)
				}
			}
		}
	}
}

func listed(list []*Item, it *Item) bool {
	for _, have := range list {
		if writtenAs(have) == writtenAs(it) {
			return true
		}
	}
	return false
}

// BenchmarkGrants is a program that requires many things, one by one.
func BenchmarkGrants(b *testing.B) {
	for _, n := range []int{10, 10_000, 40_000} {
		p := &Platform{}
		items := make([]*Item, n)
		for i := range items {
			items[i] = p.Item(FileRead, fmt.Sprintf("data/%d.txt", i))
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s := New(Config{Platform: p})
				for _, it := range items {
					s.Grant(it, At{})
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/grant")
		})
	}
}
