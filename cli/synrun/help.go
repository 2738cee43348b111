package synrun

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/synrun/synrun/host"
)

func (a *app) help(cmd *cobra.Command, _ []string) { a.writeHelp(a.Out, cmd) }

func (a *app) helpCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND…]", Short: "tell about a command",
		Example: "synrun help call\nsynrun help plugin on",
		ValidArgsFunction: func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			cmd, rest, err := root.Find(args)
			var words []string
			if err == nil && len(rest) == 0 {
				for _, c := range cmd.Commands() {
					if c.IsAvailableCommand() && strings.HasPrefix(c.Name(), word) {
						words = append(words, c.Name()+"\t"+c.Short)
					}
				}
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				var known []string
				for _, c := range cmd.Commands() {
					known = append(known, c.Name())
				}
				word := args[len(args)-len(rest)]
				return usageError("unknown_command", "unknown command '"+word+"'"+host.DidYouMean(word, known), "synrun help")
			}
			a.writeHelp(a.Out, cmd)
			return nil
		},
	}
}

// writeHelp prints what a command does, its usage, its flags with their
// defaults, and two examples.
func (a *app) writeHelp(w io.Writer, cmd *cobra.Command) {
	var b strings.Builder
	b.WriteString(paragraphs(cmd.CommandPath() + ": " + cmd.Short))
	usage := cmd.Use
	if cmd.HasParent() {
		usage = cmd.Parent().CommandPath() + " " + usage
	}
	if cmd.HasAvailableSubCommands() && !strings.Contains(cmd.Use, " ") {
		usage += " COMMAND"
	}
	fmt.Fprintf(&b, "usage: %s [FLAGS]\n", usage)
	if cmd.Long != "" {
		b.WriteString("\n" + paragraphs(strings.TrimSpace(cmd.Long)))
	}
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\ncommands:\n")
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() || c.Name() == "help" {
				fmt.Fprintf(&b, "  %-11s %s\n", c.Name(), strings.Join(wrap(c.Short, helpWidth-14), "\n"+strings.Repeat(" ", 14)))
			}
		}
	}
	writeFlags(&b, "flags", cmd.LocalNonPersistentFlags())
	if cmd.HasParent() {
		writeFlags(&b, "flags of every command", cmd.InheritedFlags())
	} else {
		writeFlags(&b, "flags of every command", cmd.PersistentFlags())
	}
	if cmd.Example != "" {
		b.WriteString("\nexamples:\n")
		for line := range strings.SplitSeq(strings.TrimSpace(cmd.Example), "\n") {
			b.WriteString("  " + strings.TrimSpace(line) + "\n")
		}
	}
	_, _ = io.WriteString(w, b.String())
}

// helpWidth is that of the narrowest terminal that is at all common.
const helpWidth = 80

// paragraphs fills the lines of a text anew. What is indented stays as it is.
func paragraphs(text string) string {
	var b strings.Builder
	var open []string
	flush := func() {
		for _, l := range wrap(strings.Join(open, " "), helpWidth) {
			b.WriteString(l + "\n")
		}
		open = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" && line[0] != ' ' {
			open = append(open, line)
			continue
		}
		flush()
		b.WriteString(line + "\n")
	}
	flush()
	return b.String()
}

func writeFlags(b *strings.Builder, title string, set *pflag.FlagSet) {
	first := true
	set.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		if first {
			fmt.Fprintf(b, "\n%s:\n", title)
			first = false
		}
		name, usage := pflag.UnquoteUsage(f)
		word := "    --" + f.Name
		if f.Shorthand != "" {
			word = "-" + f.Shorthand + ", --" + f.Name
		}
		if f.Value.Type() != "bool" && name != "" {
			word += " " + name
		}
		if d := f.DefValue; d != "" && d != "false" && d != "0" && d != "[]" && d != "0s" && !strings.Contains(usage, "default") {
			usage += " (default " + d + ")"
		}
		lines := wrap(usage, 52)
		fmt.Fprintf(b, "  %-24s %s\n", word, lines[0])
		for _, l := range lines[1:] {
			fmt.Fprintf(b, "  %-24s %s\n", "", l)
		}
	})
}
