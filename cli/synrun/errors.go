package synrun

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/audit/query"
	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

// exitCode is the error of a command that has said everything already.
type exitCode int

func (e exitCode) Error() string { return "exit " + strconv.Itoa(int(e)) }

// fail is the end of a command that found a fault, nil when it found none.
func fail(found bool) error {
	if found {
		return exitCode(exitFailed)
	}
	return nil
}

func usageError(code, text, try string) error {
	return &host.Error{Code: code, Text: text, Try: try, Exit: exitUsage}
}

func failure(code, text, try string) error {
	return &host.Error{Code: code, Text: text, Try: try, Exit: exitFailed}
}

// flagError words what pflag found, as every command does. Below a command that
// has only sub-commands, a word before the flag was meant as one of them, and
// that none has this name comes first.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	if words := cmd.Flags().Args(); cmd.HasSubCommands() && len(words) > 0 {
		return a.group(cmd)(cmd, words)
	}
	help := "synrun --help"
	if name := commandName(cmd); name != "" {
		help = "synrun " + name + " --help"
	}
	var unknown *pflag.NotExistError
	var missing *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		word := "--" + unknown.GetSpecifiedName()
		if unknown.GetSpecifiedShortnames() != "" {
			word = "-" + unknown.GetSpecifiedName()
		}
		var known []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				known = append(known, "--"+f.Name)
			}
		})
		return usageError("unknown_flag", "unknown flag '"+word+"'"+host.DidYouMean(word, known), help)
	case errors.As(err, &missing):
		return usageError("flag_value", flagName(missing.GetFlag(), missing.GetSpecifiedShortnames())+" requires a value", "")
	case errors.As(err, &invalid):
		return usageError("flag_value", fmt.Sprintf("%s: cannot read '%s'", flagName(invalid.GetFlag(), invalid.GetFlag().Shorthand), invalid.GetValue()), help)
	}
	return usageError("flag", err.Error(), help)
}

func flagName(f *pflag.Flag, short string) string {
	if short != "" {
		return "-" + f.Shorthand
	}
	return "--" + f.Name
}

// report prints an error and returns the exit code.
func (a *app) report(err error) int {
	if err == nil {
		return exitOK
	}
	var code exitCode
	if errors.As(err, &code) {
		return int(code)
	}
	e := asHostError(err)
	if a.flags.json {
		enc := json.NewEncoder(a.Err)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(map[string]any{"error": struct {
			Code    string `json:"code"`
			Message string `json:"message"`
			Try     string `json:"try"`
		}{e.Code, e.Text, e.Try}})
		return e.Exit
	}
	name := a.name
	if name != "" {
		name = " " + name
	}
	fmt.Fprintf(a.Err, "synrun%s: %s\n", name, plain(e.Text))
	a.try(e.Try)
	return e.Exit
}

// try says what a person may do next.
func (a *app) try(step string) {
	if step != "" && !a.flags.json {
		fmt.Fprintf(a.Err, "  try: %s\n", plain(step))
	}
}

// isNoPlugin reports whether an error says that no plugin has a name.
func isNoPlugin(err error) bool {
	var e *host.Error
	return errors.As(err, &e) && e.Code == "no_plugin"
}

// asHostError gives every error a code, a next step and an exit code.
func asHostError(err error) *host.Error {
	var e *host.Error
	var workspace *manifest.NoWorkspaceError
	var state *manifest.BadStateError
	var words *query.UsageError
	var record *audit.WriteError
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &workspace):
		return &host.Error{Code: "no_workspace", Text: workspace.Error(), Try: "--workspace DIR", Exit: exitUsage}
	case errors.As(err, &state):
		return &host.Error{Code: "bad_state", Text: state.Error(), Exit: exitFailed}
	case errors.As(err, &words):
		return &host.Error{Code: "usage", Text: words.Text, Exit: exitUsage}
	case errors.As(err, &record):
		return &host.Error{Code: "record", Text: record.Error(), Exit: exitFailed}
	}
	return &host.Error{Code: "failed", Text: err.Error(), Exit: exitFailed}
}
