package memory

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/synrun/synrun/runtime/value"
)

// file is a File in memory.
type file struct {
	b        bytes.Buffer
	replaced int
	broken   error
}

func (f *file) Append(line []byte) error {
	if f.broken == nil {
		f.b.Write(line)
	}
	return f.broken
}

func (f *file) Replace(content []byte) error {
	if f.broken == nil {
		f.b.Reset()
		f.b.Write(content)
		f.replaced++
	}
	return f.broken
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func open2(t *testing.T, f *file) *Store {
	t.Helper()
	s, err := Open(f, bytes.Clone(f.b.Bytes()))
	must(t, err)
	return s
}

// contents is what a store holds, to be compared.
func contents(s *Store) any {
	tasks := map[string][]step{}
	for _, t := range s.tasks {
		tasks[t.name] = t.steps
	}
	return []any{s.entries, s.last, s.rules, tasks}
}

func fill(t *testing.T, s *Store) {
	t.Helper()
	kind, size := "learning", "size"
	for _, e := range []event{
		{Op: "remember", ID: 1, Category: &kind, Text: "a\nb", Source: "main", Tags: []string{"x", ""}},
		{Op: "remember", ID: 2, Category: &kind, Text: "", Source: "Roller"},
		{Op: "rule", Name: "r", Level: "must", Text: "a < 1", Category: &size},
		{Op: "rule", Name: "r", Level: "avoid", Text: ""},
		{Op: "progress", Name: "p", Steps: []string{"one", "two", "one"}},
		{Op: "progress", Name: "none"},
		{Op: "step", Name: "p", ID: 1, Status: done, Text: "12", Started: 5, Finished: 9},
		{Op: "step", Name: "p", ID: 2, Status: running, Started: 7},
		{Op: "remember", ID: 3, Category: &kind, Text: "gone", Source: "main"},
		{Op: "forget", Text: "mem_3"},
	} {
		must(t, s.do(&e))
	}
}

func TestReopen(t *testing.T) {
	f := &file{}
	s := open2(t, f)
	fill(t, s)
	again := open2(t, f)
	if !reflect.DeepEqual(contents(s), contents(again)) {
		t.Errorf("replayed\n%v\n%v", contents(s), contents(again))
	}
	if again.last != 3 {
		t.Errorf("an id would be given twice: %d", again.last)
	}
	must(t, s.rewrite())
	compact := open2(t, f)
	if !reflect.DeepEqual(contents(s), contents(compact)) {
		t.Errorf("rewritten\n%v\n%v", contents(s), contents(compact))
	}
}

func TestTornLine(t *testing.T) {
	f := &file{}
	fill(t, open2(t, f))
	whole := bytes.Clone(f.b.Bytes())
	lines := bytes.SplitAfter(whole, []byte("\n"))
	end := len(whole) - len(lines[len(lines)-2])
	for cut := end + 1; cut < len(whole); cut++ {
		torn := &file{}
		torn.b.Write(whole[:cut])
		s := open2(t, torn)
		if len(s.entries) != 3 { // the entry is there: it was not forgotten yet
			t.Fatalf("cut at %d: %d entries", cut, len(s.entries))
		}
		must(t, s.do(&event{Op: "forget", Text: "mem_1"}))
		if got := open2(t, torn); len(got.entries) != 2 {
			t.Fatalf("cut at %d: %d entries after another event", cut, len(got.entries))
		}
	}
}

func TestForeignFiles(t *testing.T) {
	for _, text := range []string{"SQLite format 3\x00\n", "{}\n", "{\"op\":\"memory\",\"id\":2}\n", header + "nonsense\n"} {
		if _, err := Open(&file{}, []byte(text)); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

func TestFileStaysSmall(t *testing.T) {
	f := &file{}
	s := open2(t, f)
	kind := "context"
	long := strings.Repeat("x", 4000)
	for i := int64(1); i <= 500; i++ {
		must(t, s.do(&event{Op: "remember", ID: i, Category: &kind, Text: long}))
		must(t, s.do(&event{Op: "forget", Text: fmt.Sprintf("mem_%d", i)}))
	}
	if f.b.Len() > 200_000 || f.replaced < 2 {
		t.Errorf("%d bytes, rewritten %d times", f.b.Len(), f.replaced)
	}
	if s.size > 1000 || s.size < 0 {
		t.Errorf("size %d of an empty memory", s.size)
	}
}

func TestFullAndBroken(t *testing.T) {
	s := New()
	kind := "context"
	e := event{Op: "remember", ID: 1, Category: &kind, Text: strings.Repeat("x", maxSize)}
	if err := s.do(&e); err == nil || !strings.Contains(err.Error(), "full") {
		t.Error(err)
	}
	f := &file{}
	s = open2(t, f)
	f.broken = errors.New("disk full")
	if err := s.do(&event{Op: "remember", ID: 1, Category: &kind}); err != f.broken || len(s.entries) != 0 {
		t.Errorf("%v, %d entries", err, len(s.entries))
	}
}

func TestConditions(t *testing.T) {
	for _, c := range []struct {
		text string
		want condition
		ok   bool
	}{
		{"height<= 120", condition{"height", "<=", 120}, true},
		{"keep ratio >= -2.5 always", condition{"ratio", ">=", -2.5}, true},
		{"a<b<3", condition{"b", "<", 3}, true},
		{"x = 3, y == 4.", condition{"y", "==", 4}, true},
		{"naïveté != 1", condition{"naïveté", "!=", 1}, true},
		{"a <= - 3 and b > 2", condition{"b", ">", 2}, true},
		{"a >\t1e5", condition{"a", ">", 1}, true},
		{"<= 3", condition{}, false},
		{"leave cups", condition{}, false},
		{"a <", condition{}, false},
		{"", condition{}, false},
	} {
		if got, ok := conditionOf(c.text); ok != c.ok || got != c.want {
			t.Errorf("%q: %v %v", c.text, got, ok)
		}
	}
}

func TestViolated(t *testing.T) {
	m := value.NewMap(4)
	m.Set("n", value.OfInt(3))
	m.Set("f", value.OfFloat(2.5))
	m.Set("d", value.SmallDecimal(25, 1))
	m.Set("t", value.OfText("9"))
	for text, want := range map[string]bool{
		"n <= 3": false, "n < 3": true, "n >= 3": false, "n > 3": true, "n == 3": false, "n != 3": true,
		"f > 2.5": true, "d == 2.5": false, "d < 2": true, "t < 3": false, "missing < 3": false, "no condition": false,
	} {
		if got := (&rule{description: text}).violated(m); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if (&rule{description: "n < 3"}).violated(nil) {
		t.Error("violated without a context")
	}
}
