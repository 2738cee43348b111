package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// The rules of addresses need other addresses than this machine's own. So
// TestNetworkOfItsOwn runs this test binary again in a network namespace, in
// which the addresses of documentation, a private one, that of the cloud's
// metadata and their IPv6 kin belong to servers of the test, and names are
// looked up at a name server of the test. A machine that lends no namespace
// runs the same cases with 127.0.0.2 in the place of the public address.

const inNamespace = "GATE_TEST_NAMESPACE"

func TestNetworkOfItsOwn(t *testing.T) {
	if mode := os.Getenv(inNamespace); mode != "" {
		network(t, mode == "real")
		return
	}
	run := func(mode string, attr *syscall.SysProcAttr) ([]byte, error) {
		c := exec.Command(os.Args[0], "-test.run=^TestNetworkOfItsOwn$", "-test.v")
		c.Env = append(os.Environ(), inNamespace+"="+mode)
		c.SysProcAttr = attr
		return c.CombinedOutput()
	}
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET}
	if os.Geteuid() != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	out, err := run("real", attr)
	if err != nil && (errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) || strings.Contains(string(out), noAddresses)) {
		t.Logf("no network namespace here (%v): with loopback addresses instead", err)
		out, err = run("loopback", nil)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	t.Logf("%s", out)
}

const noAddresses = "the namespace has no addresses"

// host is a server of the network, which tells its name.
type netHost struct {
	calls  atomic.Int64
	answer string
}

func (h *netHost) serve(t *testing.T, addr string) (port string) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			h.calls.Add(1)
			go func() {
				defer c.Close()
				_ = c.SetDeadline(time.Now().Add(5 * time.Second))
				_, _ = c.Read(make([]byte, 4096))
				_, _ = io.WriteString(c, h.answer)
			}()
		}
	}()
	_, port, _ = net.SplitHostPort(l.Addr().String())
	return port
}

const (
	netPort   = "8080"
	publicOK  = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npublic"
	privateOK = "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nprivate"
)

func network(t *testing.T, real bool) {
	public, public6 := "192.0.2.1", "2001:db8::1"
	privates := []string{"127.0.0.1"}
	config := func(*Config) {}
	if real {
		privates = append(privates, "10.0.0.5", "169.254.169.254", "::1", "fd00::5")
		for _, args := range []string{
			"link set lo up", "addr add 192.0.2.1/24 dev lo", "addr add 10.0.0.5/8 dev lo", "addr add 169.254.169.254/32 dev lo",
			"-6 addr add 2001:db8::1/128 dev lo nodad", "-6 addr add fd00::5/128 dev lo nodad",
		} {
			if out, err := exec.Command("ip", strings.Fields(args)...).CombinedOutput(); err != nil {
				t.Fatalf("%s: ip %s: %v: %s", noAddresses, args, err, out)
			}
		}
	} else {
		public, public6 = "127.0.0.2", ""
		config = func(c *Config) { c.AllowAddresses = []netip.Prefix{netip.MustParsePrefix("127.0.0.2/32")} }
	}
	outside, inside := &netHost{answer: publicOK}, &netHost{answer: privateOK}
	outside.serve(t, net.JoinHostPort(public, netPort))
	if public6 != "" {
		outside.serve(t, net.JoinHostPort(public6, netPort))
	}
	for _, a := range privates {
		inside.serve(t, net.JoinHostPort(a, netPort))
	}
	redirecting := &netHost{answer: "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:" + netPort + "/\r\nContent-Length: 0\r\n\r\n"}
	redirecting.serve(t, net.JoinHostPort(public, "8081"))

	dns := &nameServer{answers: map[string][][]string{
		"public.test.":  {{public}},
		"rebind.test.":  {{public}, {"127.0.0.1"}},
		"private.test.": {{"10.0.0.5"}},
		"meta.test.":    {{"169.254.169.254"}},
		"mapped.test.":  {{"::ffff:10.0.0.5"}},
		"mixed.test.":   {{"10.0.0.5", public}},
		"two.test.":     {{"10.0.0.5", "127.0.0.1"}},
		"alias.test.":   {{"CNAME inner.test."}},
		"inner.test.":   {{"127.0.0.1"}},
		"nat64.test.":   {{"64:ff9b::a00:5"}},
		"ula.test.":     {{"fd00::5"}},
		"loop6.test.":   {{"::1"}},
		"v6.test.":      {{public6}},
	}}
	dns.serve(t)
	w := open(t, setup{require: []string{"net"}, config: func(c *Config) { c.Resolver = dns.resolver(); config(c) }})
	get := func(url string) string {
		t.Helper()
		r := ask(t, w, HTTPRequest{URL: url, Timeout: 3 * time.Second})
		return strings.TrimSpace(fmt.Sprint(r.Status, " ", string(r.Body), r.Error))
	}
	cases := [][2]string{
		{"public.test", "200 public"},
		{"PUBLIC.test.", "200 public"},
		{"private.test", "0 blocked address 10.0.0.5 for host private.test"},
		{"meta.test", "0 blocked address 169.254.169.254 for host meta.test"},
		{"mapped.test", "0 blocked address 10.0.0.5 for host mapped.test"},
		{"mixed.test", "200 public"},
		{"alias.test", "0 blocked address 127.0.0.1 for host alias.test"},
		{"nat64.test", "0 blocked address 64:ff9b::a00:5 for host nat64.test"},
		{"ula.test", "0 blocked address fd00::5 for host ula.test"},
		{"loop6.test", "0 blocked address ::1 for host loop6.test"},
		{"none.test", "0 cannot look up host none.test: no such host"},
	}
	if real {
		cases = append(cases, [][2]string{
			{"v6.test", "200 public"}, {"[2001:db8::1]", "200 public"}, {"[::ffff:192.0.2.1]", "200 public"}, {"192.0.2.1", "200 public"},
			{"[fd00::5]", "0 blocked address fd00::5 for host fd00::5"}, {"10.0.0.5", "0 blocked address 10.0.0.5 for host 10.0.0.5"},
		}...)
	}
	for _, c := range cases {
		if got := get("http://" + c[0] + ":" + netPort + "/"); got != c[1] {
			t.Errorf("%s: %s, want %s", c[0], got, c[1])
		}
	}
	// The answer changes between two requests: each is judged by its own.
	if got := get("http://rebind.test:" + netPort + "/"); got != "200 public" {
		t.Errorf("before: %s", got)
	}
	if got := get("http://rebind.test:" + netPort + "/"); got != "0 blocked address 127.0.0.1 for host rebind.test" {
		t.Errorf("after: %s", got)
	}
	// Neither a redirect nor a name of several addresses leads inside.
	if got := get("http://public.test:8081/"); got != "302" || redirecting.calls.Load() != 1 {
		t.Errorf("redirect: %s after %d", got, redirecting.calls.Load())
	}
	if got := get("http://two.test:" + netPort + "/"); !strings.HasPrefix(got, "0 blocked address ") {
		t.Errorf("two: %s", got)
	}
	if inside.calls.Load() != 0 {
		t.Errorf("%d connections came inside", inside.calls.Load())
	}
	if real {
		// Named in the grant, a private address is meant.
		named := open(t, setup{require: []string{"net=10.0.0.5"}})
		if r := ask(t, named, HTTPRequest{URL: "http://10.0.0.5:" + netPort + "/"}); string(r.Body) != "private" {
			t.Errorf("named: %+v", r)
		}
	}
}

// nameServer answers over UDP; each name has a list of answers, of which the
// last stays.
type nameServer struct {
	mu      sync.Mutex
	answers map[string][][]string
	asked   map[string]int
	addr    string
}

func (n *nameServer) serve(t *testing.T) {
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	n.addr, n.asked = conn.LocalAddr().String(), map[string]int{}
	go func() {
		buf := make([]byte, 1500)
		for {
			size, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buf[:size]) == nil && len(m.Questions) == 1 {
				n.answer(&m)
				if b, err := m.Pack(); err == nil {
					_, _ = conn.WriteTo(b, from)
				}
			}
		}
	}()
}

func (n *nameServer) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", n.addr)
	}}
}

// answer fills in the records of the question. A look-up asks for A and for
// AAAA: both see the same step of a name that changes.
func (n *nameServer) answer(m *dnsmessage.Message) {
	n.mu.Lock()
	defer n.mu.Unlock()
	m.Response, m.Authoritative, m.Additionals = true, true, nil
	q := m.Questions[0]
	name := strings.ToLower(q.Name.String())
	steps, ok := n.answers[name]
	if !ok {
		m.RCode = dnsmessage.RCodeNameError
		return
	}
	key := name + q.Type.String()
	step := min(n.asked[key], len(steps)-1)
	n.asked[key]++
	header := dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: dnsmessage.ClassINET}
	add := func(h dnsmessage.ResourceHeader, a string) {
		ip, err := netip.ParseAddr(a)
		switch {
		case err != nil:
		case q.Type == dnsmessage.TypeA && ip.Is4():
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AResource{A: ip.As4()}})
		case q.Type == dnsmessage.TypeAAAA && ip.Is6():
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.AAAAResource{AAAA: ip.As16()}})
		}
	}
	for _, a := range steps[step] {
		if alias, ok := strings.CutPrefix(a, "CNAME "); ok {
			to := dnsmessage.MustNewName(alias)
			h := header
			h.Type = dnsmessage.TypeCNAME
			m.Answers = append(m.Answers, dnsmessage.Resource{Header: h, Body: &dnsmessage.CNAMEResource{CNAME: to}})
			h = header
			h.Name = to
			for _, inner := range n.answers[alias][0] {
				add(h, inner)
			}
			continue
		}
		add(header, a)
	}
}
