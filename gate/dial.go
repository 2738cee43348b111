package gate

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/netip"
	"time"

	"github.com/synrun/synrun/caps"
)

// blockedError is an address that a program may not reach.
type blockedError struct {
	addr netip.Addr
	host string
}

func (e *blockedError) Error() string {
	return "blocked address " + e.addr.String() + " for host " + e.host
}

// special reports an address that leads to this machine or its surroundings.
func special(a netip.Addr) bool {
	a = a.Unmap()
	if a.IsLoopback() || a.IsLinkLocalUnicast() || a.IsPrivate() || a.IsMulticast() || a.IsUnspecified() {
		return true
	}
	if v4, ok := embedded(a); ok {
		return special(v4)
	}
	return false
}

// embedded is the IPv4 address that an IPv6 address stands for where a
// translator is at hand: NAT64, 6to4 and the old compatible form.
func embedded(a netip.Addr) (netip.Addr, bool) {
	if !a.Is6() {
		return a, false
	}
	b := a.As16()
	switch {
	case b[0] == 0x00 && b[1] == 0x64 && b[2] == 0xff && b[3] == 0x9b:
		return netip.AddrFrom4([4]byte(b[12:])), true
	case b[0] == 0x20 && b[1] == 0x02:
		return netip.AddrFrom4([4]byte(b[2:6])), true
	}
	for _, c := range b[:12] {
		if c != 0 {
			return a, false
		}
	}
	return netip.AddrFrom4([4]byte(b[12:])), true
}

// reachable reports whether an address may be dialled; named says that the
// program means an address of this machine or its surroundings.
func (g *Gate) reachable(named bool, a netip.Addr) bool {
	if named || !special(a) {
		return true
	}
	for _, p := range g.cfg.AllowAddresses {
		if p.Contains(a.Unmap()) || p.Contains(a) {
			return true
		}
	}
	return false
}

// resolve looks a host up, once, and keeps the addresses that may be dialled.
// When there is none, the error names the first that was found.
func (g *Gate) resolve(ctx context.Context, named bool, host string) ([]netip.Addr, error) {
	var found []netip.Addr
	if a, err := netip.ParseAddr(host); err == nil {
		found = []netip.Addr{a}
	} else if found, err = g.cfg.Resolver.LookupNetIP(ctx, "ip", host); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errors.New("no address for host " + host)
	}
	var may []netip.Addr
	for _, a := range found {
		if g.reachable(named, a) {
			may = append(may, a.Unmap())
		}
	}
	if len(may) == 0 {
		return nil, &blockedError{found[0].Unmap(), host}
	}
	return may, nil
}

// dial connects to a host that was asked for: to an address that was checked,
// never to the name. The timeout bounds looking up and connecting.
func (g *Gate) dial(ctx context.Context, r caps.Request, host, port string, timeout time.Duration) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	addrs, err := g.resolve(ctx, g.caps.NamesHost(r), host)
	if err != nil {
		return nil, err
	}
	return dialFirst(ctx, addrs, port)
}

// dialFirst connects to the first address that answers.
func dialFirst(ctx context.Context, addrs []netip.Addr, port string) (net.Conn, error) {
	d := net.Dialer{FallbackDelay: -1, KeepAlive: -1}
	var first error
	for _, a := range addrs {
		conn, err := d.DialContext(ctx, "tcp", net.JoinHostPort(a.String(), port))
		if err == nil {
			return conn, nil
		}
		if first == nil {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, first
}

// patientConn fails when the other side is silent for longer than the
// timeout, however long the whole takes.
type patientConn struct {
	net.Conn
	timeout time.Duration
}

func (c *patientConn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.timeout)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

func (c *patientConn) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.timeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// netText words a network failure for a program: what happened, without the
// address that a name led to.
func netText(err error) string {
	var blocked *blockedError
	var dns *net.DNSError
	var op *net.OpError
	var timeout net.Error
	switch {
	case errors.As(err, &blocked):
		return blocked.Error()
	case errors.As(err, &dns):
		if dns.IsTimeout {
			return "looking up host " + dns.Name + " timed out"
		}
		return "cannot look up host " + dns.Name + ": " + dns.Err
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return "timed out"
	case errors.As(err, &op):
		return op.Op + ": " + osText(op.Err)
	}
	return osText(err)
}

// netConn is a connection as the drivers know it.
type netConn = net.Conn

// tlsOver secures a connection.
func tlsOver(ctx context.Context, raw net.Conn, cfg *tls.Config) (net.Conn, error) {
	conn := tls.Client(raw, cfg)
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, err
	}
	return conn, nil
}
