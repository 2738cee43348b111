package schedule

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/manifest/jsondoc"
)

// Task is a scheduled call. Its JSON form is the record of the state file.
type Task struct {
	ID, Name, Project string
	When              string
	Plan              Plan // of no kind when it cannot be understood
	Type              string
	Plugin, Tool      string
	Format            manifest.Format // where the id alone would not say
	Args              jsondoc.Value
	Permission        string
	ApprovalTimeout   int64
	Notify            string
	Enabled           bool
	Running, RunNow   bool
	Created           *int64 // Unix seconds, as all times here
	LastRun, NextRun  *int64
	LastStatus        string
	LastSummary       string
	History           []Run

	doc jsondoc.Value // the record as it was read, with members that are not ours
}

// Run is one entry of a task's history.
type Run struct {
	Started, Finished int64
	Status, Summary   string
	Late              bool
}

const (
	maxHistory = 20
	maxSummary = 200

	approvalTimeout = 7200 // seconds
)

// Ours reports whether this program runs the task: the other types belong to
// the agent.
func (t *Task) Ours() bool {
	return (t.Type == "plugin" || t.Type == "lamp") && t.Plugin != "" && t.Tool != "" && validID(t.ID)
}

// Full is the name of the task's tool.
func (t *Task) Full() string {
	f := t.Format
	if f == "" {
		f = manifest.FormatPlugin
	}
	return manifest.FullName(f, t.Plugin[strings.LastIndexByte(t.Plugin, '/')+1:], t.Tool)
}

// call is the task's tool as a call names it.
func (t *Task) call() string { return t.Plugin + "." + t.Tool }

func (t *Task) created() time.Time {
	if t.Created == nil {
		return time.Unix(0, 0)
	}
	return time.Unix(*t.Created, 0)
}

func (t *Task) setNext(at time.Time) {
	t.NextRun = nil
	if !at.IsZero() {
		n := at.Unix()
		t.NextRun = &n
	}
}

// due reports whether the task is to be run now.
func (t *Task) due(now time.Time) bool {
	return t.Ours() && t.Enabled && !t.Running && (t.RunNow || t.NextRun != nil && *t.NextRun <= now.Unix())
}

func newTask(a Add, p *manifest.Plugin, tool *manifest.Tool, plan Plan, now time.Time) *Task {
	t := &Task{
		Name: oneLine(a.Name, maxName), When: strings.TrimSpace(a.When), Plan: plan, Type: "plugin", Plugin: p.ID, Tool: tool.Name, Args: a.Args,
		Permission: a.Permission, ApprovalTimeout: a.ApprovalTimeout, Notify: a.Notify, Enabled: true,
	}
	switch p.Format {
	case manifest.FormatRPC:
		t.Format = p.Format
	case manifest.FormatLamp:
		t.Format = p.Format
		if p.Scope != manifest.ScopeProject {
			t.Plugin = p.Scope + "/" + p.ID
		}
	}
	if t.Name == "" {
		t.Name = p.ID + " " + tool.Name
	}
	if t.ApprovalTimeout <= 0 {
		t.ApprovalTimeout = approvalTimeout
	}
	n := now.Unix()
	t.Created = &n
	action := object(
		"type", jsondoc.String(t.Type), "plugin", jsondoc.String(t.Plugin), "tool", jsondoc.String(t.Tool), "args", t.Args,
	)
	if t.Format != "" {
		action.Set("format", jsondoc.String(string(t.Format)))
	}
	t.doc = object("action", action)
	return t
}

// readTask reads a record. One that is no object has no id.
func readTask(doc jsondoc.Value) Task {
	t := Task{
		ID: textOf(doc, "id"), Name: textOf(doc, "name"), Project: textOf(doc, "project"), When: textOf(doc, "when"),
		Permission: textOf(doc, "permission"), ApprovalTimeout: intOf(doc, "approval_timeout"), Notify: textOf(doc, "notify"),
		Enabled: boolOf(doc, "enabled"), Running: boolOf(doc, "running"), RunNow: boolOf(doc, "run_now"),
		Created: timeOf(doc, "created"), LastRun: timeOf(doc, "last_run"), NextRun: timeOf(doc, "next_run"),
		LastStatus: textOf(doc, "last_status"), LastSummary: textOf(doc, "last_summary"), doc: doc,
	}
	action, _ := doc.Get("action")
	t.Type, t.Tool, t.Format = textOf(action, "type"), textOf(action, "tool"), manifest.Format(textOf(action, "format"))
	t.Plugin = textOf(action, "plugin")
	if t.Plugin == "" {
		t.Plugin = textOf(action, "lamp")
	}
	t.Args, _ = action.Get("args")
	plan, _ := doc.Get("plan")
	var ok bool
	if t.Plan, ok = readPlan(plan); !ok {
		t.Plan, _ = ParseWhen(t.When)
	}
	if t.ApprovalTimeout <= 0 {
		t.ApprovalTimeout = approvalTimeout
	}
	history, _ := doc.Get("history")
	for _, h := range history.Items {
		t.History = append(t.History, Run{intOf(h, "started"), intOf(h, "finished"), textOf(h, "status"), textOf(h, "summary"), boolOf(h, "late")})
	}
	return t
}

// record is the task as it stands in the file: what was read, with the members
// that are ours set.
func (t *Task) record() jsondoc.Value {
	if !t.Ours() {
		doc := t.doc
		if doc.Kind == jsondoc.Object && t.Project != textOf(doc, "project") {
			doc = clone(doc)
			doc.Set("project", jsondoc.String(t.Project)) // adopted
		}
		return doc
	}
	v := object(
		"id", jsondoc.String(t.ID), "name", jsondoc.String(t.Name), "project", jsondoc.String(t.Project), "when", jsondoc.String(t.When),
	)
	if plan, ok := t.doc.Get("plan"); ok {
		v.Set("plan", plan)
	} else {
		v.Set("plan", t.Plan.doc())
	}
	action, _ := t.doc.Get("action")
	v.Set("action", action)
	v.Set("permission", jsondoc.String(or(t.Permission, "ask")))
	v.Set("approval_timeout", number(t.ApprovalTimeout))
	v.Set("notify", jsondoc.String(t.Notify))
	v.Set("enabled", boolean(t.Enabled))
	v.Set("running", boolean(t.Running))
	v.Set("run_now", boolean(t.RunNow))
	v.Set("created", moments(t.Created))
	v.Set("last_run", moments(t.LastRun))
	v.Set("next_run", moments(t.NextRun))
	v.Set("last_status", jsondoc.String(t.LastStatus))
	v.Set("last_summary", jsondoc.String(t.LastSummary))
	history := jsondoc.Value{Kind: jsondoc.List}
	for _, h := range t.History {
		history.Items = append(history.Items, object(
			"started", number(h.Started), "finished", number(h.Finished), "status", jsondoc.String(h.Status),
			"summary", jsondoc.String(h.Summary), "late", boolean(h.Late),
		))
	}
	v.Set("history", history)
	for _, m := range t.doc.Members {
		if !v.Has(m.Key) {
			v.Set(m.Key, m.Value)
		}
	}
	return v
}

// MarshalJSON writes the record.
func (t Task) MarshalJSON() ([]byte, error) { return json.RawMessage(t.record().Compact()), nil }

// note adds an entry to the history.
func (t *Task) note(r Run) {
	t.History = append(t.History, r)
	if n := len(t.History); n > maxHistory {
		t.History = append([]Run{}, t.History[n-maxHistory:]...)
	}
	t.LastStatus, t.LastSummary = r.Status, r.Summary
}

// slug is the part of an id that a person can read.
func slug(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(name) {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			b.WriteRune(r)
		} else {
			b.WriteByte('-')
		}
	}
	s := strings.Trim(b.String(), "-")
	s = strings.TrimRight(s[:min(len(s), 24)], "-")
	return or(s, "task")
}

// validID says whether an id may be part of the name of a file.
func validID(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	for i := 0; i < len(id); i++ {
		c := id[i]
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_') {
			return false
		}
	}
	return true
}

// oneLine is the beginning of a text on one line.
func oneLine(s string, most int) string {
	if len(s) > 8*most {
		s = strings.ToValidUTF8(s[:8*most], "")
	}
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most])
	}
	return s
}

// What follows takes members of a document; one of another type counts as
// absent, so that a damaged record hides nothing but itself.

func textOf(v jsondoc.Value, key string) string {
	if m, _ := v.Get(key); m.Kind == jsondoc.Text {
		return m.Text
	}
	return ""
}

func boolOf(v jsondoc.Value, key string) bool {
	m, _ := v.Get(key)
	return m.Kind == jsondoc.Bool && m.Bool
}

func timeOf(v jsondoc.Value, key string) *int64 {
	m, _ := v.Get(key)
	if m.Kind != jsondoc.Number {
		return nil
	}
	n := whole(m)
	return &n
}

func intOf(v jsondoc.Value, key string) int64 {
	m, _ := v.Get(key)
	return whole(m)
}

// whole is a number without its fraction, within what a time can be.
func whole(v jsondoc.Value) int64 {
	if v.Kind != jsondoc.Number {
		return 0
	}
	const most = 1 << 40
	return int64(math.Max(-most, math.Min(most, math.Floor(v.Float()))))
}

func number(n int64) jsondoc.Value {
	return jsondoc.Value{Kind: jsondoc.Number, Text: strconv.FormatInt(n, 10)}
}

func boolean(b bool) jsondoc.Value { return jsondoc.Value{Kind: jsondoc.Bool, Bool: b} }

func moments(n *int64) jsondoc.Value {
	if n == nil {
		return jsondoc.Value{}
	}
	return number(*n)
}

// object makes an object of keys and values in turn.
func object(pairs ...any) jsondoc.Value {
	v := jsondoc.Value{Kind: jsondoc.Object}
	for i := 0; i+1 < len(pairs); i += 2 {
		v.Members = append(v.Members, jsondoc.Member{Key: pairs[i].(string), Value: pairs[i+1].(jsondoc.Value)})
	}
	return v
}

func clone(v jsondoc.Value) jsondoc.Value {
	v.Members = append([]jsondoc.Member{}, v.Members...)
	return v
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
