package checker

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
)

// WriteText prints the result as plain `synsema check` does: the OK line on
// stdout, errors and warnings on stderr. With several files every result line
// begins with the file.
func (r *Result) WriteText(stdout, stderr io.Writer, several bool) {
	prefix := ""
	if several {
		prefix = r.File + ": "
	}
	for i := range r.Diagnostics {
		if d := &r.Diagnostics[i]; d.Severity == Error {
			fmt.Fprintf(stderr, "%sError: %s\n", prefix, d.Plain())
		}
	}
	if !r.OK() {
		return
	}
	fmt.Fprintf(stdout, "%sOK: %d statements parsed.%s\n", prefix, r.Statements, r.validated())
}

// WriteWarnings prints the warning lines: at most most of them, and how many
// more there are; 0 stands for all.
func (r *Result) WriteWarnings(stderr io.Writer, most int) {
	n := 0
	for i := range r.Diagnostics {
		d := &r.Diagnostics[i]
		if d.Severity != Warning {
			continue
		}
		if n++; most == 0 || n <= most {
			fmt.Fprintf(stderr, "warning: %s\n", d.Plain())
		}
	}
	if most > 0 && n > most {
		fmt.Fprintf(stderr, "warning: %s: %d more warnings (--format json has them all)\n", r.File, n-most)
	}
}

func (r *Result) validated() string {
	switch {
	case r.Modules > 0 && r.Templates > 0:
		return fmt.Sprintf(" %d module(s) + %d template(s) validated.", r.Modules, r.Templates)
	case r.Modules > 0:
		return fmt.Sprintf(" %d module(s) validated.", r.Modules)
	case r.Templates > 0:
		return fmt.Sprintf(" %d template(s) validated.", r.Templates)
	}
	return ""
}

// WriteAsks prints the lines of --caps. Capabilities that run grants by
// itself are listed only where a require names them.
func (r *Result) WriteAsks(stdout io.Writer) {
	for _, a := range r.Asks {
		how := "used, not declared"
		if a.Declared {
			how = "require"
		} else if a.Ambient {
			continue
		}
		fmt.Fprintf(stdout, "asks  %s  line %d  (%s)\n", a.String(), a.Pos.Line, how)
	}
}

// The JSON form, in the order of its fields.
type (
	jsonReport struct {
		Files    []jsonFile `json:"files"`
		Errors   int        `json:"errors"`
		Warnings int        `json:"warnings"`
	}
	jsonFile struct {
		File        string           `json:"file"`
		OK          bool             `json:"ok"`
		Statements  int              `json:"statements"`
		Modules     int              `json:"modules"`
		Templates   int              `json:"templates"`
		Diagnostics []JSONDiagnostic `json:"diagnostics"`
		Asks        []JSONAsk        `json:"asks"`
	}
	// JSONDiagnostic is the JSON form of a Diagnostic.
	JSONDiagnostic struct {
		File      string `json:"file"`
		Line      int32  `json:"line"`
		Column    int32  `json:"column"`
		EndLine   int32  `json:"end_line"`
		EndColumn int32  `json:"end_column"`
		Severity  string `json:"severity"`
		Code      string `json:"code"`
		Message   string `json:"message"`
		Hint      string `json:"hint"`
	}
	// JSONAsk is the JSON form of an Ask.
	JSONAsk struct {
		Capability string  `json:"capability"`
		Family     string  `json:"family"`
		Scope      *string `json:"scope"`
		Line       int32   `json:"line"`
		Declared   bool    `json:"declared"`
		Symbol     string  `json:"symbol"`
	}
)

// JSON returns the form of a diagnostic that JSON reports carry.
func (d *Diagnostic) JSON() JSONDiagnostic {
	return JSONDiagnostic{
		File: d.File, Line: d.Pos.Line, Column: d.Pos.Col, EndLine: d.End.Line, EndColumn: d.End.Col,
		Severity: d.Severity.String(), Code: d.Code, Message: d.Message, Hint: d.Hint,
	}
}

// unknownScope is the scope of what only the running program knows.
var unknownScope = "?"

// JSONAsks returns the form of the asks that JSON reports carry.
func (r *Result) JSONAsks() []JSONAsk {
	asks := []JSONAsk{}
	for _, a := range r.Asks {
		if a.Ambient && !a.Declared {
			continue
		}
		j := JSONAsk{
			Capability: a.String(), Family: a.Capability.Kind, Line: a.Pos.Line,
			Declared: a.Declared, Symbol: a.Symbol,
		}
		switch {
		case a.Dynamic:
			j.Scope = &unknownScope
		case a.Capability.Scoped:
			j.Scope = &a.Capability.Scope
		}
		asks = append(asks, j)
	}
	return asks
}

// WriteJSON prints the report of several files as one JSON object.
func WriteJSON(w io.Writer, results []*Result) error {
	report := jsonReport{Files: []jsonFile{}}
	for _, r := range results {
		f := jsonFile{
			File: r.File, OK: r.OK(), Statements: r.Statements, Modules: r.Modules, Templates: r.Templates,
			Diagnostics: []JSONDiagnostic{}, Asks: r.JSONAsks(),
		}
		for i := range r.Diagnostics {
			f.Diagnostics = append(f.Diagnostics, r.Diagnostics[i].JSON())
		}
		report.Files = append(report.Files, f)
		report.Errors += r.Count(Error)
		report.Warnings += r.Count(Warning)
	}
	return encode(w, report)
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// The parts of SARIF 2.1.0 that a report needs.
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool    sarifTool     `json:"tool"`
		Columns string        `json:"columnKind"`
		Results []sarifResult `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version,omitempty"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID    string     `json:"id"`
		Short *sarifText `json:"shortDescription,omitempty"`
		Help  *sarifText `json:"help,omitempty"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI string `json:"uri"`
	}
	sarifRegion struct {
		StartLine   int32 `json:"startLine"`
		StartColumn int32 `json:"startColumn"`
		EndLine     int32 `json:"endLine"`
		EndColumn   int32 `json:"endColumn"`
	}
)

// WriteSARIF prints the report of several files as a SARIF 2.1.0 log of the
// tool version. table describes the codes.
func WriteSARIF(w io.Writer, results []*Result, version string, table []Rule) error {
	run := sarifRun{Columns: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "synsema", Version: version, Rules: []sarifRule{}}
	rules := map[string]int{}
	for _, r := range results {
		for i := range r.Diagnostics {
			d := &r.Diagnostics[i]
			rule, ok := rules[d.Code]
			if !ok {
				rule = len(rules)
				rules[d.Code] = rule
				run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, describe(d.Code, table))
			}
			place := sarifPhysical{Artifact: sarifArtifact{filepath.ToSlash(d.File)}}
			if d.Pos.IsValid() {
				place.Region = &sarifRegion{d.Pos.Line, d.Pos.Col, d.End.Line, d.End.Col}
			}
			run.Results = append(run.Results, sarifResult{
				RuleID: d.Code, RuleIndex: rule, Level: d.Severity.String(), Message: sarifText{d.Message},
				Locations: []sarifLocation{{place}},
			})
		}
	}
	return encode(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

func describe(code string, table []Rule) sarifRule {
	for _, r := range table {
		if r.Code == code {
			return sarifRule{code, &sarifText{r.Text}, &sarifText{r.Doc}}
		}
	}
	return sarifRule{ID: code}
}
