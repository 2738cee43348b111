package caps

import (
	"errors"
	"testing"
)

func TestParseURL(t *testing.T) {
	tests := []struct {
		in    string
		scope string
		err   error
	}{
		{"https://API.Example.COM/v1/items?token=abc", "api.example.com", nil},
		{"http://h/", "h", nil},
		{"http://h:80/", "h:80", nil},
		{"http://h", "h", nil},
		{"http://h?q", "h", nil},
		{"http://h#f", "h", nil},
		{"https://good.example.com@evil.test/x", "evil.test", nil},
		{"https://u:p@h:8080/x", "h:8080", nil},
		{"http://[::1]/", "::1", nil},
		{"http://[::1]:80/", "[::1]:80", nil},
		{"http://[::FFFF:127.0.0.1]:1/", "[::ffff:127.0.0.1]:1", nil},
		{"http://h./", "h", nil},
		{"http://H.:80/", "h:80", nil},
		{"http://bücher.de/", "xn--bcher-kva.de", nil},
		{"http://b%C3%BCcher.de/", "", ErrBadHost},
		{"gopher://files.example.com/x", "files.example.com", nil},
		{"http://h/a@b", "h", nil},
		{"http://*/", "*", nil},
		{"http://my_host/", "my_host", nil},
		{"http://１２７.0.0.1/", "127.0.0.1", nil},

		{"api.example.com/x", "", ErrNoHost},
		{"", "", ErrNoHost},
		{"http://", "", ErrNoHost},
		{"http:///x", "", ErrNoHost},
		{"http://:80/", "", ErrNoHost},
		{"http://u@/", "", ErrNoHost},
		{"http://./", "", ErrNoHost},
		{"http://[]/", "", ErrNoHost},
		{"a b", "", ErrNoHost},

		{"http://good.test\\@evil.test/", "", ErrSlash},
		{"http://evil.test\\.good.test/", "", ErrSlash},
		{"http://a@b@evil.test/", "", ErrAt},
		{"http://evil.test:80x/", "", ErrPort},
		{"http://evil.test:/", "", ErrPort},
		{"http://[::1]:/", "", ErrPort},
		{"http://ev%69l.test/", "", ErrBadHost},
		{"http://[::1/", "", ErrBadHost},
		{"http://[::1]x/", "", ErrBadHost},
		{"http://[fe80::1%25eth0]/", "", ErrBadHost},
		{"http://[abc]/", "", ErrBadHost},
		{"http://::1/", "", ErrBadHost},
		{"http://a／b/", "", ErrBadHost},
		{"http://h../", "", ErrBadHost},
		{"http://bü../", "", ErrBadHost},
		{"http://＊.x.com/", "", ErrBadHost},
		{"http://evil.test/a b", "", ErrBlank},
		{"http://evil.test/\r\nX: y", "", ErrBlank},
		{"http://evil.test/\t", "", ErrBlank},
		{"http://evil.test/\x00", "", ErrBlank},
		{"http://evil.test/\x7f", "", ErrBlank},
		// The first that applies.
		{"http://a@b@c\\d: /", "", ErrBlank},
		{"http://a@b@c\\d:/", "", ErrSlash},
		{"http://a@b@c%:/", "", ErrAt},
		{"http://c%:/", "", ErrPort},
	}
	for _, tt := range tests {
		u, err := ParseURL(tt.in)
		if !errors.Is(err, tt.err) {
			t.Errorf("ParseURL(%q): %v, want %v", tt.in, err, tt.err)
			continue
		}
		if err != nil {
			continue
		}
		r := u.Request()
		if r.Scope() != tt.scope {
			t.Errorf("ParseURL(%q) asks for %q, want %q", tt.in, r.Scope(), tt.scope)
		}
		// What the scope reads as must be what was parsed.
		if host, port := splitNet(r.Scope()); host != u.Host || port != u.Port {
			t.Errorf("ParseURL(%q): scope %q splits into %q %q, not %q %q", tt.in, r.Scope(), host, port, u.Host, u.Port)
		}
	}
	const text = "the URL has no host (expected scheme://host/…)"
	if ErrNoHost.Error() != text {
		t.Error(ErrNoHost)
	}
}

func TestURLParts(t *testing.T) {
	u, err := ParseURL("HTTPS://us%20er:p:w@h:8443/a/b?c=d#frag")
	want := URL{Scheme: "https", User: "us%20er", Password: "p:w", HasUser: true, Host: "h", Port: "8443", Target: "/a/b?c=d"}
	if err != nil || u != want {
		t.Errorf("got %+v, %v", u, err)
	}
	for in, target := range map[string]string{"http://h": "/", "http://h?q": "/?q", "http://h#x": "/", "http://h/#x": "/"} {
		if u, _ := ParseURL(in); u.Target != target {
			t.Errorf("%q: target %q", in, u.Target)
		}
	}
}

func TestNetScopes(t *testing.T) {
	p := &Platform{}
	for in, want := range map[string]string{
		"https://user:hunter2@api.example.com/v1?key=1": "api.example.com",
		"http://u:p@h:8080/x":                           "h:8080",
		"http://h:80x/":                                 "h",
		"http://h:/":                                    "h",
		"http:///x":                                     "<no host>",
		"http://":                                       "<no host>",
		"https://*.Bücher.de:8443/x":                    "*.xn--bcher-kva.de:8443",
		"*.BÜCHER.de.":                                  "*.xn--bcher-kva.de",
		"[::1]":                                         "::1",
		"[::1]:80":                                      "[::1]:80",
		"::1":                                           "::1",
		"H.:80":                                         "h:80",
		"API.x.com.":                                    "api.x.com",
		"*:443":                                         "*:443",
		"":                                              "",
		"a@b":                                           "a@b",
		"h..":                                           "h",
		"..":                                            "",
	} {
		it := p.Item(Net, in)
		if got, _ := it.Scope(); got != want {
			t.Errorf("net %q is %q, want %q", in, got, want)
		}
		if again := p.Item(Net, want); again.text != want && want != noHost {
			t.Errorf("net %q is not stable: %q", want, again.text)
		}
	}
}

func TestNetRequest(t *testing.T) {
	for _, tt := range []struct{ host, port, scope string }{
		{"H", "80", "h:80"}, {"::1", "80", "[::1]:80"}, {"[::1]", "80", "[::1]:80"}, {"h.", "", "h"},
	} {
		if r, ok := NetRequest(tt.host, tt.port); !ok || r.Scope() != tt.scope {
			t.Errorf("%v: %q %v", tt, r.Scope(), ok)
		}
	}
	if _, ok := NetRequest("a／b", "1"); ok {
		t.Error("a name without ASCII form passes")
	}
}

// FuzzParseURL tests that the scope that is shown reads as the host and port
// that will be dialled, and that the URL as a grant covers its own use.
func FuzzParseURL(f *testing.F) {
	for _, s := range []string{"http://h", "https://u:p@H.:80/x?y#z", "http://[::1]:8/", "http://bücher.de", "a://b://c", "http://h\\@x", "://h:1", "http://ＡＢ.c:1"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		u, err := ParseURL(text)
		if err != nil {
			return
		}
		r := u.Request()
		if host, port := splitNet(r.Scope()); host != u.Host || port != u.Port || host == "" {
			t.Fatalf("%q: %q reads as %q and %q, not %q and %q", text, r.Scope(), host, port, u.Host, u.Port)
		}
		if len(text) > MaxScope {
			return
		}
		for _, grant := range []string{text, r.Scope(), u.Host} {
			if it := unix.Item(Net, grant); !it.Covers(r) {
				t.Fatalf("%q: the grant %s does not cover %s", text, it, r)
			}
		}
	})
}
