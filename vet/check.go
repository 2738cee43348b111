package vet

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synsema/checker"
	"github.com/synrun/synrun/synsema/srcfile"
	"github.com/synrun/synrun/vet/asks"
)

const (
	CodeManifest    = "manifest"         // the manifest fails a check
	CodeOverreach   = "overreach"        // the program asks for a family that its ceiling does not have
	CodeAbove       = "above-ceiling"    // the family is there, the scope is not covered
	CodeCareless    = "careless-ceiling" // an item grants a whole family
	CodeNoStdout    = "no-stdout"        // a lamp whose output nobody gets
	CodeSchema      = "bad-schema"       // a tool's schema is none, or refers outside
	CodeProgram     = "missing-program"  // the command's program is not on this machine
	CodeName        = "manifest-name"    // the manifest calls the plugin something else
	CodeLongName    = "long-tool-name"   // some model providers refuse it
	CodeWrongFolder = "wrong-folder"     // a lamp among the plugins
	CodeNote        = "note"             // any other remark of the reader
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

	loads []string // modules that the program reads

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
	r := &Report{
		Name: p.ID, Format: string(p.Format), Dir: p.Dir, OK: true, Tools: len(p.Tools),
		Diagnostics: []checker.JSONDiagnostic{}, Asks: []Ask{}, KeepsPromise: true, Promise: Promise{Keeps: true},
		Result: &checker.Result{File: manifestFile(p)},
	}
	if p.Broken() {
		r.fault(p.ErrField, p.Err)
		return r.done()
	}
	ceiling, err := places.Ceiling(p)
	if err != nil {
		r.fault("caps", err.Error())
		return r.done()
	}
	if ceiling != nil {
		r.Ceiling = &ceiling.Text
	}
	r.notes(p)
	r.schemas(p)
	if p.Kind == manifest.KindExec {
		r.program(p)
	}
	if p.Kind == manifest.KindSyn {
		r.source(p, places, ceiling)
	}
	for _, note := range caps.CarelessNotes(p.Caps) {
		r.warn(CodeCareless, "careless ceiling: "+note)
	}
	r.escapes(p, places, ceiling)
	return r.done()
}

func manifestFile(p *manifest.Plugin) string {
	file := manifest.FileOf(p.Format)
	if p.Format == manifest.FormatLegacy {
		if _, err := os.Stat(filepath.Join(p.Dir, "plugin.json")); err == nil {
			file = "plugin.json"
		}
	}
	return filepath.Join(p.Dir, file)
}

func (r *Report) add(d checker.Diagnostic) { r.Result.Diagnostics = append(r.Result.Diagnostics, d) }

func (r *Report) fault(field, text string) {
	r.OK, r.Error, r.Field, r.KeepsPromise = false, text, field, false
	message, hint, _ := strings.Cut(text, " — ")
	r.add(checker.Diagnostic{File: r.Result.File, Severity: checker.Error, Code: CodeManifest, Message: message, Hint: hint})
}

func (r *Report) warn(code, text string) {
	r.add(checker.Diagnostic{File: r.Result.File, Severity: checker.Warning, Code: code, Message: text})
}

// done brings the findings into the form of reports.
func (r *Report) done() *Report {
	for i := range r.Result.Diagnostics {
		r.Diagnostics = append(r.Diagnostics, r.Result.Diagnostics[i].JSON())
	}
	return r
}

// notes turns the remarks of the reader into findings.
func (r *Report) notes(p *manifest.Plugin) {
	for _, n := range p.Notes {
		code := CodeNote
		switch {
		case strings.HasPrefix(n, "manifest name "):
			code = CodeName
		case strings.HasPrefix(n, "tool name is "):
			code = CodeLongName
		case strings.HasPrefix(n, "looks like a lamp"):
			code = CodeWrongFolder
		case strings.HasPrefix(n, "ceiling has no stdout"):
			code = CodeNoStdout
		}
		r.warn(code, n)
	}
}

func (r *Report) schemas(p *manifest.Plugin) {
	for _, t := range p.Tools {
		if _, err := manifest.CompileSchema(t.Schema); err != nil {
			r.warn(CodeSchema, fmt.Sprintf("the schema of tool %q: %v", t.Name, err))
		}
	}
}

// program looks for the command's program the way it is found at a call.
func (r *Report) program(p *manifest.Plugin) {
	word := p.Command[0]
	switch {
	case filepath.IsAbs(word):
		if st, err := os.Stat(word); err != nil {
			r.warn(CodeProgram, "no program "+word)
		} else if st.Mode()&0o111 == 0 {
			r.warn(CodeProgram, filepath.Base(word)+" is not executable")
		}
	case !strings.Contains(word, "/"):
		if !inPath(word) {
			r.warn(CodeProgram, "no program "+word+" in PATH")
		}
	}
}

func inPath(word string) bool {
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if st, err := os.Stat(filepath.Join(dir, word)); err == nil && st.Mode().IsRegular() && st.Mode()&0o111 != 0 {
			return true
		}
	}
	return false
}

// source checks the program and compares what it asks for with its ceiling.
func (r *Report) source(p *manifest.Plugin, places manifest.Places, ceiling *manifest.Ceiling) {
	file := filepath.Join(p.Dir, filepath.FromSlash(p.Entry))
	src, err := srcfile.ReadIn(p.Dir, p.Entry)
	if err == nil && p.Format == manifest.FormatLamp {
		src, err = places.LampSource(p)
	}
	if err != nil {
		r.fault("entry", fmt.Sprintf("entry file %q cannot be read", p.Entry))
		return
	}
	platform := places.Platform()
	opt := asks.CheckOptions(platform)
	opt.Read = func(path string) ([]byte, error) {
		r.loads = append(r.loads, path)
		rel, err := filepath.Rel(p.Dir, path)
		if err != nil {
			return nil, err
		}
		return srcfile.ReadIn(p.Dir, rel)
	}
	found := checker.Check(file, src, opt)
	for _, d := range found.Diagnostics {
		r.add(d)
		if d.Severity == checker.Error && r.OK {
			r.OK, r.Error, r.Field = false, d.Plain(), "entry"
		}
	}
	r.Result.Asks, r.Result.Program = found.Asks, found.Program
	r.Promise = Lint(string(src), ceiling.Text)
	if p.Format == manifest.FormatLamp {
		r.Promise = Lint(string(src), p.Caps)
	}
	r.KeepsPromise = r.Promise.Keeps
	seen := map[string]bool{}
	for _, a := range found.Asks {
		if a.Ambient && !a.Declared {
			continue
		}
		covered := asks.Covered(platform, a, lists(ceiling)...)
		r.Asks = append(r.Asks, Ask{a.String(), a.Pos.Line, covered})
		if covered || seen[a.Capability.String()] {
			continue
		}
		seen[a.Capability.String()] = true
		d := asks.Above(a)
		if !asks.HasKind(a.Capability.Kind, lists(ceiling)...) {
			d.Code = CodeOverreach
		}
		r.add(d)
	}
}

// lists are the layers of a ceiling.
func lists(c *manifest.Ceiling) []*caps.List {
	all := make([]*caps.List, len(c.Layers))
	for i, l := range c.Layers {
		all[i] = l.List
	}
	return all
}

// WriteText prints reports for people: a line a plugin, its warnings below it,
// and a total.
func WriteText(w io.Writer, reports []*Report) error {
	faulty, warnings := 0, 0
	var b strings.Builder
	for _, r := range reports {
		if r.OK {
			fmt.Fprintf(&b, "ok %s (%s, %d tools)\n", r.Name, r.Format, r.Tools)
		} else {
			faulty++
			fmt.Fprintf(&b, "FAULT %s: %s\n", r.Name, r.Error)
		}
		for i := range r.Result.Diagnostics {
			d := &r.Result.Diagnostics[i]
			if d.Severity == checker.Warning {
				warnings++
				fmt.Fprintf(&b, "  %s\n", r.shown(d))
			}
		}
		for _, line := range r.Promise.Lines() {
			if !strings.Contains(line, "careless ceiling") {
				fmt.Fprintf(&b, "  %s\n", line)
			}
		}
	}
	fmt.Fprintf(&b, "%d checked, %d faulty, %d warnings\n", len(reports), faulty, warnings)
	_, err := io.WriteString(w, b.String())
	return err
}

// shown is a warning as a person reads it below the name of its plugin.
func (r *Report) shown(d *checker.Diagnostic) string {
	if d.Code == CodeAbove || d.Code == CodeOverreach || d.File == r.Result.File {
		return d.Message
	}
	return strings.TrimPrefix(d.Plain(), r.Dir+string(filepath.Separator))
}

// WriteJSON prints reports as one list.
func WriteJSON(w io.Writer, reports []*Report) error {
	if reports == nil {
		reports = []*Report{}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(reports)
}

// WriteSARIF prints reports as a SARIF log of the tool version.
func WriteSARIF(w io.Writer, reports []*Report, version string) error {
	results := make([]*checker.Result, len(reports))
	for i, r := range reports {
		results[i] = r.Result
	}
	return checker.WriteSARIF(w, results, version)
}

// Count returns the number of faulty plugins and of warnings.
func Count(reports []*Report) (faulty, warnings int) {
	for _, r := range reports {
		if !r.OK {
			faulty++
		}
		warnings += r.Result.Count(checker.Warning)
	}
	return faulty, warnings
}
