package synrun

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/vet"
)

func (a *app) pluginCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "plugin", Short: "find, inspect, check and manage plugins", Args: cobra.ArbitraryArgs,
		Example: "synrun plugin list\nsynrun plugin on example-hello",
	}
	cmd.RunE = a.group(cmd)
	cmd.AddCommand(
		a.pluginList(), a.pluginInfo(), a.pluginTurn(true), a.pluginTurn(false), a.pluginCheck(), a.pluginTest(),
		a.pluginNew(), a.pluginSettings(), a.pluginInstall(), a.pluginUninstall(), a.pluginRemove(), a.pluginLog(),
		a.callCommand(),
	)
	return cmd
}

func (a *app) pluginList() *cobra.Command {
	var on, off, broken bool
	cmd := &cobra.Command{
		Use: "list [WORD…]", Short: "every plugin found, by name; words filter",
		Example: "synrun plugin list --on\nsynrun plugin list word count --json",
		RunE: func(_ *cobra.Command, words []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			f := host.ListFilter{Words: words, Bounded: a.flags.requireCeiling}
			if on {
				f.States = append(f.States, host.On)
			}
			if off {
				f.States = append(f.States, host.Off, host.Changed)
			}
			if broken {
				f.States = append(f.States, host.Broken, host.Incompatible)
			}
			rows, err := h.List(f)
			if err != nil {
				return err
			}
			rows = a.ofFormat(rows)
			if a.flags.json {
				return a.printJSON(rows)
			}
			if len(rows) == 0 {
				a.nothingFound(h, len(words) > 0 || len(f.States) > 0 || a.flags.format != "")
				return nil
			}
			t := &table{a: a, header: []string{"NAME", "FORMAT", "KIND", "SCOPE", "STATE", "TOOLS", "CEILING"}, fixed: 6}
			t.paint = func(row, column int, cell string) string {
				switch column {
				case 4:
					return a.paint(stateColour(rows[row].State), cell)
				case 6:
					if rows[row].CeilingText() == host.NoCeiling || rows[row].State == host.Broken || rows[row].State == host.Incompatible {
						return a.paint(red, cell)
					}
				}
				return cell
			}
			for i := range rows {
				r := &rows[i]
				t.add(r.Name, r.Format, r.Kind, r.Scope, string(r.State), fmt.Sprint(len(r.Tools)), a.shortCeiling(r.CeilingText()))
			}
			t.print()
			return nil
		},
	}
	cmd.Flags().BoolVar(&on, "on", false, "only those that are on")
	cmd.Flags().BoolVar(&off, "off", false, "only those that are off, changed ones too")
	cmd.Flags().BoolVar(&broken, "broken", false, "only those whose manifest is broken, and those that do not run")
	return cmd
}

func (a *app) ofFormat(rows []host.Row) []host.Row {
	if a.flags.format == "" {
		return rows
	}
	kept := []host.Row{}
	for _, r := range rows {
		if r.Format == a.flags.format {
			kept = append(kept, r)
		}
	}
	return kept
}

func (a *app) nothingFound(h *host.Host, filtered bool) {
	if filtered {
		a.note("no plugin matches")
		return
	}
	places := h.Places()
	a.note("no plugins found. A plugin is a folder with a manifest, in %s or %s",
		places.ProjectDir(manifest.FormatPlugin, "<name>"), places.GlobalDir()+"/<name>")
	a.try("synrun plugin new my-plugin")
}

// shortCeiling leaves out, on a terminal that is too narrow for all of it, what
// is in every ceiling: what a person looks for is the rest.
func (a *app) shortCeiling(text string) string {
	const others = 50 // columns of the table before the ceiling, as a rule
	rest, ok := strings.CutPrefix(text, caps.Base+",")
	if !ok || !a.OutTerminal || width(text) <= a.columns()-others {
		return text
	}
	return "…," + rest
}

func stateColour(s host.Status) string {
	switch s {
	case host.On:
		return green
	case host.Changed:
		return yellow
	case host.Broken, host.Incompatible:
		return red
	}
	return dim
}

func (a *app) pluginInfo() *cobra.Command {
	return &cobra.Command{
		Use: "info NAME", Short: "all there is to know about a plugin",
		Example: "synrun plugin info example-hello\nsynrun plugin info lamp:git --json",
		Args:    needArgs(1, 1, "which plugin?", "synrun plugin list"), ValidArgsFunction: a.completePlugin,
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.PluginOrDir(args[0], a.formatFlag())
			if err != nil {
				return err
			}
			in, err := h.Info(p)
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.printJSON(in)
			}
			a.showInfo(in)
			return nil
		},
	}
}

func (a *app) showInfo(in *host.Info) {
	var b strings.Builder
	about := []string{in.Format, in.Kind, in.Scope}
	if in.Version != "" {
		about = append(about, in.Version)
	}
	fmt.Fprintf(&b, "%s  %s  (%s)\n", a.bold(flat(in.Name)), a.paint(stateColour(in.State), string(in.State)), strings.Join(about, ", "))
	for _, l := range wrap(in.Description, a.columns()) {
		b.WriteString(l + "\n")
	}
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%-9s %s\n", name, flat(value))
		}
	}
	b.WriteString("\n")
	if in.Error != "" {
		a.paragraph(&b, "error", in.Error, red)
	}
	field("folder", in.Dir)
	field("program", in.Plugin.Entry)
	field("command", in.Command)
	if in.State != host.Broken {
		field("timeout", fmt.Sprintf("%ds", in.Timeout))
	}
	if ap := in.Approval; ap != nil {
		when := ap.At
		if t, ok := ap.ApprovedAt(); ok {
			when = a.moment(t)
		}
		field("approved", fmt.Sprintf("%s by %s, digest %.12s", when, ap.By, ap.Digest))
	}
	if in.PID != nil {
		field("process", fmt.Sprint(*in.PID))
	}
	a.section(&b, "changed since it was turned on", in.Changes)
	if in.State != host.Broken {
		a.ceilingSection(&b, in)
		a.toolSection(&b, in)
	}
	var settings []string
	for _, s := range in.Settings {
		settings = append(settings, s.Key+" = "+string(s.Value))
	}
	a.section(&b, "settings", settings)
	a.section(&b, "notes", in.Notes)
	a.section(&b, "warnings", in.Warnings)
	a.section(&b, "end of its standard error", in.Stderr)
	fmt.Fprint(a.Out, b.String())
}

func (a *app) section(b *strings.Builder, title string, lines []string) {
	if len(lines) == 0 {
		return
	}
	fmt.Fprintf(b, "\n%s\n", a.bold(title))
	for _, l := range lines {
		for i, part := range wrap(l, a.columns()-4) {
			indent := "  "
			if i > 0 {
				indent = "    "
			}
			b.WriteString(indent + part + "\n")
		}
	}
}

// paragraph is a field whose value may be long.
func (a *app) paragraph(b *strings.Builder, name, value, colour string) {
	for i, l := range wrap(value, a.columns()-10) {
		if i > 0 {
			name = ""
		}
		fmt.Fprintf(b, "%-9s %s\n", name, a.paint(colour, l))
	}
}

func (a *app) ceilingSection(b *strings.Builder, in *host.Info) {
	if in.Ceiling == nil {
		text := host.NoCeiling + ": it runs with all your rights"
		if in.Plugin.Bounded() {
			text = "its ceiling cannot be composed, see the notes"
		}
		fmt.Fprintf(b, "\n%s\n  %s\n", a.bold("ceiling"), a.paint(red, text))
		return
	}
	fmt.Fprintf(b, "\n%s  %s\n", a.bold("ceiling"), flat(in.Ceiling.Text))
	longest := 0
	for _, it := range in.Items {
		longest = max(longest, min(width(it.Item), 28))
	}
	for _, it := range in.Items {
		words := it.Words
		if it.Note != "" {
			words += " — " + it.Note
		}
		label := flat(it.Item)
		if width(label) > longest {
			fmt.Fprintf(b, "  %s\n", label)
			label = ""
		}
		for _, l := range wrap(words, a.columns()-longest-4) {
			fmt.Fprintf(b, "  %-*s  %s\n", longest, label, a.paint(riskColour(it.Risk), l))
			label = ""
		}
	}
}

func riskColour(risk string) string {
	switch risk {
	case "high":
		return red
	case "medium":
		return yellow
	}
	return "0"
}

func (a *app) toolSection(b *strings.Builder, in *host.Info) {
	fmt.Fprintf(b, "\n%s\n", a.bold("tools"))
	for i, t := range in.ToolSpecs {
		head := t.Signature()
		if t.ReadOnly {
			head += "  (only reads)"
		}
		fmt.Fprintf(b, "  %s\n", flat(head))
		for _, l := range wrap(t.Description, a.columns()-6) {
			fmt.Fprintf(b, "      %s\n", l)
		}
		if full := in.Plugin.Tools[i].Full; full != "" {
			fmt.Fprintf(b, "      %s\n", a.paint(dim, full))
		}
	}
}

func (a *app) pluginTurn(on bool) *cobra.Command {
	dev := false
	cmd := &cobra.Command{
		Use: "off NAME…", Short: "turn plugins off, at once", Args: needArgs(1, -1, "which plugin?", "synrun plugin list --on"),
		Example: "synrun plugin off example-hello\nsynrun plugin off lamp:git wordcount", ValidArgsFunction: a.completePlugin,
	}
	if on {
		cmd.Use, cmd.Short = "on NAME…", "turn plugins on, at once and without a question"
		cmd.Args = needArgs(1, -1, "which plugin?", "synrun plugin list --off")
		cmd.Example = "synrun plugin on example-hello\nsynrun plugin on --dev my-plugin"
		cmd.Flags().BoolVar(&dev, "dev", false, "do not pin the code of a project plugin: for its author")
	}
	cmd.RunE = func(_ *cobra.Command, names []string) error {
		h, err := a.open()
		if err != nil {
			return err
		}
		var turned []*host.Turned
		for _, name := range names {
			p, err := h.Plugin(name, a.formatFlag())
			if err != nil {
				return err
			}
			var t *host.Turned
			if on {
				t, err = h.On(p, host.TurnOptions{By: by, Dev: dev})
			} else {
				t, err = h.Off(p, by)
			}
			if err != nil {
				return err
			}
			if on && p.Kind == manifest.KindSyn {
				if report := vet.Check(p, h.Places()); !report.OK {
					t.Notes = append(t.Notes, "its program has a fault, every call will fail: "+fromHere(report.Error))
				}
			}
			if on {
				t.Notes = append(t.Notes, escapeNotes(p, h.Places())...)
			}
			turned = append(turned, t)
			if !a.flags.json {
				a.showTurned(t)
			}
		}
		if on {
			a.warnRoot()
		}
		if a.flags.json {
			return a.printJSON(turnedJSON(turned))
		}
		return nil
	}
	return cmd
}

func (a *app) showTurned(t *host.Turned) {
	if len(t.Changes) > 0 {
		fmt.Fprintf(a.Err, "changed since %s was turned on before:\n", t.Plugin.ID)
		for _, c := range t.Changes {
			fmt.Fprintf(a.Err, "  %s\n", c)
		}
	}
	user := t.User
	if a.OutTerminal {
		user = strings.Join(wrap(user, a.columns()-2), "\n  ")
	}
	fmt.Fprintln(a.Out, user)
	for _, n := range t.Notes {
		a.note("%s", n)
	}
}

type turnedRow struct {
	Name    string   `json:"name"`
	Format  string   `json:"format"`
	Result  string   `json:"result"`
	Notes   []string `json:"notes"`
	Changes []string `json:"changes"`
}

func turnedJSON(list []*host.Turned) []turnedRow {
	rows := []turnedRow{}
	for _, t := range list {
		rows = append(rows, turnedRow{t.Plugin.ID, string(t.Plugin.Format), t.Text, orEmpty(t.Notes), orEmpty(t.Changes)})
	}
	return rows
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func (a *app) pluginLog() *cobra.Command {
	return &cobra.Command{
		Use: "log NAME", Short: "the last records of a plugin, and the end of its standard error",
		Example: "synrun plugin log example-hello\nsynrun plugin log rpc:notes",
		Args:    needArgs(1, 1, "which plugin?", "synrun plugin list"), ValidArgsFunction: a.completePlugin,
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.Plugin(args[0], a.formatFlag())
			if err != nil {
				return err
			}
			places := h.Places()
			o := &auditOptions{n: 20, sources: []*audit.Source{audit.Workspace(places.Home, places.Workspace)}}
			o.query.Plugin = string(p.Format) + ":" + p.ID
			if err := a.showRecords(o); err != nil {
				return err
			}
			in, err := h.Info(p)
			if err != nil {
				return err
			}
			for _, l := range in.Stderr {
				fmt.Fprintln(a.Out, l)
			}
			return nil
		},
	}
}

func (a *app) completePlugin(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
	h, err := a.open()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	rows, err := h.List(host.ListFilter{})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	for i := range rows {
		if strings.HasPrefix(rows[i].Name, word) {
			out = append(out, rows[i].Name+"\t"+firstLine(rows[i].Description))
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}
