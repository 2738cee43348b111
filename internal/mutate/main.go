// Command mutate shows that the tests watch the guards: it takes each guard of
// guards.txt out in a copy of the tree, one at a time, and runs the tests that
// are named beside it. At least one must go red.
//
// A guard that nothing notices, a text that is no longer in its file, and a
// mutant that does not compile are faults; the exit code is then 1.
//
//	go run ./internal/mutate [-list] [WORD…]
//
// With words only the guards whose line has one of them are tried.
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed guards.txt
var guards string

// guard is one protection of the product and the change that takes it out.
type guard struct {
	name     string   // which rule it keeps
	file     string   // where it stands
	old, new string   // the text of the guard, and without it
	test     []string // arguments of `go test`
}

// parse reads guards.txt. An entry is
//
//	# NAME
//	file FILE
//	test ARGUMENTS
//	- a line of the guard
//	+ a line to stand in its place
func parse(text string) ([]guard, error) {
	var list []guard
	for n, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(line, " ")
		if word == "#" {
			list = append(list, guard{name: rest})
			continue
		}
		if line == "" || word == "##" {
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("line %d: an entry begins with #", n+1)
		}
		g := &list[len(list)-1]
		switch word {
		case "file":
			g.file = rest
		case "test":
			g.test = strings.Fields(rest)
		case "-":
			g.old += rest + "\n"
		case "+":
			g.new += rest + "\n"
		default:
			return nil, fmt.Errorf("line %d: %q", n+1, word)
		}
	}
	return list, nil
}

func main() {
	only := flag.Bool("list", false, "print the guards and try none")
	flag.Parse()
	faults, err := run(flag.Args(), *only)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(2)
	}
	if faults > 0 {
		os.Exit(1)
	}
}

func run(words []string, only bool) (faults int, err error) {
	list, err := parse(guards)
	if err != nil {
		return 0, err
	}
	var dir string
	if !only {
		if dir, err = copyTree(); err != nil {
			return 0, err
		}
		defer os.RemoveAll(dir)
	}
	tried := 0
	for _, g := range list {
		if !wanted(&g, words) {
			continue
		}
		if only {
			fmt.Printf("%-70s %s\n", g.name, g.file)
			continue
		}
		tried++
		start := time.Now()
		verdict, ok := g.try(dir)
		if !ok {
			faults++
		}
		fmt.Printf("%-8s %-70s %5.1fs\n", verdict, g.name, time.Since(start).Seconds())
	}
	if !only {
		fmt.Printf("%d guards, %d that no test watches\n", tried, faults)
	}
	return faults, nil
}

func wanted(g *guard, words []string) bool {
	for _, w := range words {
		if strings.Contains(g.name+" "+g.file, w) {
			return true
		}
	}
	return len(words) == 0
}

// try takes the guard out, runs its tests, and puts it back.
func (g *guard) try(dir string) (verdict string, ok bool) {
	path := filepath.Join(dir, g.file)
	src, err := os.ReadFile(path)
	if err != nil {
		return "NO FILE", false
	}
	if bytes.Count(src, []byte(g.old)) != 1 {
		return "NO TEXT", false
	}
	mutant := bytes.Replace(src, []byte(g.old), []byte(g.new), 1)
	if err := os.WriteFile(path, mutant, 0o644); err != nil {
		return err.Error(), false
	}
	defer os.WriteFile(path, src, 0o644)
	// vet reports what only a mutant has, such as a variable without use.
	cmd := exec.Command("go", append([]string{"test", "-vet=off", "-count=1"}, g.test...)...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	switch {
	case err == nil:
		return "SURVIVES", false
	case bytes.Contains(out, []byte("[build failed]")) || bytes.Contains(out, []byte("[setup failed]")):
		fmt.Fprintf(os.Stderr, "%.2000s\n", out)
		return "NO BUILD", false
	}
	return "red", true
}

// copyTree copies the files of the repository that git knows.
func copyTree() (string, error) {
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		return "", fmt.Errorf("git ls-files: %w (run it from the top of the repository)", err)
	}
	dir, err := os.MkdirTemp("", "synrun-mutate-")
	if err != nil {
		return "", err
	}
	for file := range strings.SplitSeq(strings.TrimRight(string(out), "\x00"), "\x00") {
		src, err := os.ReadFile(file)
		if err != nil {
			if os.IsNotExist(err) {
				continue
			}
			return dir, err
		}
		to := filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return dir, err
		}
		mode := os.FileMode(0o644)
		if info, err := os.Stat(file); err == nil {
			mode = info.Mode().Perm()
		}
		if err := os.WriteFile(to, src, mode); err != nil {
			return dir, err
		}
	}
	return dir, nil
}
