// Package synsema is the language command: it runs, checks and tests programs.
//
// Main looks the sub-command up in a table; each has a function in a file of
// its own. What run, test and conform have in common (flags of the host, the
// ceiling, the audit stream, the environment) is a session (session.go), from
// which each program gets its machine.
//
// Starting must cost next to nothing, so flags are read by hand and nothing
// is prepared before it is needed.
package synsema

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/synrun/synrun/cli"
)

// Exit codes.
const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

// Version is the version of the language that this implementation has.
const Version = "0.6.42"

// command is one execution of a sub-command.
type command struct {
	name string
	cli.Streams
	ctx   context.Context
	stop  context.CancelCauseFunc
	pipes [2]*cli.Pipe // standard output and error
}

// subcommand is a row of the table of commands.
type subcommand struct {
	name string
	line string // what it does, for help
	run  func(*command, []string) int
}

func subcommands() []subcommand {
	return []subcommand{
		{"run", "execute a program", (*command).run},
		{"check", "parse, resolve modules, warn; executes nothing", (*command).check},
		{"test", "run the test blocks of files or directories", (*command).test},
		{"conform", "execute and print one line of JSON", (*command).conform},

		{"tokens", "print the tokens of a file", (*command).tokens},
		{"ast", "print the syntax tree of a file", (*command).ast},
		{"llm", "llm status: which model programs may ask, and why", (*command).llm},
		{"judge", "judge status: whether judge blocks are answered", (*command).judge},
		{"docs", "the reference: builtins, statement words, capabilities", (*command).docs},
		{"init", "create starter files", (*command).initialize},
		{"version", "print the version", (*command).version},
		{"help", "print this text", (*command).help},
	}
}

// recognised are sub-commands of the language that this implementation does
// not have.
var recognised = [...]string{"serve", "openapi", "build", "daemon", "update"}

// Main runs the command with the words after its name and returns its exit
// code.
func Main(args []string, std cli.Streams) int {
	if len(args) > 0 && args[0] == "--engine" {
		args = args[1:]
	}
	ctx, stop := context.WithCancelCause(context.Background())
	defer stop(nil)
	c := &command{Streams: std, ctx: ctx, stop: stop}
	broken := func() { stop(errClosed) }
	c.pipes = [2]*cli.Pipe{{W: std.Out, Broken: broken}, {W: std.Err, Broken: broken}}
	c.Out, c.Err = c.pipes[0], c.pipes[1]
	cli.Signals(ctx, func() { stop(errInterrupted) })
	code := c.dispatch(args)
	if c.unread() {
		return exitOK
	}
	return code
}

// unread reports that nobody reads what the command writes any more.
func (c *command) unread() bool { return c.pipes[0].Closed() || c.pipes[1].Closed() }

func (c *command) dispatch(args []string) int {
	if len(args) == 0 {
		writeUsage(c.Err)
		return exitUsage
	}
	name, rest := args[0], args[1:]
	switch name {
	case "--version", "-V":
		name = "version"
	case "--help", "-h":
		name = "help"
	}
	c.name = name
	for _, s := range subcommands() {
		if s.name != name {
			continue
		}
		if wantsHelp(rest) {
			writeHelp(c.Out, name)
			return exitOK
		}
		return s.run(c, rest)
	}
	for _, r := range recognised {
		if r == name {
			fmt.Fprintf(c.Err, "synsema %s: not supported by this implementation\n", name)
			return exitUsage
		}
	}
	fmt.Fprintf(c.Err, "synsema: unknown command '%s'\n  try: synsema help\n", name)
	return exitUsage
}

// wantsHelp reports -h or --help before the words of the program.
func wantsHelp(args []string) bool {
	for _, a := range args {
		switch a {
		case "--":
			return false
		case "-h", "--help":
			return true
		}
	}
	return false
}

func (c *command) version([]string) int {
	fmt.Fprintf(c.Out, "Synsema %s\n", Version)
	return exitOK
}

func (c *command) help(args []string) int {
	if len(args) > 0 {
		for _, s := range subcommands() {
			if s.name == args[0] {
				writeHelp(c.Out, s.name)
				return exitOK
			}
		}
		fmt.Fprintf(c.Err, "synsema help: unknown command '%s'\n", args[0])
		return exitUsage
	}
	writeUsage(c.Out)
	return exitOK
}

func writeUsage(w io.Writer) {
	var b strings.Builder
	b.WriteString("synsema runs, checks and tests Synsema programs.\n\nusage: synsema COMMAND [FLAGS] [FILE…]\n\ncommands:\n")
	for _, s := range subcommands() {
		fmt.Fprintf(&b, "  %-9s %s\n", s.name, s.line)
	}
	b.WriteString("\n`synsema help COMMAND` tells more about one of them.\n")
	_, _ = io.WriteString(w, b.String())
}

// usage refuses the command line: exit code 2.
func (c *command) usage(format string, args ...any) int {
	fmt.Fprintf(c.Err, "synsema %s: %s\n", c.name, fmt.Sprintf(format, args...))
	return exitUsage
}

// unreadable reports that the program cannot be read.
func (c *command) unreadable(err error) int {
	fmt.Fprintln(c.Err, err)
	return exitFailure
}

// fail reports that the command could not do its work: exit code 1.
func (c *command) fail(format string, args ...any) int {
	fmt.Fprintf(c.Err, "synsema %s: %s\n", c.name, fmt.Sprintf(format, args...))
	return exitFailure
}
