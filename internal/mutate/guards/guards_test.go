package guards

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// required are the items of the hardening chapter that this product must have.
var required = strings.Fields("H1 H2 H3 H6 H7 H8 H9 H10 H11 H13 H14 H15 H16 H21 H27 H29 H30")

func TestEveryRequiredItemHasAGuard(t *testing.T) {
	items, ids := map[string]bool{}, map[string]bool{}
	for _, g := range List {
		if ids[g.ID] || g.What == "" || len(g.Edits) == 0 {
			t.Errorf("%s is there twice, or without words or edits", g.ID)
		}
		ids[g.ID], items[g.Item()] = true, true
	}
	for _, item := range required {
		if !items[item] {
			t.Errorf("no guard of %s", item)
		}
	}
}

// TestTheEditsFitTheTree: a guard that was moved or reworded must be found again.
func TestTheEditsFitTheTree(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	files, err := Instrument(func(file string) (string, error) {
		b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
		return string(b), err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if _, err := parser.ParseFile(token.NewFileSet(), name, text, 0); err != nil {
			t.Error(err)
		}
	}
}
