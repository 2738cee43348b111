package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/synsema/reference"
	"github.com/synrun/synrun/synsema/sig"
	"github.com/synrun/synrun/synsema/token"
	"github.com/synrun/synrun/vet"
)

// generate gives the text of every generated file by its path below root. The
// parts of the language page that are written by hand are kept.
func generate(root string) (map[string]string, error) {
	files := map[string]string{}
	for _, p := range reference.Pages() {
		files[filepath.Join("docs", "reference", p.Name)] = p.Text
	}
	files[filepath.Join("docs", "reference", "plugin-check.md")] = findings()
	language := filepath.Join("docs", "language.md")
	text, err := os.ReadFile(filepath.Join(root, language))
	if err != nil {
		return nil, err
	}
	page := string(text)
	for name, part := range map[string]func() string{
		"words": statementWords, "reserved": reserved, "operators": operators,
		"capabilities": capabilities, "constants": constants,
	} {
		if page, err = replacePart(page, name, part()); err != nil {
			return nil, fmt.Errorf("%s: %w", language, err)
		}
	}
	files[language] = page
	return files, nil
}

// replacePart puts text between the marks of a generated part.
func replacePart(page, name, text string) (string, error) {
	begin, end := "<!-- generated: "+name+" -->\n", "<!-- end: "+name+" -->"
	before, rest, ok := strings.Cut(page, begin)
	if !ok {
		return "", fmt.Errorf("no %q", strings.TrimSpace(begin))
	}
	_, after, ok := strings.Cut(rest, end)
	if !ok {
		return "", fmt.Errorf("no %q", end)
	}
	return before + begin + text + end + after, nil
}

// findings is the page of the codes of plugin check: what concerns the plugin,
// then the rules of its language.
func findings() string {
	var b strings.Builder
	b.WriteString("# What `synrun plugin check` finds\n\n" +
		"Every finding has a code: the word in brackets behind it, `code` with `--json`, the rule id with `--sarif`.\n" +
		"An error is a fault with which the plugin does not run; a warning fails the check with `--strict` only.\n" +
		"`synsema check` gives the second table for programs that are no plugins.\n")
	table := func(title string, rules []checker.Rule) {
		fmt.Fprintf(&b, "\n## %s\n\n| code | | finding | what to do |\n|---|---|---|---|\n", title)
		for _, r := range rules {
			cell := strings.NewReplacer("|", `\|`)
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Code, r.Severity, cell.Replace(r.Text), cell.Replace(r.Doc))
		}
	}
	all, language := vet.Codes(), checker.Rules()
	table("Manifest, folder and ceiling", all[:len(all)-len(language)])
	table("The program", language)
	return b.String()
}

func statementWords() string {
	var b strings.Builder
	b.WriteString("| word | form | |\n|---|---|---|\n")
	for _, w := range reference.Words() {
		form, _, _ := strings.Cut(w.Form, "\n")
		fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", strings.Join(w.Names, "` `"), form, w.Doc)
	}
	return b.String()
}

func reserved() string {
	var words []string
	for _, w := range reference.Words() {
		for _, n := range w.Names {
			if token.Lookup(n) != token.Ident {
				words = append(words, "`"+n+"`")
			}
		}
	}
	return strings.Join(words, " ") + "\n"
}

func operators() string {
	var b strings.Builder
	b.WriteString("| operators | |\n|---|---|\n")
	for _, o := range reference.Operators() {
		var symbols []string
		for s := range strings.FieldsSeq(o.Symbols) {
			symbols = append(symbols, "`"+strings.ReplaceAll(strings.ReplaceAll(s, "_", " "), "|", `\|`)+"`")
		}
		fmt.Fprintf(&b, "| %s | %s |\n", strings.Join(symbols, " "), o.Doc)
	}
	return b.String()
}

// capabilities lists each kind with the builtins that ask for it.
func capabilities() string {
	asks := map[string][]string{}
	for _, rows := range sig.Families() {
		for _, r := range rows {
			if r.Cap != "" && r.Status != sig.Recognised {
				asks[r.Cap] = append(asks[r.Cap], "`"+r.Name+"`")
			}
		}
	}
	var b strings.Builder
	b.WriteString("| capability | scope | allows | builtins |\n|---|---|---|---|\n")
	for _, k := range caps.Kinds() {
		i, list := k.Info(), asks[k.Info().Name]
		names := strings.Join(list[:min(len(list), 8)], " ")
		if len(list) > 8 {
			names += " …"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", i.Name, i.Scope, i.Allows, names)
	}
	return b.String()
}

func constants() string {
	return "`" + strings.Join(sig.Constants, "` `") + "`\n"
}
