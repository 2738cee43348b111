package caps

import (
	"strings"

	"github.com/gobwas/glob"
)

// An Item is a capability as it was written in a grant, a ceiling or a denial,
// with its scope compiled. It is immutable and is built by [Platform.Item] and
// [Platform.BareItem].
type Item struct {
	req     Request       // the item as a request; its key is what is compared
	text    string        // the scope as written; reduced for net and database URLs
	granted string        // "Granted by …"
	matcher *glob.Pattern // nil when the key holds no wildcard
	all     bool          // no scope, or one that stands for every scope
	long    bool          // longer than MaxScope
	inHost  string        // literal host of a net item, "" when it has a wildcard
}

// BareItem returns the capability without scope.
func (p *Platform) BareItem(k Kind) *Item {
	it := &Item{req: Request{kind: k, pattern: true}, all: true}
	it.granted = "Granted by " + it.String()
	return it
}

// Item returns the capability with a scope, in which "*" and "?" are
// wildcards. An empty scope is a scope.
func (p *Platform) Item(k Kind, scope string) *Item {
	it := &Item{req: Request{kind: k, scoped: true, pattern: true, scope: scope, key: scope}}
	p.complete(&it.req)
	it.text = scope
	if k == Net || it.req.form == address {
		it.text = it.req.scope
	}
	it.granted = "Granted by " + it.String()
	it.long = len(scope) > MaxScope || len(it.req.scope) > MaxScope
	if k.Path() {
		it.all = it.req.star
	} else {
		it.all = scope != "" && strings.Trim(scope, "*") == ""
	}
	if it.long || it.req.scope == noHost && k == Net {
		return it
	}
	if strings.ContainsAny(it.req.key, "*?") {
		it.matcher = compile(it.req.key)
	} else if k == Net {
		it.inHost = it.req.key
	}
	return it
}

// Declare builds the item of a `require` statement or of an element of a map:
// name is a wire name, scope nil means none. It reports false for an unknown
// name, which grants nothing.
func (p *Platform) Declare(name string, scope *string) (*Item, bool) {
	k, ok := ParseKind(name)
	switch {
	case !ok:
		return nil, false
	case scope == nil:
		return p.BareItem(k), true
	default:
		return p.Item(k, *scope), true
	}
}

// Kind returns the kind of the item.
func (it *Item) Kind() Kind { return it.req.kind }

// Scope returns the scope as written (net scopes and database URLs reduced)
// and whether there is one.
func (it *Item) Scope() (string, bool) { return it.text, it.req.scoped }

// String returns the display form: file_read("./data/*").
func (it *Item) String() string { return display(it.req.kind, it.text) }

// Text returns the form that stands in a list: file.read=./data/*.
func (it *Item) Text() string {
	if !it.req.scoped {
		return it.req.kind.String()
	}
	return it.req.kind.String() + "=" + it.text
}

// RequireLine returns the statement that declares the item.
func (it *Item) RequireLine() string { return requireLine(it.req.kind, it.text) }

// Request returns the item as a request: may it be granted, may it be lent?
// Its wildcards must be matched by wildcards.
func (it *Item) Request() Request { return it.req }

// Everything reports whether the item stands for every scope of its kind: it
// has none, or it is written "*".
func (it *Item) Everything() bool { return it.all }

// Unbounded reports whether the item names nothing: it has no scope, or one of
// wildcards only. An exec item of that sort is never lent to a lamp.
func (it *Item) Unbounded() bool {
	return !it.req.scoped || it.text != "" && strings.Trim(it.text, "*?") == ""
}

// Wild reports whether the scope contains a wildcard.
func (it *Item) Wild() bool { return it.matcher != nil }

// Path returns the canonical path of an item with a path scope, wildcards
// included, and false for every other item.
func (it *Item) Path() (string, bool) {
	if !it.req.scoped || it.req.form != relative && it.req.form != rooted {
		return "", false
	}
	return it.req.scope, true
}

// Dir returns the directory part of a path scope before its first wildcard:
// "logs" for "logs/a-*.txt", "." for "./*", "/" for "/*". It reports false
// for an item that bounds nothing by a directory: one without scope or written
// "*", and one without wildcards, which names its own target.
func (it *Item) Dir() (string, bool) {
	path, ok := it.Path()
	if !ok || it.all {
		return "", false
	}
	wild := strings.IndexAny(path, "*?")
	if wild < 0 {
		return "", false
	}
	return dirOf(path[:wild]), true
}

// Tree returns d for a scope that is exactly "d/*": a whole directory.
func (it *Item) Tree() (dir string, ok bool) {
	dir, ok = it.Dir()
	if !ok {
		return "", false
	}
	path, _ := it.Path()
	prefix := dir + "/"
	switch {
	case dir == ".":
		prefix = ""
	case strings.HasSuffix(dir, "/"):
		prefix = dir
	}
	return dir, path == prefix+"*"
}

// dirOf returns the directory part of a canonical path prefix.
func dirOf(prefix string) string {
	root := rootOf(prefix)
	i := strings.LastIndexByte(prefix, '/')
	switch {
	case i < 0:
		return "."
	case i < len(root):
		return root
	default:
		return prefix[:i]
	}
}
