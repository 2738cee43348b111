package progen

import (
	"encoding/json"
	"fmt"
	"strings"
)

// A report is what `run --format json` prints, without what differs from run
// to run or between engines: times and counts of steps.
type report struct {
	OK     bool     `json:"ok"`
	Output []string `json:"output"`
	Errors []string `json:"errors"`
	Audit  []struct {
		Context    string  `json:"context"`
		Capability string  `json:"capability"`
		Granted    bool    `json:"granted"`
		Source     string  `json:"source"`
		Reason     string  `json:"reason"`
		Origin     string  `json:"origin"`
		File       *string `json:"file"`
		Line       *int    `json:"line"`
	} `json:"audit"`
	Exit int `json:"exit"`
}

// unfold gives the report of a program as lines, so that a difference is seen
// where it is; what is no report stays.
func unfold(out string) string {
	r := report{}
	if !strings.HasPrefix(out, `{"ok"`) || json.Unmarshal([]byte(out), &r) != nil {
		return out
	}
	var b strings.Builder
	for _, l := range r.Output {
		fmt.Fprintln(&b, l)
	}
	fmt.Fprintf(&b, "ok %t, exit %d, errors %q\n", r.OK, r.Exit, r.Errors)
	for _, a := range r.Audit {
		fmt.Fprintf(&b, "%s: %s %t, %s: %s, %s", a.Context, a.Capability, a.Granted, a.Source, a.Reason, a.Origin)
		if a.File != nil && a.Line != nil {
			fmt.Fprintf(&b, " %s:%d", *a.File, *a.Line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
