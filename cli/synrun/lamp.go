package synrun

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/mcp"
)

func (a *app) lampCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "lamp", Short: "lamps: portable plugins with a whole ceiling", Args: cobra.ArbitraryArgs,
		Example: "synrun lamp list\nsynrun lamp git log '{\"n\": 5}'",
	}
	cmd.RunE = func(_ *cobra.Command, args []string) error { return a.lampByName(cmd, args) }
	cmd.AddCommand(
		a.lampList(), a.lampInspect(), a.lampRun(), a.lampPull("pull", "pulled"), a.lampPull("update", "updated"),
		a.lampEnable(true), a.lampEnable(false), a.lampTrust(true), a.lampTrust(false),
		a.lampMCP(), a.lampEval(), a.lampAudit(), a.lampInit(), a.lampSkill(),
	)
	cmd.AddCommand(a.lampVersion(), a.lampHelp(cmd))
	for _, name := range []string{"search", "publish", "upgrade"} {
		cmd.AddCommand(&cobra.Command{
			Use: name, Short: "not supported by this implementation", Hidden: true, DisableFlagParsing: true,
			RunE: func(*cobra.Command, []string) error {
				return usageError("unsupported", "not supported by this implementation", "")
			},
		})
	}
	return cmd
}

func (a *app) lampVersion() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Hidden: true, Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.flags.json {
				return a.printJSON(map[string]string{"version": Version})
			}
			fmt.Fprintf(a.Out, "lamp %s\n", Version)
			return nil
		},
	}
}

func (a *app) lampHelp(lamp *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "tell about the commands of the lamps", Hidden: true, Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, words []string) error {
			about, _, err := lamp.Find(words)
			if err != nil {
				about = lamp
			}
			a.writeHelp(a.Out, about)
			return nil
		},
	}
}

// lampArgs is the Args of a command of the lamps, which say their usage.
func lampArgs(least, most int, usage string) cobra.PositionalArgs {
	return needArgs(least, most, "usage: lamp "+usage, "synrun lamp list")
}

// lampByName is `lamp <lamp> <tool> [json]`, or a word that is neither a lamp
// nor a command.
func (a *app) lampByName(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		a.writeHelp(a.Err, cmd)
		return exitCode(exitUsage)
	}
	h, err := a.open()
	if err != nil {
		return err
	}
	if _, err := h.Lamp(args[0]); err == nil {
		return a.runLamp(h, args)
	} else if asHostError(err).Code != "no_lamp" {
		return err
	}
	var near []string
	for _, c := range cmd.Commands() {
		if len(args[0]) >= 2 && strings.HasPrefix(c.Name(), args[0]) && !c.Hidden {
			near = append(near, "lamp "+c.Name())
		}
	}
	text := "no command or lamp '" + args[0] + "'"
	if len(near) == 1 || len(near) == 2 {
		text += " — did you mean " + strings.Join(near, " or ") + "?"
	}
	return usageError("unknown_command", text, "synrun help lamp")
}

func (a *app) lampList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "the lamps of the project and those pulled", Args: noArgs,
		Example: "synrun lamp list\nsynrun lamp list --json",
		RunE: func(*cobra.Command, []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			rows, err := h.Lamps()
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.printJSON(rows)
			}
			if len(rows) == 0 {
				a.note("no lamps found")
				a.try("synrun lamp pull ./folder, or synrun lamp pull owner/repo --network")
				return nil
			}
			t := &table{a: a, header: []string{"NAME", "ORIGIN", "AGENTS", "PROFILE", "PROMISE", "CEILING"}, fixed: 5}
			for _, r := range rows {
				promise := "kept"
				switch {
				case r.Broken != "":
					promise = "BROKEN"
				case !r.Keeps:
					promise = "BREAKS"
				}
				shown := r.Ceiling
				if r.Broken != "" {
					shown = r.Broken
				}
				t.add(r.Name, r.Origin, yesNo(r.Enabled), orDash(r.Profile), promise, cut(shown, 100))
			}
			t.print()
			return nil
		},
	}
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (a *app) lampInspect() *cobra.Command {
	return &cobra.Command{
		Use: "inspect LAMP", Short: "manifest, ceiling, promise and tools of a lamp",
		Example: "synrun lamp inspect git\nsynrun lamp inspect ./lamps/notes --json",
		Args:    lampArgs(1, 1, "inspect <lamp>"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.Lamp(args[0])
			if err != nil {
				return err
			}
			row, err := h.LampRow(p)
			if err != nil {
				return err
			}
			if a.flags.json {
				in, err := h.Info(p)
				if err != nil {
					return err
				}
				return a.printJSON(struct {
					host.LampRow
					Info *host.Info `json:"info"`
				}{row, in})
			}
			in, err := h.Info(p)
			if err != nil {
				return err
			}
			a.showInfo(in)
			if row.Broken == "" {
				if err := a.showLampCeilings(h, &row); err != nil {
					return err
				}
			}
			if ref, tag, at := manifest.PulledFrom(p); ref != "" {
				fmt.Fprintf(a.Out, "\npulled from %s @ %s, %s\n", flat(ref), flat(tag), flat(at))
			}
			if lines := row.Promise.Lines(); len(lines) > 0 {
				fmt.Fprintf(a.Out, "\n%s\n", strings.Join(lines, "\n"))
			}
			offered := "offered to agents"
			if !row.Enabled {
				offered = "not offered to agents"
			}
			fmt.Fprintf(a.Out, "\n%s\n", offered)
			return nil
		},
	}
}

// showLampCeilings prints the ceiling as the manifest has it, by family, and
// what the ceilings of the project and of the user leave of it where that is
// less.
func (a *app) showLampCeilings(h *host.Host, r *host.LampRow) error {
	c, err := h.Places().Ceiling(r.Plugin)
	if err != nil {
		return err
	}
	own := caps.ParseFamilies(c.Layers[0].Text)
	fmt.Fprintf(a.Out, "\n%s\n", a.bold("ceiling of the manifest"))
	for _, name := range own.Names() {
		patterns := own.Patterns(name)
		if len(patterns) == 0 {
			patterns = []string{"all of it"}
		}
		fmt.Fprintf(a.Out, "  %-11s %s\n", flat(name), flat(strings.Join(patterns, ", ")))
	}
	if own.String() != c.Text {
		fmt.Fprintf(a.Out, "\neffective ceiling here  %s\n", orDash(flat(c.Text)))
	}
	return nil
}

func (a *app) lampRun() *cobra.Command {
	return &cobra.Command{
		Use: "run LAMP TOOL [JSON]", Short: "call one tool of a lamp",
		Example: "synrun lamp run git log\nsynrun lamp run notes add '{\"text\": \"milk\"}'",
		Args:    lampArgs(1, -1, "run <lamp> <tool> [json]"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			return a.runLamp(h, args)
		},
	}
}

// runLamp calls a tool of a lamp for the person at the terminal.
func (a *app) runLamp(h *host.Host, args []string) error {
	p, err := h.Lamp(args[0])
	if err != nil {
		// A tool as synrun call names it, perhaps.
		if lamp, tool, ok := strings.Cut(args[0], "."); ok {
			if _, e := h.Lamp(lamp); e == nil {
				return withTry(err, "synrun lamp run "+lamp+" "+tool)
			}
		}
		return err
	}
	if len(args) < 2 {
		return usageError("no_tool", "lamp "+args[0]+" needs a tool — lamp inspect "+args[0]+" lists them", "")
	}
	if p.Broken() {
		return failure("broken", p.Err, "synrun plugin check "+args[0])
	}
	input, err := host.ParseArgs(args[2:], p.Tool(args[1]), host.ArgSource{Stdin: a.In})
	if err != nil {
		return named(err, args[0]+"."+args[1])
	}
	r, err := h.Call(a.ctx, host.Request{Plugin: p, Name: args[1], Args: input, AnyLamp: true})
	if err != nil {
		return err
	}
	return a.showLampResult(r)
}

func (a *app) showLampResult(r *host.Result) error {
	if a.flags.json {
		if err := a.printJSON(r); err != nil {
			return err
		}
	} else {
		for line := range strings.SplitSeq(r.LampCLI(), "\n") {
			fmt.Fprintln(a.Out, a.lampLine(line))
		}
	}
	a.try(r.Try)
	if code := r.Exit(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// lampLine shapes a line of JSON for a person; in a pipe it stays as it is.
func (a *app) lampLine(line string) string {
	if !a.OutTerminal || !strings.HasPrefix(line, "{") && !strings.HasPrefix(line, "[") {
		return line
	}
	var answer struct {
		OK   *bool            `json:"ok"`
		Out  *json.RawMessage `json:"out"`
		Err  string           `json:"err"`
		Exit *int             `json:"exit_code"`
	}
	if json.Unmarshal([]byte(line), &answer) == nil && answer.OK != nil && answer.Out != nil {
		var text string
		if json.Unmarshal(*answer.Out, &text) != nil {
			text = string(*answer.Out)
		}
		return strings.TrimRight(text+"\n"+answer.Err, "\n")
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(line), "", "  ") != nil {
		return line
	}
	return b.String()
}

func (a *app) lampPull(verb, done string) *cobra.Command {
	network := false
	cmd := &cobra.Command{
		Use: verb + " REF", Short: verb + " a lamp: a folder, a name, owner/repo[/path], with @tag", Aliases: map[string][]string{"pull": {"add"}}[verb],
		Example: "synrun lamp " + verb + " ./lamps/notes\nsynrun lamp " + verb + " owner/repo@v1.2 --network",
		Args:    lampArgs(1, 1, verb+" <ref>"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			if !network && !manifest.IsLocalRef(args[0]) {
				return usageError("network", "pulling '"+args[0]+"' needs the network", "synrun lamp "+verb+" "+args[0]+" --network")
			}
			lines, err := h.PullLamp(a.ctx, args[0], done, gitHost())
			if err != nil {
				return err
			}
			return a.lines(lines)
		},
	}
	cmd.Flags().BoolVar(&network, "network", false, "fetch it over HTTPS")
	return cmd
}

// gitHost is where lamps come from: github.com, or the mirror that
// SYNRUN_GIT_MIRROR names, which has files at /<owner>/<repo>/<tag>/<file> and
// tags at /repos/<owner>/<repo>/tags.
func gitHost() host.GitHub {
	mirror := strings.TrimSuffix(getenv("SYNRUN_GIT_MIRROR"), "/")
	return host.GitHub{Raw: mirror, API: mirror}
}

// lines prints an answer of several lines.
func (a *app) lines(lines []string) error {
	if a.flags.json {
		return a.printJSON(map[string][]string{"lines": orEmpty(lines)})
	}
	for _, l := range lines {
		fmt.Fprintln(a.Out, l)
	}
	return nil
}

func (a *app) lampEnable(on bool) *cobra.Command {
	verb, what := "enable", "offer"
	if !on {
		verb, what = "disable", "no longer offer"
	}
	return &cobra.Command{
		Use: verb + " NAME", Short: what + " a pulled lamp's tools to agents",
		Example: "synrun lamp " + verb + " git\nsynrun lamp " + verb + " owner/git",
		Args:    lampArgs(1, 1, verb+" <name>"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			lines, err := h.EnableLamp(args[0], on)
			if err != nil {
				return err
			}
			return a.lines(lines)
		},
	}
}

func (a *app) lampTrust(on bool) *cobra.Command {
	verb, what := "trust", "approve a lamp of the project as it is"
	if !on {
		verb, what = "untrust", "take that approval back"
	}
	return &cobra.Command{
		Use: verb + " NAME", Short: what,
		Example: "synrun lamp " + verb + " notes\nsynrun lamp " + verb + " notes --json",
		Args:    lampArgs(1, 1, verb+" <name>"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.Lamp(args[0])
			if err != nil {
				return err
			}
			if p.Scope != manifest.ScopeProject {
				return failure("not_project", "'"+args[0]+"' is a pulled lamp", "synrun lamp enable "+args[0])
			}
			var t *host.Turned
			if on {
				t, err = h.On(p, host.TurnOptions{By: by})
			} else {
				t, err = h.Off(p, by)
			}
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.printJSON(turnedJSON([]*host.Turned{t}))
			}
			a.showTurned(t)
			return nil
		},
	}
}

func (a *app) lampMCP() *cobra.Command {
	return &cobra.Command{
		Use: "mcp", Short: "serve the lamps that are on to agents (MCP on stdin, stdout)", Args: noArgs,
		Long: `Standard output carries the protocol only. Enabling a lamp was the yes to what its
ceiling lets it do, so calls are not asked for; --mode ask and strict change that.`,
		Example: "synrun lamp mcp\nsynrun lamp mcp --workspace ~/project",
		RunE: func(*cobra.Command, []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			mode := host.ModeYolo
			if a.flags.mode != "" {
				mode = host.Mode(a.flags.mode)
			}
			surface := &mcp.Lamps{Host: h, Mode: mode}
			return mcp.Serve(a.ctx, surface, a.In, a.Out, mcp.Options{Name: "lamp", Version: Version, Protocol: mcp.LampProtocol})
		},
	}
}

func (a *app) lampEval() *cobra.Command {
	return &cobra.Command{
		Use: "eval SOURCE", Short: "run a program under your own ceiling for lamps (session.json)",
		Example: "synrun lamp eval 'print(1 + 2)'\nsynrun lamp eval 'print(type_of([]))' --json",
		Args:    lampArgs(1, 1, "eval '<src>'"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			r, err := h.Eval(a.ctx, args[0])
			if err != nil {
				return err
			}
			return a.showLampResult(r)
		},
	}
}

func (a *app) lampAudit() *cobra.Command {
	n := 50
	cmd := &cobra.Command{
		Use: "audit", Short: "the last rows of the lamps' own log", Args: noArgs,
		Example: "synrun lamp audit\nsynrun audit --where 'format == \"lamp\"'",
		RunE: func(*cobra.Command, []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			rows, err := h.LampLog(n)
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.printJSON(rows)
			}
			for _, r := range rows {
				fmt.Fprintln(a.Out, string(r))
			}
			return nil
		},
	}
	cmd.Flags().IntVarP(&n, "lines", "n", 50, "how many rows, `N`")
	return cmd
}

func (a *app) lampInit() *cobra.Command {
	return &cobra.Command{
		Use: "init", Short: "write the project's ceiling for lamps, unless there is one", Args: noArgs,
		Example: "synrun lamp init\nsynrun lamp init --workspace ~/project",
		RunE: func(*cobra.Command, []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			path, wrote, err := h.InitLamps()
			if err != nil {
				return readError(err)
			}
			if !wrote {
				return a.lines([]string{path + " is there already"})
			}
			return a.lines([]string{"wrote " + path})
		},
	}
}

// skillText tells an agent what lamps are.
const skillText = `---
name: lamps
description: Tools that this project offers as lamps, and how to call them.
---

Lamps are small programs with a fixed ceiling of what they may reach.

- "synrun lamp list" lists them, "synrun lamp inspect NAME" tells about one.
- "synrun lamp NAME TOOL '{"key": "value"}'" calls a tool; the last line is its answer.
- A call that asks for more than its ceiling is refused and says what it asked for.
  Do not work around a refusal: tell the person whose project this is.
`

func (a *app) lampSkill() *cobra.Command {
	return &cobra.Command{
		Use: "skill", Short: "write skill files about the lamps for agents into .agents/skills", Args: noArgs,
		Example: "synrun lamp skill\nsynrun lamp skill --workspace ~/project",
		RunE: func(*cobra.Command, []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			root := filepath.Join(h.Places().Workspace, ".agents", "skills")
			write := func(folder string, text []byte) (string, error) {
				path := filepath.Join(root, folder, "SKILL.md")
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					return "", readError(err)
				}
				return "wrote " + path, os.WriteFile(path, text, 0o644)
			}
			line, err := write("lamps", []byte(skillText))
			if err != nil {
				return err
			}
			lines := []string{line}
			rows, err := h.Lamps()
			if err != nil {
				return err
			}
			for _, r := range rows {
				text := skillOf(r.Plugin)
				if text == nil {
					continue // most lamps ship none
				}
				if line, err = write("lamp-"+r.Name, text); err != nil {
					return err
				}
				lines = append(lines, line)
			}
			return a.lines(lines)
		},
	}
}

// maxSkill is the longest skill file that is copied.
const maxSkill = 1 << 20

// skillOf is the skill file that a lamp ships, or nil. A link is none: it could
// bring any file of the user before the eyes of an agent.
func skillOf(p *manifest.Plugin) []byte {
	path := filepath.Join(p.Dir, "SKILL.md")
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() || info.Size() > maxSkill {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return text
}
