package reference_test

import (
	"bufio"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/synsema/parser"
	"github.com/synrun/synrun/synsema/reference"
	"github.com/synrun/synrun/synsema/sig"
	"github.com/synrun/synrun/synsema/token"
)

// TestIndex compares the rows with the index of the specification: the same
// names, and for each the same arity, family, capability and status.
func TestIndex(t *testing.T) {
	f, err := os.Open("../../testdata/builtin-index.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var constants []string
	seen := map[string]bool{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		col := strings.Split(lines.Text(), "\t")
		name := col[0]
		switch {
		case name == "name":
			continue
		case col[3] == "constant":
			constants = append(constants, name)
			continue
		}
		seen[name] = true
		r := sig.Lookup(name)
		if r == nil {
			t.Errorf("%s has no row", name)
			continue
		}
		most := strconv.Itoa(r.Max())
		if r.Max() < 0 {
			most = "*"
		}
		got := []string{strconv.Itoa(r.Min()), most, r.Family, reference.Capability(r), r.Status.String()}
		if !slices.Equal(got, col[1:6]) {
			t.Errorf("%s is %q, the index says %q", name, got, col[1:6])
		}
	}
	for _, rows := range sig.Families() {
		for _, r := range rows {
			if !seen[r.Name] {
				t.Errorf("%s is not in the index", r.Name)
			}
		}
	}
	slices.Sort(constants)
	if have := slices.Sorted(slices.Values(sig.Constants)); !slices.Equal(have, constants) {
		t.Errorf("constants are %q, the index says %q", have, constants)
	}
}

// live are the builtins without a capability whose example cannot be shown
// with its result: they need a server, or never return.
var live = []string{"tcp_recv", "tcp_send", "tcp_stats", "ws_recv", "ws_send", "ws_stats", "exit"}

// TestRowsAreDocumented: every row says what it does; those that run have
// parameters with names, and an example whose result the tests can check.
func TestRowsAreDocumented(t *testing.T) {
	for _, rows := range sig.Families() {
		for _, r := range rows {
			if r.Family != rows[0].Family {
				t.Errorf("%s of %s stands among %s", r.Name, r.Family, rows[0].Family)
			}
			first, _ := utf8.DecodeRuneInString(r.Doc)
			if r.Doc == "" || strings.HasSuffix(r.Doc, ".") || strings.Contains(r.Doc, "\n") || unicode.IsLower(first) {
				t.Errorf("%s: not a line without its full stop: %q", r.Name, r.Doc)
			}
			if r.Renamed != "" && sig.Lookup(r.Renamed) == nil {
				t.Errorf("%s: renamed to %s, which has no row", r.Name, r.Renamed)
			}
			if r.Status == sig.Recognised {
				continue
			}
			for _, p := range r.Params {
				if len(p.Name) == 1 && p.Name < "g" {
					t.Errorf("%s: parameter %q has no name of its own", r.Name, p.Name)
				}
			}
			if r.Example == "" || r.Cap == "" && r.Shows == "" && !slices.Contains(live, r.Name) {
				t.Errorf("%s: no example, or none with its result", r.Name)
			}
			if shown := strings.Contains(r.Example, r.Name+"(") || strings.Contains(r.Example, r.Name); !shown && r.Renamed == "" {
				t.Errorf("%s: not in its example", r.Name)
			}
			parses(t, r.Name, r.Example)
		}
	}
}

func parses(t *testing.T, name, src string) {
	t.Helper()
	if _, err := parser.Parse(name+".syn", []byte(src+"\n")); err != nil {
		t.Errorf("%s: the example does not parse: %v", name, err)
	}
}

// TestWords: every reserved word has an entry, no word has two, and the
// examples are programs.
func TestWords(t *testing.T) {
	count := map[string]int{}
	for _, w := range reference.Words() {
		for _, n := range w.Names {
			count[n]++
		}
		parses(t, w.Names[0], w.Example)
		if strings.HasSuffix(w.Doc, ".") || w.Form == "" {
			t.Errorf("%s: %q %q", w.Names[0], w.Form, w.Doc)
		}
	}
	for k := token.When; k <= token.Not; k++ {
		if word := strings.ToLower(k.String()); count[word] != 1 {
			t.Errorf("%s has %d entries", word, count[word])
		}
	}
	for word, n := range count {
		if n > 1 {
			t.Errorf("%s has %d entries", word, n)
		}
	}
}

func TestSignature(t *testing.T) {
	for name, want := range map[string]string{
		"print":    "print(values...)",
		"slice":    "slice(collection, start = 0, end?)",
		"std":      "std(values, along?, *, axis?, ddof = 1)",
		"now":      "now()",
		"round_to": "round_to(x, n)",
	} {
		if got := reference.Signature(sig.Lookup(name)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
