package synrun

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/audit/query"
)

// auditOptions are the flags of audit.
type auditOptions struct {
	n            int
	query        query.Query
	since, until string
	all, follow  bool
	csv, summary bool
	verify       bool
	expect       string
	sources      []*audit.Source
}

func (a *app) auditCommand() *cobra.Command {
	o := &auditOptions{}
	cmd := &cobra.Command{
		Use: "audit [FILE…]", Short: "the record of the workspace: every call and every capability check",
		Long: `Filters combine with and. --where takes an expression over one record, such as
  type == "check" and not granted and family == "net"
FILEs are read instead of the record: of a record, or of synsema run --audit.
The members of records:
  ` + strings.Join(wrap(strings.Join(query.Members(), " "), 76), "\n  "),
		Example: "synrun audit --denied --since 2h\nsynrun audit --where 'family == \"file.write\" and glob(scope, \"/etc/*\")' --json",
		RunE: func(_ *cobra.Command, files []string) error {
			places, err := a.places()
			if err != nil {
				return err
			}
			if err := a.sources(o, files, places.Home, places.Workspace); err != nil {
				return err
			}
			if o.verify || o.expect != "" {
				return a.verify(o, places.Home)
			}
			return a.showRecords(o)
		},
	}
	f := cmd.Flags()
	f.IntVarP(&o.n, "lines", "n", 50, "the last `N` records that pass the filters; 0 for all")
	f.StringVar(&o.query.Where, "where", "", "only records for which `EXPR` holds")
	f.StringVar(&o.since, "since", "", "from `T` on: 30s, 10m, 2h, 3d back, a day, or a full time")
	f.StringVar(&o.until, "until", "", "up to `T`")
	f.BoolVar(&o.query.Denied, "denied", false, "refused checks, denied calls, and calls with a refused check")
	f.StringVar(&o.query.Plugin, "plugin", "", "of the plugin `NAME`")
	f.StringVar(&o.query.Tool, "tool", "", "of the tool `NAME`")
	f.StringVar(&o.query.Call, "call", "", "of the call `ID`, or the only one that begins so")
	f.StringVar(&o.query.Type, "type", "", "`T` of call, check, manage, checkpoint")
	f.BoolVarP(&o.follow, "follow", "f", false, "go on with new records until interrupted")
	f.BoolVar(&o.csv, "csv", false, "CSV with a header line")
	f.BoolVar(&o.summary, "summary", false, "a line a plugin, then the most refused capabilities")
	f.BoolVar(&o.verify, "verify", false, "walk the whole chain of hashes")
	f.StringVar(&o.expect, "expect", "", "with --verify: fail unless `HASH` is in the chain")
	f.BoolVar(&o.all, "all", false, "the records of every workspace")
	_ = cmd.RegisterFlagCompletionFunc("type", cobra.FixedCompletions([]string{"call", "check", "manage", "checkpoint"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("plugin", a.completePlugin)
	cmd.AddCommand(a.auditHead(), a.auditPrune(), a.auditRepair())
	return cmd
}

// sources are the records to be read.
func (a *app) sources(o *auditOptions, files []string, home, workspace string) error {
	var err error
	switch {
	case len(files) > 0:
		for _, f := range files {
			o.sources = append(o.sources, audit.FileSource(f))
		}
	case o.all:
		o.sources, err = audit.Workspaces(home)
	default:
		o.sources = []*audit.Source{audit.Workspace(home, workspace)}
	}
	return err
}

// showRecords prints the records that pass the filters.
func (a *app) showRecords(o *auditOptions) error {
	now := time.Now()
	var err error
	if o.since != "" {
		if o.query.Since, err = query.ParseTime("since", o.since, now); err != nil {
			return usageError("bad_time", err.Error(), "--since 2h, --since 2026-11-30")
		}
	}
	if o.until != "" {
		if o.query.Until, err = query.ParseTime("until", o.until, now); err != nil {
			return usageError("bad_time", err.Error(), "--until 2h, --until 2026-11-30")
		}
	}
	if o.n < 0 {
		return usageError("flag_value", "-n must not be below 0", "")
	}
	filter, err := o.query.Compile(o.sources)
	if err != nil {
		try := ""
		if o.query.Where != "" {
			try = "synrun audit --help"
		}
		return withTry(err, try)
	}
	if o.summary && (o.csv || o.follow) {
		return usageError("usage", "--summary does not go with --csv or --follow", "synrun audit --summary --json")
	}
	if o.summary {
		return a.showSummary(o, filter)
	}
	if o.follow {
		return a.follow(o, filter)
	}
	if a.flags.json || o.csv {
		return a.streamRecords(o, filter)
	}
	t := recordTable(a)
	var verdicts []string
	t.paint = func(row, column int, cell string) string {
		if column == 4 {
			return a.paint(verdictColour(verdicts[row]), cell)
		}
		return cell
	}
	err = query.Run(o.sources, filter, o.n, func(r *audit.Record) error {
		cells := a.recordRow(r)
		verdicts = append(verdicts, cells[4])
		t.add(cells...)
		return a.ctx.Err()
	})
	if err != nil {
		return readError(err)
	}
	if len(t.rows) == 0 {
		a.note("no records")
		return nil
	}
	shortTimes(t, now)
	t.print()
	return nil
}

// recordTable is a table of records. What says least gives way first.
func recordTable(a *app) *table {
	return &table{a: a, header: query.Columns[:], fixed: 1, order: []giving{{6, 0}, {3, 14}, {1, 8}, {5, 8}, {2, 6}}, folded: []int{3}}
}

// shortTimes leaves the day out where there is no room and all records are of
// today.
func shortTimes(t *table, now time.Time) {
	today := now.Local().Format("2006-01-02 ")
	for _, row := range t.rows {
		if !strings.HasPrefix(row[0], today) {
			return
		}
	}
	if !t.tooWide() {
		return
	}
	for _, row := range t.rows {
		row[0] = row[0][len(today):]
	}
}

// recordRow are the cells of a record. On a terminal a place in a program is
// its file without the folders before it.
func (a *app) recordRow(r *audit.Record) []string {
	cells := query.Row(r, a.location())
	if a.OutTerminal {
		cells[5] = cells[5][strings.LastIndexByte(cells[5], '/')+1:]
	}
	return cells[:]
}

func verdictColour(v string) string {
	switch v {
	case "DENIED", "failed":
		return red
	case "granted", "ok":
		return green
	}
	return "0"
}

// streamRecords prints records one by one, as JSON Lines or CSV.
func (a *app) streamRecords(o *auditOptions, filter *query.Filter) error {
	write := a.recordWriter(o)
	if o.csv {
		fmt.Fprint(a.Out, query.CSVHeader)
	}
	return readError(query.Run(o.sources, filter, o.n, write))
}

func (a *app) recordWriter(o *auditOptions) func(*audit.Record) error {
	var buf []byte
	return func(r *audit.Record) error {
		switch {
		case o.csv:
			buf = query.AppendCSV(buf[:0], r)
		default:
			buf = append(append(buf[:0], r.Stored...), '\n')
		}
		if _, err := a.Out.Write(buf); err != nil {
			return err
		}
		return a.ctx.Err()
	}
}

// follow goes on with new records. The widths of a table are not known before,
// so they are those of ordinary records.
func (a *app) follow(o *auditOptions, filter *query.Filter) error {
	write := a.recordWriter(o)
	if o.csv {
		fmt.Fprint(a.Out, query.CSVHeader)
	}
	if !o.csv && !a.flags.json {
		write = func(r *audit.Record) error {
			cells := a.recordRow(r)
			if !a.OutTerminal {
				t := recordTable(a)
				t.add(cells...)
				t.print()
				return nil
			}
			where := cells[5]
			if cells[6] != "" {
				where += "  " + cells[6]
			}
			line := fmt.Sprintf("%s  %-14s %-10s %-28s %-8s %s", cells[0], cells[1], cells[2], cells[3], cells[4], where)
			fmt.Fprintln(a.Out, cut(flat(line), a.columns()))
			return nil
		}
	}
	err := query.Follow(a.ctx, o.sources, filter, o.n, write)
	if errors.Is(err, a.ctx.Err()) {
		return nil
	}
	return readError(err)
}

func (a *app) showSummary(o *auditOptions, filter *query.Filter) error {
	s, err := query.Summarize(o.sources, filter)
	if err != nil {
		return readError(err)
	}
	if a.flags.json {
		return a.printJSON(s)
	}
	t := &table{a: a, header: query.SummaryColumns[:], fixed: 1}
	for i := range s.Plugins {
		cells := s.Plugins[i].Row(a.location())
		t.add(cells[:]...)
	}
	t.print()
	if len(s.Refused) == 0 {
		return nil
	}
	fmt.Fprintln(a.Out)
	r := &table{a: a, header: query.RefusedColumns[:]}
	for i := range s.Refused {
		cells := s.Refused[i].Row()
		r.add(cells[:]...)
	}
	r.print()
	return nil
}

func (a *app) verify(o *auditOptions, home string) error {
	key, err := audit.PublicKey(home)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	broken := false
	for _, s := range o.sources {
		v, err := audit.Verify(s, audit.VerifyOptions{Key: ed25519.PublicKey(key), Expect: o.expect})
		if err != nil {
			return readError(err)
		}
		broken = broken || !v.OK()
		if a.flags.json {
			if err := a.printJSON(query.NewVerifyJSON(s, v)); err != nil {
				return err
			}
			continue
		}
		if len(o.sources) > 1 {
			fmt.Fprintf(a.Out, "%s: ", s.Name)
		}
		fmt.Fprintln(a.Out, strings.TrimSpace(query.VerifyText(v, o.expect, a.location())))
	}
	return fail(broken)
}

func (a *app) auditHead() *cobra.Command {
	return &cobra.Command{
		Use: "head", Short: "number and hash of the newest record, to be kept elsewhere", Args: noArgs,
		Example: "synrun audit head\nsynrun audit --verify --expect $(synrun audit head | cut -d' ' -f2)",
		RunE: func(*cobra.Command, []string) error {
			places, err := a.places()
			if err != nil {
				return err
			}
			seq, hash, err := query.Head(audit.Workspace(places.Home, places.Workspace))
			if err != nil {
				return readError(err)
			}
			if a.flags.json {
				return a.printJSON(map[string]any{"seq": seq, "hash": hash})
			}
			if seq == 0 {
				a.note("no records")
				return nil
			}
			fmt.Fprintf(a.Out, "%d %s\n", seq, hash)
			return nil
		},
	}
}

func (a *app) auditPrune() *cobra.Command {
	before := ""
	cmd := &cobra.Command{
		Use: "prune --before T", Short: "remove the oldest records; the rest stays verifiable", Args: noArgs,
		Example: "synrun audit prune --before 90d\nsynrun audit prune --before 2026-01-01 --yes",
		RunE: func(*cobra.Command, []string) error {
			if before == "" {
				return usageError("usage", "--before requires a value", "synrun audit prune --before 90d")
			}
			t, err := query.ParseTime("before", before, time.Now())
			if err != nil {
				return usageError("bad_time", err.Error(), "--before 90d, --before 2026-11-30")
			}
			places, err := a.places()
			if err != nil {
				return err
			}
			if err := a.confirm("remove every record before "+a.moment(t)+"?", "removing records"); err != nil {
				return err
			}
			p, err := audit.Prune(audit.Options{Home: places.Home, Workspace: places.Workspace}, t, by)
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.printJSON(map[string]any{"removed": p.Removed, "files": p.Files, "start": p.Start, "prev": p.Prev})
			}
			fmt.Fprintln(a.Out, query.PruneText(p))
			return nil
		},
	}
	cmd.Flags().StringVar(&before, "before", "", "what is older than `T` goes: 90d, a day, or a full time")
	return cmd
}

func (a *app) auditRepair() *cobra.Command {
	return &cobra.Command{
		Use: "repair", Short: "move what a crash left at the end of the record aside", Args: noArgs,
		Example: "synrun audit repair\nsynrun audit repair --workspace ~/project",
		RunE: func(*cobra.Command, []string) error {
			places, err := a.places()
			if err != nil {
				return err
			}
			r, err := audit.Repair(audit.Options{Home: places.Home, Workspace: places.Workspace})
			if err != nil {
				return err
			}
			if a.flags.json {
				return a.printJSON(map[string]any{"bytes": r.Bytes, "file": r.File})
			}
			fmt.Fprintln(a.Out, query.RepairText(r))
			return nil
		},
	}
}

// withTry adds a next step to an error of usage.
func withTry(err error, try string) error {
	e := *asHostError(err)
	if e.Try == "" {
		e.Try = try
	}
	return &e
}

// readError words a record that cannot be read.
func readError(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return failure("unreadable", "cannot read "+pe.Path+": "+pe.Err.Error(), "")
	}
	return err
}
