package gate

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/synrun/synrun/caps"
)

// HTTPRequest is one request of a program. Header values are the plain texts
// that are sent, secrets included: they exist nowhere else.
type HTTPRequest struct {
	Method string
	URL    string
	// Query, when HasQuery, is joined to the URL.
	Query    [][2]string
	HasQuery bool
	Headers  [][2]string
	Body     []byte
	HasBody  bool
	// ContentType is sent unless the program set that header.
	ContentType string
	Timeout     time.Duration // of silence
	// Pin is the public key that the server must have, in DER form, in place
	// of a certificate that the system trusts.
	Pin []byte
	// Attested asks for a proof of what the server runs, which this runtime
	// cannot check: it fails after the capability check.
	Attested bool
}

// HTTPResponse is what came back. With a non-empty Error nothing did.
type HTTPResponse struct {
	Status  int
	Headers [][2]string // names as the server spelled them, each once
	Body    []byte
	Error   string
}

// Header finds a header in any spelling.
func (r *HTTPResponse) Header(name string) string {
	value := ""
	for _, h := range r.Headers {
		if strings.EqualFold(h[0], name) {
			value = h[1]
		}
	}
	return value
}

// HTTP sends a request and reads the response. Only a URL that cannot be asked
// for and a refused check are errors; everything that happens afterwards is in
// the response. Redirects are not followed, nothing is retried, no proxy and
// no cookie is used, and nothing is decompressed.
func (g *Gate) HTTP(at At, q HTTPRequest) (*HTTPResponse, error) {
	if q.HasQuery {
		q.URL = joinQuery(q.URL, q.Query)
	}
	u, r, err := g.askURL(at, q.URL)
	if err != nil {
		return nil, err
	}
	if q.Attested {
		return nil, usage("attested: recognised, but not executed by this runtime")
	}
	resp, err := g.exchange(&q, u, r)
	if e := g.Stopped(); e != nil {
		return nil, e
	}
	if err != nil {
		return &HTTPResponse{Error: err.Error()}, nil
	}
	return resp, nil
}

// askURL reads a URL once, for the check and for the connection, and asks. A
// host in brackets that is no address passes the check like any other text;
// nothing is connected to then.
func (g *Gate) askURL(at At, target string) (caps.URL, caps.Request, error) {
	u, err := caps.ParseURL(target)
	r := u.Request()
	if err != nil {
		scope, ok := bracketed(target)
		if !errors.Is(err, caps.ErrBadHost) || !ok {
			return u, r, usage(at.Source + ": " + err.Error())
		}
		scheme, _, _ := strings.Cut(target, "://")
		u.Scheme = strings.ToLower(scheme)
		r = g.caps.Platform().Request(caps.Net, scope)
	}
	return u, r, g.ask(at, r)
}

// bracketed is the scope of an authority whose host stands in brackets and is
// no address.
func bracketed(target string) (scope string, ok bool) {
	authority := authorityOf(target)
	host, port, closed := strings.Cut(authority, "]")
	if !closed || !strings.HasPrefix(host, "[") || len(host) == 1 || strings.IndexByte(host, '%') >= 0 {
		return "", false
	}
	if digits, written := strings.CutPrefix(port, ":"); written {
		_, err := strconv.ParseUint(digits, 10, 64)
		return strings.ToLower(authority), err == nil
	}
	return strings.ToLower(host[1:]), port == ""
}

// formEscape is the encoding of query parameters.
func formEscape(s string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_', c == '.', c == '~':
			b.WriteByte(c)
		case c == ' ':
			b.WriteByte('+')
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

func joinQuery(target string, query [][2]string) string {
	if len(query) == 0 {
		return target
	}
	before, fragment := target, ""
	if i := strings.IndexByte(target, '#'); i >= 0 {
		before, fragment = target[:i], target[i:]
	}
	var b strings.Builder
	b.WriteString(before)
	sep := byte('?')
	if strings.IndexByte(before, '?') >= 0 {
		sep = '&'
	}
	for _, kv := range query {
		b.WriteByte(sep)
		b.WriteString(formEscape(kv[0]))
		b.WriteByte('=')
		b.WriteString(formEscape(kv[1]))
		sep = '&'
	}
	b.WriteString(fragment)
	return b.String()
}

// authorityOf is the host and port of a URL as it was written.
func authorityOf(target string) string {
	_, rest, _ := strings.Cut(target, "://")
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		rest = rest[:i]
	}
	return rest[strings.LastIndexByte(rest, '@')+1:]
}

// portOf is the port to connect to; ok is false when it is out of range.
func portOf(u caps.URL, standard string) (string, bool) {
	if u.Port == "" {
		return standard, true
	}
	n, err := strconv.ParseUint(u.Port, 10, 16)
	return strconv.FormatUint(n, 10), err == nil && n > 0
}

func isToken(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0 {
			continue
		}
		return false
	}
	return s != ""
}

// exchange does the whole of a checked request. Its errors are texts for the
// program.
func (g *Gate) exchange(q *HTTPRequest, u caps.URL, r caps.Request) (*HTTPResponse, error) {
	standard := "80"
	switch u.Scheme {
	case "http":
		if q.Pin != nil {
			return nil, errors.New("tls_pin needs an https:// URL (there is no server key to pin over plain http)")
		}
	case "https":
		standard = "443"
	default:
		return nil, errors.New("unsupported scheme '" + u.Scheme + "': only http and https are supported")
	}
	port, ok := portOf(u, standard)
	if !ok {
		return nil, errors.New("invalid port in URL: " + authorityOf(q.URL))
	}
	if strings.HasPrefix(authorityOf(q.URL), "[") && net.ParseIP(u.Host) == nil {
		return nil, errors.New("invalid IPv6 host in URL: " + authorityOf(q.URL))
	}
	method := strings.ToUpper(q.Method)
	if !isToken(method) {
		return nil, errors.New("invalid method")
	}
	for _, h := range q.Headers {
		if !isToken(h[0]) {
			return nil, errors.New("invalid header name")
		}
	}
	for _, h := range q.Headers {
		if strings.ContainsAny(h[1], "\r\n\x00") {
			return nil, errors.New("invalid header value")
		}
	}

	ctx, cancel := context.WithCancel(g.ctx)
	defer cancel()
	raw, err := g.dial(ctx, r, u.Host, port, q.Timeout)
	if err != nil {
		return nil, errors.New(netText(err))
	}
	defer raw.Close()
	defer context.AfterFunc(ctx, func() { raw.Close() })()
	var conn net.Conn = &patientConn{raw, q.Timeout}
	if u.Scheme == "https" {
		secure := tls.Client(conn, tlsConfig(u.Host, q.Pin))
		if err := secure.HandshakeContext(ctx); err != nil {
			return nil, errors.New("TLS: " + netText(err))
		}
		conn = secure
	}
	if _, err := conn.Write(head(q, u, method, standard)); err != nil {
		return nil, errors.New(netText(err))
	}
	return g.response(conn, method)
}

var errPin = errors.New("the server's key is not the pinned one")

func tlsConfig(host string, pin []byte) *tls.Config {
	c := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, NextProtos: []string{"http/1.1"}}
	if pin != nil {
		c.InsecureSkipVerify = true //nolint:gosec // the pinned key takes the place of the chain
		c.VerifyConnection = func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 || !bytes.Equal(s.PeerCertificates[0].RawSubjectPublicKeyInfo, pin) {
				return errPin
			}
			return nil
		}
	}
	return c
}

// head is the request as it goes over the wire, body included.
func head(q *HTTPRequest, u caps.URL, method, standard string) []byte {
	b := make([]byte, 0, 512+len(q.Body))
	line := func(name, value string) {
		b = append(b, name...)
		b = append(b, ": "...)
		b = append(b, value...)
		b = append(b, '\r', '\n')
	}
	b = append(b, method+" "+u.Target+" HTTP/1.1\r\n"...)
	line("Host", hostHeader(u, standard))
	line("Connection", "close")
	authorized, typed := false, q.ContentType == ""
	for _, h := range q.Headers {
		switch strings.ToLower(h[0]) {
		case "host", "connection", "content-length", "transfer-encoding":
			continue
		case "authorization":
			authorized = true
		case "content-type":
			typed = true
		}
		line(h[0], h[1])
	}
	if u.HasUser && !authorized {
		line("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(percentDecode(u.User)+":"+percentDecode(u.Password))))
	}
	if q.HasBody {
		if !typed {
			line("Content-Type", q.ContentType)
		}
		line("Content-Length", strconv.Itoa(len(q.Body)))
	} else if method == "POST" || method == "PUT" || method == "PATCH" {
		line("Content-Length", "0")
	}
	b = append(b, '\r', '\n')
	return append(b, q.Body...)
}

func hostHeader(u caps.URL, standard string) string {
	host := u.Host
	if strings.IndexByte(host, ':') >= 0 {
		host = "[" + host + "]"
	}
	if u.Port != "" && u.Port != standard {
		host += ":" + u.Port
	}
	return host
}

// percentDecode keeps what is not an escape as it is.
func percentDecode(s string) string {
	if out, err := url.PathUnescape(s); err == nil {
		return out
	}
	var b []byte
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if n, err := strconv.ParseUint(s[i+1:i+3], 16, 8); err == nil {
				b = append(b, byte(n))
				i += 2
				continue
			}
		}
		b = append(b, s[i])
	}
	return string(b)
}
