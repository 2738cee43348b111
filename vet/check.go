package vet

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/runtime/builtin/templates"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/synsema/hint"
	"github.com/synrun/synrun/synsema/srcfile"
	"github.com/synrun/synrun/vet/asks"
)

// Report is everything that was found about one plugin.
type Report struct {
	Name         string                   `json:"name"`
	Format       string                   `json:"format"`
	Dir          string                   `json:"dir"`
	OK           bool                     `json:"ok"`
	Error        string                   `json:"error"`
	Field        string                   `json:"field"`
	Diagnostics  []checker.JSONDiagnostic `json:"diagnostics"`
	Ceiling      *string                  `json:"ceiling"` // null: none
	Asks         []Ask                    `json:"asks"`
	KeepsPromise bool                     `json:"keeps_promise"`

	noted map[string]bool // codes of the plugin's notes

	Tools   int             `json:"-"`
	Promise Promise         `json:"-"`
	Result  *checker.Result `json:"-"` // all findings in the checker's form, for SARIF
}

// Ask is a capability that the program asks for.
type Ask struct {
	Capability string `json:"capability"`
	Line       int32  `json:"line"`
	Covered    bool   `json:"covered"`
}

// Check looks at one plugin. It runs nothing and reads only the plugin's folder,
// and for a lamp the ceilings of the project and of the session.
func Check(p *manifest.Plugin, places manifest.Places) *Report {
	return newCheck(p, places, os.Geteuid() == 0).run()
}

// check is a report in the making.
type check struct {
	*Report
	plugin *manifest.Plugin
	places manifest.Places
	root   bool     // the plugin would run as root
	loads  []string // modules that the program reads
}

func newCheck(p *manifest.Plugin, places manifest.Places, root bool) *check {
	return &check{plugin: p, places: places, root: root, Report: &Report{
		Name: p.ID, Format: string(p.Format), Dir: p.Dir, OK: true, Tools: len(p.Tools),
		Diagnostics: []checker.JSONDiagnostic{}, Asks: []Ask{}, KeepsPromise: true, Promise: Promise{Keeps: true},
		Result: &checker.Result{File: manifest.Path(p)},
	}}
}

func (c *check) run() *Report {
	c.look()
	for i := range c.Result.Diagnostics {
		c.Diagnostics = append(c.Diagnostics, c.Result.Diagnostics[i].JSON())
	}
	return c.Report
}

func (c *check) look() {
	p := c.plugin
	if p.Broken() {
		code := codeOf(p.ErrField)
		if strings.HasSuffix(p.Err, manifest.NotOffered) {
			code = CodeImport
		}
		c.fault(code, p.ErrField, p.Err)
		return
	}
	ceiling, err := c.places.Ceiling(p)
	if err != nil {
		c.fault(CodeCeiling, "caps", err.Error())
		return
	}
	if ceiling != nil {
		c.Ceiling = &ceiling.Text
	}
	c.manifest()
	switch p.Kind {
	case manifest.KindSyn:
		c.source(ceiling)
	case manifest.KindWasm:
		c.module()
	default:
		c.program()
	}
	c.calls()
	for _, note := range caps.CarelessNotes(p.Caps) {
		c.find(CodeCareless, "careless ceiling: "+note)
	}
	c.escapes(ceiling)
}

// find adds a finding about the manifest; the table says how grave it is.
func (c *check) find(code, text string) { c.findIn(c.Result.File, code, text) }

func (c *check) findIn(file, code, text string) {
	d := checker.Diagnostic{File: file, Severity: rule(code).Severity, Code: code, Message: text}
	_, d.Hint = hint.Split(text)
	c.Result.Diagnostics = append(c.Result.Diagnostics, d)
}

// fault is a finding with which the plugin cannot run.
func (c *check) fault(code, field, text string) {
	c.OK, c.Error, c.Field, c.KeepsPromise = false, text, field, false
	c.find(code, text)
}

// manifest looks at what the readers let pass.
func (c *check) manifest() {
	p := c.plugin
	c.noted = map[string]bool{}
	for _, n := range p.Notes {
		c.find(n.Code, n.Text)
		c.noted[n.Code] = true
	}
	c.fields()
	for _, t := range p.Tools {
		if _, err := manifest.CompileSchema(t.Schema); err != nil {
			c.find(CodeSchema, fmt.Sprintf("the schema of tool %q: %v", t.Name, err))
		}
	}
}

// source checks the program and compares what it asks for with its ceiling.
func (c *check) source(ceiling *manifest.Ceiling) {
	p := c.plugin
	file := filepath.Join(p.Dir, filepath.FromSlash(p.Entry))
	src, err := srcfile.ReadIn(p.Dir, p.Entry)
	if err == nil && p.Format == manifest.FormatLamp {
		src, err = c.places.LampSource(p)
	}
	if err != nil {
		c.fault(CodeEntry, "entry", fmt.Sprintf("entry file %q cannot be read", p.Entry))
		return
	}
	platform := c.places.Platform()
	opt := asks.CheckOptions(platform)
	opt.All = true
	opt.Read = func(path string) ([]byte, error) {
		c.loads = append(c.loads, path)
		rel, err := filepath.Rel(p.Dir, path)
		if err != nil {
			return nil, err
		}
		return srcfile.ReadIn(p.Dir, rel)
	}
	opt.Template = func(file string) error { return templates.Check(file, c.template) }
	found := checker.Check(file, src, opt)
	for _, d := range found.Diagnostics {
		c.Result.Diagnostics = append(c.Result.Diagnostics, d)
		if d.Severity == checker.Error && c.OK {
			c.OK, c.Error, c.Field = false, d.Plain(), "entry"
		}
	}
	c.Result.Asks, c.Result.Program = found.Asks, found.Program
	c.Promise = Lint(string(src), ceiling.Text)
	if p.Format == manifest.FormatLamp {
		c.Promise = Lint(string(src), p.Caps)
	}
	c.KeepsPromise = c.Promise.Keeps
	seen := map[string]bool{}
	for _, a := range found.Asks {
		if a.Ambient && !a.Declared {
			continue
		}
		covered := asks.Covered(platform, a, lists(ceiling)...)
		c.Asks = append(c.Asks, Ask{a.String(), a.Pos.Line, covered})
		bare := c.bare(a)
		if covered || seen[a.Capability.String()] {
			continue
		}
		seen[a.Capability.String()] = true
		d := asks.Above(a)
		switch {
		case !asks.HasKind(a.Capability.Kind, lists(ceiling)...):
			d.Code = CodeOverreach
		case bare:
			continue // to scope it is the answer to both
		}
		c.Result.Diagnostics = append(c.Result.Diagnostics, d)
	}
}

// bare warns about what running the program would warn of.
func (c *check) bare(a checker.Ask) bool {
	kind, ok := caps.ParseKind(a.Capability.Kind)
	if !a.Declared || a.Dynamic || a.Capability.Scoped || !ok {
		return false
	}
	text := strings.TrimPrefix(caps.BareWarning(kind), "synsema: warning: ")
	if text == "" {
		return false
	}
	c.Result.Diagnostics = append(c.Result.Diagnostics, checker.Diagnostic{
		File: a.File, Pos: a.Pos, End: a.Pos, Severity: checker.Warning, Code: CodeBare,
		Message: text + " (line " + strconv.Itoa(int(a.Pos.Line)) + ")",
	})
	return true
}

// Warnings are the warnings, but for those that the plugin's notes say, too.
func (r *Report) Warnings() (lines []string) {
	for i := range r.Result.Diagnostics {
		if d := &r.Result.Diagnostics[i]; d.Severity == checker.Warning && !r.noted[d.Code] {
			lines = append(lines, r.shown(d))
		}
	}
	return lines
}

// template reads a template by the path under which the program sees it.
func (c *check) template(path string) ([]byte, error) {
	if c.plugin.Format == manifest.FormatLamp {
		return srcfile.ReadIn(c.places.Workspace, path)
	}
	name, rest, _ := strings.Cut(path, "/")
	if name == "workspace" {
		return srcfile.ReadIn(c.places.Workspace, rest)
	}
	if id, rest, _ := strings.Cut(rest, "/"); name == "plugins" && id == c.plugin.ID {
		return srcfile.ReadIn(c.Dir, rest)
	}
	return nil, fs.ErrNotExist
}

// lists are the layers of a ceiling.
func lists(c *manifest.Ceiling) []*caps.List {
	all := make([]*caps.List, len(c.Layers))
	for i, l := range c.Layers {
		all[i] = l.List
	}
	return all
}

// calls looks at the lines of CALLS.jsonl, which `plugin test` would call.
func (c *check) calls() {
	file := filepath.Join(c.Dir, "CALLS.jsonl")
	src, err := srcfile.ReadIn(c.Dir, "CALLS.jsonl")
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		c.findIn(file, CodeCalls, "CALLS.jsonl cannot be read")
		return
	}
	n := 0
	for line := range strings.Lines(string(src)) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		var call map[string]any
		if json.Unmarshal([]byte(line), &call) != nil {
			c.findIn(file, CodeCalls, fmt.Sprintf("CALLS.jsonl line %d is no JSON object", n))
		}
	}
}
