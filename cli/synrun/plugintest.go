package synrun

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synkind"
)

func (a *app) pluginTest() *cobra.Command {
	return &cobra.Command{
		Use: "test [NAME|DIR…]", Short: "the test blocks of a plugin's programs, and its CALLS.jsonl",
		Long: `In a fresh temporary workspace with a copy of the plugin's testdata. A line of CALLS.jsonl is
  {"tool": "greet", "args": {"who": "Ana"}, "want": "Hello, Ana!", "ok": true}
with want_re instead of want for a regular expression. The plugin may be off.`,
		Example: "synrun plugin test example-hello\nsynrun plugin test ./plugins/wordcount --json", ValidArgsFunction: a.completePlugin,
		RunE: func(_ *cobra.Command, names []string) error {
			h, err := a.open()
			if err != nil {
				return err
			}
			plugins, err := a.namedOrAll(h, names)
			if err != nil {
				return err
			}
			reports := []*testReport{}
			passed, failed := 0, 0
			for _, p := range plugins {
				r := a.testPlugin(p)
				passed, failed = passed+r.Passed, failed+r.Failed
				reports = append(reports, r)
				if !a.flags.json {
					a.showTests(r, len(plugins) > 1)
				}
			}
			if a.flags.json {
				if err := a.printJSON(reports); err != nil {
					return err
				}
			} else {
				fmt.Fprintf(a.Out, "%d passed, %d failed (%d total)\n", passed, failed, passed+failed)
			}
			return fail(failed > 0)
		},
	}
}

// testReport is what the tests of one plugin came to.
type testReport struct {
	Name     string       `json:"name"`
	Passed   int          `json:"passed"`
	Failed   int          `json:"failed"`
	Outcomes []host.Trial `json:"outcomes"`
}

func (r *testReport) add(t host.Trial) {
	t.OK = t.Message == ""
	if t.OK {
		r.Passed++
	} else {
		r.Failed++
	}
	r.Outcomes = append(r.Outcomes, t)
}

func (a *app) showTests(r *testReport, several bool) {
	if several {
		fmt.Fprintf(a.Out, "%s:\n", r.Name)
	}
	for _, o := range r.Outcomes {
		if o.OK {
			fmt.Fprintf(a.Out, "  %s %s\n", a.paint(green, "✓"), o.Name)
		} else {
			fmt.Fprintf(a.Out, "  %s %s: %s\n", a.paint(red, "✗"), o.Name, o.Message)
		}
	}
}

// testPlugin runs all tests of a plugin in a workspace and a home of their own.
func (a *app) testPlugin(p *manifest.Plugin) *testReport {
	r := &testReport{Name: p.ID, Outcomes: []host.Trial{}}
	if p.Broken() {
		r.add(host.Trial{Name: "<manifest>", Message: p.Err})
		return r
	}
	opt := host.Options{Config: host.DefaultConfig(), Runners: a.runners(""), Environ: os.Environ()}
	err := host.InTrial(p, opt, func(h *host.Host, copied *manifest.Plugin) error {
		if copied.Kind == manifest.KindSyn {
			if err := a.testBlocks(h, copied, r); err != nil {
				return err
			}
		}
		trials, err := h.TryCalls(a.ctx, copied)
		for _, t := range trials {
			r.add(t)
		}
		return err
	})
	if err != nil {
		r.add(host.Trial{Name: "<setup>", Message: err.Error()})
	}
	return r
}

// testBlocks runs the test blocks of every program of the plugin under its
// ceiling.
func (a *app) testBlocks(h *host.Host, p *manifest.Plugin, r *testReport) error {
	var files []string
	err := filepath.WalkDir(p.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == "testdata":
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".syn"):
			rel, err := filepath.Rel(p.Dir, path)
			files = append(files, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		return err
	}
	slices.Sort(files)
	for _, file := range files {
		call, err := h.Prepare(p)
		if err != nil {
			return err
		}
		for _, o := range synkind.Test(a.ctx, call, file) {
			name := o.Name
			if len(files) > 1 {
				name = file + ": " + name
			}
			r.add(host.Trial{Name: name, Message: o.Message, MS: o.Took.Milliseconds()})
		}
	}
	return nil
}
