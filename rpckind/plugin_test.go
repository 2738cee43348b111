//go:build unix

package rpckind_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The test program is also the plugin of the tests: a copy of it whose name
// says how it behaves.
func TestMain(m *testing.M) {
	if mode, ok := strings.CutPrefix(filepath.Base(os.Args[0]), "plugin-"); ok {
		servePlugin(mode)
		return
	}
	onMachine()
	os.Exit(m.Run())
}

type message struct {
	ID     int    `json:"id"`
	Method string `json:"method"`
	Params struct {
		Name            string         `json:"name"`
		Args            map[string]any `json:"args"`
		ProtocolVersion int            `json:"protocol_version"`
		Settings        map[string]any `json:"settings"`
		Workspace       string         `json:"workspace"`
	} `json:"params"`
}

func say(format string, args ...any) { fmt.Printf(format+"\n", args...) }

func text(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

// handshakes are the answers to initialize that are wrong.
var handshakes = map[string]string{
	"version2":  `{"id":1,"result":{"protocol_version":2,"ok":true}}`,
	"versiont":  `{"id":1,"result":{"protocol_version":"1","ok":true}}`,
	"noversion": `{"id":1,"result":{"ok":true}}`,
	"notok":     `{"id":1,"result":{"protocol_version":1,"ok":false}}`,
	"noresult":  `{"id":1}`,
	"error":     `{"id":1,"error":{"code":-1,"message":"no"}}`,
	"garbage":   `hello`,
}

func servePlugin(mode string) {
	var settings map[string]any
	var workspace string
	calls := 0
	if mode == "stubborn" {
		signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 4<<20)
	for in.Scan() {
		var m message
		if err := json.Unmarshal(in.Bytes(), &m); err != nil {
			fmt.Fprintln(os.Stderr, "bad line", in.Text())
			os.Exit(9)
		}
		ok := func(output string) {
			say(`{"id":%d,"result":{"ok":true,"output":%s,"meta":{"calls":%d}}}`, m.ID, text(output), calls)
		}
		switch m.Method {
		case "initialize":
			settings, workspace = m.Params.Settings, m.Params.Workspace
			switch answer, wrong := handshakes[mode]; {
			case wrong:
				say("%s", answer)
			case mode == "dies":
				os.Exit(4)
			case mode == "loose":
				say(" {\"jsonrpc\": \"2.0\", \"method\": \"log\"}\r\n{\"jsonrpc\": \"2.0\", \"id\": 1, \"result\": {\"protocol_version\": 1, \"ok\": true}}\r")
			default:
				say(`{"id":1,"result":{"protocol_version":1,"ok":true}}`)
			}
		case "shutdown":
			if mode == "stays" || mode == "stubborn" {
				time.Sleep(time.Minute)
			}
			_ = os.WriteFile(filepath.Join(workspace, "shutdown"), []byte("asked"), 0o644)
			return
		case "tool.call":
			calls++
			act(m, ok, settings, workspace, calls)
		}
	}
	if mode == "stays" || mode == "stubborn" {
		time.Sleep(time.Minute)
	}
	_ = os.WriteFile(filepath.Join(workspace, "closed"), nil, 0o644)
}

func act(m message, ok func(string), settings map[string]any, workspace string, calls int) {
	switch m.Params.Name {
	case "count":
		ok(fmt.Sprint(calls, " ", m.ID))
	case "pid":
		ok(fmt.Sprint(os.Getpid()))
	case "args":
		b, _ := json.Marshal(m.Params.Args)
		ok(string(b))
	case "settings":
		b, _ := json.Marshal(settings)
		ok(string(b))
	case "where":
		wd, _ := os.Getwd()
		ok(fmt.Sprint(wd == workspace, " ", len(os.Args), " ", os.Getenv("GIVEN")))
	case "raw":
		say("%s", strings.ReplaceAll(m.Params.Args["line"].(string), "ID", fmt.Sprint(m.ID)))
	case "hang":
		time.Sleep(time.Minute)
	case "slow":
		time.Sleep(300 * time.Millisecond)
		ok("slow")
	case "late":
		time.Sleep(1500 * time.Millisecond)
		ok("late answer")
	case "exit":
		os.Exit(int(m.Params.Args["code"].(float64)))
	case "kill":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Second)
	case "close":
		os.Stdout.Close()
		time.Sleep(time.Minute)
	case "long":
		say(`{"id":%d,"result":{"ok":true,"output":"%s"}}`, m.ID, strings.Repeat("x", int(m.Params.Args["n"].(float64))))
	case "flood":
		for i := range 20000 {
			say(`{"method":"log","params":{"text":"%d %s"}}`, i, strings.Repeat("y", 100))
		}
		ok("flooded")
	case "gigabyte": // of one line
		part := strings.Repeat("x", 1<<20)
		for range 1 << 10 {
			fmt.Print(part)
		}
		say("")
	case "stderr gigabyte":
		part := []byte(strings.Repeat("y", 1<<20-1) + "\n")
		for range 1 << 10 {
			_, _ = os.Stderr.Write(part)
		}
		ok("ok")
	case "grandchildren": // who close what they were given
		err := exec.Command("/bin/sh", "-c", "(sleep $0 & sleep $0) & exec sleep $0", m.Params.Args["seconds"].(string)).Start()
		ok(fmt.Sprint(err))
	case "stderr":
		fmt.Fprint(os.Stderr, strings.Repeat("z", 100<<10)+"the end\n")
		ok("ok")
	case "read":
		b, err := os.ReadFile(m.Params.Args["name"].(string))
		ok(fmt.Sprint(string(b), err))
	case "connect later":
		go func() {
			time.Sleep(200 * time.Millisecond)
			connect("later.test:80")
		}()
		ok("ok")
	case "connect":
		ok(connect("now.test:80"))
	}
}

// connect asks the proxy for a tunnel.
func connect(target string) string {
	c, err := net.Dial("tcp", "127.0.0.1:3128")
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", target, target)
	line, _ := bufio.NewReader(c).ReadString('\n')
	return strings.TrimSpace(line)
}
