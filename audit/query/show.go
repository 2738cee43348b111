package query

import (
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/audit"
)

// Columns are the headings of a table of records.
var Columns = [7]string{"TIME", "PLUGIN", "TOOL", "WHAT", "VERDICT", "WHERE", "REASON"}

// Row returns the cells of a record. The time is shown in a location, as on a
// terminal; nil keeps it as it is written, in UTC with milliseconds.
func Row(r *audit.Record, loc *time.Location) [7]string {
	return [7]string{timeText(r, loc), r.Text(audit.FieldPlugin), r.Text(audit.FieldTool), What(r), VerdictOf(r), Where(r), reason(r)}
}

func timeText(r *audit.Record, loc *time.Location) string {
	if loc != nil {
		if t, ok := r.Time(); ok {
			return t.In(loc).Format("2006-01-02 15:04:05")
		}
	}
	return string(r.RawTime())
}

// What returns what a record is about: the capability of a check, the action of
// a management record, else its type.
func What(r *audit.Record) string {
	switch t := r.Text(audit.FieldType); t {
	case "check":
		return r.Text(audit.FieldCapability)
	case "manage":
		return r.Text(audit.FieldAction)
	default:
		return t
	}
}

// VerdictOf returns how it ended: granted, DENIED, ok, failed, done.
func VerdictOf(r *audit.Record) string {
	switch r.Text(audit.FieldType) {
	case "check":
		if granted, _ := r.Bool(audit.FieldGranted); granted {
			return "granted"
		}
		return "DENIED"
	case "call":
		if r.Is(audit.FieldDecision, "deny") {
			return "DENIED"
		}
		if ok, _ := r.Bool(audit.FieldOK); ok {
			return "ok"
		}
		return "failed"
	}
	return "done"
}

// Where returns the place in the program, else the source of the check.
func Where(r *audit.Record) string {
	if file := r.Text(audit.FieldFile); file != "" {
		if line, ok := r.Int(audit.FieldLine); ok {
			return file + ":" + strconv.FormatInt(line, 10)
		}
		return file
	}
	return r.Text(audit.FieldSource)
}

// reason of a management action is what it was done to, as far as no other
// column says that.
func reason(r *audit.Record) string {
	if !r.Is(audit.FieldType, "manage") {
		return r.Text(audit.FieldReason)
	}
	name, detail := r.Text(audit.FieldName), r.Text(audit.FieldDetail)
	if name == r.Text(audit.FieldPlugin) || r.Is(audit.FieldAction, "prune") {
		return detail
	}
	if name == "" || detail == "" {
		return name + detail
	}
	return name + ": " + detail
}

// CSVHeader is the first line of --csv.
const CSVHeader = "seq,at,type,call,format,plugin,tool,what,verdict,source,file,line,reason\n"

// AppendCSV appends a record as one line of CSV (RFC 4180).
func AppendCSV(b []byte, r *audit.Record) []byte {
	b = append(b, r.Raw(audit.FieldSeq)...)
	b = append(b, ',')
	b = append(b, r.RawTime()...)
	for _, cell := range [...]string{r.Text(audit.FieldType), r.Text(audit.FieldCall), r.Text(audit.FieldFormat), r.Text(audit.FieldPlugin),
		r.Text(audit.FieldTool), What(r), VerdictOf(r), r.Text(audit.FieldSource), r.Text(audit.FieldFile)} {
		b = appendCell(append(b, ','), cell)
	}
	b = append(b, ',')
	if r.Has(audit.FieldLine) {
		b = append(b, r.Raw(audit.FieldLine)...)
	}
	return append(appendCell(append(b, ','), reason(r)), '\n')
}

func appendCell(b []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\r\n") && !strings.HasPrefix(s, " ") {
		return append(b, s...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(s, `"`, `""`)...)
	return append(b, '"')
}
