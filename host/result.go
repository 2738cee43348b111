package host

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/audit"
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/manifest"
)

// Result is how a call ended, for every kind of plugin. Its JSON form is the
// envelope {ok, output, meta}.
type Result struct {
	OK     bool
	Output string
	Meta   map[string]any // the plugin's own members (rpc); without "host"
	Host   HostMeta

	Try    string        // what a person may do about a failure
	Checks []audit.Entry // every check of the call, in order, as far as they are kept
	Notes  []string      // warnings of the runtime about the program
	Cut    []string      // the errors that a program ended with, when the end of its output was cut off
	Plan   *Plan         // of a dry run, in place of everything that needs a run

	lamp *lampResult
}

// HostMeta is what the host says about a call: meta.host of the envelope.
type HostMeta struct {
	Call      string   `json:"call"`
	Format    string   `json:"format"`
	Plugin    string   `json:"plugin"`
	Tool      string   `json:"tool"`
	Runner    string   `json:"runner"`
	Actor     Actor    `json:"actor"`
	Mode      *Mode    `json:"mode"`
	Decision  Decision `json:"decision"`
	Reason    string   `json:"reason"`
	Ceiling   *string  `json:"ceiling"`
	Granted   []string `json:"granted"`
	Denied    []string `json:"denied"`
	Exit      *int     `json:"exit"`
	TimedOut  bool     `json:"timed_out"`
	Killed    bool     `json:"killed"`
	Truncated bool     `json:"truncated"`
	MS        int64    `json:"ms"`
	Bytes     int      `json:"bytes"`
}

// Plan is what a dry run would have done.
type Plan struct {
	Dir       string   `json:"dir"`
	Program   string   `json:"program"`
	Variables []string `json:"variables"`
	Timeout   float64  `json:"timeout"`
}

// MarshalJSON writes the envelope. A member "host" of the plugin's own is dropped.
func (r *Result) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	put := func(v any) error {
		err := enc.Encode(v)
		if err == nil {
			b.Truncate(b.Len() - 1) // the encoder's line end
		}
		return err
	}
	fmt.Fprintf(&b, `{"ok":%t,"output":`, r.OK)
	if err := put(r.Output); err != nil {
		return nil, err
	}
	b.WriteString(`,"meta":`)
	meta, err := r.MetaJSON()
	if err != nil {
		return nil, err
	}
	b.Write(meta)
	b.WriteByte('}')
	return b.Bytes(), nil
}

// MetaJSON is the member meta of the envelope.
func (r *Result) MetaJSON() ([]byte, error) {
	own := map[string]any{}
	for k, v := range r.Meta {
		if k != "host" {
			own[k] = v
		}
	}
	src, err := marshal(own)
	if err != nil {
		return nil, err
	}
	host, err := marshal(r.Host)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.Write(src[:len(src)-1])
	if len(own) > 0 {
		b.WriteByte(',')
	}
	b.WriteString(`"host":`)
	b.Write(host)
	if r.Plan != nil {
		plan, err := marshal(r.Plan)
		if err != nil {
			return nil, err
		}
		b.WriteString(`,"plan":`)
		b.Write(plan)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// Exit is the exit code of a command that made the call: 3 when a mode, a rule
// or a person denied it.
func (r *Result) Exit() int {
	switch {
	case r.Host.Decision == Deny:
		return 3
	case r.OK:
		return 0
	}
	return 1
}

// recorder sends the checks of a call to the record and keeps them for the
// result.
type recorder struct {
	call *audit.Call

	mu      sync.Mutex
	entries []audit.Entry
}

// maxKept bounds the checks that a result keeps; the record has all of them.
const maxKept = 10_000

func (r *recorder) Check(e *audit.Entry) error {
	if err := r.call.Check(e); err != nil {
		return err
	}
	r.mu.Lock()
	if len(r.entries) < maxKept {
		r.entries = append(r.entries, *e)
	}
	r.mu.Unlock()
	return nil
}

// lampResult is what a lamp's own surfaces show of a call.
type lampResult struct {
	lines, denied, errors []string
	ceiling               string
	timedOut              bool
}

// text is what an agent gets of a call that was refused or failed.
func (l *lampResult) text() string {
	all := append(append([]string{}, l.denied...), l.errors...)
	if l.timedOut {
		all = append(all, "timed out")
	}
	if len(all) == 0 {
		return "the run failed"
	}
	return strings.Join(all, "\n")
}

// LampText is what an agent gets of a lamp: its last line. Of anything else it
// is the output.
func (r *Result) LampText() string {
	if r.lamp == nil || !r.OK {
		return r.Output
	}
	if n := len(r.lamp.lines); n > 0 {
		return r.lamp.lines[n-1]
	}
	return ""
}

// LampCLI is what the command of the lamps prints: every line, or one line of
// JSON that says why the call was refused.
func (r *Result) LampCLI() string {
	if r.lamp == nil {
		return r.Output
	}
	if r.OK {
		return strings.Join(r.lamp.lines, "\n")
	}
	src, err := marshal(struct {
		OK       bool     `json:"ok"`
		Ceiling  string   `json:"ceiling"`
		Denied   []string `json:"denied"`
		Errors   []string `json:"errors"`
		Output   []string `json:"output"`
		TimedOut bool     `json:"timed_out"`
	}{false, r.lamp.ceiling, list(r.lamp.denied), list(r.lamp.errors), list(r.lamp.lines), r.lamp.timedOut})
	if err != nil {
		return err.Error()
	}
	return Spaced(src)
}

// list is a slice that JSON shows as a list even when it is empty.
func list(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// finish words the outcome of a run.
func (c *call) finish(out manifest.Outcome, runErr error, took time.Duration) *Result {
	r := c.result
	r.Host.MS = took.Milliseconds()
	r.Host.TimedOut, r.Host.Killed = out.TimedOut, out.Killed
	r.Notes, r.Meta = out.Notes, out.Meta
	if out.HasExit && c.plugin.Kind != manifest.KindRPC {
		exit := out.Exit
		r.Host.Exit = &exit
	}
	r.Checks = c.record.entries
	r.Host.Granted, r.Host.Denied = list(c.record.call.Used()), list(c.record.call.Refused())
	switch {
	case runErr != nil:
		r.OK, r.Output = false, c.failure(runErr)
	case c.plugin.Kind == manifest.KindRPC:
		_ = c.h.noteIncompatible(c.plugin) // a list that does not know it changes nothing
		r.OK = out.OK
		r.Output, r.Host.Truncated = cutBytes(out.Text, maxBytes)
	case c.plugin.Format == manifest.FormatLamp:
		c.finishLamp(out)
	default:
		r.OK = !out.TimedOut && out.Exit == 0 && !out.Killed
		r.Output, r.Host.Truncated = cutChars(c.text(out), maxChars)
	}
	if r.Host.Truncated && !r.OK {
		r.Cut = out.Errors
	}
	r.Host.Truncated = r.Host.Truncated || c.stdout.full
	r.Host.Bytes = len(r.Output)
	if !r.OK && len(r.Host.Denied) > 0 {
		r.Try = "synrun caps suggest " + c.plugin.ID
	}
	return r
}

// text words the result of a program that ran.
func (c *call) text(out manifest.Outcome) string {
	s := c.stdout.text()
	switch {
	case out.TimedOut:
		return fmt.Sprintf("ERROR: plugin timed out after %ss (killed). Output so far:\n%s", seconds(c.timeout), s)
	case c.cancelled() != "":
		return "ERROR: cancelled: " + c.cancelled() + "\n" + s
	case out.Exit != 0:
		return fmt.Sprintf("ERROR: plugin exited with code %d\n%s", out.Exit, s)
	case strings.TrimSpace(s) == "":
		return "(no output)"
	}
	return s
}

func seconds(d time.Duration) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.3f", d.Seconds()), "0"), ".")
}

// finishLamp applies the rule of lamps: a check that was refused fails the call
// even when the program caught it.
func (c *call) finishLamp(out manifest.Outcome) {
	l := &lampResult{lines: c.stdout.lines(), errors: out.Errors, timedOut: out.TimedOut, ceiling: c.ceiling.Text}
	for _, e := range c.record.entries {
		if !e.Granted && !e.Child && e.Origin == caps.OriginProgram {
			reason := e.Reason
			if reason == "" {
				reason = "not granted"
			}
			l.denied = append(l.denied, "DENIED "+e.Capability+": "+reason)
		}
	}
	r := c.result
	r.lamp = l
	r.OK = !out.TimedOut && !out.Killed && out.Exit == 0 && len(l.denied) == 0
	if r.OK {
		r.Output, r.Host.Truncated = cutChars(strings.Join(l.lines, "\n"), maxChars)
	} else {
		r.Output, r.Host.Truncated = cutChars(l.text(), maxChars)
	}
}

// failure words what kept a program from running.
func (c *call) failure(err error) string {
	var confine *manifest.ConfineError
	switch {
	case asError(err, &confine):
		c.result.Try = "synrun doctor"
		return fmt.Sprintf("ERROR: plugin '%s' cannot be confined on this machine: %s (synrun doctor)", c.plugin.ID, confine.What)
	case c.cancelled() != "":
		return "ERROR: cancelled: " + c.cancelled()
	}
	return "ERROR: " + err.Error()
}
