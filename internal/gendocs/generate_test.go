package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestPagesAreCurrent generates every page in memory and compares it with the
// one in docs.
func TestPagesAreCurrent(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := generate(root)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range files {
		if got, err := os.ReadFile(filepath.Join(root, name)); err != nil || string(got) != want {
			t.Errorf("%s is stale (%v): run make generate", name, err)
		}
	}
	have, err := filepath.Glob(filepath.Join(root, "docs", "reference", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range have {
		rel, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := files[rel]; !ok {
			t.Errorf("%s is of no family: run make generate", rel)
		}
	}
}
