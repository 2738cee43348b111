package sockets_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/builtin/sockets"
	"github.com/synrun/synrun/runtime/value"
)

type machine struct {
	t *testing.T
	*builtintest.Thread
}

func start(t *testing.T, grants ...string) machine {
	t.Helper()
	p := caps.DefaultPlatform("")
	set := caps.New(caps.Config{Platform: p})
	for _, g := range grants {
		set.Grant(p.Item(caps.Net, g), caps.At{})
	}
	g, err := gate.New(gate.Config{Caps: set, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return machine{t, &builtintest.Thread{G: g}}
}

// call calls a builtin of the table; an error is its text.
func (m machine) call(name string, args ...any) value.Value {
	m.t.Helper()
	for _, d := range sockets.Table {
		if d.Row.Name != name {
			continue
		}
		slots := make([]value.Value, max(len(d.Row.Params), len(args)))
		for i, a := range args {
			slots[i] = builtintest.Of(a)
		}
		v, err := d.Fn(m.Thread, slots)
		if err != nil {
			return value.OfText("error: " + err.Error())
		}
		return v
	}
	m.t.Fatalf("no builtin %s", name)
	return value.Nothing
}

func (m machine) shows(want, name string, args ...any) value.Value {
	m.t.Helper()
	v := m.call(name, args...)
	if got := value.Display(v); got != want {
		m.t.Errorf("%s\n got %s\nwant %s", name, got, want)
	}
	return v
}

func TestWebSocketBuiltins(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer c.CloseNow()
		for {
			kind, data, err := c.Read(r.Context())
			if err != nil {
				return
			}
			if string(data) == "bye" {
				_ = c.Close(websocket.StatusNormalClosure, "so long")
				return
			}
			_ = c.Write(r.Context(), kind, append([]byte(r.Header.Get("X-Key")+":"), data...))
		}
	}))
	defer s.Close()
	m := start(t, "127.0.0.1")
	url := "ws" + strings.TrimPrefix(s.URL, "http")
	headers := value.NewMap(1)
	headers.Set("X-Key", value.OfSecret("K", "plain", false))
	a := m.call("ws_connect", url, headers.Value())
	b := m.call("ws_connect", url)
	m.shows("true", "ws_send", a, "hi")
	m.shows(`{type: "text", data: "plain:hi"}`, "ws_recv", a, 5)
	m.shows("true", "ws_send", b, value.OfBytes([]byte{255}))
	m.shows(`{type: "binary", data: bytes(3aff)}`, "ws_recv", b, 5)
	m.shows("nothing", "ws_recv", b, 0)
	m.shows("error: ws_send: cannot send a secret over a WebSocket (reveal() it first if you truly must)", "ws_send", a, value.OfSecret("K", "x", false))
	both := value.NewFreshList([]value.Value{a, b})
	m.shows("2", "ws_broadcast", both, "all")
	seen := map[string]bool{}
	for len(seen) < 2 {
		got := m.call("ws_select_all", both, 5)
		if !got.IsList() || len(got.Items()) == 0 {
			t.Fatal(value.Display(got))
		}
		for _, ev := range got.Items() {
			seen[value.Display(ev)] = true
		}
	}
	if !seen[`{type: "text", data: "plain:all", source: "ws", handle: 1}`] || !seen[`{type: "text", data: ":all", source: "ws", handle: 2}`] {
		t.Error(seen)
	}
	m.shows("nothing", "ws_select", both, 0)
	m.shows("true", "ws_send", b, "one")
	m.shows(`{type: "text", data: ":one", source: "ws", handle: 2}`, "ws_select", both, 20)
	m.shows("nothing", "ws_select", value.NewFreshList(nil))
	m.shows(`{sent: 3, received: 3, reconnects: 0, queued: 0, queued_bytes: 0, last_pong_ago: nothing, status: "open", subprotocol: nothing, role: "client"}`, "ws_stats", b)
	m.shows("open", "ws_status", a)
	m.shows("true", "ws_send", a, "bye")
	m.shows(`{type: "close", data: "so long"}`, "ws_recv", a, 5)
	m.shows("closed", "ws_status", a)
	m.shows("error: ws_send: the connection is closed", "ws_send", a, "x")
	m.shows("true", "ws_close", a)
	m.shows("true", "ws_close", a)
	m.shows("error: ws_recv: unknown or closed connection handle 1", "ws_recv", a, 0)
	m.shows("error: ws_recv: unknown or closed connection handle x", "ws_recv", "x", 0)
	m.shows(`error: Capability not granted: net("other.test") — this is a permission, not a bug: add `+"`require net(\"other.test\")`"+` to the program's preamble (or to the importing file, when this code runs in a module)`, "ws_connect", "ws://other.test/")
	m.shows(`error: ws_connect: unknown option "x" (valid options: timeout, max_message_size, subprotocols, max_queue, max_queue_bytes, on_full, reconnect, keepalive, tls_pin, attested)`, "ws_connect", url, nil, map[string]any{"x": 1})
	m.shows("error: ws_connect: max_queue must be a positive number", "ws_connect", url, nil, map[string]any{"max_queue": 0})
	m.shows(`error: ws_connect: on_full must be "block", "drop_oldest" or "error"`, "ws_connect", url, nil, map[string]any{"on_full": "x"})
	m.shows("error: attested: recognised, but not executed by this runtime", "ws_connect", url, nil, map[string]any{"attested": true})
}

func TestPipeBuiltins(t *testing.T) {
	m := start(t)
	p := m.shows("{a: 1, b: 2}", "pipe")
	a, _ := p.Map().Get("a")
	b, _ := p.Map().Get("b")
	m.shows("true", "pipe_send", a, "x")
	m.shows(`{type: "data", data: "x"}`, "pipe_recv", b)
	m.shows("nothing", "pipe_recv", b, 0)
	m.shows("true", "pipe_close", a, "write")
	m.shows(`{type: "close"}`, "pipe_recv", b)
	m.shows(`{type: "close"}`, "pipe_recv", b)
	m.shows("true", "pipe_close", b)
	m.shows("error: pipe_recv: unknown or closed pipe handle 2", "pipe_recv", b)
}

func TestTCPBuiltins(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	go func() { // says what it is told, until it is told bye
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = c.Close() }()
		b := make([]byte, 64)
		for {
			n, err := c.Read(b)
			if err != nil || string(b[:n]) == "bye" {
				return
			}
			_, _ = c.Write(b[:n])
		}
	}()
	port := l.Addr().(*net.TCPAddr).Port
	m := start(t, "127.0.0.1")
	h := m.shows("1", "tcp_connect", "127.0.0.1", float64(port), map[string]any{"timeout": 20})
	m.shows("true", "tcp_send", h, "hé")
	m.shows(`{type: "data", data: bytes(68c3a9)}`, "tcp_recv", h, 20)
	m.shows("true", "tcp_send", h, value.OfBytes([]byte{0}), nil)
	m.shows(`{type: "data", data: bytes(00)}`, "tcp_recv", h)
	m.shows("nothing", "tcp_recv", h, 0)
	m.shows(fmt.Sprintf(`{peer: "127.0.0.1:%d", status: "open", sent: 4, received: 4, queued: 0, queued_bytes: 0}`, port), "tcp_stats", h)
	m.shows("true", "tcp_send", h, "bye")
	m.shows(`{type: "close"}`, "tcp_recv", h, 20)
	m.shows(`{type: "close"}`, "tcp_recv", h, 20)
	for _, h := range []any{h, 99, "x", nil} {
		m.shows("true", "tcp_close", h)
		m.shows("true", "tcp_close", h)
	}
	m.shows("error: tcp_send: unknown or closed connection handle 1", "tcp_send", h, "x")
	m.shows("error: tcp_recv: unknown or closed connection handle 1.5", "tcp_recv", 1.5)
	m.shows("error: tcp_stats: unknown or closed connection handle nothing", "tcp_stats", nil)

	for _, c := range []struct {
		want string
		args []any
	}{
		{"tcp_connect: the port must be a number from 1 to 65535, got 0", []any{"127.0.0.1", 0}},
		{"tcp_connect: the port must be a number from 1 to 65535, got 65536", []any{"127.0.0.1", 65536}},
		{"tcp_connect: the port must be a number from 1 to 65535, got 1.5", []any{"127.0.0.1", 1.5}},
		{"tcp_connect: the port must be a number from 1 to 65535, got 80", []any{"127.0.0.1", "80"}},
		{"tcp_connect: options must be a map, got number", []any{"127.0.0.1", 80, 5}},
		{`tcp_connect: unknown option "x" (valid options: timeout)`, []any{"127.0.0.1", 80, map[string]any{"x": 1}}},
		{"tcp_connect: timeout must be a number, got text", []any{"127.0.0.1", 80, map[string]any{"timeout": "1"}}},
		{"tcp_connect: timeout must be a positive number", []any{"127.0.0.1", 80, map[string]any{"timeout": 0}}},
	} {
		m.shows("error: "+c.want, "tcp_connect", c.args...)
	}
}

// A wrong argument has the same words for connections and pipes.
func TestWrongSocketArguments(t *testing.T) {
	m := start(t)
	a, _ := m.call("pipe", nil).Map().Get("a")
	secret := value.OfSecret("K", "x", false)
	for _, c := range []struct {
		want, name string
		args       []any
	}{
		{"pipe: options must be a map, got number", "pipe", []any{5}},
		{`pipe: unknown option "x" (valid options: max_queue, max_queue_bytes, on_full)`, "pipe", []any{map[string]any{"x": 1}}},
		{"pipe: max_queue must be a positive number", "pipe", []any{map[string]any{"max_queue": -1}}},
		{"pipe: max_queue_bytes must be a number, got bool", "pipe", []any{map[string]any{"max_queue_bytes": true}}},
		{`pipe: on_full must be "block", "drop_oldest" or "error"`, "pipe", []any{map[string]any{"on_full": 1}}},
		{"pipe_send: the data must be text or bytes, got number", "pipe_send", []any{a, 5}},
		{"pipe_send: cannot send a secret over a pipe (reveal() it first if you truly must)", "pipe_send", []any{a, secret}},
		{"pipe_send: unknown or closed pipe handle x", "pipe_send", []any{"x", "y"}},
		{"pipe_recv: unknown or closed pipe handle 77", "pipe_recv", []any{77, 0}},
		{"expected a number", "pipe_recv", []any{a, "x"}},
		{"expected a number", "pipe_send", []any{a, "x", []any{}}},
		{"tcp_send: unknown or closed connection handle [1]", "tcp_send", []any{[]any{1}, "x"}},
		{"ws_recv: unknown or closed connection handle 77", "ws_recv", []any{77}},
		{"ws_stats: unknown or closed connection handle x", "ws_stats", []any{"x"}},
		{"ws_send: unknown or closed connection handle 77", "ws_send", []any{77, "x"}},
		{"ws_connect: options must be a map, got number", "ws_connect", []any{"ws://h.test/", nil, 5}},
	} {
		m.shows("error: "+c.want, c.name, c.args...)
	}
	for _, h := range []any{77, "x", nil, 1.5} {
		m.shows("closed", "ws_status", h)
		m.shows("true", "ws_close", h)
		m.shows("true", "pipe_close", h)
	}
}
