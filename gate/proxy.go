package gate

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/synrun/synrun/caps"
)

// Proxy is the way to the network of a confined process: HTTP (CONNECT, and
// requests with a whole URL) and SOCKS 5 on one port. Every connection asks for
// its host and port, and every address is checked before it is dialled. What is
// refused is answered with the text of the refusal.
type Proxy struct {
	g        *Gate
	listener net.Listener
	asking   sync.Mutex // the capability set answers one at a time
	wg       sync.WaitGroup
	end      context.Context
	stop     context.CancelFunc
}

// proxySource is what the record calls the proxy.
const proxySource = "proxy"

// ServeProxy answers on a listener that only the process can reach. The gate
// must be the process's own, and nothing else may use its capability set
// meanwhile. Close ends it; it closes the listener.
func (g *Gate) ServeProxy(l net.Listener) *Proxy {
	p := &Proxy{g: g, listener: l}
	p.end, p.stop = context.WithCancel(g.ctx)
	context.AfterFunc(p.end, func() { l.Close() })
	p.wg.Add(1)
	go p.accept()
	return p
}

// Close ends every connection.
func (p *Proxy) Close() error {
	p.stop()
	p.wg.Wait()
	return nil
}

func (p *Proxy) accept() {
	defer p.wg.Done()
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			if p.end.Err() != nil || errors.Is(err, net.ErrClosed) {
				return
			}
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if p.g.acquire() != nil {
			conn.Close()
			continue
		}
		p.wg.Add(1)
		go func() {
			defer p.wg.Done()
			defer p.g.free()
			defer conn.Close()
			defer context.AfterFunc(p.end, func() { conn.Close() })()
			p.serve(conn)
		}()
	}
}

const proxyPatience = 30 * time.Second

func (p *Proxy) serve(conn net.Conn) {
	_ = conn.SetReadDeadline(time.Now().Add(proxyPatience))
	br := bufio.NewReader(conn)
	first, err := br.Peek(1)
	if err != nil {
		return
	}
	if first[0] == 5 {
		p.socks(conn, br)
		return
	}
	p.http(conn, br)
}

// connect asks for a host and connects to it.
func (p *Proxy) connect(host, port string) (net.Conn, error) {
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return nil, usage("proxy: the port is not a number from 1 to 65535")
	}
	r, ok := caps.NetRequest(host, strconv.FormatUint(n, 10))
	if !ok {
		return nil, usage("proxy: the host is not a valid name")
	}
	p.asking.Lock()
	err = p.g.ask(At{Source: proxySource}, r)
	p.asking.Unlock()
	if err != nil {
		return nil, err
	}
	conn, err := p.dial(r, port)
	if err != nil {
		return nil, ioError(netText(err), err)
	}
	return conn, nil
}

func (p *Proxy) dial(r caps.Request, port string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(p.end, proxyPatience)
	defer cancel()
	p.asking.Lock()
	named := p.g.caps.NamesHost(r)
	p.asking.Unlock()
	addrs, err := p.g.resolve(ctx, named, r.Host())
	if err != nil {
		return nil, err
	}
	return dialFirst(ctx, addrs, port)
}

func (p *Proxy) http(conn net.Conn, br *bufio.Reader) {
	req, err := http.ReadRequest(br)
	if err != nil {
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	if req.Method == http.MethodConnect {
		host, port, err := net.SplitHostPort(req.Host)
		if err != nil {
			refuse(conn, http.StatusBadRequest, "proxy: CONNECT needs a host and a port")
			return
		}
		up, err := p.connect(host, port)
		if err != nil {
			refuse(conn, statusFor(err), err.Error())
			return
		}
		defer up.Close()
		if _, err := io.WriteString(conn, "HTTP/1.1 200 Connection established\r\n\r\n"); err == nil {
			p.join(conn, br, up)
		}
		return
	}
	if req.URL.Scheme != "http" || req.URL.Hostname() == "" {
		refuse(conn, http.StatusBadRequest, "proxy: the request needs a whole http:// URL")
		return
	}
	port := req.URL.Port()
	if port == "" {
		port = "80"
	}
	up, err := p.connect(req.URL.Hostname(), port)
	if err != nil {
		refuse(conn, statusFor(err), err.Error())
		return
	}
	defer up.Close()
	defer context.AfterFunc(p.end, func() { up.Close() })()
	// One request a connection: the next one may be for another host.
	for name := range req.Header {
		if strings.HasPrefix(strings.ToLower(name), "proxy-") {
			req.Header.Del(name)
		}
	}
	req.Close = true
	if err := req.Write(up); err != nil {
		refuse(conn, http.StatusBadGateway, "proxy: "+netText(err))
		return
	}
	_, _ = io.Copy(conn, up)
}

func statusFor(err error) int {
	var e *Error
	if errors.As(err, &e) && e.Kind == KindDenied {
		return http.StatusForbidden
	}
	if errors.As(err, &e) && e.Kind == KindUsage {
		return http.StatusBadRequest
	}
	return http.StatusBadGateway
}

func refuse(conn net.Conn, status int, text string) {
	text += "\n"
	_, _ = io.WriteString(conn, "HTTP/1.1 "+strconv.Itoa(status)+" "+http.StatusText(status)+
		"\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: "+strconv.Itoa(len(text))+"\r\nConnection: close\r\n\r\n"+text)
}

// join moves bytes both ways until both have ended.
func (p *Proxy) join(conn net.Conn, br *bufio.Reader, up net.Conn) {
	defer context.AfterFunc(p.end, func() { up.Close() })()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(up, br)
		closeWrite(up)
	}()
	_, _ = io.Copy(conn, up)
	closeWrite(conn)
	<-done
}

func closeWrite(c net.Conn) {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
		return
	}
	_ = c.Close()
}

// Replies of SOCKS 5.
const (
	socksOK        = 0
	socksFailed    = 1
	socksRefused   = 2
	socksNoCommand = 7
	socksNoAddress = 8
)

func (p *Proxy) socks(conn net.Conn, br *bufio.Reader) {
	var head [2]byte
	if _, err := io.ReadFull(br, head[:]); err != nil {
		return
	}
	if _, err := br.Discard(int(head[1])); err != nil {
		return
	}
	if _, err := conn.Write([]byte{5, 0}); err != nil {
		return
	}
	var ask [4]byte
	if _, err := io.ReadFull(br, ask[:]); err != nil || ask[0] != 5 {
		return
	}
	answer := func(code byte) { _, _ = conn.Write([]byte{5, code, 0, 1, 0, 0, 0, 0, 0, 0}) }
	if ask[1] != 1 { // CONNECT is all there is
		answer(socksNoCommand)
		return
	}
	host, ok := socksHost(br, ask[3])
	var port [2]byte
	if _, err := io.ReadFull(br, port[:]); err != nil || !ok {
		answer(socksNoAddress)
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	up, err := p.connect(host, strconv.Itoa(int(binary.BigEndian.Uint16(port[:]))))
	if err != nil {
		if statusFor(err) == http.StatusForbidden {
			answer(socksRefused)
		} else {
			answer(socksFailed)
		}
		return
	}
	defer up.Close()
	answer(socksOK)
	p.join(conn, br, up)
}

func socksHost(br *bufio.Reader, kind byte) (string, bool) {
	size := 0
	switch kind {
	case 1:
		size = net.IPv4len
	case 4:
		size = net.IPv6len
	case 3:
		n, err := br.ReadByte()
		if err != nil {
			return "", false
		}
		size = int(n)
	default:
		return "", false
	}
	b := make([]byte, size)
	if _, err := io.ReadFull(br, b); err != nil {
		return "", false
	}
	if kind == 3 {
		return string(b), true
	}
	return net.IP(b).String(), true
}
