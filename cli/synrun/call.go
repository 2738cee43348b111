package synrun

import (
	"fmt"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// callOptions are the flags of call.
type callOptions struct {
	timeout         float64
	strict, isolate bool
	dryRun, explain bool
	list            bool
	cancel          string
}

func (a *app) callCommand() *cobra.Command {
	o := &callOptions{}
	cmd := &cobra.Command{
		Use: "call NAME [JSON | - | KEY=VALUE…]", Short: "run one tool once",
		Long: `NAME is a full name (plugin_wordcount_count) or <plugin>.<tool>. Arguments are
one JSON object, - for one from standard input, or words: KEY=VALUE is typed by
the tool's schema, KEY:=JSON is that value, KEY=@FILE is the text of a file.
The plugin must be on. With --mode it is the call of a model, with permissions
and their texts. /<plugin> <command> is a command that an rpc plugin documents:
it runs when its words name a tool, with arguments in the same forms.
--list and --cancel look at the calls that run now, in any process of this home.`,
		Example: "synrun call wordcount.count text=\"three short words\"\nsynrun call postgres.query '{\"sql\": \"select 1\"}' --json",
		Args: func(cmd *cobra.Command, args []string) error {
			if o.list || cmd.Flags().Changed("cancel") {
				return needArgs(0, 0, "", "")(cmd, args)
			}
			return needArgs(1, -1, "which tool?", "synrun plugin list --on")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.list:
				return a.listCalls()
			case cmd.Flags().Changed("cancel"):
				return a.cancelCall(o.cancel)
			}
			if cmd.Flags().Changed("timeout") && o.timeout <= 0 {
				return usageError("flag_value", "--timeout must be above 0", "")
			}
			return a.call(args, o)
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			return a.completeCall(args, word)
		},
	}
	f := cmd.Flags()
	f.Float64Var(&o.timeout, "timeout", 0, "end it after `S` seconds; shortens, never lengthens")
	f.BoolVar(&o.strict, "strict-args", false, "the arguments must fit the tool's schema")
	f.BoolVar(&o.isolate, "isolate", false, "syn: run in a process of its own")
	f.BoolVar(&o.dryRun, "dry-run", false, "decide and compose; run nothing")
	f.BoolVar(&o.explain, "explain", false, "afterwards, every capability used, granted or refused")
	f.BoolVar(&o.list, "list", false, "the calls that run now")
	f.StringVar(&o.cancel, "cancel", "", "end the running call `ID`; a unique beginning is enough")
	return cmd
}

func (a *app) call(words []string, o *callOptions) error {
	h, err := a.open()
	if err != nil {
		return err
	}
	name, src := words[0], host.ArgSource{Stdin: a.In}
	req := host.Request{
		Name: name, Format: a.formatFlag(), Profile: h.Config().Profile,
		Timeout: time.Duration(o.timeout * float64(time.Second)), StrictArgs: o.strict, Isolate: o.isolate, DryRun: o.dryRun,
	}
	if a.flags.mode != "" {
		req.Actor, req.Mode = host.ActorModel, host.Mode(a.flags.mode)
	}
	if path, ok := strings.CutPrefix(name, "/"); ok {
		r, err := h.Command(a.ctx, append([]string{path}, words[1:]...), src, req)
		if err != nil {
			return err
		}
		return a.showResult(nil, r, o)
	}
	p, tool, err := h.Target(name, a.formatFlag())
	if err != nil {
		return named(err, name)
	}
	if req.Args, err = host.ParseArgs(words[1:], tool, src); err != nil {
		return named(err, name)
	}
	tune(h.Config().Limits.Memory)
	r, err := h.Call(a.ctx, req)
	if err != nil {
		return named(err, name)
	}
	return a.showResult(p, r, o)
}

// tune makes the collector run often when the one call of this process comes
// near its limit: garbage would be memory beyond it.
func tune(limit int64) {
	if limit > 0 && getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit + 48<<20)
	}
}

// named puts the tool's name into a next step that has room for it.
func named(err error, name string) error {
	e := asHostError(err)
	if !strings.Contains(e.Try, "<x>") {
		return err
	}
	with := *e
	with.Try = strings.ReplaceAll(e.Try, "<x>", name)
	return &with
}

func (a *app) showResult(p *manifest.Plugin, r *host.Result, o *callOptions) error {
	switch {
	case a.flags.json:
		if err := a.printJSON(r); err != nil {
			return err
		}
	case r.Plan != nil:
		a.showPlan(r)
	default:
		fmt.Fprintln(a.Out, r.Output)
	}
	for _, e := range r.Cut {
		a.note("it ended with: %s", e)
	}
	for _, n := range r.Notes {
		a.verbose("%s", n) // `plugin check` and `plugin info` show them, too
	}
	if o.explain {
		a.explainChecks(r)
	}
	a.verbose("decision: %s%s", r.Host.Decision, because(r.Host.Reason))
	next := r.Try
	if p != nil && p.Err != "" {
		// Turning it on would fail; what is wrong with it comes first.
		a.note("%s is broken: %s", p.ID, p.Err)
		next = "synrun plugin check " + p.ID
	}
	if next == "" && p != nil && mayBeSandbox(r) {
		a.note("its ceiling is %s; what it does not name is refused by the system", *r.Host.Ceiling)
		next = "synrun caps explain " + p.ID
	}
	a.try(next)
	if code := r.Exit(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// mayBeSandbox says whether a process failed in the way of one that wanted more
// than its ceiling: the system refuses it, and it tells that in its own words.
func mayBeSandbox(r *host.Result) bool {
	process := r.Host.Runner == string(manifest.KindExec) || r.Host.Runner == string(manifest.KindRPC)
	return !r.OK && process && r.Host.Ceiling != nil && slices.ContainsFunc(
		[]string{"Permission denied", "permission denied", "Read-only file system", "read-only file system", "EACCES", "EROFS"},
		func(s string) bool { return strings.Contains(r.Output, s) })
}

func because(reason string) string {
	if reason == "" {
		return ""
	}
	return " (" + reason + ")"
}

// showPlan prints what a dry run found.
func (a *app) showPlan(r *host.Result) {
	ceiling := host.NoCeiling
	if r.Host.Ceiling != nil {
		ceiling = *r.Host.Ceiling
	}
	for _, line := range [][2]string{
		{"decision", string(r.Host.Decision) + because(r.Host.Reason)},
		{"ceiling", ceiling},
		{"program", r.Plan.Program},
		{"folder", r.Plan.Dir},
		{"timeout", fmt.Sprintf("%gs", r.Plan.Timeout)},
		{"variables", strings.Join(r.Plan.Variables, " ")},
	} {
		fmt.Fprintf(a.Out, "%-10s %s\n", line[0], line[1])
	}
}

// explainChecks prints every capability check of a call on standard error.
func (a *app) explainChecks(r *host.Result) {
	used := slices.DeleteFunc(slices.Clone(r.Checks), func(e audit.Entry) bool { return e.Origin != caps.OriginProgram })
	if len(used) == 0 {
		fmt.Fprintln(a.Err, "no capability was used")
		return
	}
	var rows [][4]string
	var widths [4]int
	for _, e := range used {
		row := [4]string{"granted", flat(e.Capability), e.Source, flat(e.Reason)}
		if !e.Granted {
			row[0] = "REFUSED"
		}
		if e.File != "" {
			row[2] = fmt.Sprintf("%s:%d", path.Base(e.File), e.Line)
		}
		for i, cell := range row {
			widths[i] = max(widths[i], min(width(cell), 40))
		}
		rows = append(rows, row)
	}
	for _, row := range rows {
		line := fmt.Sprintf("%s  %-*s  %-*s  ", row[0], widths[1], row[1], widths[2], row[2])
		if a.ErrTerminal && width(line)+width(row[3]) > a.columns() {
			// The reason gets lines of its own, below what it explains.
			line = strings.TrimRight(line, " ")
			for _, l := range wrap(row[3], a.columns()-9) {
				line += "\n         " + l
			}
		} else {
			line += row[3]
		}
		fmt.Fprintln(a.Err, line)
	}
}

// completeCall completes the name of a tool, then the keys of its arguments.
func (a *app) completeCall(args []string, word string) ([]string, cobra.ShellCompDirective) {
	h, err := a.open()
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var out []string
	if len(args) == 0 {
		offers, err := h.Catalogue(host.ProfileBuild)
		if err != nil {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		for _, o := range offers {
			for _, name := range []string{o.Plugin.ID + "." + o.Tool.Name, o.Name} {
				// Full names are long; who wants one begins to write it.
				if strings.HasPrefix(name, word) && (name != o.Name || word != "") {
					out = append(out, name+"\t"+firstLine(o.Tool.Description))
					break
				}
			}
		}
		return out, cobra.ShellCompDirectiveNoFileComp
	}
	_, tool, err := h.Target(args[0], a.formatFlag())
	if err != nil || tool == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	schema, err := jsondoc.Parse(tool.Schema)
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	props, _ := schema.Get("properties")
	for _, m := range props.Members {
		if strings.HasPrefix(m.Key, word) {
			out = append(out, m.Key+"=")
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
