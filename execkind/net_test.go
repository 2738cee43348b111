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
