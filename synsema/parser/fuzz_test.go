package parser

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/synrun/synrun/synsema/ast"
)

// FuzzParse checks what holds for every text: no panic, the error of Parse is
// the first of ParseAll, every location lies in the file, the tree can be
// walked and its IDs are dense.
func FuzzParse(f *testing.F) {
	f.Add(sample)
	files, _ := filepath.Glob("../../testdata/script/grammar/*.txtar")
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range txtar.Parse(data).Files {
			if filepath.Ext(part.Name) == ".syn" {
				f.Add(string(part.Data))
			}
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		if !utf8.ValidString(src) || len(src) > 1<<16 {
			return
		}
		lines := []int32{1}
		for _, r := range src {
			if r == '\n' {
				lines = append(lines, 0)
			}
			lines[len(lines)-1]++
		}
		lines[0]-- // the first line began at 1 for its first column
		inside := func(e *Error) {
			l, c := e.Pos.Line, e.Pos.Col
			if l < 1 || int(l) > len(lines) || c < 1 || c > lines[l-1]+1 {
				t.Errorf("%v lies outside of the file", e)
			}
			if e.End.Before(e.Pos) {
				t.Errorf("%v ends at %v", e, e.End)
			}
		}
		prog, err := Parse("x.syn", []byte(src))
		all, errs := ParseAll("x.syn", []byte(src), 20)
		for _, e := range errs {
			inside(e)
		}
		if err != nil {
			if len(errs) == 0 || errs[0].Error() != err.Error() || errs[0].Stage != err.(*Error).Stage {
				t.Fatalf("Parse: %v, ParseAll: %v", err, errs)
			}
			ast.Walk(all, func(ast.Node) bool { return true })
			return
		}
		if len(errs) > 0 {
			t.Fatalf("ParseAll alone finds %v", errs)
		}
		ast.Walk(prog, func(n ast.Node) bool {
			if _, ok := n.(*ast.Program); ok {
				return true
			}
			if p := n.Pos(); !p.IsValid() || int(p.Line) > len(lines) {
				t.Errorf("%T at %v", n, p)
			}
			if id, ok := n.(*ast.Ident); ok && int(id.ID) >= prog.NumIDs {
				t.Errorf("%s has ID %d of %d", id.Name, id.ID, prog.NumIDs)
			}
			return true
		})
	})
}
