package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestGuardsAreThere: every guard of the list still stands where the list says,
// once. That a test watches it is what the command itself shows.
func TestGuardsAreThere(t *testing.T) {
	list, err := parse(guards)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 30 {
		t.Errorf("%d guards", len(list))
	}
	for _, g := range list {
		src, err := os.ReadFile(filepath.Join("..", "..", g.file))
		if err != nil {
			t.Errorf("%s: %v", g.name, err)
			continue
		}
		if n := bytes.Count(src, []byte(g.old)); n != 1 || len(g.test) == 0 || g.old == g.new {
			t.Errorf("%s: its text is in %s %d times", g.name, g.file, n)
		}
	}
}
