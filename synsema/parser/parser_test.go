package parser

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

func TestX(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/script/grammar/*.txtar")
	for _, f := range files {
		data, _ := os.ReadFile(f)
		ar := txtar.Parse(data)
		for _, g := range ar.Files {
			if !strings.HasSuffix(g.Name, ".syn") {
				continue
			}
			prog, err := Parse(g.Name, g.Data)
			if err != nil {
				t.Log(filepath.Base(f), err)
			} else {
				t.Log(filepath.Base(f), g.Name, "OK", len(prog.Stmts))
			}
		}
	}
}
