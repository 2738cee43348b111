//go:build linux

package execkind_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// A confined child reaches the network through the proxy, and only what its
// ceiling names.
func TestConfinedNet(t *testing.T) {
	needs(t, "curl", "python3")
	var seen []string
	handler := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		seen = append(seen, r.Host)
		switch r.URL.Path {
		case "/away":
			http.Redirect(rw, r, "http://127.0.0.1:"+portOf(r.Host)+"/", http.StatusFound)
		case "/echo":
			b, _ := io.ReadAll(r.Body)
			_, _ = io.WriteString(rw, r.Method+" "+string(b)+"\n")
		default:
			_, _ = io.WriteString(rw, "hello from "+r.Host+"\n")
		}
	})
	plain, secure := httptest.NewServer(handler), httptest.NewTLSServer(handler)
	defer plain.Close()
	defer secure.Close()
	port, sport := portOfURL(t, plain.URL), portOfURL(t, secure.URL)
	for _, c := range []struct {
		name, caps, script, text string
		record                   string
	}{
		{"a request", "net=localhost", "curl -sS http://localhost:PORT/", "hello from localhost:PORT\n", `granted net("localhost:PORT") proxy`},
		{"a body", "net=localhost", "curl -sS -d abc http://localhost:PORT/echo", "POST abc\n", ""},
		{"a body in pieces", "net=localhost", "echo abc | curl -sS -T - http://localhost:PORT/echo", "PUT abc\n\n", ""},
		{"a tunnel", "net=localhost:SPORT", "curl -sSk https://localhost:SPORT/", "hello from localhost:SPORT\n", `granted net("localhost:SPORT") proxy`},
		{"python", "net=localhost", `python3 -c 'import urllib.request as u; print(u.urlopen("http://localhost:PORT/").read().decode(), end="")'`, "hello from localhost:PORT\n", ""},
		{"another port", "net=localhost:1", "curl -sS -o /dev/null -w '%{http_code}\\n' http://localhost:PORT/", "403\n", `refused net("localhost:PORT") proxy`},
		{"another host", "net=localhost", "curl -sS -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:PORT/", "403\n", `refused net("127.0.0.1:PORT") proxy`},
		{"a tunnel to another host", "net=localhost", "curl -sSk https://127.0.0.1:SPORT/ 2>/dev/null; echo $?", "56\n", `refused net("127.0.0.1:SPORT") proxy`},
		{"a name that leads here", "net=*", "curl -sS http://localhost:PORT/", "blocked address ADDR for host localhost\n", `granted net("localhost:PORT") proxy`},
		{"a forged host", "net=localhost", "curl -sS -H 'Host: evil.test' http://localhost:PORT/", "hello from localhost:PORT\n", ""},
		{"a redirect", "net=localhost", "curl -sSL -o /dev/null -w '%{http_code}\\n' http://localhost:PORT/away", "403\n", `refused net("127.0.0.1:PORT") proxy`},
		{"past the proxy", "net=localhost", "curl -sS --noproxy '*' http://127.0.0.1:PORT/ 2>/dev/null; echo $?", "7\n", ""},
		{"a name server", "net=localhost", "curl -sS --noproxy '*' http://example.com/ 2>/dev/null; echo $?", "6\n", ""},
		{"no net at all", "time", "curl -sS -x http://127.0.0.1:3128 http://localhost:PORT/ 2>/dev/null; echo $?", "7\n", ""},
	} {
		fill := strings.NewReplacer("SPORT", sport, "PORT", port).Replace
		w := newWorld(t, "sh a.sh", fill(c.caps)+",exec=curl,exec=python3", map[string]string{"a.sh": fill(c.script)})
		_, text := w.run()
		want := fill(c.text)
		for _, addr := range []string{"127.0.0.1", "::1"} {
			text = strings.ReplaceAll(text, "blocked address "+addr, "blocked address ADDR")
		}
		if text != want {
			t.Errorf("%s: %q, want %q", c.name, text, want)
		}
		if c.record != "" && !w.recorded(fill(c.record)) {
			t.Errorf("%s: no %s in %q", c.name, fill(c.record), w.entries)
		}
	}
	for _, host := range seen {
		if host != "localhost:"+port && host != "localhost:"+sport {
			t.Errorf("a request for %s arrived", host)
		}
	}
}

// The ways to a forbidden host, each without a sandbox, where it must lead there;
// in it, where it must not; and with the ceiling that would have to forbid it
// opened just as far as the way needs, where it must lead there again.
func TestNetAttacks(t *testing.T) {
	needs(t, "curl", "python3")
	serve := func(own string, more map[string]http.HandlerFunc) string {
		s := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if f := more[r.URL.Path]; f != nil {
				f(rw, r)
				return
			}
			text := own
			if r.Host == "secret.test" { // one server, many names
				text = "secret"
			}
			_, _ = io.WriteString(rw, text+"\n")
		}))
		t.Cleanup(s.Close)
		return portOfURL(t, s.URL)
	}
	secret := serve("secret", nil)
	open := serve("open", map[string]http.HandlerFunc{"/away": func(rw http.ResponseWriter, r *http.Request) {
		http.Redirect(rw, r, "http://127.0.0.1:"+secret+"/", http.StatusFound)
	}})
	const lent, loose = "net=localhost:OPEN", "net=localhost:OPEN,net=127.0.0.1:SECRET"
	const raw = `python3 -c '
import os, socket, sys
proxy = os.environ.get("HTTP_PROXY", "").removeprefix("http://").split(":")
s = socket.create_connection((proxy[0], int(proxy[1])) if proxy[0] else ("127.0.0.1", SECRET), 3)
s.sendall(sys.argv[1].encode().decode("unicode_escape").encode())
data = b""
while (b := s.recv(4096)):
    data += b
print(data.decode().splitlines()[-1])' `
	for _, a := range []struct{ name, script, caps, loose, looseScript string }{
		{"directly", "curl -sS --noproxy '*' http://127.0.0.1:SECRET/", "time", "", ""},
		{"directly, with net", "curl -sS --noproxy '*' http://127.0.0.1:SECRET/", lent, "", ""},
		{"through the proxy", "curl -sS http://127.0.0.1:SECRET/", lent, loose, ""},
		{"through a tunnel", "curl -sSp http://127.0.0.1:SECRET/", lent, loose, ""},
		{"by another spelling", "curl -sS http://0x7f.1:SECRET/", lent, loose, ""},
		{"by a redirect", "curl -sSL http://localhost:OPEN/away", lent, loose, ""},
		// What is in a tunnel is not looked into, so in one the name can be forged.
		{"by a forged name of a lent server", "curl -sS -H 'Host: secret.test' http://localhost:OPEN/", lent, lent, "curl -sSp -H 'Host: secret.test' http://localhost:OPEN/"},
		{"by a forged name", raw + `'GET / HTTP/1.1\r\nHost: 127.0.0.1:SECRET\r\nConnection: close\r\n\r\n'`, lent, loose,
			raw + `'GET http://127.0.0.1:SECRET/ HTTP/1.1\r\nHost: localhost:OPEN\r\nConnection: close\r\n\r\n'`},
		{"by two names", raw + `'GET / HTTP/1.1\r\nHost: localhost:OPEN\r\nX-Forwarded-Host: 127.0.0.1:SECRET\r\nConnection: close\r\n\r\n'`, lent, loose,
			raw + `'GET http://127.0.0.1:SECRET/ HTTP/1.1\r\nHost: localhost:OPEN\r\nConnection: close\r\n\r\n'`},
	} {
		fill := strings.NewReplacer("OPEN", open, "SECRET", secret).Replace
		try := func(caps, script string) string {
			if caps != "" {
				caps += ",exec=curl,exec=python3"
			}
			w := newWorld(t, "sh a.sh", fill(caps), map[string]string{"a.sh": fill(script)})
			_, text := w.run()
			return text
		}
		if text := try("", a.script); text != "secret\n" {
			t.Errorf("%s: without a sandbox: %q", a.name, text)
		}
		if text := try(a.caps, a.script); strings.Contains(text, "secret\n") {
			t.Errorf("%s: confined: %q", a.name, text)
		}
		if a.loose == "" {
			continue // confine's own tests take the layers away
		}
		script := a.script
		if a.looseScript != "" {
			script = a.looseScript
		}
		if text := try(a.loose, script); text != "secret\n" {
			t.Errorf("%s: with all that it needs lent: %q", a.name, text)
		}
	}
}

func portOf(host string) string {
	_, port, _ := strings.Cut(host, ":")
	return port
}

func portOfURL(t *testing.T, text string) string {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u.Port()
}
