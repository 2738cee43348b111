package gate

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http/httputil"
	"strconv"
	"strings"
)

const maxHead = 64 << 10

var (
	errMalformed = errors.New("malformed HTTP response")
	errClosed    = errors.New("the server closed the connection without a response")
)

// readHead takes the status line and the headers, as they came, without
// consuming them. Interim responses are passed over.
func readHead(br *bufio.Reader) ([]byte, error) {
	for want := 1; ; {
		_, err := br.Peek(want)
		b, _ := br.Peek(br.Buffered())
		if len(b) > 0 {
			if end := headEnd(b); end > 0 {
				block := bytes.Clone(b[:end])
				if code, ok := statusOf(block); ok && code >= 100 && code < 200 && code != 101 {
					_, _ = br.Discard(end)
					want = 1
					continue
				}
				return block, nil
			}
		}
		switch {
		case err == nil && len(b) < maxHead:
			want = len(b) + 1
		case err == nil, errors.Is(err, bufio.ErrBufferFull):
			return nil, errMalformed
		case errors.Is(err, io.EOF) && len(b) == 0:
			return nil, errClosed
		case errors.Is(err, io.EOF):
			return nil, errMalformed
		default:
			return nil, errors.New(netText(err))
		}
	}
}

// headEnd is the length of the head, its blank line included, or 0.
func headEnd(b []byte) int {
	for i := 0; ; {
		j := bytes.IndexByte(b[i:], '\n')
		if j < 0 {
			return 0
		}
		i += j + 1
		rest := b[i:]
		if len(rest) > 0 && rest[0] == '\n' {
			return i + 1
		}
		if len(rest) > 1 && rest[0] == '\r' && rest[1] == '\n' {
			return i + 2
		}
	}
}

func statusOf(block []byte) (int, bool) {
	line, _, _ := bytes.Cut(block, newline)
	version, rest, ok := bytes.Cut(bytes.TrimRight(line, "\r"), []byte{' '})
	if !ok || !bytes.HasPrefix(version, []byte("HTTP/1.")) || len(rest) < 3 || len(rest) > 3 && rest[3] != ' ' {
		return 0, false
	}
	code, err := strconv.Atoi(string(rest[:3]))
	return code, err == nil && code >= 100
}

// headers are the header lines in order; a name that comes again replaces the
// earlier value.
func headers(block []byte) ([][2]string, bool) {
	_, block, _ = bytes.Cut(block, newline)
	var list [][2]string
	at := map[string]int{}
	for len(block) > 0 {
		var line []byte
		line, block, _ = bytes.Cut(block, newline)
		line = bytes.TrimRight(line, "\r")
		if len(line) == 0 {
			break
		}
		if line[0] == ' ' || line[0] == '\t' {
			if len(list) == 0 {
				return nil, false
			}
			last := &list[len(list)-1]
			last[1] = strings.TrimSpace(last[1] + " " + Text(bytes.TrimSpace(line)))
			continue
		}
		name, value, ok := bytes.Cut(line, []byte{':'})
		if !ok || !isToken(string(name)) {
			return nil, false
		}
		key, text := string(name), Text(bytes.TrimSpace(value))
		if i, again := at[key]; again {
			list[i][1] = text
			continue
		}
		at[key] = len(list)
		list = append(list, [2]string{key, text})
	}
	return list, true
}

// response reads a response within the limit for one body.
func (g *Gate) response(conn net.Conn, method string) (*HTTPResponse, error) {
	br := bufio.NewReaderSize(conn, maxHead)
	block, err := readHead(br)
	if err != nil {
		return nil, err
	}
	code, ok := statusOf(block)
	if !ok {
		return nil, errMalformed
	}
	list, ok := headers(block)
	if !ok {
		return nil, errMalformed
	}
	if _, err := br.Discard(len(block)); err != nil {
		return nil, errMalformed
	}
	r := &HTTPResponse{Status: code, Headers: list}
	if method == "HEAD" || code < 200 || code == 204 || code == 304 {
		return r, nil
	}
	r.Body, err = g.body(br, block)
	return r, err
}

// framing is how the end of a body is known: by chunks, by a length, or with
// -1 by the end of the connection.
func framing(block []byte) (chunked bool, length int64, ok bool) {
	length = -1
	_, block, _ = bytes.Cut(block, newline)
	for line := range bytes.SplitSeq(block, newline) {
		name, value, _ := strings.Cut(string(line), ":")
		value = strings.TrimSpace(value)
		switch strings.ToLower(name) {
		case "transfer-encoding":
			coding := value[strings.LastIndexByte(value, ',')+1:]
			if chunked = strings.EqualFold(strings.TrimSpace(coding), "chunked"); !chunked {
				return false, -1, strings.EqualFold(strings.TrimSpace(coding), "identity")
			}
		case "content-length":
			n, err := strconv.ParseUint(value, 10, 63)
			if err != nil || length >= 0 && int64(n) != length {
				return false, 0, false
			}
			length = int64(n)
		}
	}
	return chunked, length, true
}

func (g *Gate) body(br *bufio.Reader, block []byte) ([]byte, error) {
	chunked, length, ok := framing(block)
	if !ok {
		return nil, errMalformed
	}
	limit := g.bytesLimit()
	tooLarge := errors.New(LimitError("read", limit).Text)
	var in io.Reader = br
	switch {
	case chunked:
		in, length = httputil.NewChunkedReader(br), -1
	case length >= 0:
		if limit > 0 && length > limit {
			return nil, tooLarge
		}
		in = io.LimitReader(br, length)
	}
	if limit > 0 {
		in = io.LimitReader(in, limit+1)
	}
	var b bytes.Buffer
	if length > 0 {
		b.Grow(int(min(length, 1<<20)) + bytes.MinRead)
	}
	_, err := b.ReadFrom(in)
	var timeout net.Error
	switch {
	case errors.As(err, &timeout):
		return nil, errors.New(netText(err))
	case limit > 0 && int64(b.Len()) > limit:
		return nil, tooLarge
	case err != nil, length >= 0 && int64(b.Len()) != length:
		return nil, errMalformed
	}
	return b.Bytes(), nil
}
