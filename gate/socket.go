package gate

import (
	"errors"
	"io"
	"net"
	"strconv"
	"time"

	"github.com/synrun/synrun/caps"
)

const (
	tcpFamily  = "TCP connection"
	pipeFamily = "pipe end"
)

// socket is a TCP connection.
type socket struct {
	g      *Gate
	id     int64
	conn   net.Conn
	queue  queue
	closed bool // the other side sends no more
	sent   int64
	got    int64
	peer   string
}

// TCPConnect opens a connection to a host and a port.
func (g *Gate) TCPConnect(at At, host string, port int, seconds float64) (int64, error) {
	if e := g.native(at, noSockets); e != nil {
		return 0, e
	}
	r, ok := caps.NetRequest(host, strconv.Itoa(port))
	if !ok {
		return 0, usage("tcp_connect(): the host is not a valid name")
	}
	if err := g.ask(at, r); err != nil {
		return 0, err
	}
	if e := g.acquire(); e != nil {
		return 0, e
	}
	conn, err := g.dial(g.ctx, r, r.Host(), strconv.Itoa(port), duration(seconds))
	if err != nil {
		g.free()
		if e := g.Stopped(); e != nil {
			return 0, e
		}
		return 0, ioError("tcp_connect: "+netText(err), err)
	}
	s := &socket{g: g, conn: conn, peer: r.Scope()}
	s.queue = newQueue(g.live, 1024, 4<<20, "block")
	id := g.add(func(id int64) source { s.id = id; return s })
	go s.read()
	return id, nil
}

func (s *socket) read() {
	buf := make([]byte, 64<<10)
	for {
		n, err := s.conn.Read(buf)
		s.g.live.mu.Lock()
		if n > 0 {
			s.got += int64(n)
			data := append([]byte(nil), buf[:n]...)
			if !s.queue.push(Event{Source: "tcp", Handle: s.id, Type: "data", Binary: data, IsBinary: true}) {
				err = io.EOF
			}
		}
		if err != nil {
			s.closed = true
			s.g.live.notify()
		}
		s.g.live.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *socket) family() string { return tcpFamily }

func (s *socket) take() (Event, bool) {
	if ev, ok := s.queue.pop(); ok {
		return ev, true
	}
	return Event{Source: "tcp", Handle: s.id, Type: "close"}, s.closed
}

func (s *socket) failed(string) error { return nil }
func (s *socket) done() bool          { return false }

func (s *socket) shut(bool) {
	s.g.live.mu.Lock()
	s.queue.close()
	s.g.live.mu.Unlock()
	s.conn.Close()
}

// TCPSend writes all of data, within the time.
func (g *Gate) TCPSend(id int64, data []byte, seconds float64) error {
	s, err := get[*socket](g, "tcp_send", id, tcpFamily)
	if err != nil {
		return err
	}
	if err := s.conn.SetWriteDeadline(time.Now().Add(duration(seconds))); err != nil {
		return ioError("tcp_send: "+netText(err), err)
	}
	release := g.deadlineOn(s.conn.SetWriteDeadline)
	defer release()
	n, err := s.conn.Write(data)
	g.live.mu.Lock()
	s.sent += int64(n)
	g.live.mu.Unlock()
	if err != nil {
		if e := g.Stopped(); e != nil {
			return e
		}
		return ioError("tcp_send: "+netText(err), err)
	}
	return nil
}

// TCPReceive waits for the next piece of data; ok is false at the timeout.
func (g *Gate) TCPReceive(id int64, seconds float64) (Event, bool, error) {
	return receive[*socket](g, "tcp_recv", id, tcpFamily, seconds)
}

// TCPStats is what tcp_stats tells.
type TCPStats struct {
	Peer           string
	Sent, Received int64
	Queued         int
	QueuedBytes    int64
	Open           bool
}

// TCPStats describes a connection.
func (g *Gate) TCPStats(id int64) (TCPStats, error) {
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	s, err := find[*socket](g, "tcp_stats", id, tcpFamily)
	if err != nil {
		return TCPStats{}, err
	}
	return TCPStats{s.peer, s.sent, s.got, s.queue.len(), s.queue.bytes, !s.closed}, nil
}

// TCPClose closes a connection. Idempotent.
func (g *Gate) TCPClose(id int64) error { return g.closeHandle("tcp_close", id, tcpFamily) }

// pipeEnd is one end of a channel inside the program: what is sent at the
// other end arrives here.
type pipeEnd struct {
	id     int64
	queue  queue
	peer   *pipeEnd
	gone   bool // this end was closed
	ending bool // the peer sends no more
}

// Pipe makes a channel and returns its two ends.
func (g *Gate) Pipe(at At, maxQueue int, maxBytes int64, onFull string) (a, b int64, err error) {
	if e := g.native(at, noHub); e != nil {
		return 0, 0, e
	}
	for range 2 {
		if e := g.acquire(); e != nil {
			return 0, 0, e
		}
	}
	p, q := &pipeEnd{queue: newQueue(g.live, maxQueue, maxBytes, onFull)}, &pipeEnd{queue: newQueue(g.live, maxQueue, maxBytes, onFull)}
	p.peer, q.peer = q, p
	a = g.add(func(id int64) source { p.id = id; return p })
	b = g.add(func(id int64) source { q.id = id; return q })
	return a, b, nil
}

func (p *pipeEnd) family() string { return pipeFamily }

func (p *pipeEnd) take() (Event, bool) {
	if ev, ok := p.queue.pop(); ok {
		return ev, true
	}
	return Event{Source: "pipe", Handle: p.id, Type: "close"}, p.ending
}

func (p *pipeEnd) failed(string) error { return nil }
func (p *pipeEnd) done() bool          { return false }

func (p *pipeEnd) shut(bool) {
	t := p.queue.t
	t.mu.Lock()
	defer t.mu.Unlock()
	p.gone = true
	p.queue.close()
	p.peer.ending = true
	t.notify()
}

var (
	errPipeClosed = errors.New("the other end is closed")
	errPipeFull   = errors.New("the queue is full")
)

// PipeSend puts data in at one end of a pipe; within the time when the queue
// is full and its policy is to wait.
func (g *Gate) PipeSend(id int64, data []byte, isText bool, seconds float64) error {
	ev := Event{Source: "pipe", Type: "data"}
	if isText {
		ev.Text = string(data)
	} else {
		ev.Binary, ev.IsBinary = append([]byte(nil), data...), true
	}
	ok, err := g.wait(seconds, func() (bool, error) {
		p, err := find[*pipeEnd](g, "pipe_send", id, pipeFamily)
		if err != nil {
			return false, err
		}
		to := p.peer
		if to.gone || to.ending {
			return false, ioError("pipe_send: "+errPipeClosed.Error(), errPipeClosed)
		}
		ev.Handle = to.id
		if to.queue.full(ev.size()) {
			switch to.queue.policy {
			case "block":
				return false, nil
			case "error":
				return false, ioError("pipe_send: "+errPipeFull.Error(), errPipeFull)
			}
		}
		return to.queue.push(ev), nil
	})
	if err == nil && !ok {
		return ioError("pipe_send: timed out, "+errPipeFull.Error(), errPipeFull)
	}
	return err
}

// PipeReceive waits for the next event of an end; ok is false at the timeout.
func (g *Gate) PipeReceive(id int64, seconds float64) (ev Event, ok bool, err error) {
	ev, ok, err = receive[*pipeEnd](g, "pipe_recv", id, pipeFamily, seconds)
	if ok {
		g.live.wake() // a sender may wait for room
	}
	return ev, ok, err
}

// PipeClose closes an end, or with write only its sending.
func (g *Gate) PipeClose(id int64, write bool) error {
	if !write {
		return g.closeHandle("pipe_close", id, pipeFamily)
	}
	g.live.mu.Lock()
	defer g.live.mu.Unlock()
	p, err := find[*pipeEnd](g, "pipe_close", id, pipeFamily)
	if err != nil {
		return err
	}
	p.peer.ending = true
	g.live.notify()
	return nil
}
