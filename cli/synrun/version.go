package synrun

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/cli/synsema"
	"github.com/synrun/synrun/synkind"
)

// Version is the version of this program.
const Version = "0.1.0"

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "print the version", Args: noArgs,
		Example: "synrun version\nsynrun version --json",
		RunE: func(*cobra.Command, []string) error {
			if !a.flags.json {
				fmt.Fprintf(a.Out, "synrun %s (Synsema %s, %s/%s)\n", Version, synsema.Version, runtime.GOOS, runtime.GOARCH)
				return nil
			}
			commit := ""
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						commit = s.Value
					}
				}
			}
			return a.printJSON(struct {
				Version  string `json:"version"`
				Language string `json:"language"`
				Commit   string `json:"commit"`
				Go       string `json:"go"`
				OS       string `json:"os"`
				Arch     string `json:"arch"`
			}{Version, synsema.Version, commit, runtime.Version(), runtime.GOOS, runtime.GOARCH})
		},
	}
}

// noArgs refuses words that a command does not take.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError("usage", "unexpected word '"+args[0]+"'", "synrun "+commandName(cmd)+" --help")
	}
	return nil
}

// needArgs is the Args of a command that needs words; what names the first.
func needArgs(least, most int, question, try string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < least {
			return usageError("usage", question, try)
		}
		if most >= 0 && len(args) > most {
			return noArgs(cmd, args[most:])
		}
		return nil
	}
}

func (a *app) completionCommand(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use: "completion bash|zsh|fish|powershell", Short: "print the completion script of a shell",
		Example:   "synrun completion bash > /etc/bash_completion.d/synrun\nsynrun completion fish | source",
		ValidArgs: []string{"bash", "zsh", "fish", "powershell"},
		Args:      needArgs(1, 1, "which shell? (bash, zsh, fish, powershell)", "synrun completion bash"),
		RunE: func(_ *cobra.Command, args []string) error {
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.Out, true)
			case "zsh":
				return root.GenZshCompletion(a.Out)
			case "fish":
				return root.GenFishCompletion(a.Out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(a.Out)
			}
			return usageError("usage", "unknown shell '"+args[0]+"'", "synrun completion bash")
		},
	}
}

// isolatedCommand is what an isolated call runs in its process.
func (a *app) isolatedCommand() *cobra.Command {
	return &cobra.Command{
		Use: "isolated", Short: "run one isolated call, for this program's own use", Hidden: true, Args: noArgs,
		RunE: func(*cobra.Command, []string) error { return synkind.Serve(a.ctx, a.In, a.Out) },
	}
}
