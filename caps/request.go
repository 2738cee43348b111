package caps

import "strings"

// MaxScope is the greatest length of a scope in bytes. A longer one covers
// nothing and is covered only by an item without scope.
const MaxScope = 4096

// A Request is one question: may this be done? It is built by a [Platform],
// small enough to be passed by value, and immutable.
type Request struct {
	kind    Kind
	scoped  bool
	pattern bool // "*" and "?" are wildcards
	wild    bool // pattern, and there is one
	star    bool // a pattern written exactly "*"
	form    form
	ups     int    // leading ".." segments of a relative path
	scope   string // canonical: what is shown and what is opened
	key     string // what is compared: the scope or the host, folded where the platform folds
	port    string // of a net scope
}

// form tells apart scopes that never cover one another.
type form uint8

const (
	plain    form = iota // not a path
	relative             // a path below the current directory or its parents
	rooted               // an absolute path
	address              // a database URL
)

// Kind returns the kind that is asked for.
func (r Request) Kind() Kind { return r.kind }

// Scope returns the canonical scope: for a path the very path to open, for
// net "host" or "host:port", for a database its canonical target.
func (r Request) Scope() string { return r.scope }

// Scoped reports whether there is a scope, be it empty.
func (r Request) Scoped() bool { return r.scoped }

// Host returns the host of a net request.
func (r Request) Host() string {
	if r.kind != Net {
		return ""
	}
	return r.key
}

// String returns the display form: file_read("notes.txt").
func (r Request) String() string { return display(r.kind, r.scope) }

// RequireLine returns the statement that would declare the request.
func (r Request) RequireLine() string { return requireLine(r.kind, r.scope) }

// display is the form for messages and the record. An absent and an empty
// scope look alike.
func display(k Kind, scope string) string { return withScope(k.Display(), scope) }

func requireLine(k Kind, scope string) string { return "require " + withScope(k.String(), scope) }

func withScope(name, scope string) string {
	if scope == "" {
		return name
	}
	return name + `("` + scope + `")`
}

// Bare returns the request of an operation that has no scope, such as time.
func Bare(k Kind) Request { return Request{kind: k} }

// Request builds the request of an operation from what the program passed: a
// path, a database target, a command, a name. A path is made canonical exactly
// once here; the operation must then use [Request.Scope] and nothing else.
// For net requests see [ParseURL] and [NetRequest].
func (p *Platform) Request(k Kind, scope string) Request {
	r := Request{kind: k, scoped: true, scope: scope, key: scope}
	p.complete(&r)
	return r
}

// PathRequest is Request for a path that is canonical already (it came out of
// [Platform.Path] or was built from such a path and names of a directory):
// "~" in it is the name of a file.
func (p *Platform) PathRequest(k Kind, path string) Request {
	r := Request{kind: k, scoped: true, scope: clean(path)}
	p.completePath(&r)
	return r
}

// complete makes the scope canonical and fills in what comparisons need.
func (p *Platform) complete(r *Request) {
	r.star = r.pattern && r.scope == "*"
	defer func() { r.wild = r.pattern && strings.ContainsAny(r.key, "*?") }()
	switch r.kind {
	case Net:
		r.scope = netScope(r.scope)
		r.key, r.port = splitNet(r.scope)
	case DB:
		if url, ok := databaseURL(r.scope); ok {
			r.scope, r.key, r.form = url, url, address
			break
		}
		fallthrough
	case File, FileRead, FileWrite:
		r.scope = p.Path(r.scope)
		p.completePath(r)
	case Env:
		r.key = r.scope
		if p.FoldNames {
			r.key = strings.ToUpper(r.scope)
		}
	default:
		r.key = r.scope
	}
}

func (p *Platform) completePath(r *Request) {
	r.key = r.scope
	if p.FoldPaths {
		r.key = strings.ToLower(r.scope)
	}
	if rootOf(r.key) != "" {
		r.form = rooted
	} else {
		r.form, r.ups = relative, ups(r.key)
	}
}

// databaseURL reduces a connection URL to scheme://host or scheme://host/db in
// lower case: no credentials, port, query or fragment. It reports false for
// anything that is not a URL of a known engine; that is a path.
func databaseURL(target string) (string, bool) {
	scheme, rest, ok := strings.Cut(target, "://")
	if !ok {
		return "", false
	}
	scheme = strings.ToLower(scheme)
	switch scheme {
	case "postgres", "postgresql", "mysql", "mongodb", "mongodb+srv", "redis", "rediss":
	default:
		return "", false
	}
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	authority, path, _ := strings.Cut(rest, "/")
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	db, _, _ := strings.Cut(path, "/")

	// A replica set lists several hosts; each may have a port.
	hosts := strings.Split(authority, ",")
	for i, h := range hosts {
		if end := strings.LastIndexByte(h, ']'); end >= 0 {
			hosts[i] = h[:end+1]
		} else if colon := strings.IndexByte(h, ':'); colon >= 0 {
			hosts[i] = h[:colon]
		}
	}
	url := scheme + "://" + strings.ToLower(strings.Join(hosts, ","))
	if db != "" {
		url += "/" + strings.ToLower(db)
	}
	return url, true
}
