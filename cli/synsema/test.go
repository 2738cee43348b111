package synsema

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime"
)

func (c *command) test(args []string) int {
	o, code := c.parse(args)
	if o == nil {
		return code
	}
	files, err := testFiles(o.words)
	if err != nil {
		return c.usage("%s", err)
	}
	s, err := c.newSession(o)
	if err != nil {
		return c.usage("%s", err)
	}
	passed, failed := 0, 0
	for _, file := range files {
		if len(files) > 1 {
			fmt.Fprintf(c.Out, "%s:\n", file)
		}
		out := gate.NewCollector(c.Err, true)
		outcomes := s.testFile(file, out)
		if o.verbose {
			for _, line := range out.Lines() {
				fmt.Fprintf(c.Out, "  | %s\n", line)
			}
		}
		for _, t := range outcomes {
			if t.message == "" && t.passed {
				passed++
				fmt.Fprintf(c.Out, "  ✓ %s\n", t.name)
			} else {
				failed++
				fmt.Fprintf(c.Out, "  ✗ %s: %s\n", t.name, t.message)
			}
		}
		if c.interrupted() {
			return s.close(cli.Interrupted, cli.Interrupted)
		}
	}
	fmt.Fprintf(c.Out, "%d passed, %d failed (%d total)\n", passed, failed, passed+failed)
	if failed > 0 {
		return s.close(exitFailure, exitFailure)
	}
	return s.close(exitOK, exitOK)
}

// outcome is the result of one test block, or of what came before all.
type outcome struct {
	name    string
	passed  bool
	message string
}

// testFile runs the tests of one file.
func (s *session) testFile(file string, out gate.Output) []outcome {
	single := func(name, message string) []outcome { return []outcome{{name: name, message: message}} }
	src, err := s.c.readSource(file, s.o)
	if err != nil {
		return single("<read>", err.Error())
	}
	p, err := s.load(src, wiring{output: out, human: yes{}, quiet: true})
	var load *loadError
	switch {
	case errors.As(err, &load):
		return single("<parse>", err.Error())
	case err != nil:
		return single("<startup>", err.Error())
	}
	defer p.close()
	if message := p.outcome(p.run()); message != "" {
		return single("<setup>", message)
	}
	var outcomes []outcome
	for i, name := range p.m.Tests() {
		message := p.outcome(guarded(func() error { return p.m.RunTest(i) }))
		outcomes = append(outcomes, outcome{name, message == "", message})
	}
	return outcomes
}

// outcome is what went wrong in a test block or in an agent that it started;
// "" when nothing did.
func (p *program) outcome(err error) string {
	var parts []string
	if err != nil {
		var exit *runtime.Exit
		if errors.As(err, &exit) {
			parts = append(parts, exit.Error())
		} else {
			parts = append(parts, err.Error())
		}
	}
	for _, e := range p.m.WaitAgents() {
		parts = append(parts, "Agent error ["+e.ID+"]: "+messageOf(e.Err))
	}
	return strings.Join(parts, "; ")
}

// testFiles expands the words of the command line. A file that is there twice
// is run once.
func testFiles(words []string) ([]string, error) {
	var files []string
	seen := map[string]bool{}
	for _, word := range words {
		found, err := expand(word)
		if err != nil {
			return nil, err
		}
		for _, f := range found {
			abs, err := filepath.Abs(f)
			if err != nil {
				abs = f
			}
			if !seen[abs] {
				seen[abs] = true
				files = append(files, f)
			}
		}
	}
	return files, nil
}

func expand(word string) ([]string, error) {
	info, err := os.Stat(word)
	switch {
	case err == nil && !info.IsDir():
		f, err := os.Open(word)
		if err != nil {
			return nil, badUsage("cannot read '%s': %s", word, reason(err))
		}
		_ = f.Close()
		return []string{word}, nil
	case err == nil:
		files, err := programsBelow(word)
		if err != nil {
			return nil, badUsage("cannot read '%s': %s", word, reason(err))
		}
		if len(files) == 0 {
			return nil, badUsage("no .syn files in '%s'", word)
		}
		return files, nil
	}
	dir, pattern := path.Split(filepath.ToSlash(word))
	if !errors.Is(err, fs.ErrNotExist) || !strings.ContainsAny(pattern, "*?") {
		return nil, badUsage("cannot read '%s': %s", word, reason(err))
	}
	read := dir
	if read == "" {
		read = "."
	}
	entries, err := os.ReadDir(read)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, badUsage("cannot read '%s': %s", word, reason(err))
	}
	pattern = strings.NewReplacer(`\`, `\\`, "[", `\[`).Replace(pattern)
	var files []string
	for _, e := range entries {
		if ok, _ := path.Match(pattern, e.Name()); !ok {
			continue
		}
		if info, err := os.Stat(dir + e.Name()); err == nil && !info.IsDir() {
			files = append(files, dir+e.Name())
		}
	}
	if len(files) == 0 {
		return nil, badUsage("no .syn files in '%s'", word)
	}
	slices.Sort(files)
	return files, nil
}

// programsBelow lists the *.syn files of a directory tree by name. Links to
// directories are not followed. A name is the directory as it was given, a
// slash, and the path below it.
func programsBelow(root string) ([]string, error) {
	prefix := strings.TrimRight(filepath.ToSlash(root), "/")
	var files []string
	var walk func(dir, name string) error
	walk = func(dir, name string) error {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return err
		}
		for _, e := range entries {
			child, childName := filepath.Join(dir, e.Name()), name+"/"+e.Name()
			switch {
			case e.IsDir():
				if err := walk(child, childName); err != nil {
					return err
				}
			case strings.HasSuffix(e.Name(), ".syn"):
				if info, err := os.Stat(child); err == nil && info.Mode().IsRegular() {
					files = append(files, childName)
				}
			}
		}
		return nil
	}
	if err := walk(root, prefix); err != nil {
		return nil, err
	}
	slices.Sort(files)
	return files, nil
}
