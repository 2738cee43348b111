package reference

import (
	"fmt"
	"strings"

	"github.com/synrun/synrun/synsema/sig"
)

// Page is a file of the reference.
type Page struct {
	Name string // text.md
	Text string
}

// Pages are the index and one page for each family.
func Pages() []Page {
	pages := []Page{{"index.md", indexPage()}}
	for _, rows := range sig.Families() {
		pages = append(pages, Page{rows[0].Family + ".md", FamilyPage(rows)})
	}
	return pages
}

// executed and recognised part the rows of a family.
func executed(rows []*sig.Row) (run, known []*sig.Row) {
	for _, r := range rows {
		if r.Status == sig.Recognised {
			known = append(known, r)
		} else {
			run = append(run, r)
		}
	}
	return run, known
}

const generated = "<!-- Generated from synsema/sig by `make generate`. Change the rows, not this page. -->\n"

func indexPage() string {
	var b strings.Builder
	b.WriteString(generated + `
# Reference of the builtins

Every builtin by family. Each page gives the signature, the capability that a
call asks for, what it does, and an example that the tests run. In a terminal:
` + "`synsema docs NAME`" + `.

How to read a signature: ` + "`name?`" + ` may be left out, ` + "`name = value`" + ` has that value
when left out, ` + "`name...`" + ` takes any number of arguments, and what comes after ` + "`*`" + `
is given by name only. Other arguments are given by position, and also by name where
the entry says *By name*. *pure* means that no capability is needed.

`)
	for _, rows := range sig.Families() {
		run, known := executed(rows)
		if len(run) == 0 {
			continue
		}
		family := rows[0].Family
		fmt.Fprintf(&b, "## [%s](%s.md)\n\n", family, family)
		if line := about[family]; line != "" {
			b.WriteString(line + ".\n\n")
		}
		for i, r := range run {
			if i > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(&b, "[`%s`](%s.md#%s)", r.Name, family, r.Name)
		}
		if len(known) > 0 {
			fmt.Fprintf(&b, " (and %d recognised)", len(known))
		}
		b.WriteString("\n\n")
	}
	b.WriteString("## Recognised only\n\nNames of the language that parse and check here, and whose calls fail with an error of their own.\n\n| family | names |\n|---|---|\n")
	for _, rows := range sig.Families() {
		if run, _ := executed(rows); len(run) == 0 {
			fmt.Fprintf(&b, "| [%s](%s.md) | %d |\n", rows[0].Family, rows[0].Family, len(rows))
		}
	}
	return b.String()
}

// FamilyPage is the reference of one family in Markdown.
func FamilyPage(rows []*sig.Row) string {
	var b strings.Builder
	family := rows[0].Family
	fmt.Fprintf(&b, "%s\n# %s\n\n", generated, family)
	if line := about[family]; line != "" {
		b.WriteString(line + ".\n\n")
	}
	run, known := executed(rows)
	if len(run) > 0 {
		b.WriteString("| builtin | |\n|---|---|\n")
		for _, r := range run {
			fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", r.Name, r.Name, cell(r.Doc))
		}
		b.WriteString("\n")
	}
	for _, r := range run {
		writeEntry(&b, r)
	}
	if len(known) > 0 {
		b.WriteString("## Recognised, not executed\n\nThese names parse and check, and a call asks for its capability; then it fails with\n`NAME: recognised, but not executed by this runtime`.\n\n| name | arguments | capability | |\n|---|---|---|---|\n")
		for _, r := range known {
			doc := cell(r.Doc)
			if r.Renamed != "" {
				doc += fmt.Sprintf(" (now `%s`)", r.Renamed)
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", r.Name, count(r), Capability(r), doc)
		}
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func writeEntry(b *strings.Builder, r *sig.Row) {
	fmt.Fprintf(b, "## %s\n\n```\n%s\n```\n\n%s.\n\n", r.Name, Signature(r), strings.TrimSuffix(r.Doc, "."))
	if r.Notes != "" {
		b.WriteString(r.Notes + "\n\n")
	}
	if r.Renamed != "" {
		fmt.Fprintf(b, "**Deprecated**: use `%s`.\n\n", r.Renamed)
	}
	fmt.Fprintf(b, "*Capability*: %s · *Status*: %s", Capability(r), r.Status)
	if names := named(r); len(names) > 0 {
		fmt.Fprintf(b, " · *By name*: `%s`", strings.Join(names, "`, `"))
	}
	b.WriteString("\n\n")
	if r.Example == "" {
		return
	}
	fmt.Fprintf(b, "```\n%s\n", strings.TrimRight(r.Example, "\n"))
	if r.Shows != "" {
		b.WriteString("-- " + strings.ReplaceAll(r.Shows, "\n", "\n-- ") + "\n")
	}
	b.WriteString("```\n\n")
}

func count(r *sig.Row) string {
	lo, hi := r.Min(), r.Max()
	switch {
	case hi < 0:
		return fmt.Sprintf("%d or more", lo)
	case lo == hi:
		return fmt.Sprint(lo)
	}
	return fmt.Sprintf("%d to %d", lo, hi)
}

func cell(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

// about says what a family is for; families that are only recognised have no
// line.
var about = map[string]string{
	"output":      "Printing, and ending the program",
	"program":     "The program itself: its arguments, where it runs, how much it has done",
	"input":       "Reading what a person or another program types",
	"conversion":  "From one kind of value to another",
	"predicate":   "What kind of value is it",
	"text":        "Texts are sequences of Unicode characters; positions count characters from 0",
	"regex":       "Regular expressions, matched in time that grows with the text and never explodes",
	"lists":       "Making lists and changing them: every function gives a new list",
	"collections": "What lists, maps, texts and bytes have in common",
	"intentional": "What to do with every item, instead of how to loop. The list and the function may come in either order",
	"maps":        "Maps keep the order in which their keys were added",
	"bytes":       "Bytes, and their spellings in hex, Base64 and UTF-8",
	"hash":        "Digests and message authentication codes",
	"bits":        "Integers bit by bit, of any size",
	"json":        "JSON and JSON Lines; integers of any size stay exact",
	"csv":         "Tables as text",
	"toml":        "TOML 1.0",
	"xml":         "XML as maps",
	"archive":     "ZIP and TAR, with limits on what an archive may unpack to",
	"tables":      "A table is a list of maps; `nothing` is a missing value",
	"assert":      "Checks for tests: `synsema test` counts those that fail",
	"errors":      "Failing on purpose",
	"tasks":       "Calling tasks with less authority, and looking into a call",
	"math":        "Functions of numbers. Integers have any size, decimals are exact, floats are IEEE doubles; most work element by element on arrays",
	"statistics":  "Describing numbers; nearly all leave missing values out, an empty list is an error",
	"arrays":      "Arrays of floats with any number of dimensions, and linear algebra",
	"time":        "Dates, datetimes with a zone, durations, and Unix timestamps in seconds",
	"random":      "Generators with a seed give the same numbers in every run and need no capability",
	"charts":      "Charts as SVG",
	"files":       "Files and folders, each within the scopes of `file.read` and `file.write`",
	"process":     "Other programs, within the scopes of `exec`",
	"http":        "HTTP and HTTPS, within the scopes of `net`",
	"database":    "SQLite, PostgreSQL, MySQL, Redis and MongoDB, within the scopes of `db`",
	"net":         "TCP and WebSocket connections, within the scopes of `net`",
	"concurrency": "Work side by side: tasks over many items, channels, agents",
	"llm":         "Models, as far as the host gives the program one",
	"memory":      "State that outlives the run",
	"config":      "Environment variables and secrets. A secret prints as its name, never as its text",
	"serve":       "Parts of the server family that need no server",
}
