package progen

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed mutations.txt
var mutationText string

// Mutation is a fault to plant: a replacement of one piece of source.
type Mutation struct {
	Name     string
	File     string // relative to the module
	Old, New string
}

// Mutations are the faults of mutations.txt.
func Mutations() ([]Mutation, error) {
	var list []Mutation
	for _, part := range strings.Split(mutationText, "\n=== ")[1:] {
		head, texts, ok := strings.Cut(part, "\n<<<\n")
		old, repl, ok2 := strings.Cut(texts, "\n>>>")
		repl = strings.TrimPrefix(repl, "\n")
		name, file, ok3 := strings.Cut(head, "\n")
		if !ok || !ok2 || !ok3 {
			return nil, fmt.Errorf("mutations.txt: cannot read %q", head)
		}
		list = append(list, Mutation{name, file, old, strings.TrimSuffix(repl, "\n")})
	}
	return list, nil
}

// Apply gives the source with the fault in it. The text to replace must be
// there exactly once: a list that has grown stale is an error.
func (m *Mutation) Apply(source string) (string, error) {
	if n := strings.Count(source, m.Old); n != 1 {
		return "", fmt.Errorf("%s: the text to replace stands %d times in %s", m.Name, n, m.File)
	}
	return strings.Replace(source, m.Old, m.New, 1), nil
}

// Build builds the program of this command with the fault in it, without
// touching the module at root: the compiler reads the changed file from dir.
func (m *Mutation) Build(root, dir, output string) error {
	file := filepath.Join(root, m.File)
	source, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	changed, err := m.Apply(string(source))
	if err != nil {
		return err
	}
	copied := filepath.Join(dir, "mutant.go")
	if err := os.WriteFile(copied, []byte(changed), 0o644); err != nil {
		return err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: copied}})
	if err != nil {
		return err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o644); err != nil {
		return err
	}
	cmd := exec.Command("go", "build", "-overlay", list, "-o", output, "./internal/progen/cmd")
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", m.Name, err, out)
	}
	return nil
}
