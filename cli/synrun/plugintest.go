package synrun

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

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
	Name     string        `json:"name"`
	Passed   int           `json:"passed"`
	Failed   int           `json:"failed"`
	Outcomes []testOutcome `json:"outcomes"`
}

type testOutcome struct {
	Name    string  `json:"name"`
	OK      bool    `json:"ok"`
	Message string  `json:"message"`
	MS      float64 `json:"ms"`
}

func (r *testReport) add(name, message string, start time.Time) {
	o := testOutcome{Name: name, OK: message == "", Message: message}
	if !start.IsZero() {
		o.MS = float64(time.Since(start).Microseconds()) / 1000
	}
	if o.OK {
		r.Passed++
	} else {
		r.Failed++
	}
	r.Outcomes = append(r.Outcomes, o)
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
	r := &testReport{Name: p.ID, Outcomes: []testOutcome{}}
	if p.Broken() {
		r.add("<manifest>", p.Err, time.Time{})
		return r
	}
	base, err := os.MkdirTemp("", "synrun-test-")
	if err != nil {
		r.add("<setup>", err.Error(), time.Time{})
		return r
	}
	defer os.RemoveAll(base)
	h, copied, err := a.testHost(base, p)
	if err != nil {
		r.add("<setup>", err.Error(), time.Time{})
		return r
	}
	defer h.Close()
	if copied.Kind == manifest.KindSyn {
		a.testBlocks(h, copied, r)
	}
	a.testCalls(h, copied, r)
	return r
}

// testHost makes a workspace with a copy of the plugin, turned on.
func (a *app) testHost(base string, p *manifest.Plugin) (*host.Host, *manifest.Plugin, error) {
	base, err := filepath.EvalSymlinks(base)
	if err != nil {
		return nil, nil, err
	}
	ws, user := filepath.Join(base, "workspace"), filepath.Join(base, "user")
	for _, dir := range []string{ws, user} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, nil, err
		}
	}
	places, err := manifest.PlacesFrom(func(name string) string {
		if name == "HOME" {
			return user
		}
		return ""
	}, ws, filepath.Join(base, "home"))
	if err != nil {
		return nil, nil, err
	}
	places.System = nil
	dir := places.ProjectDir(p.Format, p.ID)
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return nil, nil, err
	}
	if err := os.CopyFS(dir, os.DirFS(p.Dir)); err != nil {
		return nil, nil, err
	}
	if data := filepath.Join(p.Dir, "testdata"); isDir(data) {
		if err := os.CopyFS(ws, os.DirFS(data)); err != nil {
			return nil, nil, err
		}
	}
	h, err := a.openAt(places, host.DefaultConfig())
	if err != nil {
		return nil, nil, err
	}
	copied, err := h.Plugin(p.ID, p.Format)
	if err == nil {
		_, err = h.On(copied, host.TurnOptions{By: "test"})
	}
	if err != nil {
		h.Close()
		return nil, nil, err
	}
	return h, copied, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// testBlocks runs the test blocks of every program of the plugin under its
// ceiling.
func (a *app) testBlocks(h *host.Host, p *manifest.Plugin, r *testReport) {
	var files []string
	_ = filepath.WalkDir(p.Dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && d.Name() == "testdata" && path != p.Dir:
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(path, ".syn"):
			if rel, err := filepath.Rel(p.Dir, path); err == nil {
				files = append(files, filepath.ToSlash(rel))
			}
		}
		return nil
	})
	slices.Sort(files)
	for _, file := range files {
		call, err := h.Prepare(p)
		if err != nil {
			r.add(file, err.Error(), time.Time{})
			return
		}
		for _, o := range synkind.Test(a.ctx, call, file) {
			name := o.Name
			if len(files) > 1 {
				name = file + ": " + name
			}
			r.add(name, o.Message, time.Now().Add(-o.Took))
		}
	}
}

// callLine is one line of CALLS.jsonl.
type callLine struct {
	Tool   string          `json:"tool"`
	Args   json.RawMessage `json:"args"`
	Want   *string         `json:"want"`
	WantRE *string         `json:"want_re"`
	OK     *bool           `json:"ok"`
}

// testCalls makes the calls of CALLS.jsonl and compares their results.
func (a *app) testCalls(h *host.Host, p *manifest.Plugin, r *testReport) {
	text, err := os.ReadFile(filepath.Join(p.Dir, "CALLS.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		r.add("CALLS.jsonl", err.Error(), time.Time{})
		return
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 16<<20)
	for n := 1; lines.Scan(); n++ {
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		var l callLine
		start := time.Now()
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			r.add(fmt.Sprintf("CALLS.jsonl line %d", n), "not a JSON object: "+err.Error(), start)
			continue
		}
		name := fmt.Sprintf("line %d: %s %s", n, l.Tool, cut(string(l.Args), 60))
		res, err := h.Call(a.ctx, host.Request{Name: p.ID + "." + l.Tool, Format: p.Format, Args: l.Args})
		if err != nil {
			r.add(name, err.Error(), start)
			continue
		}
		r.add(name, l.compare(res), start)
	}
}

// compare says what is wrong with a result; "" when nothing is.
func (l *callLine) compare(r *host.Result) string {
	switch {
	case l.OK != nil && *l.OK != r.OK:
		return fmt.Sprintf("ok is %t, expected %t: %s", r.OK, *l.OK, cut(r.Output, 200))
	case l.Want != nil && *l.Want != r.Output:
		return fmt.Sprintf("expected %q, got %q", cut(*l.Want, 200), cut(r.Output, 200))
	case l.WantRE != nil:
		re, err := regexp.Compile(*l.WantRE)
		if err != nil {
			return "want_re: " + err.Error()
		}
		if !re.MatchString(r.Output) {
			return fmt.Sprintf("%q does not match %q", cut(r.Output, 200), *l.WantRE)
		}
	}
	return ""
}
