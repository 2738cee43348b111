package regex

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/synrun/synrun/runtime/builtin/builtintest"
)

// TestFastSearch compares the dfa with package regexp, on texts of pieces
// that the patterns are about.
func TestFastSearch(t *testing.T) {
	pieces := []string{"a", "b", "ab", "aab", "é", "日本", "\n", " ", "12", "3.4", "-", "A", "ſ", "z", "\u0301"}
	patterns := []string{
		`a`, `a|ab`, `ab|a`, `(a|ab)(b|12)?`, `a*`, `a*?`, `a+?b`, `(a*)*b`, `(a|b)*12`, `[^a]+`, `.`, `.*`, `(?s).*`, `(?s).*?b`,
		`\d+\.\d+`, `(?i)AB`, `é|e`, `日?本*`, `(\w)(\w)?`, `x|`, `|x`, `(a)|(b)|(12)`, `a{2,3}`, `(a{1,2}b){2}`, `[a-z]+?[0-9]`, `s`, `(?i)s`, `(?:)`, `z+`, `[[:^alpha:]]b`,
	}
	around := []string{
		`\ba`, `ab\b`, `\b(?:a|ab)\b`, `\Ba`, `\b`, `\B`, `\b|a`, `(?:\b|a)b*?$`, `(?:a\b|ab)`, `a??\b`, `^a`, `a$`, `^`, `$`, `^$`, `(?:^a|b)+`,
		`(?m)^a`, `(?m)b$`, `(?m)^[ab]*$`, `(?m)^`, `(?m)$`, `(?m)^.*$`, `(?m)\s^a`, `(?m)(?:^|a)b`, `(?:a|ab)(?:$|\b)`, `(?s)a.*$`, `a*?(?m)$`, `\Aa|b\z`,
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, source := range slices.Concat(patterns, around) {
		p, err := compile(source)
		if err != nil {
			t.Fatal(source, err)
		}
		d := p.fast.Load()
		if d == nil {
			t.Fatalf("%s has no dfa", source)
		}
		pieces := pieces
		if p.boundary { // other texts are for the own machine
			pieces = slices.DeleteFunc(slices.Clone(pieces), func(s string) bool { return !isASCII(s) })
		}
		for range 100 {
			var b strings.Builder
			for range r.IntN(40) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			s := b.String()
			groups := !p.looks
			var got [][]int
			d.effort = 0
			err := eachFrom(&builtintest.Thread{}, s, nil, p.fastFind(&builtintest.Thread{}, d, s, groups), func(m []int) error {
				got = append(got, slices.Clone(m))
				return nil
			})
			want := p.find.FindAllStringIndex(s, -1)
			if groups {
				want = p.find.FindAllStringSubmatchIndex(s, -1)
			}
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%s in %q:\n got %v %v\nwant %v", source, s, got, err, want)
			}
		}
	}
}

// TestFastSearchGivesUp: a pattern whose attempts read the rest of the text
// each time goes on in linear time.
func TestFastSearchGivesUp(t *testing.T) {
	s := strings.Repeat("a", 300_000)
	for _, source := range []string{`a*b`, `(a|aa)*c`, `.*x`} {
		p, err := compile(source)
		if err != nil {
			t.Fatal(err)
		}
		if m, err := p.first(&builtintest.Thread{}, s); m != nil || err != nil {
			t.Errorf("%s: %v %v", source, m, err)
		}
	}
	states := regexp.MustCompile(`(a|b)*a(a|b){12}`)
	p, err := compile(states.String())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	text := make([]byte, 4000)
	for i := range text {
		text[i] = "ab"[r.IntN(2)]
	}
	m, err := p.first(&builtintest.Thread{}, string(text))
	if want := states.FindStringSubmatchIndex(string(text)); err != nil || !slices.Equal(m, want) {
		t.Errorf("%v %v, want %v", m, err, want)
	}
}
