package memory

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Remember, Fn: remember},
	{Row: &sig.Recall, Fn: recall, Fresh: true},
	{Row: &sig.ForgetMemory, Fn: forget},
	{Row: &sig.MemorySummary, Fn: summary},
	{Row: &sig.AddRule, Fn: addRule},
	{Row: &sig.CheckRules, Fn: checkRules, Fresh: true},
	{Row: &sig.GetRules, Fn: getRules, Fresh: true},
	{Row: &sig.CreateProgress, Fn: createProgress},
	{Row: &sig.StartStep, Fn: startStep},
	{Row: &sig.CompleteStep, Fn: completeStep},
	{Row: &sig.FailStep, Fn: failStep},
	{Row: &sig.ResumePoint, Fn: resumePoint},
	{Row: &sig.ProgressPercent, Fn: progressPercent},
	{Row: &sig.ProgressDisplay, Fn: progressDisplay},
}

// Holder is a Thread that may have a memory.
type Holder interface {
	value.Thread
	// Memory is the declared name and the store of the run; "" and nil when
	// the program declares none. proposed is the name that it might declare.
	Memory() (name string, store *Store, proposed string)
	// Self is the name of the agent that asks, "" for the main program.
	Self() string
}

// open asks for the memory and gives it locked.
func open(t value.Thread) (s *Store, unlock func(), err error) {
	h, ok := t.(Holder)
	if !ok {
		return nil, nil, value.Errorf("memory: not available here")
	}
	name, s, proposed := h.Memory()
	at := t.At()
	at.Source = "memory builtin"
	if name == "" || s == nil {
		err := t.Gate().Check(at, caps.Memory, nil)
		var e *gate.Error
		if errors.As(err, &e) && !e.Catchable() {
			return nil, nil, err
		}
		return nil, nil, &gate.Error{Kind: gate.KindDenied, Text: `Capability not granted: memory. Persistent agent state (remember/recall, rules, progress) requires a declared memory — the declared name identifies its .db file. Add: require memory("` +
			proposed + `") at the top of the program`}
	}
	if err := t.Gate().Check(at, caps.Memory, &name); err != nil {
		return nil, nil, err
	}
	s.mu.Lock()
	return s, s.mu.Unlock, nil
}

// texts reads a list of texts; one value stands for a list of it.
func texts(t value.Thread, v value.Value) ([]string, error) {
	if v.Absent() {
		return nil, nil
	}
	items := []value.Value{v}
	if v.IsList() {
		items = v.Items()
	}
	list := make([]string, len(items))
	for i, x := range items {
		s, err := value.RawIn(t, x)
		if err != nil {
			return nil, err
		}
		list[i] = s
	}
	return list, nil
}

// raws reads text arguments, the first ones of which are required; those that
// were not given are "".
func raws(t value.Thread, required int, args ...value.Value) ([]string, error) {
	list := make([]string, len(args))
	for i, v := range args {
		if v.IsUnset() || i >= required && v.IsNothing() {
			continue
		}
		s, err := value.RawIn(t, v)
		if err != nil {
			return nil, err
		}
		list[i] = s
	}
	return list, nil
}

// optional reads a text that may be left out.
func optional(t value.Thread, v value.Value) (*string, error) {
	if v.Absent() {
		return nil, nil
	}
	s, err := value.RawIn(t, v)
	return &s, err
}

func self(t value.Thread) string {
	if name := t.(Holder).Self(); name != "" {
		return name
	}
	return "main"
}

func remember(t value.Thread, args []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	category, err := value.RawIn(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	switch category {
	case "preference", "rule", "learning", "decision", "context":
	default:
		return value.Value{}, value.Errorf("Invalid memory category: '%s'. Valid categories: preference, rule, learning, decision, context", category)
	}
	content, err := value.RawIn(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	tags, err := texts(t, args[2])
	if err != nil {
		return value.Value{}, err
	}
	id := s.last + 1
	if err := s.do(&event{Op: "remember", ID: id, Category: &category, Text: content, Source: self(t), Tags: tags}); err != nil {
		return value.Value{}, err
	}
	return value.OfText("mem_" + strconv.FormatInt(id, 10)), nil
}

// filter is what recall looks for.
type filter struct {
	category, source *string
	search           string
	tags             []string
	tagged, all      bool
}

func (f *filter) passes(e *entry) bool {
	if f.category != nil && e.category != *f.category || f.source != nil && e.source != *f.source {
		return false
	}
	if f.tagged {
		has := func(tag string) bool { return slices.Contains(e.tags, tag) }
		hasNot := func(tag string) bool { return !has(tag) }
		if f.all && slices.ContainsFunc(f.tags, hasNot) || !f.all && !slices.ContainsFunc(f.tags, has) {
			return false
		}
	}
	return f.search == "" || strings.Contains(strings.ToLower(e.content), f.search)
}

func recall(t value.Thread, args []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	var f filter
	if f.category, err = optional(t, args[0]); err != nil {
		return value.Value{}, err
	}
	if f.tags, err = texts(t, args[1]); err != nil {
		return value.Value{}, err
	}
	f.tagged = !args[1].Absent()
	given, err := raws(t, 0, args[2], args[3])
	if err != nil {
		return value.Value{}, err
	}
	f.search, f.all = strings.ToLower(given[0]), given[1] == "all"
	limit := 200
	if !args[4].Absent() {
		if limit, err = builtin.Index(args[4]); err != nil {
			return value.Value{}, err
		}
	}
	if f.source, err = optional(t, args[5]); err != nil {
		return value.Value{}, err
	}
	switch {
	case f.source == nil && t.(Holder).Self() != "":
		f.source = new(self(t))
	case f.source != nil && *f.source == "*":
		f.source = nil
	}
	b := value.NewBuilder(t, 0)
	for _, e := range slices.Backward(s.entries) {
		if b.Len() >= limit {
			break
		}
		if err := t.Work(1 + len(e.content)/256); err != nil {
			return value.Value{}, err
		}
		if !f.passes(&e) {
			continue
		}
		tags, err := arg.Texts(t, e.tags)
		if err != nil {
			return value.Value{}, err
		}
		m, err := arg.Record(t, "id", e.id, "category", e.category, "content", e.content, "source", e.source, "tags", tags)
		if err != nil {
			return value.Value{}, err
		}
		if err := b.AddFresh(m); err != nil {
			return value.Value{}, err
		}
	}
	return b.List(), nil
}

func forget(t value.Thread, args []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	id, err := value.RawIn(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	if err := t.Work(1 + len(s.entries)/8); err != nil {
		return value.Value{}, err
	}
	if slices.ContainsFunc(s.entries, func(e entry) bool { return e.id == id }) {
		err = s.do(&event{Op: "forget", Text: id})
	}
	return value.True, err
}

func summary(t value.Thread, _ []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	b := []byte("Agent Memory: " + strconv.Itoa(len(s.entries)) + " entries, " + strconv.Itoa(len(s.rules)) + " rules")
	if len(s.rules) > 0 {
		b = append(b, "\n  Rules:"...)
	}
	for i := range s.rules {
		r := &s.rules[i]
		b = append(b, "\n    ["+r.level+strings.Repeat(" ", max(0, 6-len(r.level)))+"] "+r.name+": "+r.description...)
	}
	return arg.Text(t, string(b))
}

func addRule(t value.Thread, args []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	given, err := raws(t, 3, args[0], args[1], args[2])
	if err != nil {
		return value.Value{}, err
	}
	switch given[1] {
	case "must", "should", "avoid", "prefer":
	default:
		return value.Value{}, value.Errorf("Invalid rule level: '%s'", given[1])
	}
	category, err := optional(t, args[3])
	if err != nil {
		return value.Value{}, err
	}
	return value.True, s.do(&event{Op: "rule", Name: given[0], Level: given[1], Text: given[2], Category: category})
}

func checkRules(t value.Thread, args []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	category, err := optional(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	context, _ := args[1].AsMap()
	shown := ""
	b := value.NewBuilder(t, 0)
	for i := range s.rules {
		r := &s.rules[i]
		if err := t.Work(1 + len(r.description)/64); err != nil {
			return value.Value{}, err
		}
		if category != nil && r.category != nil && *r.category != *category || !r.violated(context) {
			continue
		}
		if shown == "" {
			if shown, err = value.DisplayIn(t, args[1]); err != nil {
				return value.Value{}, err
			}
		}
		m, err := arg.Record(t, "rule", r.name, "level", r.level,
			"message", "["+r.level+"] Rule '"+r.name+"' violated: "+r.description+". Context: "+shown)
		if err != nil {
			return value.Value{}, err
		}
		if err := b.AddFresh(m); err != nil {
			return value.Value{}, err
		}
	}
	return b.List(), nil
}

func getRules(t value.Thread, args []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	category, err := optional(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	b := value.NewBuilder(t, 0)
	for i := range s.rules {
		r := &s.rules[i]
		if category != nil && (r.category == nil || *r.category != *category) {
			continue
		}
		own := value.Nothing
		if r.category != nil {
			own = value.OfText(*r.category)
		}
		m, err := arg.Record(t, "name", r.name, "level", r.level, "description", r.description, "category", own)
		if err != nil {
			return value.Value{}, err
		}
		if err := b.AddFresh(m); err != nil {
			return value.Value{}, err
		}
	}
	return b.List(), nil
}

func createProgress(t value.Thread, args []value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	name, err := value.RawIn(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	steps, err := texts(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	if have := s.task(name); have == nil || have.finished() {
		if err := s.do(&event{Op: "progress", Name: name, Steps: steps}); err != nil {
			return value.Value{}, err
		}
	}
	return value.OfText(name), nil
}

func startStep(t value.Thread, args []value.Value) (value.Value, error) {
	return mark(t, running, args[0], args[1], value.Nothing)
}

func completeStep(t value.Thread, args []value.Value) (value.Value, error) {
	return mark(t, done, args[0], args[1], args[2])
}

func failStep(t value.Thread, args []value.Value) (value.Value, error) {
	return mark(t, failed, args[0], args[1], args[2])
}

// mark changes the state of a step; more is its result or error.
func mark(t value.Thread, status string, name, which, more value.Value) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	given, err := raws(t, 2, name, which, more)
	if err != nil {
		return value.Value{}, err
	}
	tracked := s.task(given[0])
	if tracked == nil {
		return value.Value{}, value.Errorf("No task '%s' tracked", given[0])
	}
	i := slices.IndexFunc(tracked.steps, func(st step) bool { return st.name == given[1] })
	if i < 0 {
		return value.Value{}, value.Errorf("No step '%s' in task '%s'", given[1], given[0])
	}
	now := t.Gate().WallClock().UnixMilli()
	e := &event{Op: "step", Name: given[0], ID: int64(i + 1), Status: status, Text: given[2], Given: !more.Absent()}
	if status == running {
		e.Started = now
	} else {
		e.Started, e.Finished = tracked.steps[i].started, now
	}
	return value.True, s.do(e)
}

func resumePoint(t value.Thread, args []value.Value) (value.Value, error) {
	return progress(t, args[0], func(have *task) (value.Value, error) {
		if have == nil {
			return value.Nothing, nil
		}
		for _, begun := range [...]bool{true, false} {
			for i := range have.steps {
				st := &have.steps[i]
				if begun && (st.status == running || st.status == failed) || !begun && st.status == pending {
					return arg.Text(t, st.name)
				}
			}
		}
		return value.Nothing, nil
	})
}

func progressPercent(t value.Thread, args []value.Value) (value.Value, error) {
	return progress(t, args[0], func(have *task) (value.Value, error) {
		if have == nil {
			return value.OfFloat(0), nil
		}
		return value.OfFloat(have.percent()), nil
	})
}

// progress looks a tracked task up; nil for an unknown one.
func progress(t value.Thread, name value.Value, f func(*task) (value.Value, error)) (value.Value, error) {
	s, unlock, err := open(t)
	if err != nil {
		return value.Value{}, err
	}
	defer unlock()
	text, err := value.RawIn(t, name)
	if err != nil {
		return value.Value{}, err
	}
	return f(s.task(text))
}

func progressDisplay(t value.Thread, args []value.Value) (value.Value, error) {
	return progress(t, args[0], func(have *task) (value.Value, error) {
		if have == nil {
			shown, err := value.RawIn(t, args[0])
			return value.OfText("No progress for '" + shown + "'"), err
		}
		b := []byte("Task: " + have.name + " (" + strconv.FormatFloat(math.RoundToEven(have.percent()), 'f', -1, 64) + "%)")
		for i := range have.steps {
			b = have.steps[i].append(b)
		}
		return arg.Text(t, string(b))
	})
}

func (st *step) append(b []byte) []byte {
	icon := "  "
	switch st.status {
	case running:
		icon = ">>"
	case done:
		icon = "OK"
	case failed:
		icon = "XX"
	case skipped:
		icon = "--"
	}
	b = append(b, "\n  ["+icon+"] "+st.name...)
	if st.started > 0 && st.finished > 0 {
		b = append(b, " ("...)
		b = strconv.AppendInt(b, max(0, st.finished-st.started), 10)
		b = append(b, "ms)"...)
	}
	switch {
	case !st.given:
	case st.status == failed:
		b = append(b, " ERROR: "+st.text...)
	case st.status == done:
		b = append(b, " → "+st.text...)
	}
	return b
}
