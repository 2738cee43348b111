package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/synrun/synrun/host"
	"github.com/synrun/synrun/manifest"
	"github.com/synrun/synrun/synkind"
)

const notesManifest = `{"name": "notes", "version": "0.1.0", "description": "says and reads", "profile": "native", "caps": "stdout,env=LAMP_*", "tools": [
 {"name": "say", "description": "says it", "parameters": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}},
 {"name": "read", "description": "reads a file", "readonly": true}, {"name": "wait", "description": "waits"}]}`

const notesProgram = `require env("LAMP_*")
let tool be env("LAMP_TOOL")
when tool == "say"
    print("first line")
    print(get(json_decode(env("LAMP_ARGS")), "text", ""))
when tool == "read"
    try
        print(read_file("/etc/hostname"))
    recover e
        print("caught")
when tool == "wait"
    while true
        let x be 1
`

// lampHome makes a workspace with a lamp of the project, notes, that is trusted,
// one that is not, one with the network that breaks its promise, and one that
// is broken.
func lampHome(t *testing.T, session string) *Lamps {
	t.Helper()
	root := t.TempDir()
	write := func(path, text string) {
		t.Helper()
		path = filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("ws/.lamps/notes/lamp.json", notesManifest)
	write("ws/.lamps/notes/lamp.syn", notesProgram)
	write("ws/.lamps/other/lamp.json", strings.ReplaceAll(notesManifest, `"notes"`, `"other"`))
	write("ws/.lamps/other/lamp.syn", notesProgram)
	write("ws/.lamps/web/lamp.json", `{"name": "web", "caps": "stdout,net=example.org", "tools": [{"name": "get_it", "description": "gets"}]}`)
	write("ws/.lamps/web/lamp.syn", "require file.read(\"x\")\nprint(1)\n")
	write("ws/.lamps/bad/lamp.json", `{"name": "bad"}`)
	if session != "" {
		write("user/.lamps/session.json", session)
	}
	env := map[string]string{"HOME": filepath.Join(root, "user"), "PATH": os.Getenv("PATH")}
	places, err := manifest.PlacesFrom(func(k string) string { return env[k] }, filepath.Join(root, "ws"), filepath.Join(root, "home"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := host.Open(host.Options{Places: places, Config: host.DefaultConfig(), Runners: map[manifest.Kind]manifest.Runner{manifest.KindSyn: &synkind.Runner{}}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	for _, name := range []string{"notes", "web"} {
		p, err := h.Lamp(name)
		if err == nil {
			_, err = h.On(p, host.TurnOptions{By: "user"})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return &Lamps{Host: h, Mode: host.ModeYolo}
}

// connect serves a surface to the SDK's own client.
func connect(t *testing.T, s Surface) *mcp.ClientSession {
	t.Helper()
	fromClient, toServer := io.Pipe()
	fromServer, toClient := io.Pipe()
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, s, fromClient, toClient, Options{Name: "lamp", Version: "1.2.3", Protocol: LampProtocol})
		toClient.Close()
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		toServer.Close()
		stop()
		<-served
	})
	return session
}

func call(t *testing.T, c *mcp.ClientSession, name string, args any) (text string, failed bool) {
	t.Helper()
	r, err := c.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Content) != 1 {
		t.Fatalf("%s: %d contents", name, len(r.Content))
	}
	return r.Content[0].(*mcp.TextContent).Text, r.IsError
}

func TestLampsForAClient(t *testing.T) {
	l := lampHome(t, "")
	c := connect(t, l)
	init := c.InitializeResult()
	if init.ProtocolVersion != LampProtocol || init.ServerInfo.Name != "lamp" || init.ServerInfo.Version != "1.2.3" || init.Capabilities.Tools == nil {
		t.Errorf("initialize: %+v", init)
	}
	if err := c.Ping(context.Background(), nil); err != nil {
		t.Errorf("ping: %v", err)
	}
	list, err := c.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*mcp.Tool{}
	var names []string
	for _, tool := range list.Tools {
		byName[tool.Name] = tool
		names = append(names, tool.Name)
	}
	if got, want := strings.Join(names, " "), "lamps_list lamps_audit lamp_notes_say lamp_notes_read lamp_notes_wait lamp_web_get_it"; got != want {
		t.Errorf("tools: %s\nwant   %s", got, want)
	}
	if got, want := byName["lamp_notes_say"].Description, "says it  [lamp: notes · ceiling: stdout,env=LAMP_*]"; got != want {
		t.Errorf("description: %s\nwant %s", got, want)
	}
	if got, want := byName["lamp_web_get_it"].Description, "gets  [lamp: web · ceiling: stdout,net=example.org · WARNING: this lamp's source asks for file.read(\"x\"), none of which is in its ceiling; those calls will be refused]"; got != want {
		t.Errorf("description: %s\nwant %s", got, want)
	}
	for name, want := range map[string][2]bool{"lamp_notes_say": {false, false}, "lamp_notes_read": {true, false}, "lamp_web_get_it": {false, true}} {
		if a := byName[name].Annotations; a == nil || a.ReadOnlyHint != want[0] || a.OpenWorldHint == nil || *a.OpenWorldHint != want[1] {
			t.Errorf("%s: annotations %+v, want %v", name, a, want)
		}
	}
	for _, x := range []struct {
		name   string
		args   any
		text   string
		failed bool
	}{
		{"lamp_notes_say", map[string]any{"text": "hi"}, "hi", false}, // the last line alone
		{"lamp_notes_read", nil, "DENIED file_read(\"/etc/hostname\"): ", true},
		{"lamp_other_say", nil, "lamp other is not enabled (synrun lamp trust other)", true},
		{"lamp_nobody_say", nil, "unknown tool lamp_nobody_say", true},
		{"lamps_eval", map[string]any{"source": "print(1)"}, "ad-hoc execution is off: no session ceiling", true},
	} {
		text, failed := call(t, c, x.name, x.args)
		if failed != x.failed || !strings.HasPrefix(text, x.text) || !failed && text != x.text {
			t.Errorf("%s: %q, failed %v; want %q, %v", x.name, text, failed, x.text, x.failed)
		}
	}
	text, _ := call(t, c, "lamps_list", nil)
	var listed struct {
		Session *string `json:"session_ceiling"`
		Lamps   []struct {
			Name, Origin, Broken string
			Enabled              bool
			Keeps                bool `json:"keeps_promise"`
		}
	}
	if err := json.Unmarshal([]byte(text), &listed); err != nil || listed.Session != nil || len(listed.Lamps) != 4 {
		t.Fatalf("lamps_list: %v %s", err, text)
	}
	for _, row := range listed.Lamps {
		if on := row.Name == "notes" || row.Name == "web"; row.Enabled != on || row.Origin != "project" || (row.Broken != "") != (row.Name == "bad") {
			t.Errorf("lamps_list: %+v", row)
		}
	}
	text, _ = call(t, c, "lamps_audit", nil)
	var rows []map[string]any
	if err := json.Unmarshal([]byte(text), &rows); err != nil || len(rows) != 2 || rows[0]["lamp"] != "notes" || rows[0]["ok"] != true || rows[1]["ok"] != false {
		t.Errorf("lamps_audit: %v %s", err, text)
	}
}

func TestEvalUnderASession(t *testing.T) {
	c := connect(t, lampHome(t, `{"ceiling": "stdout", "eval": true}`))
	if text, failed := call(t, c, "lamps_eval", map[string]any{"source": "print(1)\nprint(2)"}); text != "1\n2" || failed {
		t.Errorf("eval: %q, failed %v", text, failed)
	}
	if text, failed := call(t, c, "lamps_eval", map[string]any{"source": "require file.read(\"x\")"}); !strings.HasPrefix(text, "DENIED file_read(\"x\")") || !failed {
		t.Errorf("eval above the ceiling: %q, failed %v", text, failed)
	}
	if text, failed := call(t, c, "lamps_eval", map[string]any{}); text != "lamps_eval needs a source" || !failed {
		t.Errorf("eval of nothing: %q, failed %v", text, failed)
	}
	c = connect(t, lampHome(t, `{"ceiling": "stdout"}`))
	if text, failed := call(t, c, "lamps_eval", map[string]any{"source": "print(1)"}); !strings.HasPrefix(text, "ad-hoc execution is off") || !failed {
		t.Errorf("eval that is off: %q, failed %v", text, failed)
	}
}

// A mode other than yolo is that of any agent.
func TestModesOfLamps(t *testing.T) {
	l := lampHome(t, "")
	for mode, want := range map[host.Mode]string{
		host.ModeStrict: "DENIED by policy (strict mode (plugin tool))", host.ModeAsk: "DENIED by the user (plugin tool lamp_notes_say)",
	} {
		l := &Lamps{Host: l.Host, Mode: mode}
		r, err := l.Call(context.Background(), "lamp_notes_say", json.RawMessage(`{"text": "x"}`))
		if err != nil || !r.IsError || !strings.HasPrefix(r.Content[0].(*mcp.TextContent).Text, want) {
			t.Errorf("%s: %+v, %v", mode, r, err)
		}
	}
}

// What lies on the wire, message by message.
func TestWire(t *testing.T) {
	l := lampHome(t, "")
	in := strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`not json`, `[]`, `{"jsonrpc":"2.0","id":2,"method":"ping"}`, ``, `{"id":"three","method":"ping"}` + "\r", `"text"`,
		`{"jsonrpc":"2.0","id":4,"method":"resources/list"}`, `{"id":5,"method":"initialize"}`, `{"id":6,"method":17}`, `{"id":null,"method":"ping"}`,
		`{"id":7,"method":"tools/call"}`, `{"id":8,"method":"tools/call","params":{"name":5,"arguments":[]}}`,
		`{"id":9,"method":"tools/call","params":{"name":"lamp_notes_say","arguments":{"text":"<é>"}}}`,
		`{"id":10,"method":"tools/call","params":{"name":"lamp_notes_say","arguments":[1]}}`,
		strings.Repeat("x", maxLine+10), `{"id":11}`, `{"id":12,"method":"server/discover","params":{}}`, `{"id":{},"method":"ping"}`,
		`{"id":13,"method":"ping","params":"odd"}`,
	}, "\n")
	var out strings.Builder
	if err := Serve(context.Background(), l, strings.NewReader(in), &out, Options{Name: "lamp", Version: "v", Protocol: LampProtocol}); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	lines := bufio.NewScanner(strings.NewReader(out.String()))
	for lines.Scan() {
		var m map[string]json.RawMessage
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil || string(m["jsonrpc"]) != `"2.0"` {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		body := m["result"]
		if body == nil {
			body = m["error"]
		}
		got[string(m["id"])] = string(body)
	}
	hello := `{"capabilities":{"tools":{}},"protocolVersion":"2024-11-05","serverInfo":{"name":"lamp","version":"v"}}`
	text := func(s string) string { return `{"content":[{"type":"text","text":"` + s + `"}]}` }
	fault := func(s string) string { return `{"content":[{"type":"text","text":"` + s + `"}],"isError":true}` }
	unknown := func(s string) string { return `{"code":-32601,"message":"unknown method ` + s + `"}` }
	want := map[string]string{
		"1": hello, "2": "{}", `"three"`: "{}", "4": unknown("resources/list"), "5": hello, "6": unknown("17"),
		"7": fault("unknown tool "), "8": fault("unknown tool "), "9": text(`\u003cé\u003e`), "10": fault("ERROR: tool arguments must be a JSON object"),
		"11": unknown(""), "12": unknown("server/discover"), "13": "{}",
	}
	for id, w := range want {
		if got[id] != w {
			t.Errorf("answer %s: %s\nwant %s", id, got[id], w)
		}
	}
	for id := range got {
		if want[id] == "" {
			t.Errorf("an answer to %s: %s", id, got[id])
		}
	}
}

// Ids that a client uses twice, or that are no whole numbers, come back as they
// were, and the end of the input ends the server.
func TestOddIDs(t *testing.T) {
	l := lampHome(t, "")
	var in, want []string
	for _, id := range []string{"1", "1", "1", "1.5", "1.0", "-0", "1e300", "9223372036854775808", `"1"`, `"1"`, `""`} {
		for _, method := range []string{"tools/list", "nothing"} {
			in = append(in, `{"id":`+id+`,"method":"`+method+`","params":{"cursor":5}}`)
			want = append(want, id)
		}
	}
	in = append(in, `{"method":"notifications/cancelled","params":{"requestId":77}}`, `{"method":"notifications/cancelled","params":[1]}`)
	ctx, stop := context.WithTimeout(context.Background(), 30*time.Second)
	defer stop()
	var out strings.Builder
	if err := Serve(ctx, l, strings.NewReader(strings.Join(in, "\n")), &out, Options{Name: "lamp", Protocol: LampProtocol}); err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		var m struct{ ID json.RawMessage }
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		got = append(got, string(m.ID))
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("answers to %v\nwant       %v", got, want)
	}
}

// A client that takes its call back ends the program.
func TestCancel(t *testing.T) {
	c := connect(t, lampHome(t, ""))
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := c.CallTool(ctx, &mcp.CallToolParams{Name: "lamp_notes_wait"})
		ended <- err
	}()
	time.Sleep(100 * time.Millisecond)
	stop()
	if err := <-ended; err == nil {
		t.Error("the call went on")
	}
	if text, _ := call(t, c, "lamp_notes_say", map[string]any{"text": "still here"}); text != "still here" {
		t.Errorf("afterwards: %q", text)
	}
}

// Serve ends with its context although its input stays open.
func TestEndOfContext(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	r, w := io.Pipe()
	defer w.Close()
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, lampHome(t, ""), r, io.Discard, Options{Name: "lamp", Protocol: LampProtocol})
	}()
	stop()
	select {
	case <-served:
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
}
