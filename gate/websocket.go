package gate

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/synrun/synrun/caps"
)

// WSFamily is the family of WebSocket connections, for Select.
const WSFamily = "WebSocket connection"

// WSOptions are what a WebSocket connection is made with.
type WSOptions struct {
	Headers      [][2]string // plain texts, secrets included
	Timeout      float64
	MaxMessage   int64
	Subprotocols []string
	MaxQueue     int
	MaxBytes     int64
	OnFull       string
	// Reconnect says to connect again after a failure.
	Reconnect  bool
	MaxRetries int
	Backoff    float64
	BackoffMax float64
	// Keepalive is the interval between pings, 0 for none.
	Keepalive   float64
	PongTimeout float64
	// Resend is sent again on every new connection.
	Resend   []WSMessage
	Pin      []byte
	Attested bool // see HTTPRequest
}

// WSMessage is one message to send.
type WSMessage struct {
	Data   []byte
	IsText bool
}

func (m WSMessage) kind() websocket.MessageType {
	if m.IsText {
		return websocket.MessageText
	}
	return websocket.MessageBinary
}

// socketWS is a WebSocket connection.
type socketWS struct {
	g    *Gate
	id   int64
	at   At
	url  caps.URL
	opts WSOptions
	end  context.Context // of the connection
	stop context.CancelFunc

	// Below the lock of the table.
	conn       *websocket.Conn
	queue      queue
	status     string // open, reconnecting or closed
	reason     string // why it was closed
	sent       int64
	received   int64
	reconnects int
	pong       time.Time

	writing sync.Mutex
}

// WSConnect opens a WebSocket connection.
func (g *Gate) WSConnect(at At, target string, o WSOptions) (int64, error) {
	if e := g.native(at, noSockets); e != nil {
		return 0, e
	}
	u, r, err := g.askURL(at, target)
	if err != nil {
		return 0, err
	}
	if o.Attested {
		return 0, usage("attested: recognised, but not executed by this runtime")
	}
	limit := g.KnobInt("SYNSEMA_WS_MAX_CONNS", 4096, 4096)
	if n := g.countOf(WSFamily); n >= limit {
		return 0, ioError("ws_connect: connection budget reached ("+strconv.Itoa(n)+" live, max "+strconv.Itoa(limit)+
			"); ws_close some or raise SYNSEMA_WS_MAX_CONNS", nil)
	}
	switch {
	case u.Scheme != "ws" && u.Scheme != "wss":
		return 0, usage("ws_connect: unsupported scheme '" + u.Scheme + "': only ws and wss are supported")
	case o.Pin != nil && u.Scheme != "wss":
		return 0, usage("ws_connect: tls_pin needs a wss:// URL (there is no server key to pin over plain ws)")
	}
	for _, h := range o.Headers {
		switch {
		case !isToken(h[0]):
			return 0, usage("ws_connect: invalid header name")
		case strings.ContainsAny(h[1], "\r\n\x00"):
			return 0, usage("ws_connect: invalid header value")
		}
	}
	if e := g.acquire(); e != nil {
		return 0, e
	}
	s := &socketWS{g: g, at: at, url: u, opts: o, status: "open", pong: time.Now()}
	s.end, s.stop = context.WithCancel(g.run.ctx)
	if s.conn, err = s.connect(g.caps.NamesHost(r)); err != nil {
		g.free()
		s.stop()
		if e := g.Stopped(); e != nil {
			return 0, e
		}
		return 0, ioError("ws_connect: "+netText(rootCause(err)), err)
	}
	s.queue = newQueue(g.live, o.MaxQueue, o.MaxBytes, o.OnFull)
	id := g.add(func(id int64) source { s.id = id; return s })
	go s.loop(s.conn)
	return id, nil
}

// connect makes the connection through a dialler that checks addresses; named
// says that the program means an address of this machine.
func (s *socketWS) connect(named bool) (*websocket.Conn, error) {
	standard := "80"
	scheme := "http"
	if s.url.Scheme == "wss" {
		standard, scheme = "443", "https"
	}
	port, ok := portOf(s.url, standard)
	if !ok {
		return nil, errors.New("invalid port in URL")
	}
	timeout := duration(s.opts.Timeout)
	ctx, cancel := context.WithTimeout(s.end, timeout)
	defer cancel()
	transport := &http.Transport{
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			addrs, err := s.g.resolve(ctx, named, s.url.Host)
			if err != nil {
				return nil, err
			}
			return dialFirst(ctx, addrs, port)
		},
		TLSClientConfig: tlsConfig(s.url.Host, s.opts.Pin), DisableCompression: true, DisableKeepAlives: true,
		TLSNextProto: nil, ForceAttemptHTTP2: false, Proxy: nil,
	}
	header := http.Header{}
	for _, h := range s.opts.Headers {
		header[h[0]] = append(header[h[0]], h[1])
	}
	client := &http.Client{Transport: transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	host := hostHeader(s.url, standard)
	conn, resp, err := websocket.Dial(ctx, scheme+"://"+host+s.url.Target, &websocket.DialOptions{
		HTTPClient: client, HTTPHeader: header, Subprotocols: s.opts.Subprotocols, CompressionMode: websocket.CompressionDisabled,
	})
	if err != nil {
		if resp != nil && resp.StatusCode != http.StatusSwitchingProtocols {
			return nil, errors.New("the server answered " + strconv.Itoa(resp.StatusCode) + " and not with a WebSocket")
		}
		return nil, err
	}
	conn.SetReadLimit(s.opts.MaxMessage)
	return conn, nil
}

// loop reads until the connection ends, and connects again where that is
// wanted.
func (s *socketWS) loop(conn *websocket.Conn) {
	for conn != nil {
		ctx, cancel := context.WithCancel(s.end)
		if s.opts.Keepalive > 0 {
			go s.ping(ctx, cancel, conn)
		}
		reason, clean := s.read(ctx, conn)
		cancel()
		_ = conn.CloseNow()
		conn = nil
		if !clean && s.opts.Reconnect {
			conn = s.again()
		}
		t := s.g.live
		t.mu.Lock()
		if conn == nil {
			s.status, s.reason = "closed", reason
		} else {
			s.conn, s.status = conn, "open"
			s.reconnects++
		}
		t.notify()
		t.mu.Unlock()
	}
}

// read queues messages until there are no more; clean says that the other
// side or the program ended it.
func (s *socketWS) read(ctx context.Context, conn *websocket.Conn) (reason string, clean bool) {
	for {
		kind, r, err := conn.Reader(ctx)
		var data []byte
		if err == nil {
			data, err = io.ReadAll(r)
		}
		if err != nil {
			var closing websocket.CloseError
			if errors.As(err, &closing) {
				return closing.Reason, true
			}
			return "", s.end.Err() != nil
		}
		ev := Event{Source: "ws", Handle: s.id, Type: "text"}
		if kind == websocket.MessageBinary {
			ev.Type, ev.Binary, ev.IsBinary = "binary", data, true
		} else {
			ev.Text = Text(data)
		}
		s.g.live.mu.Lock()
		s.received++
		ok := s.queue.push(ev)
		s.g.live.mu.Unlock()
		if !ok {
			return "", true
		}
	}
}

func (s *socketWS) ping(ctx context.Context, cancel context.CancelFunc, conn *websocket.Conn) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(duration(s.opts.Keepalive)):
		}
		wait, done := context.WithTimeout(ctx, duration(s.opts.PongTimeout))
		err := conn.Ping(wait)
		done()
		if err != nil {
			cancel()
			return
		}
		s.g.live.mu.Lock()
		s.pong = time.Now()
		s.g.live.mu.Unlock()
	}
}

// again connects anew, asking each time: the authority may be gone.
func (s *socketWS) again() *websocket.Conn {
	t := s.g.live
	t.mu.Lock()
	s.status = "reconnecting"
	t.mu.Unlock()
	wait := s.opts.Backoff
	for range s.opts.MaxRetries {
		select {
		case <-s.end.Done():
			return nil
		case <-time.After(duration(wait * (0.9 + 0.2*rand.Float64()))):
		}
		wait = min(wait*2, s.opts.BackoffMax)
		ok, named := s.allowed()
		if !ok {
			return nil
		}
		if conn, err := s.connect(named); err == nil && s.resend(conn) == nil {
			return conn
		}
	}
	return nil
}

func (s *socketWS) resend(conn *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(s.end, duration(s.opts.Timeout))
	defer cancel()
	for _, m := range s.opts.Resend {
		if err := conn.Write(ctx, m.kind(), m.Data); err != nil {
			_ = conn.CloseNow()
			return err
		}
	}
	return nil
}

// allowed asks for the host again. The capability set belongs to the goroutine
// of the program, which answers when it next looks at a handle.
func (s *socketWS) allowed() (ok, named bool) {
	q := question{at: s.at, request: s.url.Request(), answer: make(chan permission, 1)}
	t := s.g.live
	t.mu.Lock()
	t.questions = append(t.questions, q)
	t.notify()
	t.mu.Unlock()
	select {
	case a := <-q.answer:
		return a.ok, a.named
	case <-s.end.Done():
		return false, false
	}
}

func (s *socketWS) family() string { return WSFamily }

func (s *socketWS) take() (Event, bool) {
	if ev, ok := s.queue.pop(); ok {
		return ev, true
	}
	return Event{Source: "ws", Handle: s.id, Type: "close", Text: s.reason}, s.status == "closed"
}

func (s *socketWS) failed(caller string) error {
	if !s.queue.overflow || s.queue.len() > 0 {
		return nil
	}
	return ioError(caller+": message queue full, connection "+strconv.FormatInt(s.id, 10)+" was closed", nil)
}

func (s *socketWS) done() bool { return false }

func (s *socketWS) shut(atOnce bool) {
	t := s.g.live
	t.mu.Lock()
	s.queue.close()
	conn, open := s.conn, s.status == "open"
	t.mu.Unlock()
	if open && !atOnce {
		go func() {
			_ = conn.Close(websocket.StatusNormalClosure, "")
			s.stop()
		}()
		return
	}
	s.stop()
}

// WSSend sends one message.
func (g *Gate) WSSend(caller string, id int64, data []byte, isText bool) error {
	s, err := get[*socketWS](g, caller, id, WSFamily)
	if err != nil {
		return err
	}
	g.answer()
	g.live.mu.Lock()
	conn, status := s.conn, s.status
	g.live.mu.Unlock()
	if status != "open" {
		return ioError(caller+": the connection is "+status, nil)
	}
	kind := WSMessage{IsText: isText}.kind()
	s.writing.Lock()
	defer s.writing.Unlock()
	ctx, cancel := context.WithTimeout(g.ctx, duration(s.opts.Timeout))
	defer cancel()
	if err := conn.Write(ctx, kind, data); err != nil {
		if e := g.Stopped(); e != nil {
			return e
		}
		return ioError(caller+": "+netText(rootCause(err)), err)
	}
	g.live.mu.Lock()
	s.sent++
	g.live.mu.Unlock()
	return nil
}

// WSReceive waits for the next message; ok is false at the timeout.
func (g *Gate) WSReceive(id int64, seconds float64) (Event, bool, error) {
	return receive[*socketWS](g, "ws_recv", id, WSFamily, seconds)
}

// WSStatus is open, reconnecting or closed.
func (g *Gate) WSStatus(id int64) string {
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	if s, ok := g.live.open[id].(*socketWS); ok {
		return s.status
	}
	return "closed"
}

// WSStats is what ws_stats tells.
type WSStats struct {
	Sent, Received int64
	Reconnects     int
	Queued         int
	QueuedBytes    int64
	PongAgo        float64
	HasPong        bool
	Status         string
	Subprotocol    string
}

// WSStats describes a connection.
func (g *Gate) WSStats(id int64) (WSStats, error) {
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	s, err := find[*socketWS](g, "ws_stats", id, WSFamily)
	if err != nil {
		return WSStats{}, err
	}
	return WSStats{
		Sent: s.sent, Received: s.received, Reconnects: s.reconnects, Queued: s.queue.len(), QueuedBytes: s.queue.bytes,
		PongAgo: time.Since(s.pong).Seconds(), HasPong: s.opts.Keepalive > 0, Status: s.status, Subprotocol: s.conn.Subprotocol(),
	}, nil
}

// WSClose closes a connection. Idempotent.
func (g *Gate) WSClose(id int64) error { return g.closeHandle("ws_close", id, WSFamily) }
