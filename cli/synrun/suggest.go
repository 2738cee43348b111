package synrun

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/audit/query"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/vet/asks"
)

// suggestOptions are the flags of caps suggest.
type suggestOptions struct {
	from    string
	since   string
	observe string
	observed,
	write bool
}

func (a *app) capsSuggest() *cobra.Command {
	o := &suggestOptions{}
	cmd := &cobra.Command{
		Use: "suggest NAME|FILE.syn", Short: "the smallest ceiling that is enough for a program",
		Long: `What the program's require lines and calls need, joined with what its recorded checks
used, without what every plugin has anyway. --observe runs a tool once with everything
it asks for granted inside the workspace, and records that.`,
		Example: "synrun caps suggest example-hello\nsynrun caps suggest wordcount --from audit --since 7d",
		Args:    needArgs(1, 1, "for which plugin or program?", "synrun caps suggest NAME"), ValidArgsFunction: a.completePlugin,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.observed = cmd.Flags().Changed("observe")
			return a.suggest(args[0], o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&o.from, "from", "both", "`SOURCE` of static, audit, both")
	f.StringVar(&o.since, "since", "", "records from `T` on")
	f.StringVar(&o.observe, "observe", "", "after a yes, run the only or named `TOOL[ JSON]` once first")
	f.BoolVar(&o.write, "write", false, "put it into the manifest; the plugin then counts as changed")
	f.Lookup("observe").NoOptDefVal = "{}"
	return cmd
}

// need is one capability that a program needs, and how that is known.
type need struct {
	Item  string   `json:"item"`
	From  []string `json:"from"`
	Count int      `json:"count"`
	Lines []int    `json:"lines"`

	item *caps.Item
	// open marks a use whose scope is only known when the program runs.
	open bool
}

// suggestion is the answer of caps suggest.
type suggestion struct {
	Caps   string   `json:"caps"`
	Items  []*need  `json:"items"`
	Unused []string `json:"unused"` // of the present ceiling
	Above  []string `json:"above"`  // needed, and not in the present ceiling
}

func (a *app) suggest(word string, o *suggestOptions) error {
	if !slices.Contains([]string{"static", "audit", "both"}, o.from) {
		return usageError("flag_value", "--from must be one of static, audit, both, got '"+o.from+"'", "")
	}
	if strings.HasSuffix(word, ".syn") && !o.observed && !o.write {
		if _, err := os.Stat(word); err == nil {
			return a.suggestFile(word)
		}
	}
	h, err := a.open()
	if err != nil {
		return err
	}
	p, err := h.PluginOrDir(word, a.formatFlag())
	if err != nil {
		return err
	}
	if p.Broken() {
		return failure("broken", "plugin '"+p.ID+"' is broken: "+p.Err, "synrun plugin check "+p.ID)
	}
	if o.observed {
		if err := a.observe(h, p, o.observe); err != nil {
			return err
		}
	}
	g := &gatherer{platform: h.Places().Platform(), base: baseOf(h.Places().Platform(), p)}
	if o.from != "audit" && p.Kind == manifest.KindSyn {
		if err := g.static(filepath.Join(p.Dir, p.Entry)); err != nil {
			return err
		}
	}
	if o.from != "static" {
		since := time.Time{}
		if o.since != "" {
			if since, err = query.ParseTime("since", o.since, time.Now()); err != nil {
				return usageError("bad_time", err.Error(), "--since 2h, --since 2026-11-30")
			}
		}
		if err := g.audit(h, p, since); err != nil {
			return err
		}
	}
	s := g.suggestion()
	own, err := h.Places().Platform().ParseItems(p.Caps)
	if err == nil {
		s.against(own, g)
	}
	if err := a.showSuggestion(s, p.Caps != ""); err != nil {
		return err
	}
	if s.Caps == "" {
		a.nothingSuggested(p)
	}
	if !o.write {
		return nil
	}
	return a.writeCaps(h, p, s.Caps)
}

func (a *app) suggestFile(file string) error {
	g := &gatherer{platform: caps.DefaultPlatform(homeDir())}
	g.base, _ = g.platform.ParseItems("stdout,time,llm,judge")
	if err := g.static(file); err != nil {
		return err
	}
	return a.showSuggestion(g.suggestion(), false)
}

// baseOf is what a plugin of that format has without any caps.
func baseOf(platform *caps.Platform, p *manifest.Plugin) *caps.List {
	if p.Format == manifest.FormatLamp {
		return caps.NewList()
	}
	l, _ := platform.ParseItems(caps.Base)
	return l
}

func (a *app) showSuggestion(s *suggestion, has bool) error {
	if a.flags.json {
		return a.printJSON(s)
	}
	fmt.Fprintln(a.Out, s.Caps)
	if a.flags.quiet || !a.OutTerminal {
		return nil
	}
	for _, n := range s.Items {
		var why []string
		if len(n.Lines) > 0 {
			why = append(why, "line "+joinInts(n.Lines))
		}
		if n.Count > 0 {
			why = append(why, fmt.Sprintf("used %d times", n.Count))
		}
		fmt.Fprintf(a.Err, "  %-40s %s\n", n.Item, strings.Join(why, ", "))
	}
	if has && len(s.Unused) > 0 {
		fmt.Fprintf(a.Err, "not needed: %s\n", strings.Join(s.Unused, ", "))
	}
	if len(s.Above) > 0 {
		fmt.Fprintf(a.Err, "missing now: %s\n", strings.Join(s.Above, ", "))
	}
	return nil
}

// nothingSuggested says what an empty suggestion means.
func (a *app) nothingSuggested(p *manifest.Plugin) {
	switch {
	case (p.Kind == manifest.KindExec || p.Kind == manifest.KindRPC) && p.Caps == "":
		a.note("what %s does without a ceiling is not recorded: give it one, call it, and ask again", p.ID)
	default:
		a.note("%s needs no more than what every plugin has", p.ID)
	}
}

func joinInts(list []int) string {
	var b strings.Builder
	for i, n := range list {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprint(&b, n)
	}
	return b.String()
}

// gatherer collects what a program needs.
type gatherer struct {
	platform *caps.Platform
	base     *caps.List
	needs    []*need
}

// add notes a need; the base needs no item.
func (g *gatherer) add(family string, scope *string, from string, line, count int) *need {
	it, ok := g.platform.Declare(family, scope)
	if !ok || g.base.Allows(it.Request()) {
		return nil
	}
	text := it.Text()
	var n *need
	for _, have := range g.needs {
		if have.Item == text {
			n = have
		}
	}
	if n == nil {
		n = &need{Item: text, item: it, From: []string{}, Lines: []int{}}
		g.needs = append(g.needs, n)
	}
	if !slices.Contains(n.From, from) {
		n.From = append(n.From, from)
	}
	if line > 0 && !slices.Contains(n.Lines, line) {
		n.Lines = append(n.Lines, line)
	}
	n.Count += count
	return n
}

// static adds what the require lines and the calls of a program ask for.
func (g *gatherer) static(file string) error {
	src, err := os.ReadFile(file)
	if err != nil {
		return readError(err)
	}
	r := checker.Check(file, src, asks.CheckOptions(g.platform))
	if !r.OK() {
		for i := range r.Diagnostics {
			if r.Diagnostics[i].Severity == checker.Error {
				return failure("bad_program", r.Diagnostics[i].Plain(), "synsema check "+file)
			}
		}
	}
	for _, ask := range r.Asks {
		if ask.Ambient && !ask.Declared {
			continue
		}
		var scope *string
		if ask.Capability.Scoped && !ask.Dynamic {
			scope = &ask.Capability.Scope
		}
		if n := g.add(ask.Capability.Kind, scope, "static", int(ask.Pos.Line), 0); n != nil && ask.Dynamic {
			n.open = true
		}
	}
	return nil
}

// audit adds what the recorded checks of a plugin asked for. What was refused
// because the program never required it is left out: no ceiling would allow it,
// and it may be what somebody else wanted the program to do.
func (g *gatherer) audit(h *host.Host, p *manifest.Plugin, since time.Time) error {
	places := h.Places()
	src := []*audit.Source{audit.Workspace(places.Home, places.Workspace)}
	q := query.Query{Plugin: string(p.Format) + ":" + p.ID, Type: "check", Since: since}
	filter, err := q.Compile(src)
	if err != nil {
		return err
	}
	return query.Run(src, filter, 0, func(r *audit.Record) error {
		if r.Text(audit.FieldOrigin) != caps.OriginProgram || r.Text(audit.FieldReason) == caps.ReasonNoGrant {
			return nil
		}
		family := r.Text(audit.FieldFamily)
		var scope *string
		if r.Has(audit.FieldScope) {
			text := r.Text(audit.FieldScope)
			scope = &text
		}
		line, _ := r.Int(audit.FieldLine)
		g.add(family, scope, "audit", int(line), 1)
		return nil
	})
}

// suggestion drops needs that another one covers. A use in the record stands
// for the wider item that the program declares; but where the program computes
// its scope, the record tells what that came to.
func (g *gatherer) suggestion() *suggestion {
	s := &suggestion{Items: []*need{}, Unused: []string{}, Above: []string{}}
	g.needs = slices.DeleteFunc(g.needs, func(n *need) bool {
		return n.open && slices.ContainsFunc(g.needs, func(used *need) bool {
			return used != n && used.Count > 0 && used.item.Kind() == n.item.Kind()
		})
	})
	for i, n := range g.needs {
		covered := false
		for j, other := range g.needs {
			if i != j && other.item.Covers(n.item.Request()) && (!n.item.Covers(other.item.Request()) || j < i) {
				other.Count += n.Count
				for _, f := range n.From {
					if !slices.Contains(other.From, f) {
						other.From = append(other.From, f)
					}
				}
				covered = true
				break
			}
		}
		if !covered {
			s.Items = append(s.Items, n)
		}
	}
	sort.Slice(s.Items, func(i, j int) bool { return s.Items[i].Item < s.Items[j].Item })
	texts := make([]string, len(s.Items))
	for i, n := range s.Items {
		texts[i] = n.Item
		sort.Ints(n.Lines)
	}
	s.Caps = strings.Join(texts, ",")
	return s
}

// against compares with the items that the manifest has now.
func (s *suggestion) against(own *caps.List, g *gatherer) {
	for _, it := range own.Items() {
		used := false
		for _, n := range s.Items {
			used = used || it.Covers(n.item.Request()) || n.item.Covers(it.Request())
		}
		if !used {
			s.Unused = append(s.Unused, it.Text())
		}
	}
	for _, n := range s.Items {
		if !own.Allows(n.item.Request()) && !g.base.Allows(n.item.Request()) {
			s.Above = append(s.Above, n.Item)
		}
	}
}

// writeCaps puts a ceiling into the manifest of a plugin.
func (a *app) writeCaps(h *host.Host, p *manifest.Plugin, text string) error {
	file := filepath.Join(p.Dir, manifest.FileOf(p.Format))
	src, err := os.ReadFile(file)
	if err != nil {
		return readError(err)
	}
	out, err := setMember(src, "caps", text)
	if err != nil {
		return failure("bad_file", file+": "+err.Error(), "")
	}
	if err := manifest.WriteFile(file, out); err != nil {
		return readError(err)
	}
	a.note("%s written; the plugin counts as changed until it is turned on again", file)
	return nil
}

// observe runs a tool once with all that its program asks for.
func (a *app) observe(h *host.Host, p *manifest.Plugin, words string) error {
	tool, args, err := observedTool(p, words)
	if err != nil {
		return err
	}
	g := &gatherer{platform: h.Places().Platform(), base: baseOf(h.Places().Platform(), p)}
	if p.Kind != manifest.KindSyn {
		return failure("observe", "only programs of the language can be observed", "")
	}
	if err := g.static(filepath.Join(p.Dir, p.Entry)); err != nil {
		return err
	}
	wanted := g.suggestion().Caps
	question := fmt.Sprintf("run %s.%s once with %s granted?", p.ID, tool.Name, orDash(wanted))
	if err := a.confirm(question, "running "+p.ID+"."+tool.Name+" with "+orDash(wanted)); err != nil {
		return err
	}
	r, err := h.Observe(context.WithoutCancel(a.ctx), p, tool, args, wanted)
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(r.Output, "\n") {
		fmt.Fprintf(a.Err, "| %s\n", line)
	}
	return nil
}
