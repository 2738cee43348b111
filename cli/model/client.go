package model

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/synrun/synrun/gate"
)

// dialect is a way of asking.
type dialect interface {
	// request gives path, headers and body of a question.
	request(s *Settings, q *gate.ModelRequest) (path string, header map[string]string, body map[string]any)
	// whole reads an answer in one piece.
	whole(body []byte, a *answer) error
	// event reads one event of a streamed answer.
	event(data []byte, a *answer) error
}

// answer is what a provider said so far.
type answer struct {
	text        strings.Builder
	tool        string // the tool called; only the first counts
	args        strings.Builder
	in, out     int64
	toolIndex   int
	ended       bool
	onChunk     func(string) error
	chunkFailed error
}

func (a *answer) say(text string) error {
	if text == "" {
		return nil
	}
	a.text.WriteString(text)
	if a.onChunk != nil {
		if err := a.onChunk(text); err != nil {
			a.chunkFailed = err
			return err
		}
	}
	return nil
}

const (
	maxAnswer = 32 << 20 // bytes of one answer
	maxDetail = 300      // bytes of an error shown to the program
)

// choice is the tool that forces one of the options of decide.
const choice = "choose"

// Complete implements gate.Model.
func (c *client) Complete(ctx context.Context, q gate.ModelRequest) (gate.ModelReply, error) {
	if used := c.used.Load(); c.budget > 0 && used >= c.budget {
		return gate.ModelReply{Text: fmt.Sprintf("[llm budget exceeded: used %d of %d tokens]", used, c.budget), Failed: true}, nil
	}
	a := &answer{onChunk: q.OnChunk}
	err := c.ask(ctx, &q, a)
	tokens := a.in + a.out
	c.used.Add(tokens)
	switch {
	case a.chunkFailed != nil:
		return gate.ModelReply{}, a.chunkFailed
	case ctx.Err() != nil:
		return gate.ModelReply{}, context.Cause(ctx)
	case err != nil:
		return gate.ModelReply{Text: "[" + c.provider.name + " error: " + c.scrub(err) + "]", Failed: true}, nil
	}
	r := gate.ModelReply{Text: a.text.String(), Tokens: tokens}
	if a.tool == "" {
		return r, nil
	}
	args := arguments(a.args.String())
	if q.Operation == "decide" {
		for _, kv := range args {
			if kv[0] == "choice" {
				r.Text = kv[1]
			}
		}
		return r, nil
	}
	r.Tool, r.Args = a.tool, args
	return r, nil
}

// scrub words an error without the key and on one short line.
func (c *client) scrub(err error) string {
	s := strings.ReplaceAll(err.Error(), c.key, "[key]")
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxDetail {
		s = strings.ToValidUTF8(s[:maxDetail], "") + "…"
	}
	return s
}

// ask sends a question and reads the answer.
func (c *client) ask(ctx context.Context, q *gate.ModelRequest, a *answer) error {
	path, header, body := c.provider.dialect.request(c.Settings, q)
	if c.stream {
		body["stream"] = true
	}
	content, err := json.Marshal(body)
	if err != nil {
		return err
	}
	// The time limit is for the whole answer, or for silence while it comes.
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	quiet := time.AfterFunc(c.timeout, func() { cancel(errSilent) })
	defer quiet.Stop()
	if give := a.onChunk; give != nil {
		a.onChunk = func(piece string) error { // the program's own time is no silence
			quiet.Stop()
			defer quiet.Reset(c.timeout)
			return give(piece)
		}
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.Base.Value+path, bytes.NewReader(content))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	for k, v := range header {
		req.Header.Set(k, v)
	}
	res, err := c.http.Do(req)
	if err != nil {
		return plainError(ctx, err)
	}
	defer res.Body.Close()
	var in io.Reader = io.LimitReader(res.Body, maxAnswer)
	if c.stream {
		in = &wakeful{in, func() { quiet.Reset(c.timeout) }}
	}
	if res.StatusCode/100 != 2 {
		text, _ := io.ReadAll(io.LimitReader(in, 64<<10))
		return fmt.Errorf("HTTP %d: %s", res.StatusCode, apiMessage(text))
	}
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		err = readEvents(in, func(data []byte) error { return c.provider.dialect.event(data, a) })
		if err == nil && !a.ended {
			err = errors.New("the answer broke off")
		}
		return plainError(ctx, err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		return plainError(ctx, err)
	}
	return c.provider.dialect.whole(text, a)
}

var errSilent = errors.New("timeout")

// plainError is an error without the address that was asked.
func plainError(ctx context.Context, err error) error {
	if err != nil && errors.Is(context.Cause(ctx), errSilent) {
		return errSilent
	}
	var asked *url.Error
	if errors.As(err, &asked) {
		return asked.Err
	}
	return err
}

// wakeful tells of every piece that comes.
type wakeful struct {
	io.Reader
	woke func()
}

func (w *wakeful) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	if n > 0 {
		w.woke()
	}
	return n, err
}

// apiMessage finds the message in the body of an error.
func apiMessage(body []byte) string {
	var e struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
		Message string `json:"message"`
	}
	if json.Unmarshal(body, &e) == nil {
		if e.Error.Message != "" {
			return e.Error.Message
		}
		if e.Message != "" {
			return e.Message
		}
	}
	if text := strings.TrimSpace(string(body)); text != "" {
		return text
	}
	return "no message"
}

// arguments reads the arguments of a tool call: texts as they are, other
// values as JSON, in the order of the answer.
func arguments(text string) [][2]string {
	dec := json.NewDecoder(strings.NewReader(text))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var args [][2]string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return args
		}
		var v json.RawMessage
		if dec.Decode(&v) != nil {
			return args
		}
		var s string
		if v[0] != '"' || json.Unmarshal(v, &s) != nil {
			var b bytes.Buffer
			if json.Compact(&b, v) != nil {
				return args
			}
			s = b.String()
		}
		name, _ := key.(string)
		args = append(args, [2]string{name, s})
	}
	return args
}

// schema is the JSON Schema of a tool: every parameter a required string.
func schema(params []string) map[string]any {
	properties := make(map[string]any, len(params))
	for _, p := range params {
		properties[p] = map[string]any{"type": "string"}
	}
	if params == nil {
		params = []string{}
	}
	return map[string]any{"type": "object", "properties": properties, "required": params}
}

// choiceSchema allows one of the options and nothing else.
func choiceSchema(options []string) map[string]any {
	return map[string]any{
		"type":       "object",
		"properties": map[string]any{"choice": map[string]any{"type": "string", "enum": options}},
		"required":   []string{"choice"},
	}
}
