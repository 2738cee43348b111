package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/synrun/synrun/internal/progen"
)

// mutants builds every mutant and runs programs on it until one behaves
// otherwise than on this engine. It fails when more than a tenth are not found.
func mutants(from, n int, only string) int {
	if err := tryMutants(from, n, only); err != nil {
		fmt.Fprintln(os.Stderr, "progen:", err)
		return 1
	}
	return 0
}

func tryMutants(from, n int, only string) error {
	wanted, err := regexp.Compile(only)
	if err != nil {
		return err
	}
	list, err := progen.Mutations()
	if err != nil {
		return err
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return fmt.Errorf("finding the module: %w", err)
	}
	root := strings.TrimSpace(string(out))
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	self, err := os.Executable()
	if err != nil {
		return err
	}
	whole := progen.NewProcess(20*time.Second, self, "-serve")
	defer whole.Close()
	expected := make([]*progen.Outcome, n)
	tried, found := 0, 0
	for i := range list {
		m := &list[i]
		if !wanted.MatchString(m.Name) {
			continue
		}
		tried++
		binary := filepath.Join(dir, "mutant")
		if err := m.Build(root, dir, binary); err != nil {
			return err
		}
		seed, how, err := hunt(binary, whole, expected, from)
		if err != nil {
			return err
		}
		if seed < 0 {
			fmt.Printf("not found in %d programs: %s\n", n, m.Name)
			continue
		}
		found++
		fmt.Printf("found by program %d: %s (%s)\n", seed, m.Name, how)
	}
	fmt.Printf("%d of %d mutants found\n", found, tried)
	if 10*found < 9*tried {
		return fmt.Errorf("the programs find too few mutants")
	}
	return nil
}

// hunt gives the first program that tells a mutant from the whole engine, -1
// when none does.
func hunt(binary string, whole *progen.Process, expected []*progen.Outcome, from int) (seed int, how string, err error) {
	mutant := progen.NewProcess(5*time.Second, binary, "-serve")
	mutant.Quiet = true
	defer mutant.Close()
	for i := range expected {
		p := progen.New(from + i)
		if expected[i] == nil {
			if expected[i], err = whole.Run(p); err != nil {
				return 0, "", fmt.Errorf("program %d on the whole engine: %w", from+i, err)
			}
		}
		got, err := mutant.Run(p)
		if err != nil {
			return from + i, err.Error(), nil
		}
		if d := progen.Difference(p, expected[i], got); d != "" {
			head, _, _ := strings.Cut(d, "\n")
			return from + i, strings.TrimSuffix(head, ":"), nil
		}
	}
	return -1, "", nil
}
