// Command mutate takes the guards of the tree out, one after another, and shows
// that each is missed: every test that is named for it must fail, and the
// hostile programs that it stops must succeed.
//
// The tree is not touched. The edits of all guards (package guards) go into an
// overlay for the compiler, in which a variable of the environment chooses the
// guard that is out; so every test binary is built once and run many times. The
// first run is without a choice: then all of the tests must pass.
//
//	go run ./internal/mutate          all guards
//	go run ./internal/mutate H14 H1   those of these items
//	go run ./internal/mutate -list    the list alone
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/synrun/synrun/internal/mutate/guards"
)

func main() {
	list := flag.Bool("list", false, "print the guards and try none")
	verbose := flag.Bool("v", false, "print the output of tests that do not do what they should")
	flag.Parse()
	chosen := choose(flag.Args())
	if len(chosen) == 0 {
		fmt.Fprintln(os.Stderr, "mutate: no such guard")
		os.Exit(2)
	}
	if *list {
		w := table()
		for _, g := range chosen {
			fmt.Fprintf(w, "%s\t%s\n", g.ID, g.What)
		}
		w.Flush()
		return
	}
	r := &runner{verbose: *verbose, binaries: map[string]string{}}
	survivors, err := r.all(chosen)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
	fmt.Printf("%d guards, %d faults\n", len(chosen), survivors)
	if survivors > 0 {
		os.Exit(1)
	}
}

func table() *tabwriter.Writer { return tabwriter.NewWriter(os.Stdout, 0, 8, 2, ' ', 0) }

// choose takes the guards of the items, or those with exactly these names.
func choose(words []string) (chosen []guards.Guard) {
	for _, g := range guards.List {
		if len(words) == 0 || slices.Contains(words, g.ID) || slices.Contains(words, g.Item()) {
			chosen = append(chosen, g)
		}
	}
	return chosen
}

type runner struct {
	root, dir string
	verbose   bool
	binaries  map[string]string // of each package
}

// all tries the guards and counts what does not show what it should.
func (r *runner) all(chosen []guards.Guard) (faults int, err error) {
	if r.root, err = moduleRoot(); err != nil {
		return 0, err
	}
	if r.dir, err = os.MkdirTemp("", "mutate"); err != nil {
		return 0, err
	}
	defer os.RemoveAll(r.dir)
	overlay, err := r.overlay()
	if err != nil {
		return 0, err
	}
	if err := r.build(overlay, chosen); err != nil {
		return 0, err
	}
	faults = r.intact(chosen)
	w := table()
	fmt.Fprintln(w, "GUARD\tTEST\tWITHOUT IT")
	for _, g := range chosen {
		for _, t := range g.Tests {
			word := "red"
			if r.passes(g.ID, t, false) {
				word, faults = "SURVIVES", faults+1
			}
			fmt.Fprintf(w, "%s\t%s %s\t%s\n", g.ID, t.Package, t.Run, word)
		}
	}
	w.Flush()
	sets, names, err := r.attacks()
	if err != nil {
		return faults, err
	}
	w = table()
	fmt.Fprintln(w, "\nGUARDS\tATTACK\tWITHOUT THEM")
	for _, set := range sets {
		if !slices.ContainsFunc(chosen, func(g guards.Guard) bool { return slices.Contains(strings.Split(set, ","), g.ID) }) {
			continue
		}
		for _, name := range names[set] {
			word := "succeeds"
			if !r.passes(set, guards.Test{Package: guards.Attacks, Run: "TestAttacks/" + name}, true) {
				word, faults = "FAILS ALL THE SAME", faults+1
			}
			fmt.Fprintf(w, "%s\t%s\t%s\n", set, name, word)
		}
	}
	w.Flush()
	return faults, nil
}

func moduleRoot() (string, error) {
	out, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		return "", err
	}
	mod := strings.TrimSpace(string(out))
	if filepath.Base(mod) != "go.mod" {
		return "", errors.New("not inside the module")
	}
	return filepath.Dir(mod), nil
}

// overlay writes the instrumented sources and the file that tells the compiler
// to take them.
func (r *runner) overlay() (string, error) {
	files, err := guards.Instrument(func(file string) (string, error) {
		b, err := os.ReadFile(filepath.Join(r.root, filepath.FromSlash(file)))
		return string(b), err
	})
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for name, text := range files {
		path := filepath.Join(r.dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[filepath.Join(r.root, filepath.FromSlash(name))] = path
	}
	b, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(r.dir, "overlay.json")
	return path, os.WriteFile(path, b, 0o600)
}

// build makes the test binary of every package that is needed.
func (r *runner) build(overlay string, chosen []guards.Guard) error {
	need := []string{guards.Attacks}
	for _, g := range chosen {
		for _, t := range g.Tests {
			if !slices.Contains(need, t.Package) {
				need = append(need, t.Package)
			}
		}
	}
	for _, pkg := range need {
		begin := time.Now()
		binary := filepath.Join(r.dir, strings.ReplaceAll(pkg, "/", "_")+".test")
		c := exec.Command("go", "test", "-c", "-vet=off", "-overlay", overlay, "-o", binary, "./"+pkg)
		c.Dir = r.root
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", pkg, err, out)
		}
		if err := r.stage(pkg); err != nil {
			return err
		}
		r.binaries[pkg] = binary
		fmt.Fprintf(os.Stderr, "built %s in %v\n", pkg, time.Since(begin).Round(time.Second))
	}
	return nil
}

// stage makes the folder that the tests of a package run in: it has the tree's
// test data, and takes what a test without a guard leaves where it stands.
func (r *runner) stage(pkg string) error {
	tree := filepath.Join(r.dir, "tree")
	if err := os.MkdirAll(filepath.Join(tree, filepath.FromSlash(pkg)), 0o700); err != nil {
		return err
	}
	for _, name := range []string{"testdata", "examples", filepath.Join(filepath.FromSlash(pkg), "testdata")} {
		at := filepath.Join(tree, name)
		if _, err := os.Stat(filepath.Join(r.root, name)); err != nil {
			continue
		}
		if err := os.Symlink(filepath.Join(r.root, name), at); err != nil && !errors.Is(err, os.ErrExist) {
			return err
		}
	}
	return nil
}

// intact runs all named tests with every guard in its place, and counts those
// that fail.
func (r *runner) intact(chosen []guards.Guard) (failing int) {
	seen := map[guards.Test]bool{}
	for _, g := range chosen {
		for _, t := range g.Tests {
			if !seen[t] && !r.passes("", t, true) {
				failing++
				fmt.Printf("%s %s fails with all guards in place\n", t.Package, t.Run)
			}
			seen[t] = true
		}
	}
	return failing
}

// attacks are the hostile programs, by the guards that have to be out for them
// to succeed.
func (r *runner) attacks() (sets []string, names map[string][]string, err error) {
	c := r.command("", guards.Test{Package: guards.Attacks, Run: "TestEveryAttackNamesItsGuard"}, "-test.v")
	out, err := c.Output()
	if err != nil {
		return nil, nil, fmt.Errorf("listing the attacks: %w\n%s", err, out)
	}
	names = map[string][]string{}
	for line := range strings.Lines(string(out)) {
		_, rest, ok := strings.Cut(strings.TrimSpace(line), "attack: ")
		if !ok {
			continue
		}
		name, set, _ := strings.Cut(rest, " ")
		if names[set] == nil {
			sets = append(sets, set)
		}
		names[set] = append(names[set], name)
	}
	return sets, names, nil
}

func (r *runner) command(out string, t guards.Test, more ...string) *exec.Cmd {
	args := append([]string{"-test.run", pattern(t.Run), "-test.timeout", r.patience(out)}, more...)
	c := exec.Command(r.binaries[t.Package], args...)
	c.Dir = filepath.Join(r.dir, "tree", filepath.FromSlash(t.Package))
	c.Env = append(os.Environ(), guards.Variable+"="+out)
	return c
}

// patience is how long a test may take. Without a guard against endless work it
// would take for ever.
func (r *runner) patience(out string) string {
	if strings.HasSuffix(out, ".cost") {
		return "20s"
	}
	return "3m"
}

// pattern anchors every part of a name.
func pattern(run string) string {
	parts := strings.Split(run, "/")
	for i, p := range parts {
		parts[i] = "^" + p + "$"
	}
	return strings.Join(parts, "/")
}

// passes reports whether a test passes with these guards out. A test that is
// not there does what is not wanted.
func (r *runner) passes(out string, t guards.Test, wanted bool) bool {
	c := r.command(out, t)
	var text bytes.Buffer
	c.Stdout, c.Stderr = &text, &text
	err := c.Run()
	if bytes.Contains(text.Bytes(), []byte("no tests to run")) {
		fmt.Printf("%s %s: no such test\n", t.Package, t.Run)
		return !wanted
	}
	if r.verbose && (err == nil) != wanted {
		os.Stdout.Write(text.Bytes())
	}
	return err == nil
}
