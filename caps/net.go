package caps

import (
	"errors"
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// noHost is the scope that a URL without host leaves in a grant. It covers
// nothing.
const noHost = "<no host>"

// A URL is the one reading of a URL that both the check and the dialer use.
type URL struct {
	Scheme   string // lower case
	User     string // as written, percent-escapes included
	Password string
	HasUser  bool
	Host     string // lower-case ASCII, no brackets, no trailing dot
	Port     string // "" when the URL writes none
	Target   string // path and query as written, at least "/"; never a fragment
}

// The ways in which a URL is refused. Each reads as it is shown after the
// name of the builtin; none repeats any part of the URL.
var (
	ErrNoHost  = errors.New("the URL has no host (expected scheme://host/…)")
	ErrBlank   = errors.New("bad URL: a blank or a control character")
	ErrSlash   = errors.New("bad URL: a backslash in the host")
	ErrAt      = errors.New("bad URL: more than one @")
	ErrPort    = errors.New("bad URL: the port is not a number")
	ErrBadHost = errors.New("bad URL: the host is not a valid name")
)

// ParseURL reads a URL as an operation gets it, before any check. The error is
// one of the Err values of this package; the operation puts "<name>(): " in
// front of it.
func ParseURL(text string) (URL, error) {
	scheme, authority, target, ok := cutURL(text)
	if !ok {
		return URL{}, ErrNoHost
	}
	at := strings.LastIndexByte(authority, '@')
	host, port, hasPort, closed := cutPort(authority[at+1:])
	if host == "" || host == "." {
		return URL{}, ErrNoHost
	}
	switch {
	case strings.IndexFunc(text, func(c rune) bool { return c == ' ' || unicode.IsControl(c) }) >= 0:
		return URL{}, ErrBlank
	case strings.IndexByte(authority, '\\') >= 0:
		return URL{}, ErrSlash
	case strings.Count(authority, "@") > 1:
		return URL{}, ErrAt
	case hasPort && !digits(port):
		return URL{}, ErrPort
	}
	bracketed := authority[at+1] == '['
	if !closed || strings.IndexByte(host, '%') >= 0 || !bracketed && strings.ContainsAny(host, ":[]") {
		return URL{}, ErrBadHost
	}
	if bracketed {
		if a, err := netip.ParseAddr(host); err != nil || !a.Is6() {
			return URL{}, ErrBadHost
		}
	}
	host, ok = asciiHost(host)
	if !ok || host == "" {
		return URL{}, ErrBadHost
	}
	u := URL{Scheme: strings.ToLower(scheme), Host: host, Port: port, Target: target}
	if at >= 0 {
		u.HasUser = true
		u.User, u.Password, _ = strings.Cut(authority[:at], ":")
	}
	if i := strings.IndexByte(u.Target, '#'); i >= 0 {
		u.Target = u.Target[:i]
	}
	if !strings.HasPrefix(u.Target, "/") {
		u.Target = "/" + u.Target
	}
	return u, nil
}

// Request returns the check that the URL needs.
func (u URL) Request() Request { return netRequest(u.Host, u.Port) }

// NetRequest returns the check for a connection to a host, as tcp_connect
// makes it; port may be empty. It reports false for a host that is not a
// valid name.
func NetRequest(host, port string) (Request, bool) {
	h := strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	h, ok := asciiHost(h)
	if !ok || h == "" {
		return Request{}, false
	}
	return netRequest(h, port), true
}

func netRequest(host, port string) Request {
	r := Request{kind: Net, scoped: true, key: host, port: port}
	switch {
	case port == "":
		r.scope = host
	case strings.IndexByte(host, ':') >= 0:
		r.scope = "[" + host + "]:" + port
	default:
		r.scope = host + ":" + port
	}
	return r
}

// LiteralHost reports whether the host is an address or localhost: something
// that needs no name server.
func LiteralHost(host string) bool {
	if host == "localhost" {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// cutURL takes a URL apart without judging it.
func cutURL(text string) (scheme, authority, target string, ok bool) {
	scheme, rest, ok := strings.Cut(text, "://")
	if !ok {
		return "", "", "", false
	}
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		return scheme, rest[:i], rest[i:], true
	}
	return scheme, rest, "", true
}

// cutPort splits an authority without credentials. closed is false for a "["
// that has no "]" or is followed by something other than a port.
func cutPort(authority string) (host, port string, hasPort, closed bool) {
	if strings.HasPrefix(authority, "[") {
		host, rest, found := strings.Cut(authority[1:], "]")
		if !found {
			return host, "", false, false
		}
		port, hasPort = strings.CutPrefix(rest, ":")
		if !hasPort {
			port = ""
		}
		return host, port, hasPort, hasPort || rest == ""
	}
	i := strings.LastIndexByte(authority, ':')
	if i < 0 {
		return authority, "", false, true
	}
	return authority[:i], authority[i+1:], true, true
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// netScope makes the scope of a grant or of a ceiling item canonical. A URL is
// reduced to its host and port, so that credentials can never be shown.
func netScope(scope string) string {
	if _, authority, _, ok := cutURL(scope); ok {
		authority = authority[strings.LastIndexByte(authority, '@')+1:]
		host, port, _, _ := cutPort(authority)
		host = lenientHost(host)
		if host == "" {
			return noHost
		}
		if !digits(port) {
			port = ""
		}
		return netRequest(host, port).scope
	}
	host, port := splitNet(scope)
	if port == "" && strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		host = host[1 : len(host)-1]
	}
	return netRequest(lenientHost(host), port).scope
}

// splitNet splits a scope into host and port: "[h]:p" and "h:p" have a port,
// "::1" and "h" have none.
func splitNet(scope string) (host, port string) {
	if strings.HasPrefix(scope, "[") {
		if i := strings.LastIndex(scope, "]:"); i > 0 && digits(scope[i+2:]) {
			return scope[1:i], scope[i+2:]
		}
		return scope, ""
	}
	if i := strings.IndexByte(scope, ':'); i >= 0 && strings.LastIndexByte(scope, ':') == i && digits(scope[i+1:]) {
		return scope[:i], scope[i+1:]
	}
	return scope, ""
}

// asciiHost lower-cases a host, drops one trailing dot and maps it to ASCII.
// It reports false when the name has no such form.
func asciiHost(host string) (string, bool) {
	host = strings.TrimSuffix(host, ".")
	if !isASCII(host) {
		mapped, err := idna.Lookup.ToASCII(host)
		if err != nil || !utf8.ValidString(host) {
			return "", false
		}
		host = mapped
	}
	// What is left of "h.." would read as "h" when it is written again.
	return strings.ToLower(host), !strings.HasSuffix(host, ".")
}

// lenientHost is asciiHost for scopes: wildcards stay, and a name without an
// ASCII form stays as it is, so that it never matches a request.
func lenientHost(host string) string {
	host = strings.TrimRight(host, ".")
	if isASCII(host) {
		return strings.ToLower(host)
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if isASCII(label) {
			labels[i] = strings.ToLower(label)
		} else if mapped, err := idna.Lookup.ToASCII(label); err == nil {
			labels[i] = mapped
		} else {
			labels[i] = strings.ToLower(label)
		}
	}
	return strings.TrimRight(strings.Join(labels, "."), ".")
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
