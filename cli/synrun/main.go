// Package synrun is the command of the plugin host: it turns plugins on and
// off, calls their tools, and shows the record.
//
// Each command is a function that returns a cobra.Command, in a file named
// after its noun; what it does it asks of package host and of the rooms below,
// which give structured answers. Here they are shown: as tables and sentences
// on a terminal, as columns in a pipe, as JSON with --json.
//
// An answer goes to standard output and nothing else does. An error is one
// line and, where there is one, a second that says what to try (errors.go).
package synrun

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/host"
)

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
	exitDenied = 3
)

// app is one execution of the command.
type app struct {
	cli.Streams
	ctx  context.Context
	stop context.CancelCauseFunc
	pipe *cli.Pipe

	flags globals
	color bool // on standard output
	name  string
	host  *host.Host
}

var (
	errInterrupted = fmt.Errorf("interrupted")
	errClosed      = fmt.Errorf("standard output is closed")
)

// Main runs the command with the words after its name and returns its exit
// code.
func Main(args []string, std cli.Streams) int {
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	a := &app{Streams: std, ctx: ctx, stop: stop}
	a.pipe = &cli.Pipe{W: std.Out, Broken: func() { stop(errClosed) }}
	a.Out = a.pipe
	cli.Signals(ctx, func() { stop(errInterrupted) })

	root := a.root()
	root.SetArgs(args)
	root.SetIn(a.In)
	root.SetOut(a.Out)
	root.SetErr(a.Err)
	cmd, err := root.ExecuteContextC(ctx)
	a.name = commandName(cmd)
	if a.host != nil {
		if cerr := a.host.Close(); err == nil {
			err = cerr
		}
	}
	switch cause := context.Cause(ctx); {
	case a.pipe.Closed():
		return exitOK
	case cause == errInterrupted:
		return cli.Interrupted
	}
	return a.report(err)
}

// commandName is the path of a command without the program's own name.
func commandName(cmd *cobra.Command) string {
	_, path, _ := strings.Cut(cmd.CommandPath(), " ")
	return path
}

func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "synrun",
		Short: "runs plugin tools for AI agents under a capability ceiling, and keeps a record",
		Example: `synrun plugin list
synrun call example-hello.greet who=Ana`,
		Args:          cobra.ArbitraryArgs,
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			a.name = commandName(cmd)
			return a.flags.check(a)
		},
	}
	root.RunE = a.group(root)
	a.flags.add(root)
	root.SetFlagErrorFunc(a.flagError)
	root.SetHelpFunc(a.help)
	root.SetHelpCommand(a.helpCommand(root))
	root.AddCommand(
		a.pluginCommand(), a.callCommand(), a.auditCommand(), a.capsCommand(), a.scheduleCommand(), a.daemonCommand(), a.lampCommand(),
		a.doctorCommand(), a.versionCommand(), a.completionCommand(root), a.isolatedCommand(),
	)
	return root
}

// group is what a command does that has only sub-commands: with none of them
// it prints its help as an error.
func (a *app) group(cmd *cobra.Command) func(*cobra.Command, []string) error {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			a.writeHelp(a.Err, cmd)
			return exitCode(exitUsage)
		}
		var known []string
		for _, c := range cmd.Commands() {
			if !c.Hidden {
				known = append(known, c.Name())
			}
		}
		help := "synrun help"
		if name := commandName(cmd); name != "" {
			help += " " + name
		}
		return usageError("unknown_command", "unknown command '"+args[0]+"'"+host.DidYouMean(args[0], known), help)
	}
}

// note is a remark for a person; --quiet drops it.
func (a *app) note(format string, args ...any) {
	if !a.flags.quiet {
		text := "note: " + plain(fmt.Sprintf(format, args...))
		if a.ErrTerminal {
			text = strings.Join(wrap(text, a.columns()-2), "\n  ")
		}
		fmt.Fprintln(a.Err, text)
	}
}

// verbose says why; only --verbose shows it.
func (a *app) verbose(format string, args ...any) {
	if a.flags.verbose {
		fmt.Fprintf(a.Err, format+"\n", args...)
	}
}

func getenv(name string) string { return os.Getenv(name) }
