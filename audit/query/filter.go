package query

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/synrun/synrun/audit"
)

// Query says which records are wanted. The conditions combine with "and"; an
// empty one holds for every record.
type Query struct {
	Where        string    // an expression, see where.go
	Since, Until time.Time // inclusive
	Denied       bool      // refused checks, denied calls, calls with a refused check
	Plugin       string    // an id, or <format>:<id>
	Tool         string    // a tool, <plugin>.<tool>, or a full name
	Call         string    // a call id, or a beginning that only one has
	Type         string    // call, check, manage, checkpoint

	// Checkpoints includes the signed checkpoints, which say nothing of what
	// happened, only of the record itself. Naming them in Type or Where does,
	// too.
	Checkpoints bool
}

// UsageError is a fault of the person's words: exit 2.
type UsageError struct{ Text string }

func (e *UsageError) Error() string { return e.Text }

// Filter is a Query made ready. It is used by one goroutine at a time.
type Filter struct {
	q            Query
	format       string // of Plugin, when it is named
	since, until []byte
	where        *where
}

const timeLayout = "2006-01-02T15:04:05.000Z"

// Compile checks a query and makes it ready. The sources are read only to find
// out which call the beginning of a call id means.
func (q Query) Compile(sources []*audit.Source) (*Filter, error) {
	f := &Filter{q: q}
	if format, id, ok := strings.Cut(q.Plugin, ":"); ok && slices.Contains([]string{"plugin", "legacy", "lamp", "rpc"}, format) {
		f.format, f.q.Plugin = format, id
	}
	if types := []string{"call", "check", "manage", "checkpoint"}; q.Type != "" && !slices.Contains(types, q.Type) {
		return nil, &UsageError{fmt.Sprintf("--type: '%s' is none of %s", q.Type, strings.Join(types, ", "))}
	}
	if !q.Since.IsZero() {
		f.since = []byte(q.Since.UTC().Format(timeLayout))
	}
	if !q.Until.IsZero() {
		f.until = []byte(q.Until.UTC().Format(timeLayout))
	}
	if q.Where != "" {
		w, err := compileWhere(q.Where)
		if err != nil {
			return nil, err
		}
		f.where = w
		if w.checkpoints {
			f.q.Checkpoints = true
		}
	}
	if q.Type == "checkpoint" {
		f.q.Checkpoints = true
	}
	if q.Call != "" && len(q.Call) < 26 { // a ULID has 26 characters
		var err error
		if f.q.Call, err = findCall(sources, q.Call); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// findCall returns the one call id that begins with prefix, or prefix itself
// when none does.
func findCall(sources []*audit.Source, prefix string) (string, error) {
	prefix = strings.ToUpper(prefix)
	found := ""
	beginning := []byte(`"` + prefix)
	for _, s := range sources {
		err := s.Scan(func(r *audit.Record, _ audit.Place) error {
			if !bytes.HasPrefix(r.Raw(audit.FieldCall), beginning) || found != "" && r.Is(audit.FieldCall, found) {
				return nil
			}
			id := r.Text(audit.FieldCall)
			if found != "" {
				return &UsageError{fmt.Sprintf("--call: '%s' is the beginning of several calls: %s, %s", prefix, found, id)}
			}
			found = id
			return nil
		})
		if err != nil {
			return "", err
		}
	}
	if found == "" {
		return prefix, nil
	}
	return found, nil
}

// Match tells whether a record is wanted.
func (f *Filter) Match(r *audit.Record) bool {
	q := &f.q
	switch {
	case q.Type != "" && !r.Is(audit.FieldType, q.Type),
		!q.Checkpoints && r.Is(audit.FieldType, "checkpoint"),
		q.Call != "" && !r.Is(audit.FieldCall, q.Call),
		q.Plugin != "" && !r.Is(audit.FieldPlugin, q.Plugin),
		f.format != "" && !r.Is(audit.FieldFormat, f.format),
		q.Tool != "" && !matchTool(r, q.Tool),
		q.Denied && !denied(r),
		(f.since != nil || f.until != nil) && !f.inTime(r):
		return false
	}
	return f.where == nil || f.where.match(r)
}

// inTime compares times as texts, which their form allows; only a time in
// another form is read.
func (f *Filter) inTime(r *audit.Record) bool {
	at := r.RawTime()
	if len(at) != len(timeLayout) || at[len(at)-1] != 'Z' {
		t, ok := r.Time()
		if !ok {
			return false
		}
		at = t.UTC().AppendFormat(nil, timeLayout)
	}
	return (f.since == nil || bytes.Compare(at, f.since) >= 0) && (f.until == nil || bytes.Compare(at, f.until) <= 0)
}

// matchTool compares a record's tool with a name as commands take it.
func matchTool(r *audit.Record, name string) bool {
	if r.Is(audit.FieldTool, name) {
		return true
	}
	tool := r.Text(audit.FieldTool)
	if tool == "" || len(name) <= len(tool) || !strings.HasSuffix(name, tool) {
		return false
	}
	rest := name[:len(name)-len(tool)]
	plugin := r.Text(audit.FieldPlugin)
	return rest == plugin+"." || rest == "plugin_"+plugin+"_" || rest == "lamp_"+plugin+"_"
}

// denied tells whether something was refused that somebody asked for.
func denied(r *audit.Record) bool {
	switch {
	case r.Is(audit.FieldType, "check"):
		return refusedCheck(r)
	case r.Is(audit.FieldType, "call"):
		return r.Is(audit.FieldDecision, "deny") || len(r.Raw(audit.FieldRefused)) > len("[]")
	}
	return false
}

// refusedCheck tells whether a check was refused. What the runtime would have
// granted of itself but for the ceiling is written down, too, for every
// interpreter; it is no check that anybody made.
func refusedCheck(r *audit.Record) bool {
	granted, ok := r.Bool(audit.FieldGranted)
	return ok && !granted && !r.Is(audit.FieldOrigin, "runtime")
}
