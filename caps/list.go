package caps

import (
	"encoding/json"
	"fmt"
	"strings"
)

// MaxItems is the greatest number of items of a list.
const MaxItems = 1024

// A List is a ceiling: an immutable list of items, each of which allows what
// it covers. A nil *List is the absent ceiling, which restricts nothing; a list
// without items allows nothing.
type List struct {
	items   []*Item
	answers [kindEnd][]*Item // by kind of the request
	guard   *guard
}

// NewList makes a list of items. An item that is repeated is kept.
func NewList(items ...*Item) *List {
	l := &List{items: append([]*Item(nil), items...)}
	l.index()
	return l
}

func (l *List) index() {
	for _, it := range l.items {
		k := it.req.kind
		l.answers[k] = append(l.answers[k], it)
		if k == File {
			l.answers[FileRead] = append(l.answers[FileRead], it)
			l.answers[FileWrite] = append(l.answers[FileWrite], it)
		}
	}
}

// Items returns the items in the order in which they were written. The caller
// must not change the slice.
func (l *List) Items() []*Item {
	if l == nil {
		return nil
	}
	return l.items
}

// Covering returns the first item that covers the request, or nil. For a nil
// list it is nil too; ask [List.Allows] whether something is allowed.
func (l *List) Covering(r Request) *Item {
	if l == nil {
		return nil
	}
	for _, it := range l.answers[r.kind] {
		if it.Covers(r) && l.guard.allows(it, &r) {
			return it
		}
	}
	return nil
}

// Allows reports whether the ceiling lets the request pass. The nil list lets
// everything pass.
func (l *List) Allows(r Request) bool { return l == nil || l.Covering(r) != nil }

// anyCovering reports whether a covering item passes the given test.
func (l *List) anyCovering(r Request, pass func(*Item) bool) bool {
	for _, it := range l.answers[r.kind] {
		if it.Covers(r) && l.guard.allows(it, &r) && pass(it) {
			return true
		}
	}
	return false
}

// String returns the list in its written form, "none" when it is empty and ""
// when there is no ceiling. It is for people; see [List.Text].
func (l *List) String() string {
	if l == nil {
		return ""
	}
	if len(l.items) == 0 {
		return "none"
	}
	var b strings.Builder
	for i, it := range l.items {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(it.Text())
	}
	return b.String()
}

// Text returns the list as a text that [Platform.ParseList] reads back as the
// same list. It fails when a scope would be read differently, for instance
// because it contains a comma; use the JSON form then.
func (l *List) Text() (string, error) {
	for _, it := range l.Items() {
		if s := it.text; len(s) > MaxScope || strings.IndexByte(s, ',') >= 0 || strings.TrimSpace(s) != s {
			return "", fmt.Errorf("the scope of %s cannot stand in a list", it)
		}
	}
	return l.String(), nil
}

// jsonItem is the structured form of an item. Nothing in it is trimmed or
// split, so a scope cannot turn into further items.
type jsonItem struct {
	Name  string  `json:"name"`
	Scope *string `json:"scope,omitempty"`
}

// MarshalJSON writes the list structurally: [{"name":"file.read","scope":"a"},
// {"name":"time"}], and null for the absent ceiling.
func (l *List) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("null"), nil
	}
	items := make([]jsonItem, len(l.items))
	for i, it := range l.items {
		items[i].Name = it.req.kind.String()
		if it.req.scoped {
			items[i].Scope = &it.text
		}
	}
	return json.Marshal(items)
}

// DecodeList reads what [List.MarshalJSON] wrote. A scope that is too long is
// kept and covers nothing. Guards of host folders are not part of that form.
func (p *Platform) DecodeList(data []byte) (*List, error) {
	var items []jsonItem
	if err := json.Unmarshal(data, &items); err != nil {
		return nil, err
	}
	if items == nil {
		return nil, nil
	}
	if len(items) > MaxItems {
		return nil, &ListError{Fault: TooMany}
	}
	l := &List{}
	for _, j := range items {
		it, ok := p.Declare(j.Name, j.Scope)
		if !ok {
			return nil, &ListError{Fault: UnknownName, Name: j.Name}
		}
		l.items = append(l.items, it)
	}
	l.index()
	return l, nil
}

// A Fault says what is wrong with the text of a list.
type Fault uint8

// The faults of a list.
const (
	UnknownName Fault = 1 + iota // a name that is no kind
	NoItems                      // nothing but commas and blanks
	LongScope                    // a scope of more than MaxScope bytes
	TooMany                      // more than MaxItems items
)

// A ListError is the first fault of a text that is not a list.
type ListError struct {
	Fault Fault
	Name  string // the unknown name
}

// Error words the fault as a manifest's error does: unknown capability "x".
func (e *ListError) Error() string {
	switch e.Fault {
	case UnknownName:
		return `unknown capability "` + e.Name + `"`
	case LongScope:
		return "a scope is longer than 4096 bytes"
	case TooMany:
		return "more than 1024 items"
	default:
		return "at least one capability is required"
	}
}

// Flag words the fault as the option --cap-set does; run_program puts
// "run_program: ceiling: " in front of the same text.
func (e *ListError) Flag() string {
	switch e.Fault {
	case UnknownName:
		return "--cap-set: unknown capability '" + e.Name + "'. Known: " + Known + " (or `none` for an empty ceiling)"
	case NoItems:
		return "--cap-set requires at least one capability"
	default:
		return "--cap-set: " + e.Error()
	}
}

// ParseList reads the text of a whole ceiling, as --cap-set takes it: items
// separated by commas, or "none". The error is a *[ListError].
func (p *Platform) ParseList(text string) (*List, error) {
	if strings.TrimSpace(text) == "none" {
		return NewList(), nil
	}
	l, err := p.ParseItems(text)
	if err == nil && len(l.items) == 0 {
		err = &ListError{Fault: NoItems}
	}
	if err != nil {
		return nil, err
	}
	return l, nil
}

// ParseItems reads a list that is only part of a ceiling, such as the caps of
// a plugin, which are added to a base: it may be without items, and "none" is
// not known. The error is a *[ListError].
func (p *Platform) ParseItems(text string) (*List, error) {
	l := &List{}
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		name, scope, scoped := strings.Cut(part, "=")
		name, scope = strings.TrimSpace(name), strings.TrimSpace(scope)
		k, ok := ParseKind(name)
		switch {
		case !ok:
			return nil, &ListError{Fault: UnknownName, Name: name}
		case len(scope) > MaxScope:
			return nil, &ListError{Fault: LongScope}
		case len(l.items) == MaxItems:
			return nil, &ListError{Fault: TooMany}
		case scoped:
			l.items = append(l.items, p.Item(k, scope))
		default:
			l.items = append(l.items, p.BareItem(k))
		}
	}
	l.index()
	return l, nil
}

// Base is the ceiling every plugin has; its caps are added to it.
const Base = "stdout,time,env=PLUGIN_*,env=LAMP_*"

// SandboxList is the ceiling of --sandbox, DeterministicList that of
// --deterministic.
const (
	SandboxList       = "stdout,time"
	DeterministicList = "stdout"
)

// PluginText returns the text of the ceiling of a plugin whose manifest has
// the given caps: the base, and the caps verbatim.
func PluginText(caps string) string {
	if caps == "" {
		return Base
	}
	return Base + "," + caps
}

// PluginCeiling composes the base with the caps of a manifest. The error is a
// *[ListError].
func (p *Platform) PluginCeiling(caps string) (*List, error) {
	added, err := p.ParseItems(caps)
	if err != nil {
		return nil, err
	}
	base, err := p.ParseItems(Base)
	if err != nil {
		return nil, err
	}
	return NewList(append(base.items, added.items...)...), nil
}
