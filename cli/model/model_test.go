package model

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/synrun/synrun/gate"
)

// settings resolves from a map, as if it were the environment.
func settings(env map[string]string) *Settings { return Resolve(From(gate.MapEnviron(env), nil)) }

func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name                  string
		env                   map[string]string
		live                  bool
		provider, model, base string
	}{
		{"nothing", nil, false, "", "", ""},
		{"first key", map[string]string{"OPENAI_API_KEY": "k", "DEEPSEEK_API_KEY": "k"}, true, "openai", "gpt-4o", "https://api.openai.com/v1"},
		{"alias", map[string]string{"SYNSEMA_LLM_PROVIDER": "claude", "ANTHROPIC_API_KEY": "k", "OPENAI_API_KEY": "k"}, true, "anthropic", "claude-sonnet-4-6", "https://api.anthropic.com"},
		{"chosen without key", map[string]string{"SYNSEMA_LLM_PROVIDER": "minimax", "OPENAI_API_KEY": "k"}, false, "minimax", "MiniMax-M3", "https://api.minimax.io/anthropic"},
		{"unknown", map[string]string{"SYNSEMA_LLM_PROVIDER": "oracle", "OPENAI_API_KEY": "k"}, false, "oracle", "", ""},
		{"blank is unset", map[string]string{"SYNSEMA_LLM_PROVIDER": "  ", "OPENAI_API_KEY": " "}, false, "", "", ""},
		{"own base", map[string]string{"DEEPSEEK_API_KEY": "k", "SYNSEMA_LLM_BASE_URL": "http://h/x/", "SYNSEMA_LLM_MODEL": "m"}, true, "deepseek", "m", "http://h/x"},
	} {
		s := settings(c.env)
		if s.Live() != c.live || s.Provider.Value != c.provider || s.Model.Value != c.model || s.Base.Value != c.base {
			t.Errorf("%s: live %v, %q, %q, %q", c.name, s.Live(), s.Provider.Value, s.Model.Value, s.Base.Value)
		}
		if (s.Open() != nil) != c.live {
			t.Errorf("%s: Open", c.name)
		}
	}
	s := settings(map[string]string{"SYNSEMA_LLM_TIMEOUT": "-1", "SYNSEMA_LLM_MAX_TOKENS": "x", "SYNSEMA_LLM_HTTP_STREAM": "false"})
	if s.timeout != time.Minute || s.maxTokens != 4096 || s.stream {
		t.Errorf("bad values: %v %v %v", s.timeout, s.maxTokens, s.stream)
	}
}

func TestEnvFileIsWeaker(t *testing.T) {
	file, _ := gate.ParseEnvFile([]byte("OPENAI_API_KEY=a\nSYNSEMA_LLM_MODEL=b\n"))
	s := Resolve(From(gate.MapEnviron(map[string]string{"SYNSEMA_LLM_MODEL": "c"}), file))
	if s.Key != FromEnvFile || s.Model != (Setting{"c", FromEnviron}) {
		t.Errorf("%v %v", s.Key, s.Model)
	}
}

func TestStatusNeverShowsTheKey(t *testing.T) {
	for _, asJSON := range []bool{false, true} {
		var b strings.Builder
		code := settings(map[string]string{"ANTHROPIC_API_KEY": "sesame"}).WriteStatus(&b, asJSON)
		if code != 0 || strings.Contains(b.String(), "sesame") || !strings.Contains(b.String(), "ANTHROPIC_API_KEY") {
			t.Errorf("%d %s", code, &b)
		}
		b.Reset()
		if code := settings(nil).WriteStatus(&b, asJSON); code != 1 || !strings.Contains(b.String(), "no provider") {
			t.Errorf("%d %s", code, &b)
		}
	}
}

// asked is what the test server got.
type asked struct {
	path   string
	header http.Header
	body   map[string]any
}

// serve answers one kind of request and gives the model that asks it.
func serve(t *testing.T, env map[string]string, answer http.HandlerFunc) (gate.Model, *asked) {
	t.Helper()
	got := &asked{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got.path, got.header, got.body = r.URL.Path, r.Header, nil
		if err := json.Unmarshal(text, &got.body); err != nil {
			t.Errorf("body: %s", text)
		}
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	all := map[string]string{"SYNSEMA_LLM_BASE_URL": server.URL + "/"}
	for k, v := range env {
		all[k] = v
	}
	return settings(all).Open(), got
}

func plain(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	}
}

func events(list ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
		for _, e := range list {
			fmt.Fprintf(w, "event: x\ndata: %s\n\n", e)
			w.(http.Flusher).Flush()
		}
	}
}

func ask(t *testing.T, m gate.Model, q gate.ModelRequest) gate.ModelReply {
	t.Helper()
	r, err := m.Complete(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var (
	anthropicKey = map[string]string{"ANTHROPIC_API_KEY": "sesame"}
	openAIKey    = map[string]string{"OPENAI_API_KEY": "sesame"}
)

func TestAnthropic(t *testing.T) {
	m, got := serve(t, anthropicKey, events(
		`{"type":"message_start","message":{"usage":{"input_tokens":10,"output_tokens":1}}}`,
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hel"}}`,
		`{"type":"ping"}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"lo"}}`,
		`{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}`,
		`{"type":"message_stop"}`))
	var pieces []string
	r := ask(t, m, gate.ModelRequest{Operation: "llm_stream", Prompt: "say", OnChunk: func(s string) error { pieces = append(pieces, s); return nil }})
	if r.Text != "Hello" || r.Tokens != 15 || m.Used() != 15 || !reflect.DeepEqual(pieces, []string{"Hel", "lo"}) {
		t.Errorf("%+v %v %v", r, m.Used(), pieces)
	}
	if got.path != "/v1/messages" || got.header.Get("X-Api-Key") != "sesame" || got.header.Get("Anthropic-Version") != "2023-06-01" {
		t.Errorf("%s %v", got.path, got.header)
	}
	want := map[string]any{"model": "claude-sonnet-4-6", "max_tokens": 4096.0, "stream": true,
		"messages": []any{map[string]any{"role": "user", "content": "say"}}}
	if !reflect.DeepEqual(got.body, want) {
		t.Errorf("body %v", got.body)
	}
}

func TestAnthropicTools(t *testing.T) {
	m, got := serve(t, anthropicKey, events(
		`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"let me see"}}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","name":"find","input":{}}}`,
		`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"q\": \"x\","}}`,
		`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":" \"n\": [1, 2]}"}}`,
		`{"type":"content_block_start","index":2,"content_block":{"type":"tool_use","name":"other","input":{}}}`,
		`{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{}"}}`,
		`{"type":"message_stop"}`))
	r := ask(t, m, gate.ModelRequest{Operation: "llm_step", Prompt: "p", Tools: []gate.ModelTool{{Name: "find", Description: "d", Params: []string{"q"}}}})
	if r.Tool != "find" || !reflect.DeepEqual(r.Args, [][2]string{{"q", "x"}, {"n", "[1,2]"}}) {
		t.Errorf("%+v", r)
	}
	want := []any{map[string]any{"name": "find", "description": "d", "input_schema": map[string]any{
		"type": "object", "properties": map[string]any{"q": map[string]any{"type": "string"}}, "required": []any{"q"}}}}
	if !reflect.DeepEqual(got.body["tools"], want) {
		t.Errorf("tools %v", got.body["tools"])
	}
}

func TestDecideForcesAnOption(t *testing.T) {
	m, got := serve(t, map[string]string{"ANTHROPIC_API_KEY": "k", "SYNSEMA_LLM_HTTP_STREAM": "0"},
		plain(`{"content":[{"type":"tool_use","name":"choose","input":{"choice":"left"}}],"usage":{"input_tokens":3,"output_tokens":4}}`))
	r := ask(t, m, gate.ModelRequest{Operation: "decide", Prompt: "p", Options: []string{"left", "right"}})
	if r.Text != "left" || r.Tool != "" || r.Tokens != 7 {
		t.Errorf("%+v", r)
	}
	if !reflect.DeepEqual(got.body["tool_choice"], map[string]any{"type": "tool", "name": "choose"}) || got.body["stream"] != nil {
		t.Errorf("body %v", got.body)
	}
}

func TestOpenAI(t *testing.T) {
	m, got := serve(t, openAIKey, events(
		`{"choices":[{"delta":{"role":"assistant","content":""}}]}`,
		`{"choices":[{"delta":{"content":"Hi"}}]}`,
		`{"choices":[{"delta":{},"finish_reason":"stop"}]}`,
		`{"choices":[],"usage":{"prompt_tokens":2,"completion_tokens":3}}`,
		`[DONE]`))
	r := ask(t, m, gate.ModelRequest{Operation: "reason", Prompt: "p"})
	if r.Text != "Hi" || r.Tokens != 5 || got.path != "/chat/completions" || got.header.Get("Authorization") != "Bearer sesame" {
		t.Errorf("%+v %s %v", r, got.path, got.header)
	}

	m, _ = serve(t, openAIKey, events(
		`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"name":"find","arguments":""}}]}}]}`,
		`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"q\":"}}]}}]}`,
		`{"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"\"x\"}"}}]}}]}`,
		`[DONE]`))
	r = ask(t, m, gate.ModelRequest{Operation: "llm_step", Prompt: "p", Tools: []gate.ModelTool{{Name: "find"}}})
	if r.Tool != "find" || !reflect.DeepEqual(r.Args, [][2]string{{"q", "x"}}) {
		t.Errorf("%+v", r)
	}

	m, _ = serve(t, openAIKey, plain(`{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"a","arguments":"{}"}},{"function":{"name":"b","arguments":"{}"}}]},"finish_reason":"tool_calls"}]}`))
	if r = ask(t, m, gate.ModelRequest{Operation: "llm_step", Tools: []gate.ModelTool{{Name: "a"}}}); r.Tool != "a" || len(r.Args) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestFailuresAreTexts(t *testing.T) {
	for _, c := range []struct {
		name   string
		env    map[string]string
		answer http.HandlerFunc
		want   string
	}{
		{"status", anthropicKey, func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(401)
			_, _ = io.WriteString(w, `{"error":{"message":"bad key sesame"}}`)
		}, "[anthropic error: HTTP 401: bad key [key]]"},
		{"redirect", anthropicKey, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/elsewhere", http.StatusTemporaryRedirect)
		}, "[anthropic error: HTTP 307: no message]"},
		{"event", anthropicKey, events(`{"type":"error","error":{"message":"overloaded"}}`), "[anthropic error: overloaded]"},
		{"broken off", openAIKey, events(`{"choices":[{"delta":{"content":"Hi"}}]}`), "[openai error: the answer broke off]"},
		{"no JSON", openAIKey, plain(`<html>`), "[openai error: the answer is no JSON]"},
		{"silence", map[string]string{"OPENAI_API_KEY": "k", "SYNSEMA_LLM_TIMEOUT": "0.05"}, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "[openai error: timeout]"},
	} {
		m, _ := serve(t, c.env, c.answer)
		if r := ask(t, m, gate.ModelRequest{Operation: "reason", Prompt: "p"}); r.Text != c.want || !r.Failed || r.Tokens != 0 {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
	m := settings(map[string]string{"OPENAI_API_KEY": "k", "SYNSEMA_LLM_BASE_URL": "http://127.0.0.1:1"}).Open()
	if r := ask(t, m, gate.ModelRequest{Prompt: "p"}); !strings.HasPrefix(r.Text, "[openai error: dial tcp") {
		t.Errorf("%+v", r)
	}
}

func TestBudgetAndEnd(t *testing.T) {
	m, _ := serve(t, map[string]string{"OPENAI_API_KEY": "k", "SYNSEMA_LLM_BUDGET": "5"},
		plain(`{"choices":[{"message":{"content":"x"}}],"usage":{"prompt_tokens":3,"completion_tokens":4}}`))
	ask(t, m, gate.ModelRequest{})
	if r := ask(t, m, gate.ModelRequest{}); r.Text != "[llm budget exceeded: used 7 of 5 tokens]" || !r.Failed {
		t.Errorf("%+v", r)
	}

	m, _ = serve(t, openAIKey, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	ctx, cancel := context.WithCancelCause(context.Background())
	time.AfterFunc(20*time.Millisecond, func() { cancel(gate.Cancelled("over")) })
	if _, err := m.Complete(ctx, gate.ModelRequest{}); err == nil || err.Error() != "cancelled: over" {
		t.Error(err)
	}

	m, _ = serve(t, openAIKey, events(`{"choices":[{"delta":{"content":"Hi"}}]}`, `[DONE]`))
	stop := fmt.Errorf("stop")
	if _, err := m.Complete(context.Background(), gate.ModelRequest{OnChunk: func(string) error { return stop }}); err != stop {
		t.Error(err)
	}
}
