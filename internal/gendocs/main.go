// gendocs writes the generated pages: docs/reference/*.md, and the marked
// parts of docs/language.md. Its argument is the root of the module, the
// present folder when there is none:
//
//	go run ./internal/gendocs
package main

//go:generate go run . ../..

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	if err := write(root); err != nil {
		fmt.Fprintln(os.Stderr, "gendocs:", err)
		os.Exit(1)
	}
}

// write brings the pages below root up to date and removes those of families
// that are gone.
func write(root string) error {
	files, err := generate(root)
	if err != nil {
		return err
	}
	old, err := filepath.Glob(filepath.Join(root, "docs", "reference", "*.md"))
	if err != nil {
		return err
	}
	for _, name := range old {
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		if _, kept := files[rel]; !kept {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	for name, text := range files {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
