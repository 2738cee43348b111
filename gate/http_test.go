package gate

import (
	"bufio"
	"context"
	"crypto/tls"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/synrun/synrun/caps"
)

// server answers every connection with the same bytes and keeps what it got.
func server(t *testing.T, answer string) (addr string, got <-chan string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	requests := make(chan string, 16)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				br := bufio.NewReader(c)
				var b strings.Builder
				size := 0
				for {
					line, err := br.ReadString('\n')
					b.WriteString(line)
					if n, ok := strings.CutPrefix(line, "Content-Length: "); ok {
						size, _ = strconv.Atoi(strings.TrimSpace(n))
					}
					if err != nil || line == "\r\n" {
						break
					}
				}
				body := make([]byte, size)
				_, _ = io.ReadFull(br, body)
				requests <- b.String() + string(body)
				_, _ = io.WriteString(c, answer)
			}()
		}
	}()
	return l.Addr().String(), requests
}

func ask(t *testing.T, w *world, q HTTPRequest) *HTTPResponse {
	t.Helper()
	if q.Method == "" {
		q.Method = "get"
	}
	if q.Timeout == 0 {
		q.Timeout = 5 * time.Second
	}
	r, err := w.HTTP(at("http"), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestHTTPRequestOnTheWire(t *testing.T) {
	addr, got := server(t, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
	w := open(t, setup{require: []string{"net=127.0.0.1"}})
	r := ask(t, w, HTTPRequest{
		Method: "post", URL: "http://ann:p%40s@" + addr + "?a=1#frag", HasQuery: true, Query: [][2]string{{"q", "ä b~"}},
		Headers: [][2]string{{"x-One", "1"}, {"Host", "other"}, {"CONTENT-LENGTH", "9"}, {"connection", "keep-alive"}, {"Transfer-Encoding", "chunked"}},
		Body:    []byte("{}"), HasBody: true, ContentType: "application/json",
	})
	if r.Status != 200 || string(r.Body) != "ok" || r.Error != "" {
		t.Errorf("%+v", r)
	}
	want := "POST /?a=1&q=%C3%A4+b~ HTTP/1.1\r\nHost: " + addr + "\r\nConnection: close\r\nx-One: 1\r\n" +
		"Authorization: Basic YW5uOnBAcw==\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
	if g := <-got; g != want {
		t.Errorf("\n got %q\nwant %q", g, want)
	}
	ask(t, w, HTTPRequest{Method: "PUT", URL: "http://u:p@" + addr + "/x?y#z", Headers: [][2]string{{"authorization", "mine"}, {"content-type", "a/b"}}, ContentType: "c/d"})
	if g := <-got; g != "PUT /x?y HTTP/1.1\r\nHost: "+addr+"\r\nConnection: close\r\nauthorization: mine\r\ncontent-type: a/b\r\nContent-Length: 0\r\n\r\n" {
		t.Errorf("%q", g)
	}
}

func TestHTTPResponses(t *testing.T) {
	w := open(t, setup{require: []string{"net=127.0.0.1"}, config: func(c *Config) { c.Limits.Read = 1000 }})
	for _, tt := range []struct{ name, answer, want string }{
		{"names as sent", "HTTP/1.1 201 Created\r\ncontent-TYPE: a/b\r\nSERVER: x\r\nX-A: first\r\nX-A: last\r\nContent-Length: 1\r\n\r\nz", "201 [[content-TYPE a/b] [SERVER x] [X-A last] [Content-Length 1]] z "},
		{"chunks", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\nT: u\r\n\r\n", "200 [[Transfer-Encoding chunked]] abcdefg "},
		{"to the end", "HTTP/1.0 200 OK\r\n\r\nall of it", "200 [] all of it "},
		{"interim", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\ny", "200 [[Content-Length 1]] y "},
		{"no body", "HTTP/1.1 204 No Content\r\nX: y\r\n\r\n", "204 [[X y]]  "},
		{"redirect stays", "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n", "302 [[Location http://127.0.0.1:1/] [Content-Length 0]]  "},
		{"not http", "SSH-2.0-OpenSSH\r\n\r\n", "0 []  malformed HTTP response"},
		{"cut off", "HTTP/1.1 200 OK\r\nX", "0 []  malformed HTTP response"},
		{"short body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", "0 []  malformed HTTP response"},
		{"bad chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "0 []  malformed HTTP response"},
		{"silence", "", "0 []  the server closed the connection without a response"},
		{"too large", "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n" + strings.Repeat("x", 2000), "0 []  limit exceeded: read (1000 B)"},
		{"huge head", "HTTP/1.1 200 OK\r\n" + strings.Repeat("X: "+strings.Repeat("y", 1000)+"\r\n", 80) + "\r\n", "0 []  malformed HTTP response"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			addr, _ := server(t, tt.answer)
			r := ask(t, w, HTTPRequest{URL: "http://" + addr})
			parts := make([]string, len(r.Headers))
			for i, h := range r.Headers {
				parts[i] = "[" + h[0] + " " + h[1] + "]"
			}
			got := strconv.Itoa(r.Status) + " [" + strings.Join(parts, " ") + "] " + string(r.Body) + " " + r.Error
			if got != tt.want {
				t.Errorf("\n got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestURLsThatAreRefused(t *testing.T) {
	w := open(t, setup{require: []string{"net=127.0.0.1", "net=a.test", "net=zz"}})
	for _, tt := range []struct{ url, want string }{
		{"127.0.0.1/x", "http(): the URL has no host (expected scheme://host/…)"},
		{"http:///x", "http(): the URL has no host (expected scheme://host/…)"},
		{"http://127.0.0.1/a b", "http(): bad URL: a blank or a control character"},
		{"http://127.0.0.1\\@evil/", "http(): bad URL: a backslash in the host"},
		{"http://a@b@127.0.0.1/", "http(): bad URL: more than one @"},
		{"http://127.0.0.1:/", "http(): bad URL: the port is not a number"},
		{"http://127.0.0.1:8x/", "http(): bad URL: the port is not a number"},
		{"http://a%2e/", "http(): bad URL: the host is not a valid name"},
		{"http://[::1/", "http(): bad URL: the host is not a valid name"},
		{"http://b.test/", `Capability not granted: net("b.test") …`},
		{"http://127.0.0.1@b.test:80/", `Capability not granted: net("b.test:80") …`},
	} {
		_, err := w.HTTP(at("http"), HTTPRequest{Method: "GET", URL: tt.url, Timeout: time.Second})
		fails(t, err, tt.want)
	}
	for _, tt := range []struct{ url, method, name, value, want string }{
		{"FTP://127.0.0.1/", "GET", "", "", "unsupported scheme 'ftp': only http and https are supported"},
		{"http://u:p@127.0.0.1:99999/", "GET", "", "", "invalid port in URL: 127.0.0.1:99999"},
		{"http://[zz]/", "GET", "", "", "invalid IPv6 host in URL: [zz]"},
		{"http://127.0.0.1:1/", "G T", "", "", "invalid method"},
		{"http://127.0.0.1:1/", "GET\r\nX: y", "", "", "invalid method"},
		{"http://127.0.0.1:1/", "GET", "X:", "y", "invalid header name"},
		{"http://127.0.0.1:1/", "GET", "X", "y\r\nZ: 1", "invalid header value"},
		{"http://127.0.0.1:1/", "GET", "X", "\x00", "invalid header value"},
	} {
		q := HTTPRequest{Method: tt.method, URL: tt.url}
		if tt.name != "" {
			q.Headers = [][2]string{{tt.name, tt.value}}
		}
		if r := ask(t, w, q); r.Error != tt.want || r.Status != 0 {
			t.Errorf("%q: %+v", tt.url, r)
		}
	}
}

// names is a name server of the test's own.
type names map[string][]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	list, ok := n[host]
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for _, a := range list {
		addrs = append(addrs, netip.MustParseAddr(a))
	}
	return addrs, nil
}

func TestPrivateAddresses(t *testing.T) {
	addr, _ := server(t, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
	_, port, _ := net.SplitHostPort(addr)
	dns := names{
		"localhost": {"127.0.0.1"}, "rebind.test": {"127.0.0.1"}, "meta.test": {"169.254.169.254"}, "v6.test": {"::1"}, "mapped.test": {"::ffff:10.0.0.1"},
		"nat.test": {"64:ff9b::7f00:1"}, "six.test": {"2002:7f00:1::"}, "ula.test": {"fd00::1"}, "ll.test": {"fe80::1"}, "mc.test": {"224.0.0.1"},
		"zero.test": {"0.0.0.0"}, "many.test": {"192.168.0.1", "10.0.0.1"}, "mixed.test": {"192.168.0.1", "127.0.0.1"},
	}
	for _, tt := range []struct{ require, ceiling, host, want string }{
		{"net", "", "rebind.test", "blocked address 127.0.0.1 for host rebind.test"},
		{"net=rebind.test", "", "rebind.test", "blocked address 127.0.0.1 for host rebind.test"},
		{"net=*", "", "127.0.0.1", "blocked address 127.0.0.1 for host 127.0.0.1"},
		{"net", "", "localhost", "blocked address 127.0.0.1 for host localhost"},
		{"net=127.*", "", "127.0.0.1", "blocked address 127.0.0.1 for host 127.0.0.1"},
		{"net=127.0.0.1", "", "127.0.0.1", ""},
		{"net=localhost", "", "localhost", ""},
		{"net=127.0.0.1", "net", "127.0.0.1", "blocked address 127.0.0.1 for host 127.0.0.1"},
		{"net=127.0.0.1", "net=127.0.0.1", "127.0.0.1", ""},
		{"net", "", "meta.test", "blocked address 169.254.169.254 for host meta.test"},
		{"net", "", "v6.test", "blocked address ::1 for host v6.test"},
		{"net", "", "[::1]", "blocked address ::1 for host ::1"},
		{"net", "", "[::ffff:127.0.0.1]", "blocked address 127.0.0.1 for host ::ffff:127.0.0.1"},
		{"net", "", "mapped.test", "blocked address 10.0.0.1 for host mapped.test"},
		{"net", "", "nat.test", "blocked address 64:ff9b::7f00:1 for host nat.test"},
		{"net", "", "six.test", "blocked address 2002:7f00:1:: for host six.test"},
		{"net", "", "ula.test", "blocked address fd00::1 for host ula.test"},
		{"net", "", "ll.test", "blocked address fe80::1 for host ll.test"},
		{"net", "", "mc.test", "blocked address 224.0.0.1 for host mc.test"},
		{"net", "", "zero.test", "blocked address 0.0.0.0 for host zero.test"},
		{"net", "", "many.test", "blocked address 192.168.0.1 for host many.test"},
		{"net", "", "none.test", "cannot look up host none.test: no such host"},
	} {
		w := open(t, setup{require: []string{tt.require}, ceiling: tt.ceiling, config: func(c *Config) { c.Resolver = dns }})
		r := ask(t, w, HTTPRequest{URL: "http://" + tt.host + ":" + port + "/"})
		if r.Error != tt.want || (tt.want == "") != (r.Status == 200) {
			t.Errorf("%s under %s: %d %q, want %q", tt.host, tt.require, r.Status, r.Error, tt.want)
		}
	}
	// What the host allows is dialled; of several addresses only what is.
	w := open(t, setup{require: []string{"net"}, config: func(c *Config) {
		c.Resolver, c.AllowAddresses = dns, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	}})
	if r := ask(t, w, HTTPRequest{URL: "http://mixed.test:" + port + "/"}); r.Status != 200 {
		t.Errorf("%+v", r)
	}
}

func TestTimeoutsOfSilence(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	w := open(t, setup{require: []string{"net=127.0.0.1"}})
	begin := time.Now()
	r := ask(t, w, HTTPRequest{URL: "http://" + l.Addr().String(), Timeout: 200 * time.Millisecond})
	if r.Error != "timed out" || time.Since(begin) > 5*time.Second {
		t.Errorf("%+v after %v", r, time.Since(begin))
	}
}

func TestTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) }))
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	defer s.Close()
	w := open(t, setup{require: []string{"net=127.0.0.1"}})
	if r := ask(t, w, HTTPRequest{URL: s.URL}); !strings.HasPrefix(r.Error, "TLS: ") {
		t.Errorf("an unknown issuer was trusted: %+v", r)
	}
	pin := s.Certificate().RawSubjectPublicKeyInfo
	if r := ask(t, w, HTTPRequest{URL: s.URL, Pin: pin}); string(r.Body) != "HTTP/1.1" {
		t.Errorf("%+v", r)
	}
	if r := ask(t, w, HTTPRequest{URL: s.URL, Pin: pin[1:]}); r.Error != "TLS: "+errPin.Error() {
		t.Errorf("%+v", r)
	}
	if r := ask(t, w, HTTPRequest{URL: "http://127.0.0.1:1/", Pin: pin}); r.Error != "tls_pin needs an https:// URL (there is no server key to pin over plain http)" {
		t.Errorf("%+v", r)
	}
}

func TestWebSocket(t *testing.T) {
	closing := make(chan struct{})
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/no" {
			http.Error(w, "no", http.StatusTeapot)
			return
		}
		c, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{"b"}})
		if err != nil {
			return
		}
		defer c.CloseNow()
		_ = c.Write(r.Context(), websocket.MessageText, []byte(r.Header.Get("X-Key")))
		for {
			kind, data, err := c.Read(r.Context())
			if err != nil {
				return
			}
			if string(data) == "drop" {
				return
			}
			if string(data) == "bye" {
				_ = c.Close(websocket.StatusNormalClosure, "done")
				close(closing)
				return
			}
			_ = c.Write(r.Context(), kind, data)
		}
	}))
	defer s.Close()
	w := open(t, setup{require: []string{"net=127.0.0.1"}})
	o := WSOptions{
		Headers: [][2]string{{"X-Key", "plain"}}, Timeout: 5, MaxMessage: 1 << 20, MaxQueue: 10, MaxBytes: 1 << 20, OnFull: "block",
		Subprotocols: []string{"a", "b"}, Reconnect: true, MaxRetries: 3, Backoff: 0.02, BackoffMax: 0.1,
	}
	base := "ws" + strings.TrimPrefix(s.URL, "http")
	_, err := w.WSConnect(at("ws_connect"), base+"/no", o)
	fails(t, err, "ws_connect: the server answered 418 and not with a WebSocket")
	_, err = w.WSConnect(at("ws_connect"), s.URL, o)
	fails(t, err, "ws_connect: unsupported scheme 'http': only ws and wss are supported")
	_, err = w.WSConnect(at("ws_connect"), "ws://other.test/", o)
	fails(t, err, `Capability not granted: net("other.test") …`)
	id, err := w.WSConnect(at("ws_connect"), base+"/", o)
	if err != nil {
		t.Fatal(err)
	}
	next := func(want string) {
		t.Helper()
		ev, ok, err := w.WSReceive(id, 5)
		if got := ev.Type + ":" + ev.Text + string(ev.Binary); !ok || err != nil || got != want {
			t.Errorf("%q %v %v, want %q", got, ok, err, want)
		}
	}
	next("text:plain")
	fails(t, w.WSSend("ws_send", id, []byte("hé"), true), "")
	fails(t, w.WSSend("ws_send", id, []byte{0, 255}, false), "")
	next("text:hé")
	next("binary:\x00\xff")
	checks := len(w.entries)
	fails(t, w.WSSend("ws_send", id, []byte("drop"), true), "")
	next("text:plain") // from the new connection
	if len(w.entries) != checks+1 {
		t.Errorf("%d checks for the new connection", len(w.entries)-checks)
	}
	st, err := w.WSStats(id)
	if err != nil || st.Reconnects != 1 || st.Subprotocol != "b" || st.Status != "open" {
		t.Errorf("%+v %v", st, err)
	}
	fails(t, w.WSSend("ws_send", id, []byte("bye"), true), "")
	<-closing
	next("close:done")
	next("close:done")
	fails(t, w.WSClose(id), "")
	_, _, err = w.WSReceive(id, 0)
	fails(t, err, "ws_recv: unknown or closed connection handle 1")
}

func TestTCPAndPipes(t *testing.T) {
	addr, _ := server(t, "pong")
	host, port, _ := net.SplitHostPort(addr)
	n, _ := strconv.Atoi(port)
	w := open(t, setup{require: []string{"net=127.0.0.1:" + port}})
	_, err := w.TCPConnect(at("tcp_connect"), host, 1, 1)
	fails(t, err, `Capability not granted: net("127.0.0.1:1") …`)
	id, err := w.TCPConnect(at("tcp_connect"), host, n, 5)
	if err != nil {
		t.Fatal(err)
	}
	fails(t, w.TCPSend(id, []byte("ping\r\n\r\n"), 5), "")
	ev, ok, err := w.TCPReceive(id, 5)
	if string(ev.Binary) != "pong" || !ok || err != nil {
		t.Errorf("%+v %v %v", ev, ok, err)
	}
	for range 2 {
		if ev, ok, _ = w.TCPReceive(id, 5); ev.Type != "close" || !ok {
			t.Errorf("%+v %v", ev, ok)
		}
	}
	a, b, err := w.Pipe(at("pipe"), 2, 100, "error")
	if err != nil {
		t.Fatal(err)
	}
	fails(t, w.PipeSend(a, []byte("x"), true, 1), "")
	fails(t, w.PipeSend(a, []byte("y"), false, 1), "")
	fails(t, w.PipeSend(a, []byte("z"), true, 1), "pipe_send: the queue is full")
	if ev, ok, _ := w.PipeReceive(b, 1); ev.Text != "x" || !ok {
		t.Errorf("%+v", ev)
	}
	fails(t, w.PipeClose(a, true), "")
	if ev, _, _ := w.PipeReceive(b, 1); string(ev.Binary) != "y" {
		t.Errorf("%+v", ev)
	}
	if ev, ok, _ := w.PipeReceive(b, 1); ev.Type != "close" || !ok {
		t.Errorf("%+v", ev)
	}
	fails(t, w.PipeSend(b, []byte("back"), true, 1), "")
	if ev, _, _ := w.PipeReceive(a, 1); ev.Text != "back" {
		t.Errorf("%+v", ev)
	}
	_, _, err = w.ProcReceive(a, 0)
	fails(t, err, "proc_recv: handle 2 is a pipe end, not a process")
}

func TestProxy(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "seen "+r.URL.Path) }))
	defer s.Close()
	secure := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "secure") }))
	defer secure.Close()
	w := open(t, setup{require: []string{"net=127.0.0.1"}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := w.ServeProxy(l)
	for _, scheme := range []string{"http", "socks5"} {
		proxy := &url.URL{Scheme: scheme, Host: l.Addr().String()}
		c := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(proxy), TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}, Timeout: 5 * time.Second}
		read := func(url string) string {
			r, err := c.Get(url)
			if err != nil {
				return "error " + err.Error()
			}
			defer r.Body.Close()
			b, _ := io.ReadAll(r.Body)
			return strconv.Itoa(r.StatusCode) + " " + string(b)
		}
		if got := read(s.URL + "/x"); got != "200 seen /x" {
			t.Errorf("%s: %s", scheme, got)
		}
		if got := read(secure.URL); got != "200 secure" {
			t.Errorf("%s: %s", scheme, got)
		}
		got := read("http://evil.test/")
		if scheme == "http" && !strings.HasPrefix(got, `403 Capability not granted: net("evil.test:80")`) || scheme == "socks5" && !strings.HasPrefix(got, "error ") {
			t.Errorf("%s: %s", scheme, got)
		}
		c.CloseIdleConnections()
	}
	_ = p.Close()
	denied := 0
	for _, e := range w.entries {
		if e.Source != "proxy" {
			t.Errorf("source %s", e.Source)
		}
		if !e.Granted {
			denied++
		}
	}
	if denied != 2 || len(w.entries) != 6 {
		t.Errorf("%d entries, %d denied", len(w.entries), denied)
	}
}

// FuzzResponse looks for a response that panics or that yields more than the
// limit.
func FuzzResponse(f *testing.F) {
	f.Add("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
	f.Add("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")
	f.Add("HTTP/1.1 100 C\r\n\r\nHTTP/1.0 204 N\nA: b\n c\n\n")
	g, err := New(Config{Caps: caps.New(caps.Config{}), Limits: Limits{Read: 64}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		r, err := g.response(fixed{strings.NewReader(answer)}, "GET")
		if err == nil && (len(r.Body) > 64 || r.Status < 100) {
			t.Errorf("%+v", r)
		}
	})
}

// fixed is a connection that only reads.
type fixed struct{ *strings.Reader }

func (fixed) Write(p []byte) (int, error)      { return len(p), nil }
func (fixed) Close() error                     { return nil }
func (fixed) LocalAddr() net.Addr              { return nil }
func (fixed) RemoteAddr() net.Addr             { return nil }
func (fixed) SetDeadline(time.Time) error      { return nil }
func (fixed) SetReadDeadline(time.Time) error  { return nil }
func (fixed) SetWriteDeadline(time.Time) error { return nil }
