package csv

import (
	stdcsv "encoding/csv"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
)

func TestCSV(t *testing.T) {
	Rows(Table).CheckRows(t, "csv")
	lists := Map{"headers": false}
	types := func(kind string) Map { return Map{"types": Map{"a": kind}} }
	Rows(Table).Run(t, []Case{
		{"csv_parse", List{"a,b\n007,\n\"\",x\n"}, `[{a: "007", b: nothing}, {a: "", b: "x"}]`},
		{"csv_parse", List{"\n\na,b\r1,2\r\r\n3,4"}, `[{a: "1", b: "2"}, {a: "3", b: "4"}]`},
		{"csv_parse", List{"\ufeffa\n\"x\"y\nq\"q\n"}, `[{a: "xy"}, {a: "q\"q"}]`},
		{"csv_parse", List{"\"a\nb\",c\nd\n", lists}, "csv_parse: line 3: record has 1 field(s), but 2 were expected from the first record (the first row)"},
		{"csv_parse", List{"a;b\n", Map{"delimiter": ";"}}, "[]"},
		{"csv_parse", List{"\"\"\n", lists}, `[[""]]`},
		{"csv_parse", List{"a\n+5\n1.\n.5\n1e400\n--1\n1_0\nnan\n\"7\"\n", Map{"numbers": true}},
			`[{a: 5}, {a: 1.0}, {a: 0.5}, {a: "1e400"}, {a: "--1"}, {a: "1_0"}, {a: "nan"}, {a: "7"}]`},
		{"csv_parse", List{"a\n" + strings.Repeat("1", 4301), Map{"numbers": true}}, `[{a: "` + strings.Repeat("1", 4301) + `"}]`},
		{"csv_parse", List{"a\n 7 \n\"\"\n", types("int")}, "[{a: 7}, {a: nothing}]"},
		{"csv_parse", List{"a\nYES\n0\n", types("bool")}, "[{a: true}, {a: false}]"},
		{"csv_parse", List{"a\n1.50\n", types("decimal")}, "[{a: 1.50}]"},
		{"csv_parse", List{"a\n2026-01-02\n", types("date")}, "[{a: 2026-01-02}]"},
		{"csv_parse", List{"a\nx\n", types("float")}, `csv_parse: line 2, column "a": "x" is not a float`},
		{"csv_parse", List{"a\n1e999\n", types("float")}, `csv_parse: line 2, column "a": "1e999" is out of range for a float — read the column as decimal or text`},
		{"csv_parse", List{"a\n" + strings.Repeat("1", 4301), types("int")}, `csv_parse: line 2, column "a": an integer with 4301 digits; the limit is 4300 — read the column as text`},
		// the order of precedence of errors
		{"csv_parse", List{"a,a\n1\n\"", Map{}}, "csv_parse: unclosed quote in the field that starts on line 3"},
		{"csv_parse", List{"a,a\n1\n"}, "csv_parse: line 2: record has 1 field(s), but 2 were expected from the first record (the header row)"},
		{"csv_parse", List{"a,a\n1,2\n", types("int")}, `csv_parse: duplicate header "a" on line 1; headers must be unique to build maps (use {"headers": false} for positional rows)`},
		{"csv_parse", List{"b\nx\n", types("int")}, `csv_parse: "types" names column "a", which is not in the header`},
		{"csv_parse", List{"a\nx\ny,z\n", types("int")}, "csv_parse: line 3: record has 2 field(s), but 1 were expected from the first record (the header row)"},
		{"csv_parse", List{5}, "csv_parse expects text as the first argument, got number"},
		{"csv_parse", List{"a", Map{"sep": 1}}, `csv_parse: unknown option "sep"; valid options are: headers, delimiter, numbers, types, missing`},
		{"csv_encode", List{List{Map{"a": nil}}}, "a\r\n\"\"\r\n"},
		{"csv_encode", List{List{List{nil, ""}, List{"a", "b\rc"}}, Map{"eol": "\n"}}, ",\"\"\na,\"b\rc\"\n"},
		{"csv_encode", List{List{List{"x", "NA", nil}}, Map{"missing": "NA"}}, "x,\"NA\",NA\r\n"},
		{"csv_encode", List{List{List{"=1", "-x", -5}}, Map{"escape_formulas": true}}, "'=1,'-x,-5\r\n"},
		{"csv_encode", List{List{}, Map{"headers": List{"a", "b"}}}, "a,b\r\n"},
		{"csv_encode", List{List{Map{"a": List{1}}}}, `csv_encode: row 1, column "a": nested list values cannot be a CSV field; encode the field first with json_encode(...)`},
		{"csv_encode", List{List{List{1, Func(0, nil)}}}, "csv_encode: row 1, column 2: cannot encode a task as a CSV field; convert it with text(...) first"},
		{"csv_encode", List{List{List{1}, Map{}}}, "csv_encode: row 2 is a map, but the first row is a list; all rows must have the same shape"},
		{"csv_encode", List{List{Map{"a": 1}, Map{"b": 1}}}, `csv_encode: row 2 is missing the column "a" (present in the header row)`},
		{"csv_encode", List{5}, "csv_encode expects a list of maps or a list of lists, got number"},
	})
}

// TestAgainstStandard reads generated tables back, here and with
// encoding/csv.
func TestAgainstStandard(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	alphabet := []rune("ab ,;\"\né日")
	for i := range 2000 {
		width := 1 + r.IntN(4)
		rows := make([]value.Value, 1+r.IntN(5))
		for j := range rows {
			items := make([]value.Value, width)
			for k := range items {
				field := make([]rune, r.IntN(5))
				for n := range field {
					field[n] = alphabet[r.IntN(len(alphabet))]
				}
				items[k] = value.OfText(string(field))
			}
			rows[j] = value.NewList(items)
		}
		table := value.NewList(rows)
		text, err := Rows(Table).Call(&Thread{}, "csv_encode", table)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Rows(Table).Call(&Thread{}, "csv_parse", text, Map{"headers": false})
		if err != nil || value.Display(back) != value.Display(table) {
			t.Fatalf("%d: %q\n got %s (%v)\nwant %s", i, text.Str(), value.Display(back), err, value.Display(table))
		}
		records, err := stdcsv.NewReader(strings.NewReader(text.Str())).ReadAll()
		if err != nil {
			t.Fatalf("%d: %q: %v", i, text.Str(), err)
		}
		for j, record := range records {
			for k, field := range record {
				// encoding/csv drops CR before LF inside of quotes; there is none here
				if want := rows[j].Items()[k].Str(); field != want {
					t.Fatalf("%d: %q: field %q, want %q", i, text.Str(), field, want)
				}
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"a,b\n1,2\n", "\"x\"\"y\",z\r\n", "a\r\rb", "\"open", ",,\n\n", "\"a\rb\"c,d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if strings.ToValidUTF8(s, "") != s {
			return
		}
		rows, err := Rows(Table).Call(&Thread{}, "csv_parse", s, Map{"headers": false})
		if err != nil {
			return
		}
		text, err := Rows(Table).Call(&Thread{}, "csv_encode", rows, Map{"missing": "\x00none"})
		if err != nil {
			t.Fatal(err)
		}
		back, err := Rows(Table).Call(&Thread{}, "csv_parse", text, Map{"headers": false, "missing": "\x00none"})
		if err != nil || value.Display(back) != value.Display(rows) {
			t.Fatalf("%q: %s becomes %s, %v", s, value.Display(rows), value.Display(back), err)
		}
	})
}

func table() string {
	var b strings.Builder
	b.WriteString("id,name,amount,city,active\n")
	for i := range 100_000 {
		fmt.Fprintf(&b, "%d,\"user, %d\",%d.50,Lyon,true\n", i, i, i)
	}
	return b.String()
}

func BenchmarkParse(b *testing.B) {
	text := table()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Rows(Table).Call(&Thread{}, "csv_parse", text); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	text := table()
	rows, err := Rows(Table).Call(&Thread{}, "csv_parse", text)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Rows(Table).Call(&Thread{}, "csv_encode", rows); err != nil {
			b.Fatal(err)
		}
	}
}
