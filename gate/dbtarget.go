package gate

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// dbTarget is a connection URL, read by us alone: the drivers get its parts.
// Their own readers know parameters that open files or name other hosts.
type dbTarget struct {
	scheme   string
	user     string
	password string
	hosts    []string // host:port each
	host     string   // of the first
	database string
	params   map[string]string // names in lower case
}

var errTarget = errors.New("not a valid connection URL")

// parseTarget reads scheme://user:password@host:port/database?name=value.
func parseTarget(target, standardPort string) (*dbTarget, error) {
	scheme, rest, _ := strings.Cut(target, "://")
	rest, _, _ = strings.Cut(rest, "#")
	rest, query, _ := strings.Cut(rest, "?")
	authority, path, _ := strings.Cut(rest, "/")
	t := &dbTarget{scheme: strings.ToLower(scheme), params: map[string]string{}}
	if i := strings.LastIndexByte(authority, '@'); i >= 0 {
		user, password, _ := strings.Cut(authority[:i], ":")
		t.user, t.password = percentDecode(user), percentDecode(password)
		authority = authority[i+1:]
	}
	for one := range strings.SplitSeq(authority, ",") {
		host, port := one, standardPort
		if strings.HasPrefix(one, "[") {
			inside, after, ok := strings.Cut(one[1:], "]")
			if !ok {
				return nil, errTarget
			}
			host = inside
			if p, ok := strings.CutPrefix(after, ":"); ok {
				port = p
			}
		} else if h, p, ok := strings.Cut(one, ":"); ok {
			host, port = h, p
		}
		if host == "" || strings.ContainsAny(host, "/\\ \x00%") {
			return nil, errTarget
		}
		if t.host == "" {
			t.host = host
		}
		t.hosts = append(t.hosts, net.JoinHostPort(strings.ToLower(host), port))
	}
	database, _, _ := strings.Cut(path, "/")
	t.database = percentDecode(database)
	values, err := url.ParseQuery(query)
	if err != nil {
		return nil, errTarget
	}
	for k, v := range values {
		t.params[strings.ToLower(k)] = v[len(v)-1]
	}
	return t, nil
}

const connectWait = 10 * time.Second

// dialTarget connects to one of the hosts that the target names, and to no
// other, whatever a server says of its neighbours.
func (g *Gate) dialTarget(t *dbTarget) func(ctx context.Context, network, addr string) (net.Conn, error) {
	return func(ctx context.Context, _, addr string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		if !t.names(host, addr) {
			return nil, errors.New("the server names another host, which was not asked for")
		}
		ctx, cancel := context.WithTimeout(ctx, connectWait)
		defer cancel()
		var addrs []netip.Addr
		if a, err := netip.ParseAddr(host); err == nil {
			addrs = []netip.Addr{a}
		} else if addrs, err = g.cfg.Resolver.LookupNetIP(ctx, "ip", host); err != nil {
			return nil, err
		}
		var first error
		d := net.Dialer{FallbackDelay: -1}
		for _, a := range addrs {
			conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(a.Unmap().String(), port))
			if err == nil {
				return conn, nil
			}
			if first == nil {
				first = err
			}
		}
		if first == nil {
			first = errors.New("no address for host " + host)
		}
		return nil, first
	}
}

func (t *dbTarget) names(host, addr string) bool {
	if strings.HasSuffix(t.scheme, "+srv") {
		// The names of the members come from the name server; they have to lie
		// in the domain of the name that was asked for.
		_, domain, ok := strings.Cut(strings.ToLower(t.host), ".")
		return ok && strings.HasSuffix(strings.ToLower(host), "."+domain)
	}
	for _, h := range t.hosts {
		if strings.EqualFold(h, addr) {
			return true
		}
	}
	return false
}

// secure is the TLS of a database connection; verify says to check the
// certificate of the server.
func (t *dbTarget) secure(verify bool) *tls.Config {
	return &tls.Config{ServerName: t.host, MinVersion: tls.VersionTLS12, InsecureSkipVerify: !verify} //nolint:gosec // asked for by the URL
}

// scrub takes the password of a target out of a text that a driver made.
func (t *dbTarget) scrub(s string) string {
	for _, secret := range []string{t.password, url.QueryEscape(t.password), url.PathEscape(t.password)} {
		if len(secret) > 2 {
			s = strings.ReplaceAll(s, secret, "…")
		}
	}
	return s
}

// oneStatement reports a text that holds more than one statement.
func oneStatement(t sqlTokens) bool {
	for w, _ := t.next(); w != ";"; w, _ = t.next() {
		if w == "" {
			return true
		}
	}
	for w, _ := t.next(); w != ""; w, _ = t.next() {
		if w != ";" {
			return false
		}
	}
	return true
}

// isoTime writes a time of a database as ISO 8601: a T between date and time,
// minutes in the offset.
func isoTime(s string) string {
	if len(s) > 10 && s[10] == ' ' {
		s = s[:10] + "T" + s[11:]
	}
	if n := len(s); n > 13 && (s[n-3] == '+' || s[n-3] == '-') && s[n-6] == ':' || n > 13 && (s[n-3] == '+' || s[n-3] == '-') && strings.IndexByte(s, '.') > 0 {
		s += ":00"
	}
	return s
}
