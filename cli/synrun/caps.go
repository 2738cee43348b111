package synrun

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
	"github.com/synrun/synrun/vet"
)

func (a *app) capsCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "caps", Short: "what capabilities are, what a ceiling allows, which one is enough", Args: cobra.ArbitraryArgs,
		Example: "synrun caps explain example-hello\nsynrun caps suggest example-hello",
	}
	cmd.RunE = a.group(cmd)
	cmd.AddCommand(a.capsList(), a.capsExplain(), a.capsCompare(), a.capsSuggest())
	return cmd
}

func (a *app) capsList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "the families of capabilities", Args: noArgs,
		Example: "synrun caps list\nsynrun caps list --json",
		RunE: func(*cobra.Command, []string) error {
			type family struct {
				Name    string `json:"name"`
				Scope   string `json:"scope"`
				Allows  string `json:"allows"`
				Ambient bool   `json:"ambient"`
			}
			var rows []family
			t := &table{a: a, header: []string{"NAME", "SCOPE", "ALLOWS", "AMBIENT"}, fixed: 1,
				order: []giving{{1, 20}, {2, 20}}, folded: []int{1, 2}}
			for _, k := range caps.Kinds() {
				info := k.Info()
				rows = append(rows, family(info))
				ambient := ""
				if info.Ambient {
					ambient = "yes"
				}
				t.add(info.Name, info.Scope, info.Allows, ambient)
			}
			if a.flags.json {
				return a.printJSON(rows)
			}
			t.print()
			return nil
		},
	}
}

// ceiling is what an operand of caps means.
type ceiling struct {
	list *caps.List // nil: no ceiling
	name string
	// escapes are what in it adds up to a way past it.
	escapes []caps.Escape
}

// operand reads a caps text, a plugin's name, a folder, or @FILE.
func (a *app) operand(word string) (*ceiling, error) {
	if file, ok := strings.CutPrefix(word, "@"); ok {
		return a.ceilingFile(file)
	}
	platform := caps.DefaultPlatform(homeDir())
	list, textErr := parseCeiling(platform, word)
	if textErr == nil {
		return a.around(&ceiling{list: list, name: word}), nil
	}
	if strings.ContainsAny(word, "=,") {
		return nil, badCaps(textErr)
	}
	h, err := a.open()
	if err != nil {
		return nil, err
	}
	p, err := h.PluginOrDir(word, a.formatFlag())
	if err != nil {
		if asHostError(err).Code == "no_plugin" {
			return nil, badCaps(textErr)
		}
		return nil, err
	}
	return pluginCeiling(h, p)
}

func pluginCeiling(h *host.Host, p *manifest.Plugin) (*ceiling, error) {
	if p.Broken() {
		return nil, failure("broken", "plugin '"+p.ID+"' is broken: "+p.Err, "synrun plugin check "+p.ID)
	}
	c, err := h.Places().Ceiling(p)
	if err != nil || c == nil {
		return &ceiling{name: p.ID}, err
	}
	return &ceiling{intersection(c), p.ID, vet.Escapes(p, h.Places(), c)}, nil
}

// around looks at a ceiling that belongs to no plugin as one of a plugin of this
// workspace.
func (a *app) around(c *ceiling) *ceiling {
	if places, err := a.places(); err == nil {
		c.escapes = places.Platform().Escapes(c.list, vet.Around(places))
	}
	return c
}

// escapeNotes are the remarks on a plugin that is turned on.
func escapeNotes(p *manifest.Plugin, places manifest.Places) (notes []string) {
	c, err := places.Ceiling(p)
	if err != nil {
		return nil
	}
	for _, e := range vet.Escapes(p, places, c) {
		if e.Code == caps.EscapeRoot {
			continue // said once, for the whole host
		}
		notes = append(notes, "escape: "+e.Text)
	}
	return notes
}

// intersection is a ceiling as one list.
func intersection(c *manifest.Ceiling) *caps.List {
	l := c.Layers[0].List
	for _, layer := range c.Layers[1:] {
		l = caps.Intersect(l, layer.List)
	}
	return l
}

func parseCeiling(platform *caps.Platform, text string) (*caps.List, error) {
	if strings.TrimSpace(text) == "" {
		return caps.NewList(), nil
	}
	return platform.ParseList(text)
}

// ceilingFile reads a file that holds a caps text, or a manifest with one.
func (a *app) ceilingFile(file string) (*ceiling, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, readError(err)
	}
	word := strings.TrimSpace(string(text))
	if strings.HasPrefix(word, "{") {
		doc, err := jsondoc.Parse(text)
		if err != nil {
			return nil, failure("bad_file", file+" is not valid JSON: "+err.Error(), "")
		}
		field, ok := doc.Get("caps")
		if ok && field.Kind != jsondoc.Text {
			return nil, failure("bad_file", file+`: "caps" must be a text`, "")
		}
		word = field.Text
	}
	list, err := parseCeiling(caps.DefaultPlatform(homeDir()), word)
	if err != nil {
		return nil, badCaps(err)
	}
	return a.around(&ceiling{list: list, name: file}), nil
}

// badCaps words a text that is no ceiling.
func badCaps(err error) error {
	list, ok := err.(*caps.ListError)
	if !ok || list.Fault != caps.UnknownName {
		return usageError("bad_caps", err.Error(), "synrun caps list")
	}
	text := "unknown capability '" + list.Name + "'"
	if near := caps.Closest(list.Name); near != "" {
		text += " — did you mean '" + near + "'?"
	}
	return usageError("bad_caps", text, "synrun caps list")
}

func homeDir() string {
	if home := getenv("HOME"); strings.TrimSpace(home) != "" {
		return home
	}
	return getenv("USERPROFILE")
}

func (a *app) capsExplain() *cobra.Command {
	return &cobra.Command{
		Use: "explain C", Short: "what a ceiling allows, in words, most dangerous first",
		Long:    "C is a caps text, a plugin, a folder, or @FILE (a text, plugin.json or lamp.json).",
		Example: "synrun caps explain 'file.read=workspace/*,net=*.example.com'\nsynrun caps explain example-hello",
		Args:    needArgs(1, 1, "which ceiling?", "synrun caps explain 'net=example.com'"), ValidArgsFunction: a.completePlugin,
		RunE: func(_ *cobra.Command, args []string) error {
			c, err := a.operand(args[0])
			if err != nil {
				return err
			}
			if c.list == nil {
				if a.flags.json {
					return a.printJSON(nil)
				}
				fmt.Fprintf(a.Out, "%s: it runs with all your rights\n", host.NoCeiling)
				return nil
			}
			items := explained(c)
			if a.flags.json {
				if items == nil {
					items = []caps.Explanation{}
				}
				return a.printJSON(items)
			}
			if len(items) == 0 {
				fmt.Fprintln(a.Out, "nothing")
			}
			for _, it := range items {
				a.explainItem(it)
			}
			return nil
		},
	}
}

// explained is a ceiling in words, with the ways past it as notes of the items
// that open them; these come first.
func explained(c *ceiling) []caps.Explanation {
	items := caps.Explain(c.list)
	for _, e := range c.escapes {
		for i := range items {
			if items[i].Item != e.Item.Text() {
				continue
			}
			if e.With == nil && items[i].Note != "" {
				break // it says as much
			}
			items[i].Risk = caps.High
			if items[i].Note != "" {
				items[i].Note += "; "
			}
			items[i].Note += "escape: " + e.Text
			break
		}
	}
	slices.SortStableFunc(items, func(a, b caps.Explanation) int { return cmp.Compare(b.Risk, a.Risk) })
	return items
}

func (a *app) explainItem(it caps.Explanation) {
	if !a.OutTerminal {
		fmt.Fprintf(a.Out, "%s\t%s\t%s\t%s\n", it.Item, it.Risk, flat(it.Words), flat(it.Note))
		return
	}
	fmt.Fprintf(a.Out, "%s  %s\n", a.bold(it.Item), a.paint(riskColour(it.Risk.String()), it.Risk.String()))
	for _, l := range wrap(it.Words, a.columns()-2) {
		fmt.Fprintf(a.Out, "  %s\n", l)
	}
	for i, l := range wrap(it.Note, a.columns()-8) {
		label := "note: "
		if i > 0 {
			label = "      "
		}
		fmt.Fprintf(a.Out, "  %s%s\n", label, l)
	}
}

func (a *app) capsCompare() *cobra.Command {
	return &cobra.Command{
		Use: "compare A B", Short: "what B allows that A does not, and the reverse",
		Example: "synrun caps compare 'file.read=data/*' 'file.read=data/a.txt'\nsynrun caps compare @old.json example-hello",
		Args:    needArgs(2, 2, "two ceilings are needed", "synrun caps compare A B"),
		RunE: func(_ *cobra.Command, args []string) error {
			first, err := a.operand(args[0])
			if err != nil {
				return err
			}
			second, err := a.operand(args[1])
			if err != nil {
				return err
			}
			d := caps.Compare(first.list, second.list)
			if a.flags.json {
				if err := a.printJSON(struct {
					Verdict string   `json:"verdict"`
					Added   []string `json:"added"`
					Removed []string `json:"removed"`
				}{d.Verdict, itemTexts(d.Added), itemTexts(d.Removed)}); err != nil {
					return err
				}
			} else {
				for _, it := range d.Added {
					fmt.Fprintln(a.Out, a.paint(red, "+ "+it.Text()))
				}
				for _, it := range d.Removed {
					fmt.Fprintln(a.Out, a.paint(green, "- "+it.Text()))
				}
				fmt.Fprintln(a.Out, d.Verdict)
			}
			return fail(d.Verdict != "equal" && d.Verdict != "narrower")
		},
	}
}

func itemTexts(items []*caps.Item) []string {
	texts := []string{}
	for _, it := range items {
		texts = append(texts, it.Text())
	}
	return texts
}
