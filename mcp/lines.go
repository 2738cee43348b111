package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxLine is the longest message that is read; a longer one is none.
const maxLine = 4 << 20

// lines is a transport of one JSON-RPC message a line. It is more patient than
// the SDK's: a line that is no message is passed over instead of ending the
// session, a method that is not spoken is answered here, and the end of the
// input waits for what still runs.
type lines struct {
	in  io.Reader
	out io.Writer
}

// Connect implements mcp.Transport.
func (t *lines) Connect(context.Context) (mcp.Connection, error) {
	c := &lineConn{out: t.out, arrived: make(chan jsonrpc.Message), done: make(chan struct{}), asked: map[int64]json.RawMessage{}}
	c.idle = sync.NewCond(&c.mu)
	go c.readAll(t.in)
	return c, nil
}

type lineConn struct {
	out     io.Writer
	arrived chan jsonrpc.Message // closed at the end of the input
	done    chan struct{}        // closed by Close
	once    sync.Once

	mu     sync.Mutex
	idle   *sync.Cond // a request was answered, or the connection was closed
	last   int64      // number of the last request
	asked  map[int64]json.RawMessage
	closed bool
}

// The SDK knows requests by numbers of ours, and asked has the ids that the
// client gave to those without an answer: a client may use an id twice, or one
// that is no whole number, and each request still gets its answer.

func (c *lineConn) SessionID() string { return "" }

// Read implements mcp.Connection.
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m, ok := <-c.arrived:
		if ok {
			return m, nil
		}
		return nil, io.EOF
	case <-c.done:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements mcp.Connection.
func (c *lineConn) Write(_ context.Context, m jsonrpc.Message) error {
	src, err := jsonrpc.EncodeMessage(m)
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := m.(*jsonrpc.Response); ok {
		if n, ok := r.ID.Raw().(int64); ok {
			if id := c.asked[n]; err == nil && id != nil {
				src, err = answerTo(id, src)
			}
			delete(c.asked, n)
			c.idle.Broadcast()
		}
	}
	if err == nil {
		_, err = c.out.Write(append(src, '\n'))
	}
	return err
}

// answerTo puts the client's id into an answer.
func answerTo(id json.RawMessage, src []byte) ([]byte, error) {
	var wire struct {
		Version string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Result  json.RawMessage `json:"result,omitempty"`
		Error   json.RawMessage `json:"error,omitempty"`
	}
	if err := json.Unmarshal(src, &wire); err != nil {
		return nil, err
	}
	wire.ID = id
	return json.Marshal(wire)
}

// Close implements mcp.Connection.
func (c *lineConn) Close() error {
	c.once.Do(func() {
		close(c.done)
		c.mu.Lock()
		c.closed = true
		c.idle.Broadcast()
		c.mu.Unlock()
	})
	return nil
}

// readAll reads lines until there are none, and passes the messages on.
func (c *lineConn) readAll(in io.Reader) {
	defer close(c.arrived)
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		line, err := readLine(r)
		if m := c.message(line); m != nil {
			select {
			case c.arrived <- m:
			case <-c.done:
				return
			}
		}
		if err != nil {
			break
		}
	}
	c.mu.Lock()
	for len(c.asked) > 0 && !c.closed {
		c.idle.Wait()
	}
	c.mu.Unlock()
}

// readLine reads one line; of one that is too long nothing is kept.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	tooLong := false
	for {
		part, err := r.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(part) > maxLine; tooLong {
			line = nil
		} else {
			line = append(line, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimSpace(line), err
		}
	}
}

// message makes of a line what the SDK understands, or nil: of what is no
// message, of notifications that mean nothing here, and of requests that are
// answered at once.
func (c *lineConn) message(line []byte) jsonrpc.Message {
	var wire struct {
		ID     json.RawMessage `json:"id"`
		Method json.RawMessage `json:"method"`
		Params json.RawMessage `json:"params"`
	}
	if len(line) == 0 || line[0] != '{' || json.Unmarshal(line, &wire) != nil {
		return nil
	}
	var method string
	if len(wire.Method) > 0 && json.Unmarshal(wire.Method, &method) != nil {
		method = string(wire.Method)
	}
	var id any
	if len(wire.ID) > 0 && json.Unmarshal(wire.ID, &id) != nil {
		return nil
	}
	req := &jsonrpc.Request{Method: method, Params: wire.Params}
	key := idKey(wire.ID, id)
	if key == nil { // a notification
		if method != noteCancelled {
			return nil
		}
		if req.Params = c.cancelParams(req.Params); req.Params == nil {
			return nil
		}
		return req
	}
	c.mu.Lock()
	c.last++
	n := c.last
	c.asked[n] = key
	c.mu.Unlock()
	var err error
	if req.ID, err = jsonrpc.MakeID(float64(n)); err != nil {
		return nil
	}
	switch method {
	case methodPing, methodList:
		req.Params = nil // nothing depends on them
		return req
	case methodInitialize:
		// Nothing depends on what the client says of itself.
		req.Params = json.RawMessage(`{"protocolVersion":"","capabilities":{},"clientInfo":{"name":"","version":""}}`)
		return req
	case methodCall:
		req.Params = callParams(req.Params)
		return req
	}
	_ = c.Write(context.Background(), &jsonrpc.Response{ID: req.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "unknown method " + method}})
	return nil
}

// idKey is an id as it is sent back and compared; nil for what is none.
func idKey(raw json.RawMessage, id any) json.RawMessage {
	switch id := id.(type) {
	case string:
		src, err := json.Marshal(id)
		if err != nil {
			return nil
		}
		return src
	case float64:
		return bytes.TrimSpace(raw)
	}
	return nil
}

// cancelParams names the request that a client does not wait for any more by our
// number; nil when there is none.
func (c *lineConn) cancelParams(raw json.RawMessage) json.RawMessage {
	var p struct {
		ID json.RawMessage `json:"requestId"`
	}
	var id any
	if json.Unmarshal(raw, &p) != nil || json.Unmarshal(p.ID, &id) != nil {
		return nil
	}
	key := idKey(p.ID, id)
	if key == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	var latest int64
	for n, asked := range c.asked {
		if n > latest && bytes.Equal(asked, key) {
			latest = n
		}
	}
	if latest == 0 {
		return nil
	}
	return json.RawMessage(`{"requestId":` + strconv.FormatInt(latest, 10) + `}`)
}

func isObject(raw json.RawMessage) bool {
	raw = bytes.TrimSpace(raw)
	return len(raw) > 0 && raw[0] == '{'
}

// callParams are the parameters of a call in the shape the SDK expects; what is
// missing or of another type is empty, so that the answer is a result.
func callParams(raw json.RawMessage) json.RawMessage {
	var p struct {
		Name      any             `json:"name"`
		Arguments json.RawMessage `json:"arguments,omitempty"`
		Meta      json.RawMessage `json:"_meta,omitempty"`
	}
	if isObject(raw) {
		_ = json.Unmarshal(raw, &p) // what does not fit stays empty
	}
	name, _ := p.Name.(string)
	p.Name = name
	if !isObject(p.Meta) {
		p.Meta = nil
	}
	src, err := json.Marshal(p)
	if err != nil {
		return json.RawMessage(`{"name":""}`)
	}
	return src
}
