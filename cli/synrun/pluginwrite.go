package synrun

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
)

func (a *app) pluginNew() *cobra.Command {
	var kind, lang, tool, dir string
	cmd := &cobra.Command{
		Use: "new NAME", Short: "write a working plugin with one tool and a test of it; it is off",
		Example: "synrun plugin new my-notes\nsynrun plugin new fetcher --kind exec --lang node --tool fetch",
		Args:    needArgs(1, 1, "what shall it be called?", "synrun plugin new my-plugin"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.New(a.ctx, host.NewRequest{
				Name: args[0], Kind: manifest.Kind(kind), Lang: lang, Tool: tool, Lamp: a.flags.format == "lamp", Dir: dir, By: by,
			})
			if err != nil {
				return err
			}
			if a.flags.json {
				row, err := h.Row(p)
				if err != nil {
					return err
				}
				return a.printJSON(row)
			}
			fmt.Fprintf(a.Out, "%s written to %s\n", p.ID, p.Dir)
			name := p.ID
			if dir != "" {
				name = relative(p.Dir)
			}
			a.try("synrun plugin test " + name + ", then synrun plugin on " + p.ID)
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&kind, "kind", "syn", "`K` of syn, exec, wasm, rpc: what the code is")
	f.StringVar(&lang, "lang", "", "`LANG` of its code; exec: python3 (default), sh, node; rpc: python3, go; wasm: c, go")
	_ = cmd.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions([]string{"syn", "exec", "wasm", "rpc"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions([]string{"python3", "sh", "node", "c", "go"}, cobra.ShellCompDirectiveNoFileComp))
	f.StringVar(&tool, "tool", "hello", "the `NAME` of its tool")
	f.StringVar(&dir, "dir", "", "write it into `DIR` instead of the project's folder for plugins")
	return cmd
}

// relative names a folder as a person here would.
func relative(dir string) string {
	if rel, err := filepath.Rel(".", dir); err == nil && !strings.HasPrefix(rel, "..") {
		return "./" + filepath.ToSlash(rel)
	}
	return dir
}

func (a *app) pluginSettings() *cobra.Command {
	unset := ""
	cmd := &cobra.Command{
		Use: "settings NAME [KEY[=VALUE]…]", Short: "show or set what a plugin can be told",
		Example: "synrun plugin settings notes\nsynrun plugin settings notes limit=20",
		Args:    needArgs(1, -1, "which plugin?", "synrun plugin list"), ValidArgsFunction: a.completePlugin,
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.Plugin(args[0], a.formatFlag())
			if err != nil {
				return err
			}
			if unset != "" {
				if err := h.UnsetSetting(p, unset, by); err != nil {
					return err
				}
			}
			shown := map[string]bool{}
			for _, word := range args[1:] {
				key, value, set := strings.Cut(word, "=")
				if set {
					if err := h.SetSetting(p, key, value, by); err != nil {
						return err
					}
					continue
				}
				text, err := h.Setting(p, key)
				if err != nil {
					return err
				}
				shown[key] = true
				if !a.flags.json {
					fmt.Fprintln(a.Out, text)
				}
			}
			if len(args) > 1 && len(shown) == 0 || unset != "" {
				return nil
			}
			return a.showSettings(h, p, shown)
		},
	}
	cmd.Flags().StringVar(&unset, "unset", "", "return `KEY` to its default")
	return cmd
}

// showSettings prints all settings, or as JSON those that were asked for.
func (a *app) showSettings(h *host.Host, p *manifest.Plugin, keys map[string]bool) error {
	if p.Format != manifest.FormatRPC {
		_, err := h.Setting(p, "")
		return err
	}
	settings, err := h.State().Settings(p)
	if err != nil {
		return err
	}
	if a.flags.json {
		out := map[string]json.RawMessage{}
		for _, s := range settings {
			if len(keys) == 0 || keys[s.Key] {
				out[s.Key] = s.Default
			}
		}
		return a.printJSON(out)
	}
	if len(keys) > 0 {
		return nil
	}
	for _, s := range settings {
		fmt.Fprintf(a.Out, "%s=%s\n", s.Key, s.Shown())
	}
	return nil
}

func (a *app) pluginInstall() *cobra.Command {
	req := host.InstallRequest{By: by}
	cmd := &cobra.Command{
		Use: "install SRC", Short: "unpack a plugin from a .tar.gz file or URL; it stays off",
		Example: "synrun plugin install wordcount-1.2.0.tar.gz\nsynrun plugin install https://plugins.example/wc.tar.gz --sha256 2c26b4…",
		Args:    needArgs(1, 1, "which archive?", "synrun plugin install FILE.tar.gz"),
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			req.Source = args[0]
			p, text, err := h.Install(a.ctx, req)
			if err != nil {
				return err
			}
			if front, err := h.Plugin(p.ID, p.Format); err == nil && front.Dir != p.Dir {
				defer a.note("%s goes before it here, and is off now as well", front.Dir)
			}
			if a.flags.json {
				row, err := h.Row(p)
				if err != nil {
					return err
				}
				return a.printJSON(row)
			}
			fmt.Fprintln(a.Out, text)
			return nil
		},
	}
	cmd.Flags().StringVar(&req.SHA256, "sha256", "", "what the archive must hash to, in `HEX`")
	cmd.Flags().BoolVar(&req.Force, "force", false, "also over the same or a newer version")
	return cmd
}

func (a *app) pluginUninstall() *cobra.Command {
	return &cobra.Command{
		Use: "uninstall NAME", Short: "remove what install or pull brought, with its state",
		Example: "synrun plugin uninstall wordcount\nsynrun plugin uninstall wordcount --yes",
		Args:    needArgs(1, 1, "which plugin?", "synrun plugin list"), ValidArgsFunction: a.completePlugin,
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.Plugin(args[0], a.formatFlag())
			if isNoPlugin(err) {
				return failure("no_plugin", "plugin not found: "+args[0], "synrun plugin list")
			}
			if err != nil {
				return err
			}
			text, err := h.Uninstall(p, by)
			return a.said(text, err)
		},
	}
}

func (a *app) pluginRemove() *cobra.Command {
	return &cobra.Command{
		Use: "remove NAME", Short: "delete a plugin of the project; asks first",
		Example: "synrun plugin remove my-notes\nsynrun plugin remove my-notes --yes",
		Args:    needArgs(1, 1, "which plugin?", "synrun plugin list"), ValidArgsFunction: a.completePlugin,
		RunE: func(_ *cobra.Command, args []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			p, err := h.Plugin(args[0], a.formatFlag())
			id := args[0]
			if _, rest, ok := strings.Cut(id, ":"); ok {
				id = rest
			}
			switch {
			case isNoPlugin(err) && !manifest.ValidPluginName(id):
				return failure("bad_name", "invalid plugin name", "")
			case err != nil:
				return err
			case p.Format != manifest.FormatPlugin && p.Format != manifest.FormatLegacy:
				// What has another format is not this command's to delete, not even
				// when a plugin of that name is.
				return failure("not_project", fmt.Sprintf("'%s' is of the format %s (%s): delete that folder by hand", p.ID, p.Format, p.Dir), "")
			}
			if p.Scope == manifest.ScopeProject {
				if err := a.confirm("delete the folder "+p.Dir+"?", "deleting "+p.Dir); err != nil {
					return err
				}
			}
			text, err := h.Remove(p.ID, by)
			return a.said(text, err)
		},
	}
}

// said prints the answer of the host.
func (a *app) said(text string, err error) error {
	if err != nil {
		return err
	}
	if a.flags.json {
		return a.printJSON(map[string]string{"result": text})
	}
	fmt.Fprintln(a.Out, text)
	return nil
}
