package query

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/audit"
)

// ParseTime reads a time as a person gives it: 30s, 10m, 2h or 3d back from
// now, a day (its beginning), or a full time. What names no zone is meant in
// the location of now. flag is the option it was given to.
func ParseTime(flag, word string, now time.Time) (time.Time, error) {
	if n := len(word); n > 1 {
		unit := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}[word[n-1]]
		count, err := strconv.ParseUint(word[:n-1], 10, 31)
		if unit != 0 && err == nil && count <= uint64(1<<62/unit) {
			return now.Add(-time.Duration(count) * unit), nil
		}
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02", "2006-01-02T15:04", "2006-01-02 15:04", "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04:05Z07:00"} {
		if t, err := time.ParseInLocation(layout, word, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, &UsageError{fmt.Sprintf("--%s: cannot read '%s' as a time", flag, word)}
}

// VerifyText words the verdict of a verification, in lines. expect is what was
// given to --expect; loc is as in [Row].
func VerifyText(v *audit.Verdict, expect string, loc *time.Location) string {
	var b strings.Builder
	switch {
	case v.Broken != nil:
		return v.Broken.Error() + "\n"
	case v.Records == 0:
		b.WriteString("ok: 0 records\n")
	default:
		fmt.Fprintf(&b, "ok: %d records, %s – %s, head %s\n", v.Records, shown(v.First, loc), shown(v.Last, loc), v.Head)
	}
	if v.Missing {
		return fmt.Sprintf("broken: the expected hash %s is not in the chain (%d records)\n", expect, v.Records)
	}
	if v.Pruned != nil {
		fmt.Fprintf(&b, "begins at record %d: %s (said by record %d)\n", v.FirstSeq, v.Pruned.Text, v.Pruned.Seq)
	}
	if v.Signed < v.LastSeq {
		from := max(v.Signed+1, v.FirstSeq)
		if from == v.LastSeq {
			fmt.Fprintf(&b, "unsigned: record %d\n", from)
		} else {
			fmt.Fprintf(&b, "unsigned: records %d to %d\n", from, v.LastSeq)
		}
	}
	return b.String()
}

func shown(at string, loc *time.Location) string {
	if t, err := time.Parse(time.RFC3339, at); err == nil && loc != nil {
		return t.In(loc).Format("2006-01-02 15:04:05")
	}
	return at
}

// VerifyJSON is the verdict for --verify --json.
type VerifyJSON struct {
	OK       bool   `json:"ok"`
	Source   string `json:"source"`
	Records  int64  `json:"records"`
	First    string `json:"first"`
	Last     string `json:"last"`
	FirstSeq int64  `json:"first_seq"`
	LastSeq  int64  `json:"last_seq"`
	Head     string `json:"head"`
	Signed   int64  `json:"signed"` // number of the last signed checkpoint
	Seq      *int64 `json:"broken_seq"`
	File     string `json:"broken_file"`
	Line     *int   `json:"broken_line"`
	What     string `json:"broken_what"`
	Expected bool   `json:"expected_found"`
	Pruned   string `json:"pruned"`
}

// NewVerifyJSON makes the JSON form of a verdict.
func NewVerifyJSON(source *audit.Source, v *audit.Verdict) VerifyJSON {
	j := VerifyJSON{OK: v.OK(), Source: source.Name, Records: v.Records, First: v.First, Last: v.Last, FirstSeq: v.FirstSeq,
		LastSeq: v.LastSeq, Head: v.Head, Signed: v.Signed, Expected: !v.Missing}
	if v.Broken != nil {
		j.Seq, j.File, j.Line, j.What = &v.Broken.Seq, filepath.Base(v.Broken.Place.File), &v.Broken.Place.Line, v.Broken.What
	}
	if v.Pruned != nil {
		j.Pruned = v.Pruned.Text
	}
	return j
}

// Head returns number and hash of the newest record of a source, 0 and "" when
// it has none.
func Head(s *audit.Source) (seq int64, hash string, err error) {
	snap, err := s.Open()
	if err != nil {
		return 0, "", err
	}
	defer snap.Close()
	err = snap.ScanBack(func(r *audit.Record) bool {
		seq, _ = r.Int(audit.FieldSeq)
		hash = r.Text(audit.FieldHash)
		return hash == ""
	})
	return seq, hash, err
}

// PruneText words what a pruning did.
func PruneText(p *audit.Pruned) string {
	if p.Removed == 0 {
		return "nothing to prune\n"
	}
	return fmt.Sprintf("pruned %d records (%d files); the chain begins at record %d after %s\n", p.Removed, p.Files, p.Start, p.Prev)
}

// RepairText words what a repair did.
func RepairText(r *audit.Repaired) string {
	if r.Bytes == 0 {
		return "nothing to repair\n"
	}
	return fmt.Sprintf("moved %d bytes that were no records to %s\n", r.Bytes, r.File)
}
