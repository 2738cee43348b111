package synrun

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
	"github.com/synrun/synrun/schedule"
)

func (a *app) scheduleCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "schedule", Short: "tool calls at set times", Args: cobra.ArbitraryArgs,
		Example: "synrun schedule add 'daily 09:00' wordcount.count text=hello\nsynrun schedule list",
	}
	cmd.RunE = a.group(cmd)
	cmd.AddCommand(
		a.scheduleList(), a.scheduleAdd(), a.scheduleRun(), a.scheduleTurn(true), a.scheduleTurn(false),
		a.scheduleRemove(), a.scheduleLog(), a.scheduleNext(),
	)
	return cmd
}

// zone is the zone in which times of schedules are meant.
func (a *app) zone(home string) (*time.Location, error) {
	cfg, err := a.config(home)
	if err != nil {
		return nil, err
	}
	return schedule.Zone(getenv, cfg.TZ)
}

// schedules are the tasks of the workspace.
func (a *app) schedules() (*schedule.Schedules, error) {
	places, err := a.places()
	if err != nil {
		return nil, err
	}
	zone, err := a.zone(places.Home)
	if err != nil {
		return nil, err
	}
	return schedule.Open(schedule.Options{
		Places: places, Zone: zone, Host: a.open, Note: func(text string) { a.note("%s", text) },
	}), nil
}

// at shows a time of a task: on a terminal in the zone of the tasks.
func (a *app) at(s *schedule.Schedules, unix *int64) string {
	if unix == nil {
		return "-"
	}
	t := time.Unix(*unix, 0)
	if a.OutTerminal {
		return t.In(s.Zone()).Format("2006-01-02 15:04")
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}

func (a *app) scheduleList() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "the scheduled tasks of the workspace", Args: noArgs,
		Example: "synrun schedule list\nsynrun schedule list --json",
		RunE: func(*cobra.Command, []string) error {
			s, err := a.schedules()
			if err != nil {
				return err
			}
			tasks, err := s.List()
			if err != nil {
				return err
			}
			defer a.daemonNote()
			if a.flags.json {
				return a.printJSON(tasks)
			}
			if len(tasks) == 0 {
				a.note("no scheduled tasks")
				return nil
			}
			t := &table{a: a, header: []string{"ID", "NAME", "WHEN", "NEXT", "LAST", "STATUS", "ON"}, order: []giving{{1, 0}, {2, 12}, {4, 0}}, folded: []int{2}}
			t.paint = func(row, column int, cell string) string {
				if column == 5 && tasks[row].LastStatus == "error" && !tasks[row].Running {
					return a.paint(red, cell)
				}
				return cell
			}
			for i := range tasks {
				k := &tasks[i]
				status := orDash(k.LastStatus)
				switch {
				case !k.Ours():
					status = "not run here"
				case s.Runs(k):
					status = "running"
				case k.Running:
					status = "interrupted"
				}
				t.add(k.ID, k.Name, s.Describe(k), a.at(s, k.NextRun), a.at(s, k.LastRun), status, yesNo(k.Enabled))
			}
			t.print()
			return nil
		},
	}
}

// daemonNote says when nothing is due by itself.
func (a *app) daemonNote() {
	places, err := a.places()
	if err != nil {
		return
	}
	d := schedule.LookForDaemon(places.Home)
	if d.Running {
		return
	}
	last := "never"
	if !d.Tick.IsZero() {
		last = a.moment(d.Tick)
	}
	a.note("no daemon is running (last tick: %s)", last)
	a.try("synrun daemon")
}

func (a *app) scheduleAdd() *cobra.Command {
	var add schedule.Add
	cmd := &cobra.Command{
		Use: "add WHEN NAME [JSON|KEY=VALUE…]", Short: "call a tool at set times",
		Long: `WHEN is one word of the shell: 'every 6h', 'daily 09:00', 'mon,wed 08:30', 'weekdays',
'in 2h', 'tomorrow 08:00', '2026-08-29 15:14', or 'cron 30 8 * * mon-fri'. NAME and the
arguments are those of synrun call; the plugin must be on. A daemon runs what is due.`,
		Example: "synrun schedule add 'every 6h' wordcount.count text=hello\nsynrun schedule add 'weekdays 08:30' backup.run --name nightly",
		Args:    needArgs(2, -1, "when, and which tool?", "synrun schedule add 'daily 09:00' NAME"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.schedules()
			if err != nil {
				return err
			}
			if _, err := schedule.ParseWhen(args[0]); err != nil {
				return err
			}
			task, err := a.addTask(s, add, args)
			if err != nil {
				return err
			}
			if add.Notify != "" {
				a.note("%s is told only by a daemon that runs with --allow-notify", add.Notify)
			}
			if a.flags.json {
				return a.printJSON(task)
			}
			fmt.Fprintf(a.Out, "%s: %s, next %s\n", task.ID, s.Describe(task), a.at(s, task.NextRun))
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return a.completeCall(args[1:], word)
		},
	}
	cmd.Flags().StringVar(&add.Name, "name", "", "call the task `TEXT` (default: plugin and tool)")
	cmd.Flags().StringVar(&add.Notify, "notify", "", "post each result to this `URL` (needs --allow-notify on the daemon)")
	return cmd
}

func (a *app) addTask(s *schedule.Schedules, add schedule.Add, words []string) (*schedule.Task, error) {
	h, err := a.open()
	if err != nil {
		return nil, err
	}
	p, tool, err := h.Target(words[1], a.formatFlag())
	if err != nil {
		return nil, named(err, words[1])
	}
	raw, err := host.ParseArgs(words[2:], tool, host.ArgSource{Stdin: a.In})
	if err != nil {
		return nil, named(err, words[1])
	}
	if add.Args, err = jsondoc.Parse(raw); err != nil {
		return nil, err
	}
	add.When, add.Plugin, add.Format, add.By = words[0], p.ID, p.Format, by
	if p.Format == manifest.FormatLamp && p.Scope != manifest.ScopeProject {
		add.Plugin = p.Scope + "/" + p.ID
	}
	if tool == nil {
		return nil, failure("no_tool", fmt.Sprintf("plugin '%s' has no tool '%s'", p.ID, toolWord(words[1])), "synrun plugin info "+p.ID)
	}
	add.Tool = tool.Name
	return s.Add(add)
}

// toolWord is the part of a tool's name that names the tool.
func toolWord(name string) string {
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' {
			return name[i+1:]
		}
	}
	return name
}

func (a *app) scheduleRun() *cobra.Command {
	cmd := a.taskCommand("run", "run a task now, in this process", func(s *schedule.Schedules, id string) error {
		d, err := s.Run(a.ctx, id)
		if d == nil {
			return err
		}
		if err != nil {
			a.note("%s: %v", id, err)
		}
		if d.Result == nil {
			// There was no call to make; the text says why.
			fmt.Fprintln(a.Out, d.Text)
			return exitCode(exitFailed)
		}
		return a.showResult(nil, d.Result, &callOptions{})
	})
	return cmd
}

// taskCommand is a command about one task.
func (a *app) taskCommand(verb, what string, do func(*schedule.Schedules, string) error) *cobra.Command {
	return &cobra.Command{
		Use: verb + " ID", Short: what,
		Example: "synrun schedule " + verb + " wordcount-count-1\nsynrun schedule " + verb + " nightly-2 --json",
		Args:    needArgs(1, 1, "which task?", "synrun schedule list"),
		RunE: func(_ *cobra.Command, args []string) error {
			s, err := a.schedules()
			if err != nil {
				return err
			}
			return do(s, args[0])
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			return a.completeTask(args), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

func (a *app) completeTask(args []string) []string {
	s, err := a.schedules()
	if err != nil || len(args) > 0 {
		return nil
	}
	tasks, _ := s.List()
	var ids []string
	for _, t := range tasks {
		ids = append(ids, t.ID+"\t"+t.Name)
	}
	return ids
}

func (a *app) scheduleTurn(on bool) *cobra.Command {
	verb, what := "on", "let a task run again, from now on"
	if !on {
		verb, what = "off", "keep a task, and do not run it"
	}
	return a.taskCommand(verb, what, func(s *schedule.Schedules, id string) error {
		t, err := s.SetEnabled(id, on, by)
		if err != nil {
			return err
		}
		return a.showTask(s, t, map[bool]string{true: "is on", false: "is off"}[on])
	})
}

func (a *app) showTask(s *schedule.Schedules, t *schedule.Task, what string) error {
	if a.flags.json {
		return a.printJSON(t)
	}
	line := t.ID + " " + what
	if t.Enabled && t.NextRun != nil {
		line += ", next " + a.at(s, t.NextRun)
	}
	fmt.Fprintln(a.Out, line)
	return nil
}

func (a *app) scheduleRemove() *cobra.Command {
	return a.taskCommand("remove", "delete a task and its log", func(s *schedule.Schedules, id string) error {
		t, err := s.Remove(id, by)
		if err != nil {
			return err
		}
		t.Enabled = false
		return a.showTask(s, t, "is removed")
	})
}

func (a *app) scheduleLog() *cobra.Command {
	n, follow := 5, false
	cmd := a.taskCommand("log", "what the last runs of a task gave", func(s *schedule.Schedules, id string) error {
		text, err := s.Log(id, n)
		if err != nil {
			return err
		}
		if a.flags.json {
			t, err := s.Get(id)
			if err != nil {
				return err
			}
			return a.printJSON(struct {
				ID   string `json:"id"`
				Name string `json:"name"`
				Log  string `json:"log"`
			}{t.ID, t.Name, text})
		}
		var out io.Writer = a.Out
		if a.OutTerminal {
			out = plainWriter{a.Out}
		}
		if text == "" {
			a.note("%s has not run yet", id)
		}
		fmt.Fprint(out, trimFirst(text))
		if !follow {
			return nil
		}
		if err := s.Follow(a.ctx, id, out); a.ctx.Err() == nil {
			return err
		}
		return nil
	})
	cmd.Flags().IntVarP(&n, "lines", "n", 5, "how many runs, `N` (0: all that are kept)")
	cmd.Flags().BoolVarP(&follow, "follow", "f", false, "go on with new runs until interrupted")
	return cmd
}

// trimFirst drops the empty line that separates a run from the one before.
func trimFirst(text string) string {
	if text != "" && text[0] == '\n' {
		return text[1:]
	}
	return text
}

// plainWriter keeps what a program printed from driving the terminal.
type plainWriter struct{ w io.Writer }

func (p plainWriter) Write(b []byte) (int, error) {
	_, err := io.WriteString(p.w, plain(string(b)))
	return len(b), err
}

func (a *app) scheduleNext() *cobra.Command {
	n := 10
	cmd := &cobra.Command{
		Use: "next", Short: "the next runs of all tasks", Args: noArgs,
		Example: "synrun schedule next\nsynrun schedule next -n 3 --json",
		RunE: func(*cobra.Command, []string) error {
			s, err := a.schedules()
			if err != nil {
				return err
			}
			if n < 0 || n > 10_000 {
				return usageError("flag_value", "--lines must be from 0 to 10000", "")
			}
			runs, err := s.Next(n)
			if err != nil {
				return err
			}
			defer a.daemonNote()
			type row struct {
				At   string `json:"at"`
				ID   string `json:"id"`
				Name string `json:"name"`
			}
			rows := []row{}
			t := &table{a: a, header: []string{"TIME", "ID", "NAME"}, fixed: 1}
			for _, r := range runs {
				unix := r.At.Unix()
				rows = append(rows, row{r.At.UTC().Format("2006-01-02T15:04:05.000Z"), r.Task.ID, r.Task.Name})
				t.add(a.at(s, &unix), r.Task.ID, r.Task.Name)
			}
			if a.flags.json {
				return a.printJSON(rows)
			}
			if len(rows) > 0 {
				t.print()
			} else {
				a.note("nothing is due")
			}
			return nil
		},
	}
	cmd.Flags().IntVarP(&n, "lines", "n", 10, "how many runs, `N`")
	return cmd
}

func (a *app) daemonCommand() *cobra.Command {
	once, allowNotify := false, false
	cmd := &cobra.Command{
		Use: "daemon", Short: "run scheduled tasks when they are due, in the foreground", Args: noArgs,
		Long: `Looks every 30 seconds, in all workspaces of the home, at what is due and runs it, one
call after the other. One line a run. A home has one daemon. SIGTERM ends it; the
call that runs then has 10 seconds left.`,
		Example: "synrun daemon\nsynrun daemon --once",
		RunE: func(*cobra.Command, []string) error {
			places, err := a.places()
			if err != nil {
				return err
			}
			d := schedule.NewDaemon(schedule.DaemonOptions{
				Home:        places.Home,
				Places:      func(ws string) (manifest.Places, error) { return manifest.PlacesFrom(getenv, ws, places.Home) },
				Open:        func(p manifest.Places) (*host.Host, error) { return a.openUnattended(p) },
				Zone:        func() (*time.Location, error) { return a.zone(places.Home) },
				AllowNotify: allowNotify,
				Report:      a.reportRun,
				Note:        func(text string) { a.note("%s", text) },
			})
			return d.Run(a.ctx, once)
		},
	}
	cmd.Flags().BoolVar(&once, "once", false, "look once and end, for cron and timers")
	cmd.Flags().BoolVar(&allowNotify, "allow-notify", false, "post results to the addresses that tasks name")
	return cmd
}

// openUnattended opens the host of a workspace where nobody sits: there is no
// one to ask, and the rights of the user do not count.
func (a *app) openUnattended(p manifest.Places) (*host.Host, error) {
	cfg, err := a.config(p.Home)
	if err != nil {
		return nil, err
	}
	return a.openAt(p, cfg)
}

// reportRun prints a run that a daemon made.
func (a *app) reportRun(d *schedule.Done) {
	fmt.Fprintf(a.Out, "%s %s %s %ss %s\n", a.moment(d.Finished), d.Task.ID, d.Status, d.Took(), flat(d.Summary))
}
