package gate

import (
	"context"
	"net"
	"net/netip"
	"testing"
)

// changing is a name server whose answer is another one each time.
type changing struct {
	answers []string
	asked   int
}

func (c *changing) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	a := c.answers[min(c.asked, len(c.answers)-1)]
	c.asked++
	return []netip.Addr{netip.MustParseAddr(a)}, nil
}

func TestANameIsLookedUpOnce(t *testing.T) {
	addr, asked := server(t, "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ninside")
	_, port, _ := net.SplitHostPort(addr)
	dns := &changing{answers: []string{"127.0.0.2", "127.0.0.1"}}
	w := open(t, setup{require: []string{"net"}, config: func(c *Config) {
		c.Resolver, c.AllowAddresses = dns, []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")}
	}})
	if r := ask(t, w, HTTPRequest{URL: "http://rebind.test:" + port + "/"}); r.Status != 0 || r.Error == "" || dns.asked != 1 {
		t.Errorf("%+v after %d look-ups", r, dns.asked)
	}
	select {
	case got := <-asked:
		t.Errorf("it came inside: %q", got)
	default:
	}
	if r := ask(t, w, HTTPRequest{URL: "http://rebind.test:" + port + "/"}); r.Error != "blocked address 127.0.0.1 for host rebind.test" {
		t.Errorf("%+v", r)
	}
}

func TestADenialHoldsForGrepAndEdit(t *testing.T) {
	w := open(t, setup{
		require: []string{"file=data/*", "file.read=data"}, denials: []string{"file.read=data/bad"},
		files: map[string]string{"data/good": "needle\n", "data/bad": "needle\n"},
	})
	found, _, err := w.Grep(at("grep"), "data", GrepQuery{Pattern: "needle", Max: -1})
	if err != nil || len(found) != 1 || found[0].File != "data/good" {
		t.Errorf("%+v %v", found, err)
	}
	_, err = w.EditFile(at("edit_file"), "data/bad", "needle", "x", false)
	fails(t, err, `Capability not granted: file_read("data/bad") — explicitly denied by file_read("data/bad")`)
	_, err = w.EditFile(at("edit_file"), "data/good", "needle", "x", false)
	fails(t, err, "")
}
