package progen

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"
)

// placeholder stands in programs for the address of the server.
const placeholder = "SERVER"

// A Server is the HTTP server that programs for the outside speak to. It is
// written by hand, so that a program sees what was sent to the letter, and so
// that it can answer what is no HTTP.
type Server struct{ listener net.Listener }

// NewServer starts a server on a free port of the loopback interface.
func NewServer() (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{l}
	go s.serve()
	return s, nil
}

// Close ends it.
func (s *Server) Close() { _ = s.listener.Close() }

// Place gives a program with the address of the server in it.
func (s *Server) Place(p *Program) *Program {
	q := *p
	q.Files = map[string]string{}
	for name, text := range p.Files {
		q.Files[name] = strings.ReplaceAll(text, placeholder, s.listener.Addr().String())
	}
	return &q
}

// Hide is the reverse for what a program printed.
func (s *Server) Hide(o *Outcome) {
	if o != nil {
		o.Out = strings.ReplaceAll(o.Out, s.listener.Addr().String(), placeholder)
		o.Err = strings.ReplaceAll(o.Err, s.listener.Addr().String(), placeholder)
	}
}

func (s *Server) serve() {
	for {
		c, err := s.listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer func() { _ = c.Close() }()
			_ = c.SetDeadline(time.Now().Add(20 * time.Second))
			if request, target, err := readRequest(c); err == nil {
				_, _ = io.WriteString(c, answer(request, target))
			}
		}()
	}
}

// readRequest gives a request with its header lines in order of their text:
// the order in which they are sent is open.
func readRequest(c net.Conn) (request, target string, err error) {
	r := textproto.NewReader(bufio.NewReader(c))
	first, err := r.ReadLine()
	if err != nil {
		return "", "", err
	}
	var lines []string
	length := 0
	for {
		l, err := r.ReadLine()
		if err != nil {
			return "", "", err
		}
		if l == "" {
			break
		}
		lines = append(lines, l)
		if n, ok := strings.CutPrefix(l, "Content-Length: "); ok {
			if length, err = strconv.Atoi(n); err != nil {
				return "", "", err
			}
		}
	}
	slices.Sort(lines)
	body := make([]byte, length)
	if _, err := io.ReadFull(r.R, body); err != nil {
		return "", "", err
	}
	_, target, _ = strings.Cut(first, " ")
	return fmt.Sprintf("%s\n%s\n\n%s", first, strings.Join(lines, "\n"), body), target, nil
}

// answers are what the server says to targets that begin with a word; to all
// others it says what it was sent.
var answers = map[string]string{
	"/json":    "200 OK\r\nContent-Type: application/JSON; charset=utf-8\r\nContent-Length: 31\r\n\r\n{\"a\": [1, 2.50, null, \"\\u00e9\"]}",
	"/nojson":  "200 OK\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{",
	"/missing": "404 Not Found\r\nX-Why: none\r\nx-why: gone\r\nContent-Length: 4\r\n\r\nnope",
	"/error":   "503 Busy\r\nRetry-After: 1\r\n\r\nlater",
	"/moved":   "302 Found\r\nLocation: /echo\r\nContent-Length: 0\r\n\r\n",
	"/chunks":  "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n",
	"/bytes":   "200 OK\r\nContent-Length: 4\r\n\r\na\xff\x00b",
	"/bare":    "204 No Content\r\n\r\n",
	"/early":   "100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nContent-Length: 2\r\n\r\nok",
}

func answer(request, target string) string {
	if strings.HasPrefix(target, "/broken") {
		return "what?\r\n\r\n"
	}
	for word, text := range answers {
		if strings.HasPrefix(target, word) {
			return "HTTP/1.1 " + text
		}
	}
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: %d\r\n\r\n%s", len(request), request)
}
