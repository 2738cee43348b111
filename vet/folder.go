package vet

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
	"github.com/synrun/synrun/synsema/hint"
)

// fields looks for mistyped fields: nobody reads them, so that a "cap" instead
// of "caps" would pass unseen.
func (c *check) fields() {
	doc, err := manifest.Source(c.plugin)
	if err != nil {
		return
	}
	known, tool := manifest.Fields(c.plugin.Format)
	c.mistyped("", doc, known)
	tools, _ := doc.Get("tools")
	for _, t := range tools.Items {
		name, _ := t.Get("name")
		c.mistyped(fmt.Sprintf(" of tool %q", name.Text), t, tool)
	}
}

func (c *check) mistyped(of string, doc jsondoc.Value, known []string) {
	free := slices.DeleteFunc(slices.Clone(known), doc.Has)
	for _, m := range doc.Members {
		if slices.Contains(known, m.Key) {
			continue
		}
		if meant := meant(m.Key, free); meant != "" {
			c.find(CodeField, fmt.Sprintf("field %q%s is not read — did you mean %q?", m.Key, of, meant))
		}
	}
}

// meant is the field that another word stands for, or "". The first letter is
// the one that people get right; tags are not caps.
func meant(word string, fields []string) string {
	plain := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(word))
	for _, f := range fields {
		if plain == strings.ReplaceAll(f, "_", "") {
			return f
		}
	}
	near := hint.Near(plain, fields)
	if near == "" || near[0] != plain[0] {
		return ""
	}
	return near
}

// program looks for what a process starts, the way it is found at a call.
func (c *check) program() {
	p := c.plugin
	if p.Kind == manifest.KindRPC {
		c.interpreter(filepath.Join(p.Dir, p.Entry))
		return
	}
	word := p.Command[0]
	switch {
	case filepath.IsAbs(word):
		st, err := os.Stat(word)
		switch {
		case err != nil:
			c.find(CodeProgram, "no program "+word)
		case st.Mode()&0o111 == 0:
			c.find(CodeNotRunnable, filepath.Base(word)+" is not executable")
		default:
			c.interpreter(word)
		}
	case !strings.Contains(word, "/"):
		if !inPath(word) {
			c.find(CodeProgram, "no program "+word+" in PATH")
		}
	}
	for _, w := range p.Command[1:] {
		switch w {
		case "|", "||", "&&", ";", "&", "<", ">", ">>", "2>&1", "2>", "&>":
			c.find(CodeShell, fmt.Sprintf("command: %s is given to the program as a word, no shell reads it", w))
			return
		}
	}
}

// interpreter looks for the program that the first line of a script names.
func (c *check) interpreter(script string) {
	f, err := os.Open(script)
	if err != nil {
		return
	}
	defer f.Close()
	line, _ := bufio.NewReaderSize(f, 512).ReadSlice('\n')
	rest, ok := strings.CutPrefix(string(line), "#!")
	words := strings.Fields(rest)
	if !ok || len(words) == 0 {
		return
	}
	if filepath.Base(words[0]) == "env" {
		for _, w := range words[1:] {
			if strings.HasPrefix(w, "-") || strings.Contains(w, "=") {
				continue
			}
			if !inPath(w) {
				c.find(CodeProgram, fmt.Sprintf("no program %s in PATH, which %s wants", w, filepath.Base(script)))
			}
			return
		}
	}
	if _, err := os.Stat(words[0]); err != nil {
		c.find(CodeProgram, fmt.Sprintf("no program %s, which %s wants", words[0], filepath.Base(script)))
	}
}

func inPath(word string) bool {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if st, err := os.Stat(filepath.Join(dir, word)); err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0 {
			return true
		}
	}
	return false
}

// module looks for the function that a call runs.
func (c *check) module() {
	names, known := manifest.ReadExports(filepath.Join(c.plugin.Dir, filepath.FromSlash(c.plugin.Entry)))
	if known && !slices.Contains(names, "_start") {
		c.find(CodeStart, fmt.Sprintf("%s exports no _start: there is nothing to run", c.plugin.Entry))
	}
}
