package synsema

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/reference"
	"github.com/synrun/synrun/synsema/sig"
)

// docsOptions are the flags of docs.
type docsOptions struct {
	name, family, search, status string
	json, markdown               bool
}

// docs prints the reference: families, the entry of a name, or the rows that
// the flags select.
func (c *command) docs(args []string) int {
	o, err := parseDocs(args)
	if err != nil {
		return c.usage("%v", err)
	}
	if o.name != "" && sig.Family(o.name) != nil && !hasEntry(o.name) {
		o.family, o.name = o.name, ""
	}
	if o.name != "" {
		return c.docsOf(o)
	}
	families, err := o.selected()
	if err != nil {
		return c.fail("%v", err)
	}
	switch {
	case o.json:
		c.docsJSON(families)
	case o.markdown && o.narrow():
		for _, rows := range families {
			fmt.Fprint(c.Out, reference.FamilyPage(rows))
		}
	case o.markdown:
		for _, page := range reference.Pages() {
			fmt.Fprint(c.Out, page.Text)
		}
	case len(families) == 0 && hint.Elsewhere(o.search) == "":
		return c.fail("no builtin's name or description contains '%s'", o.search)
	case o.narrow():
		if form := hint.Elsewhere(o.search); form != "" {
			fmt.Fprintf(c.Out, "%s is, in Synsema: %s\n", o.search, form)
		}
		c.docsLines(families)
	default:
		c.docsFamilies(families)
	}
	return exitOK
}

func parseDocs(args []string) (docsOptions, error) {
	var o docsOptions
	values := map[string]*string{"--family": &o.family, "--search": &o.search, "--status": &o.status}
	for i := 0; i < len(args); i++ {
		word, value, joined := strings.Cut(args[i], "=")
		into := values[word]
		switch {
		case word == "--json" && !joined:
			o.json = true
		case word == "--markdown" && !joined:
			o.markdown = true
		case into != nil:
			if !joined {
				if i++; i == len(args) {
					return o, fmt.Errorf("%s requires a value", word)
				}
				value = args[i]
			}
			if value == "" {
				return o, fmt.Errorf("%s requires a value", word)
			}
			*into = value
		case strings.HasPrefix(word, "-"):
			return o, fmt.Errorf("unknown flag '%s'", word)
		case o.name != "":
			return o, fmt.Errorf("expected one name, got '%s' and '%s'", o.name, args[i])
		default:
			o.name = args[i]
		}
	}
	switch {
	case o.status != "" && o.status != "core" && o.status != "extended" && o.status != "recognised":
		return o, fmt.Errorf("--status must be 'core', 'extended' or 'recognised', got '%s'", o.status)
	case o.json && o.markdown:
		return o, fmt.Errorf("--json and --markdown are mutually exclusive; choose one")
	case o.name != "" && o.narrow():
		return o, fmt.Errorf("a name and --family, --search or --status are mutually exclusive; choose one")
	}
	return o, nil
}

// narrow reports whether a flag selects some of the rows.
func (o docsOptions) narrow() bool { return o.family != "" || o.search != "" || o.status != "" }

// selected gives the rows that the flags select, family by family.
func (o docsOptions) selected() ([][]*sig.Row, error) {
	var chosen [][]*sig.Row
	var names []string
	for _, rows := range sig.Families() {
		names = append(names, rows[0].Family)
		if o.family != "" && rows[0].Family != o.family {
			continue
		}
		var kept []*sig.Row
		for _, r := range rows {
			if (o.status == "" || r.Status.String() == o.status) && o.finds(r) {
				kept = append(kept, r)
			}
		}
		if len(kept) > 0 {
			chosen = append(chosen, kept)
		}
	}
	if o.family != "" && sig.Family(o.family) == nil {
		return nil, fmt.Errorf("no family named '%s'%s", o.family, didYouMean(o.family, names))
	}
	return chosen, nil
}

// finds reports whether a row has every word that is searched, in its name,
// family or description, or as what one of another language means.
func (o docsOptions) finds(r *sig.Row) bool {
	text := strings.ToLower(reference.Signature(r) + " " + r.Family + " " + r.Doc + " " + r.Notes)
	for _, word := range strings.Fields(o.search) {
		if !strings.Contains(text, strings.ToLower(word)) && !calls(hint.Elsewhere(word), r.Name) {
			return false
		}
	}
	return true
}

// calls reports whether a piece of code calls the builtin.
func calls(form, name string) bool {
	before, _, found := strings.Cut(form, name+"(")
	return found && (before == "" || strings.ContainsAny(before[len(before)-1:], " (`"))
}

// docsFamilies prints the families with the names of their builtins.
func (c *command) docsFamilies(families [][]*sig.Row) {
	var b strings.Builder
	for _, rows := range families {
		b.WriteString(rows[0].Family + "\n")
		line := " "
		for _, r := range rows {
			if len(line)+1+len(r.Name) > 79 {
				b.WriteString(line + "\n")
				line = " "
			}
			line += " " + r.Name
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("\n`synsema docs NAME` tells more about one of them.\n")
	fmt.Fprint(c.Out, b.String())
}

// docsLines prints one line for each row.
func (c *command) docsLines(families [][]*sig.Row) {
	width := 0
	for _, rows := range families {
		for _, r := range rows {
			width = max(width, len(r.Name))
		}
	}
	var b strings.Builder
	for _, rows := range families {
		for _, r := range rows {
			fmt.Fprintf(&b, "%-*s  %s\n", width, r.Name, r.Doc)
		}
	}
	fmt.Fprint(c.Out, b.String())
}

// docRow is a builtin as --json shows it.
type docRow struct {
	Name       string     `json:"name"`
	MinArgs    int        `json:"min_args"`
	MaxArgs    *int       `json:"max_args"` // null: any number
	Params     []docParam `json:"params"`
	Family     string     `json:"family"`
	Capability string     `json:"capability"`
	Status     string     `json:"status"`
	Doc        string     `json:"doc"`
	Notes      string     `json:"notes,omitempty"`
}

type docParam struct {
	Name     string `json:"name"`
	Optional bool   `json:"optional,omitempty"`
	Default  string `json:"default,omitempty"`
	Named    bool   `json:"named,omitempty"`        // may be given by name
	KeyOnly  bool   `json:"keyword_only,omitempty"` // is given by name only
	Rest     bool   `json:"rest,omitempty"`         // takes all further arguments
}

func (c *command) docsJSON(families [][]*sig.Row) {
	out := []docRow{}
	for _, rows := range families {
		for _, r := range rows {
			row := docRow{Name: r.Name, MinArgs: r.Min(), Params: []docParam{}, Family: r.Family,
				Capability: reference.Capability(r), Status: r.Status.String(), Doc: r.Doc, Notes: r.Notes}
			if most := r.Max(); most >= 0 {
				row.MaxArgs = &most
			}
			for _, p := range r.Params {
				row.Params = append(row.Params, docParam{p.Name, p.Opt, p.Default, p.Passing != sig.Positional, p.Passing == sig.KeyOnly, p.Rest})
			}
			out = append(out, row)
		}
	}
	c.encode(out)
}

func (c *command) encode(v any) {
	enc := json.NewEncoder(c.Out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(v)
}

// constantDoc describes a global value that is no builtin, "" for other names.
func constantDoc(name string) string {
	switch name {
	case "pi":
		return "The ratio of a circle's circumference to its diameter: 3.141592653589793."
	case "tau":
		return "Two times pi: 6.283185307179586."
	case "e":
		return "The base of the natural logarithm: 2.718281828459045."
	case "inf":
		return "Positive infinity."
	case "nan":
		return "Not a number: is_nan(x) tells, for it equals nothing, itself neither."
	}
	return ""
}

// docsOf prints the entry of one name. A word that is a builtin and a
// statement has both.
func (c *command) docsOf(o docsOptions) int {
	row, word := sig.Lookup(o.name), reference.FindWord(o.name)
	kind, isCap := caps.ParseKind(o.name)
	if row == nil && word == nil && !isCap {
		if text := constantDoc(o.name); text != "" {
			fmt.Fprintf(c.Out, "%s  (constant)\n  %s\n\nexample:\n  print(%s)\n", o.name, text, o.name)
			return exitOK
		}
		if form := hint.Elsewhere(o.name); form != "" {
			return c.fail("no builtin named '%s' — in Synsema: %s", o.name, form)
		}
		return c.fail("no builtin named '%s'%s", o.name, didYouMean(o.name, docNames()))
	}
	if row != nil && (o.json || o.markdown) {
		rows := [][]*sig.Row{{row}}
		if o.json {
			c.docsJSON(rows)
		} else {
			fmt.Fprint(c.Out, reference.FamilyPage(rows[0]))
		}
		return exitOK
	}
	var entries []string
	if row != nil {
		entries = append(entries, reference.Builtin(row))
	}
	if word != nil {
		entries = append(entries, word.String())
	}
	if isCap {
		entries = append(entries, capabilityEntry(kind))
	}
	text := strings.Join(entries, "\n")
	switch {
	case o.json:
		c.encode([]map[string]string{{"name": o.name, "doc": text}})
	case o.markdown:
		fmt.Fprintf(c.Out, "## %s\n\n```\n%s```\n", o.name, text)
	default:
		fmt.Fprint(c.Out, text)
	}
	return exitOK
}

// hasEntry reports whether the name is one of a builtin, word or capability.
func hasEntry(name string) bool {
	_, isCap := caps.ParseKind(name)
	return isCap || sig.Lookup(name) != nil || reference.FindWord(name) != nil
}

// capabilityEntry says what a capability allows, how to ask for it and which
// builtins do.
func capabilityEntry(k caps.Kind) string {
	info := k.Info()
	var b strings.Builder
	fmt.Fprintf(&b, "%s  (capability)\n  Allows: %s.\n\n  scope       %s\n  given       ", info.Name, info.Allows, info.Scope)
	if info.Ambient {
		b.WriteString("without asking, unless the ceiling leaves it out\n")
	} else {
		b.WriteString("when the program requires it and the ceiling covers it\n")
	}
	label := "asked by"
	line := ""
	for _, rows := range sig.Families() {
		for _, r := range rows {
			if r.Cap != info.Name || r.Status == sig.Recognised {
				continue
			}
			if len(line)+1+len(r.Name) > 64 {
				fmt.Fprintf(&b, "  %-11s%s\n", label, line)
				label, line = "", ""
			}
			line += " " + r.Name
		}
	}
	if line != "" {
		fmt.Fprintf(&b, "  %-11s%s\n", label, line)
	}
	scope := ""
	switch info.Name {
	case "file", "file.read", "file.write":
		scope = `("data/*")`
	case "net":
		scope = `("api.example.com")`
	case "exec":
		scope = `("git")`
	case "env", "secret", "reveal", "sign", "wallet":
		scope = `("API_KEY")`
	case "db":
		scope = `("data/app.db")`
	case "memory":
		scope = `("notes")`
	case "serve":
		scope = `("8080")`
	}
	fmt.Fprintf(&b, "\nexample:\n  require %s%s\n", info.Name, scope)
	return b.String()
}

// docNames are all names that have an entry.
func docNames() []string {
	var names []string
	for _, rows := range sig.Families() {
		for _, r := range rows {
			names = append(names, r.Name)
		}
	}
	for _, w := range reference.Words() {
		names = append(names, w.Names...)
	}
	return append(names, caps.Names()...)
}

func didYouMean(name string, candidates []string) string {
	if near := hint.Near(name, candidates); near != "" {
		return " — did you mean '" + near + "'?"
	}
	return ""
}
