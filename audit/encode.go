package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// A record is written in two steps. When it is reported its text is laid out
// with two holes, for the hash of the record before it and for its number:
// both are known only under the file lock, where other processes write too.
// There, chain fills the holes and appends the record's own hash.
//
// The members of every layout below are sorted, as the canonical form demands;
// the hash stands last, so that the hashed text is the line up to it.

// layout is a queue of records with holes.
type layout struct {
	text  []byte
	marks []mark
	clock clock
}

// mark says where the parts of one record end in layout.text: the part before
// the hash of the record before, the part before the number, and the rest.
type mark struct{ prev, seq, end int }

func (q *layout) reset() {
	q.text, q.marks = q.text[:0], q.marks[:0]
}

// drop removes the records from the n-th on.
func (q *layout) drop(n int) {
	q.marks = q.marks[:n]
	if n == 0 {
		q.text = q.text[:0]
	} else {
		q.text = q.text[:q.marks[n-1].end]
	}
}

// subject is the part of a CallID that every check of a call repeats, laid out
// once.
type subject struct {
	call   string // ,"call":…,"capability":
	format string // ,"format":…,"granted":
	plugin string // ,"plugin":…,"prev":"
	tool   string // ,"tool":…,"type":"check"}
}

func newSubject(id *CallID) subject {
	quote := func(s string) string { return string(appendText(nil, s)) }
	return subject{
		call:   `,"call":` + quote(id.Call) + `,"capability":`,
		format: `,"format":` + quote(id.Format) + `,"granted":`,
		plugin: `,"plugin":` + quote(id.Plugin) + `,"prev":"`,
		tool:   `,"tool":` + quote(id.Tool) + `,"type":"check"}`,
	}
}

// check lays out the record of one check. family and scope are its capability
// taken apart.
func (q *layout) check(s *subject, e *Entry, family, scope string) {
	b := append(q.text, `{"at":"`...)
	b = q.clock.append(b, e.At)
	b = append(b, '"')
	b = append(b, s.call...)
	b = appendString(b, e.Capability)
	b = append(b, `,"context":`...)
	b = appendString(b, e.Context)
	b = append(b, `,"family":`...)
	b = appendString(b, family)
	b = append(b, `,"file":`...)
	b = appendText(b, e.File)
	b = append(b, s.format...)
	b = strconv.AppendBool(b, e.Granted)
	b = append(b, `,"line":`...)
	b = appendLine(b, e.Line)
	b = append(b, `,"origin":`...)
	b = appendString(b, e.Origin)
	b = append(b, s.plugin...)
	prev := len(b)
	b = append(b, `","reason":`...)
	b = appendString(b, e.Reason)
	b = append(b, `,"scope":`...)
	b = appendText(b, scope)
	b = append(b, `,"seq":`...)
	seq := len(b)
	b = append(b, `,"source":`...)
	b = appendString(b, e.Source)
	b = append(b, s.tool...)
	q.text = b
	q.marks = append(q.marks, mark{prev, seq, len(b)})
}

func (q *layout) call(id *CallID, o *Outcome, used, refused []string, args []byte) {
	b := append(q.text, `{"actor":`...)
	b = appendText(b, o.Actor)
	if args != nil {
		b = append(b, `,"args":`...)
		b = append(b, args...)
	}
	b = append(b, `,"args_mac":`...)
	b = appendText(b, o.ArgsMAC)
	b = append(b, `,"at":"`...)
	b = q.clock.append(b, o.At)
	b = append(b, `","bytes":`...)
	b = strconv.AppendInt(b, o.Bytes, 10)
	b = append(b, `,"call":`...)
	b = appendText(b, id.Call)
	b = append(b, `,"ceiling":`...)
	if o.Ceiling == nil {
		b = append(b, "null"...)
	} else {
		b = appendString(b, *o.Ceiling)
	}
	b = append(b, `,"decision":`...)
	b = appendText(b, o.Decision)
	b = append(b, `,"exit":`...)
	if o.Exit == nil {
		b = append(b, "null"...)
	} else {
		b = strconv.AppendInt(b, int64(*o.Exit), 10)
	}
	b = append(b, `,"format":`...)
	b = appendText(b, id.Format)
	b = append(b, `,"mode":`...)
	b = appendText(b, o.Mode)
	b = append(b, `,"ms":`...)
	b = strconv.AppendInt(b, o.Duration.Milliseconds(), 10)
	b = append(b, `,"ok":`...)
	b = strconv.AppendBool(b, o.OK)
	if o.Output != nil {
		b = append(b, `,"output":`...)
		b = appendString(b, *o.Output)
	}
	b = append(b, `,"plugin":`...)
	b = appendText(b, id.Plugin)
	b = append(b, `,"prev":"`...)
	prev := len(b)
	b = append(b, `","reason":`...)
	b = appendString(b, o.Reason)
	b = append(b, `,"refused":`...)
	b = appendTexts(b, refused)
	b = append(b, `,"runner":`...)
	b = appendText(b, o.Runner)
	b = append(b, `,"seq":`...)
	seq := len(b)
	b = append(b, `,"timed_out":`...)
	b = strconv.AppendBool(b, o.TimedOut)
	b = append(b, `,"tool":`...)
	b = appendText(b, id.Tool)
	b = append(b, `,"truncated":`...)
	b = strconv.AppendBool(b, o.Truncated)
	b = append(b, `,"type":"call","used":`...)
	b = appendTexts(b, used)
	if len(o.Warnings) > 0 {
		b = append(b, `,"warnings":`...)
		b = appendTexts(b, o.Warnings)
	}
	b = append(b, '}')
	q.text = b
	q.marks = append(q.marks, mark{prev, seq, len(b)})
}

func (q *layout) manage(a *Action) {
	b := append(q.text, `{"action":`...)
	b = appendString(b, a.Action)
	b = append(b, `,"at":"`...)
	b = q.clock.append(b, a.At)
	b = append(b, `","by":`...)
	b = appendText(b, a.By)
	b = append(b, `,"detail":`...)
	b = appendString(b, a.Detail)
	b = append(b, `,"digest":`...)
	b = appendText(b, a.Digest)
	b = append(b, `,"format":`...)
	b = appendText(b, a.Format)
	b = append(b, `,"name":`...)
	b = appendString(b, a.Name)
	b = append(b, `,"plugin":`...)
	b = appendText(b, a.Plugin)
	b = append(b, `,"prev":"`...)
	prev := len(b)
	b = append(b, `","scope":`...)
	b = appendText(b, a.Scope)
	b = append(b, `,"seq":`...)
	seq := len(b)
	b = append(b, `,"tool":null,"type":"manage"}`...)
	q.text = b
	q.marks = append(q.marks, mark{prev, seq, len(b)})
}

// checkpoint lays out a signed statement about head, the hash of the record
// before it.
func (q *layout) checkpoint(at time.Time, head, sig string) {
	b := append(q.text, `{"at":"`...)
	b = q.clock.append(b, at)
	b = append(b, `","head":"`...)
	b = append(b, head...)
	b = append(b, `","prev":"`...)
	prev := len(b)
	b = append(b, `","seq":`...)
	seq := len(b)
	b = append(b, `,"sig":"`...)
	b = append(b, sig...)
	b = append(b, `","type":"checkpoint"}`...)
	q.text = b
	q.marks = append(q.marks, mark{prev, seq, len(b)})
}

// link is the end of a chain: the number and the hash of its newest record.
type link struct {
	seq  int64
	hash [64]byte // lower-case hex
}

// origin is the end of an empty chain.
func origin() (l link) {
	for i := range l.hash {
		l.hash[i] = '0'
	}
	return l
}

// chain appends the lines of the queued records to out and moves l to the last
// of them.
func (q *layout) chain(out []byte, l *link) []byte {
	start := 0
	for _, m := range q.marks {
		l.seq++
		line := len(out)
		out = append(out, q.text[start:m.prev]...)
		out = append(out, l.hash[:]...)
		out = append(out, q.text[m.prev:m.seq]...)
		out = strconv.AppendInt(out, l.seq, 10)
		out = append(out, q.text[m.seq:m.end]...)
		start = m.end
		sum := sha256.Sum256(out[line:])
		hex.Encode(l.hash[:], sum[:])
		out = append(out[:len(out)-1], hashMember...)
		out = append(out, l.hash[:]...)
		out = append(out, '"', '}', '\n')
	}
	return out
}

// hashMember introduces the last member of a line; hashTail is the length of
// all of it, brace included.
const (
	hashMember = `,"hash":"`
	hashTail   = len(hashMember) + 64 + len(`"}`)
)

// SplitCapability takes the display form of a capability apart: its family as
// ceilings name it, and its scope, empty when there is none.
func SplitCapability(capability string) (family, scope string) {
	family = capability
	if i := strings.IndexByte(capability, '('); i >= 0 {
		family = capability[:i]
		scope = strings.TrimSuffix(strings.TrimPrefix(capability[i+1:], `"`), `")`)
	}
	switch family {
	case "file_read":
		family = "file.read"
	case "file_write":
		family = "file.write"
	}
	return family, scope
}

func appendLine(b []byte, n int) []byte {
	if n == 0 {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// clock writes times as 2026-01-31T09:05:07.042Z. Records come close together,
// so it keeps the text of the last second.
type clock struct {
	second int64
	text   [20]byte // up to and with the point
	known  bool
}

const timeLayout = "2006-01-02T15:04:05.000Z"

func (c *clock) append(b []byte, t time.Time) []byte {
	if s := t.Unix(); s != c.second || !c.known {
		text := t.UTC().AppendFormat(nil, "2006-01-02T15:04:05.")
		if len(text) != len(c.text) { // a year beyond 9999
			return t.UTC().AppendFormat(b, timeLayout)
		}
		copy(c.text[:], text)
		c.second, c.known = s, true
	}
	ms := t.Nanosecond() / 1e6
	b = append(b, c.text[:]...)
	return append(b, byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}
