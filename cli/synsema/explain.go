package synsema

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/parser"
)

// failure is an uncaught error with what is known about it.
type failure struct {
	kind    string // RuntimeError, ParseError, LexerError
	message string
	file    string // "" for no location
	line    int
	column  int

	intent    string
	hasIntent bool
	variables [][2]string

	source []string // lines of the window
	start  int      // number of the first one
	class
}

// class is what a message means.
type class struct {
	category           string
	recoverable, retry bool
	suggestions        []string
}

// explainLoad reports a program that does not start.
func (s *session) explainLoad(err error) {
	f := &failure{kind: "RuntimeError", message: err.Error()}
	var load *loadError
	if errors.As(err, &load) {
		f.kind, f.message = "ParseError", load.text
		if load.kind == parser.StageLexer.String() {
			f.kind = "LexerError"
		}
	}
	s.write(f)
}

// explain reports an error that nobody caught.
func (s *session) explain(p *program, err error) {
	f := &failure{kind: "RuntimeError", message: err.Error()}
	var e *value.Error
	if errors.As(err, &e) {
		f.message = e.Msg
		if e.File != "" {
			f.file, f.line, f.column = e.File, int(e.Pos.Line), int(e.Pos.Col)
		}
	}
	f.intent, f.hasIntent = p.m.Intent()
	for _, v := range p.m.Variables() {
		f.variables = append(f.variables, [2]string{v.Name, value.Display(v.Value)})
	}
	if f.file != "" {
		f.window(p.src)
	}
	s.write(f)
}

// window cuts the lines around the failure out of its file.
func (f *failure) window(src *source) {
	text := src.text
	if f.file != src.name {
		module, err := os.ReadFile(f.file)
		if err != nil {
			return
		}
		text = module
	}
	lines := strings.Split(string(text), "\n")
	if f.line < 1 || f.line > len(lines) {
		return
	}
	f.start = max(f.line-3, 1)
	f.source = lines[f.start-1 : min(f.line+3, len(lines))]
	for i, l := range f.source {
		f.source[i] = strings.TrimSuffix(l, "\r")
	}
}

func (s *session) write(f *failure) {
	f.class = classify(f.message)
	if s.o.json() {
		s.writeJSON(f)
		return
	}
	var b strings.Builder
	bar := strings.Repeat("=", 60) + "\n"
	b.WriteString(bar + "ERROR: " + f.message + "\n" + bar)
	if f.file != "" || f.hasIntent {
		b.WriteString("\n")
	}
	if f.file != "" {
		fmt.Fprintf(&b, "  Location: %s:%d:%d\n", f.file, f.line, f.column)
	}
	if f.hasIntent {
		fmt.Fprintf(&b, "  Intent: %s\n", f.intent)
	}
	if len(f.source) > 0 {
		b.WriteString("\n  Source:\n")
		for i, l := range f.source {
			marker := "    "
			if f.start+i == f.line {
				marker = " >> "
			}
			fmt.Fprintf(&b, "  %s%4d | %s\n", marker, f.start+i, l)
		}
	}
	if len(f.variables) > 0 {
		b.WriteString("\n  Variables at failure:\n")
		for _, v := range f.variables {
			fmt.Fprintf(&b, "    %s = %s\n", v[0], v[1])
		}
	}
	b.WriteString("\n  Suggestions:\n")
	for i, t := range f.suggestions {
		fmt.Fprintf(&b, "    %d. %s\n", i+1, t)
	}
	fmt.Fprintf(&b, "\n  Category: %s\n  Recoverable: %s\n", f.category, yesNo(f.recoverable))
	if f.retry {
		b.WriteString("  Retry may help: yes\n")
	}
	b.WriteString(bar)
	fmt.Fprint(s.c.Err, b.String())
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

func (s *session) writeJSON(f *failure) {
	vars := []byte("{")
	for i, v := range f.variables {
		vars = appendPair(vars, i, v[0], v[1])
	}
	var intent *string
	if f.hasIntent {
		intent = &f.intent
	}
	source := f.source
	if source == nil {
		source = []string{}
	}
	enc := json.NewEncoder(s.c.Err)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	_ = enc.Encode(struct {
		ErrorType   string          `json:"error_type"`
		Message     string          `json:"message"`
		File        string          `json:"file"`
		Line        int             `json:"line"`
		Column      int             `json:"column"`
		Source      []string        `json:"source_context"`
		Start       int             `json:"source_start_line"`
		Category    string          `json:"error_category"`
		Recoverable bool            `json:"recoverable"`
		Retry       bool            `json:"retry_makes_sense"`
		Stack       []string        `json:"call_stack"`
		Variables   json.RawMessage `json:"variables"`
		Suggestions []string        `json:"suggestions"`
		Intent      *string         `json:"active_intent"`
		Trace       *string         `json:"active_trace"`
	}{f.kind, f.message, f.file, f.line, f.column, source, f.start, f.category, f.recoverable, f.retry,
		[]string{}, append(vars, '}'), f.suggestions, intent, nil})
}
