package synrun

import (
	"bytes"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/vet"
)

func (a *app) pluginCheck() *cobra.Command {
	var strict, sarif bool
	cmd := &cobra.Command{
		Use: "check [NAME|DIR…]", Short: "manifest, program and promise, without running anything",
		Example: "synrun plugin check\nsynrun plugin check ./plugins/wordcount --strict",
		RunE: func(_ *cobra.Command, names []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			plugins, err := a.namedOrAll(h, names)
			if err != nil {
				return err
			}
			var reports []*vet.Report
			for _, p := range plugins {
				reports = append(reports, vet.Check(p, h.Places()))
			}
			switch {
			case sarif:
				err = vet.WriteSARIF(a.Out, reports, Version)
			case a.flags.json:
				err = vet.WriteJSON(a.Out, reports)
			default:
				var text bytes.Buffer
				for _, r := range reports {
					r.Name, r.Error = flat(r.Name), flat(fromHere(r.Error))
				}
				if err = vet.WriteText(&text, reports); err == nil {
					_, err = io.WriteString(a.Out, a.folded(plain(text.String())))
				}
			}
			if err != nil {
				return err
			}
			faulty, warnings := vet.Count(reports)
			return fail(faulty > 0 || strict && warnings > 0)
		}, ValidArgsFunction: a.completePlugin,
	}
	cmd.Flags().BoolVar(&strict, "strict", false, "warnings fail, too")
	cmd.Flags().BoolVar(&sarif, "sarif", false, "SARIF 2.1.0 on standard output")
	return cmd
}

// namedOrAll are the plugins of the words, or all of the workspace.
func (a *app) namedOrAll(h *host.Host, names []string) ([]*manifest.Plugin, error) {
	var plugins []*manifest.Plugin
	if len(names) == 0 {
		rows, err := h.List(host.ListFilter{})
		if err != nil {
			return nil, err
		}
		for _, r := range a.ofFormat(rows) {
			plugins = append(plugins, r.Plugin)
		}
		return plugins, nil
	}
	for _, name := range names {
		p, err := h.PluginOrDir(name, a.formatFlag())
		if err != nil {
			return nil, err
		}
		plugins = append(plugins, p)
	}
	return plugins, nil
}

// folded breaks the lines of a text that a terminal is too narrow for; what
// goes on is indented further than its line.
func (a *app) folded(text string) string {
	if !a.OutTerminal {
		return text
	}
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		body := strings.TrimLeft(line, " ")
		indent := line[:len(line)-len(body)]
		for i, part := range wrap(body, a.columns()-len(indent)-4) {
			if i > 0 {
				b.WriteString("  ")
			}
			b.WriteString(indent + part + "\n")
		}
	}
	return b.String()
}

// fromHere shortens the paths of a text that lie below the working directory.
func fromHere(text string) string {
	wd, err := os.Getwd()
	if err != nil || wd == "/" {
		return text
	}
	return strings.ReplaceAll(text, wd+string(os.PathSeparator), "")
}
