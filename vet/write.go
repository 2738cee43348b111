package vet

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/synrun/synrun/synsema/checker"
)

// WriteText prints reports for people: a line a plugin, what else was found
// below it, and a total.
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
		first := !r.OK
		for i := range r.Result.Diagnostics {
			d := &r.Result.Diagnostics[i]
			if d.Severity == checker.Error && first {
				first = false // it stands in the line of the plugin
				continue
			}
			if d.Severity == checker.Warning {
				warnings++
			}
			fmt.Fprintf(&b, "  %s  [%s]\n", r.shown(d), d.Code)
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

// shown is a finding as a person reads it below the name of its plugin.
func (r *Report) shown(d *checker.Diagnostic) string {
	if !d.Pos.IsValid() || d.Code == CodeAbove || d.Code == CodeOverreach || d.Code == CodeBare {
		return d.Message
	}
	text := strings.TrimPrefix(d.Plain(), r.Dir+string(filepath.Separator))
	if d.Severity == checker.Error {
		return "error: " + text
	}
	return text
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
	return checker.WriteSARIF(w, results, version, Codes())
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
