// Package sockets holds the builtins for WebSocket and TCP connections and for
// pipes inside a program (60 §60.12).
package sockets

import (
	"math"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family net and the pipes.
var Table = []builtin.Def{
	{Row: &sig.WsConnect, Fn: wsConnect},
	{Row: &sig.WsSend, Fn: wsSend},
	{Row: &sig.WsRecv, Fn: wsRecv, Fresh: true},
	{Row: &sig.WsSelect, Fn: wsSelect, Fresh: true},
	{Row: &sig.WsSelectAll, Fn: wsSelectAll, Fresh: true},
	{Row: &sig.WsBroadcast, Fn: wsBroadcast},
	{Row: &sig.WsStatus, Fn: wsStatus},
	{Row: &sig.WsStats, Fn: wsStats, Fresh: true},
	{Row: &sig.WsClose, Fn: wsClose},

	{Row: &sig.TcpConnect, Fn: tcpConnect},
	{Row: &sig.TcpSend, Fn: tcpSend},
	{Row: &sig.TcpRecv, Fn: tcpRecv, Fresh: true},
	{Row: &sig.TcpStats, Fn: tcpStats, Fresh: true},
	{Row: &sig.TcpClose, Fn: tcpClose},

	{Row: &sig.Pipe, Fn: pipe, Fresh: true},
	{Row: &sig.PipeSend, Fn: pipeSend},
	{Row: &sig.PipeRecv, Fn: pipeRecv, Fresh: true},
	{Row: &sig.PipeClose, Fn: pipeClose},
}

// options reads one options map; the first thing that is wrong with it stays.
type options struct {
	who string
	m   *value.Map
	err error
}

// newOptions checks that v is a map with known keys only, or absent.
func newOptions(who string, v value.Value, known ...string) *options {
	o := &options{who: who, m: value.NewMap(0)}
	if v.Absent() {
		return o
	}
	m, ok := v.AsMap()
	if !ok {
		o.err = value.Errorf("%s: options must be a map, got %s", who, value.TypeName(v))
		return o
	}
	for k := range m.All() {
		found := false
		list := ""
		for i, name := range known {
			found = found || name == k.String()
			if i > 0 {
				list += ", "
			}
			list += name
		}
		if !found {
			o.err = value.Errorf(`%s: unknown option "%s" (valid options: %s)`, who, k, list)
			return o
		}
	}
	o.m = m
	return o
}

func (o *options) get(key string) (value.Value, bool) {
	v, _ := o.m.Get(key)
	return v, o.err == nil && !v.Absent()
}

func (o *options) fail(format string, args ...any) {
	if o.err == nil {
		o.err = value.Errorf(o.who+": "+format, args...)
	}
}

// number is a positive number, at most highest.
func (o *options) number(key string, def, highest float64) float64 {
	v, ok := o.get(key)
	if !ok {
		return def
	}
	f, isNumber := arg.Float(v)
	switch {
	case !isNumber:
		o.fail("%s must be a number, got %s", key, value.TypeName(v))
	case !(f > 0) || math.IsInf(f, 0):
		o.fail("%s must be a positive number", key)
	}
	return min(f, highest)
}

func (o *options) onFull(policies ...string) string {
	v, ok := o.get("on_full")
	if !ok {
		return "block"
	}
	if v.IsText() {
		for _, p := range []string{"block", "drop_oldest", "error"} {
			if v.Str() == p {
				return p
			}
		}
	}
	o.fail(`on_full must be "block", "drop_oldest" or "error"`)
	return ""
}

// payload is data to send: text or bytes.
func payload(who, channel string, v value.Value) (data []byte, isText bool, err error) {
	switch {
	case v.IsText():
		return []byte(v.Str()), true, nil
	case v.Kind() == value.KBytes:
		return v.Bytes(), false, nil
	case v.Kind() == value.KSecret:
		return nil, false, value.Errorf("%s: cannot send a secret over %s (reveal() it first if you truly must)", who, channel)
	}
	return nil, false, value.Errorf("%s: the data must be text or bytes, got %s", who, value.TypeName(v))
}

func tcpConnect(t value.Thread, args []value.Value) (value.Value, error) {
	host, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	port, ok := arg.Float(args[1])
	if !ok || port != math.Trunc(port) || port < 1 || port > 65535 {
		return value.Value{}, value.Errorf("tcp_connect: the port must be a number from 1 to 65535, got %s", value.Display(args[1]))
	}
	o := newOptions("tcp_connect", args[2], "timeout")
	timeout := o.number("timeout", arg.DefaultWait, math.MaxInt32)
	if o.err != nil {
		return value.Value{}, o.err
	}
	id, err := t.Gate().TCPConnect(t.At(), host, int(port), timeout)
	if err != nil {
		return value.Value{}, err
	}
	return value.OfInt(id), nil
}

func tcpSend(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("tcp_send", "connection", args[0])
	if err != nil {
		return value.Value{}, err
	}
	data, _, err := payload("tcp_send", "a TCP connection", args[1])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[2])
	if err != nil {
		return value.Value{}, err
	}
	return value.True, t.Gate().TCPSend(id, data, seconds)
}

// plain makes the map of an event of a socket or a pipe: type and data.
func plain(t value.Thread, ev gate.Event) (value.Value, error) {
	switch {
	case ev.Type == "close" && ev.Source != "ws":
		return arg.Record(t, "type", "close")
	case ev.IsBinary:
		b, err := arg.Bytes(t, ev.Binary)
		if err != nil {
			return b, err
		}
		return arg.Record(t, "type", ev.Type, "data", b)
	}
	return arg.Record(t, "type", ev.Type, "data", ev.Text)
}

func tcpRecv(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("tcp_recv", "connection", args[0])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	ev, ok, err := t.Gate().TCPReceive(id, seconds)
	if err != nil || !ok {
		return value.Nothing, err
	}
	return plain(t, ev)
}

func tcpStats(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("tcp_stats", "connection", args[0])
	if err != nil {
		return value.Value{}, err
	}
	s, err := t.Gate().TCPStats(id)
	if err != nil {
		return value.Value{}, err
	}
	status := "closed"
	if s.Open {
		status = "open"
	}
	return arg.Record(t, "peer", s.Peer, "status", status, "sent", s.Sent, "received", s.Received, "queued", s.Queued, "queued_bytes", s.QueuedBytes)
}

func tcpClose(t value.Thread, args []value.Value) (value.Value, error) {
	return value.True, t.Gate().TCPClose(arg.Handle(args[0]))
}

func pipe(t value.Thread, args []value.Value) (value.Value, error) {
	o := newOptions("pipe", args[0], "max_queue", "max_queue_bytes", "on_full")
	queue := o.number("max_queue", 1024, 1_000_000)
	size := o.number("max_queue_bytes", 64<<20, 1<<30)
	policy := o.onFull()
	if o.err != nil {
		return value.Value{}, o.err
	}
	a, b, err := t.Gate().Pipe(t.At(), int(max(queue, 1)), int64(size), policy)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "a", a, "b", b)
}

func pipeSend(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("pipe_send", "pipe", args[0])
	if err != nil {
		return value.Value{}, err
	}
	data, isText, err := payload("pipe_send", "a pipe", args[1])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[2])
	if err != nil {
		return value.Value{}, err
	}
	return value.True, t.Gate().PipeSend(id, data, isText, seconds)
}

func pipeRecv(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("pipe_recv", "pipe", args[0])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	ev, ok, err := t.Gate().PipeReceive(id, seconds)
	if err != nil || !ok {
		return value.Nothing, err
	}
	return plain(t, ev)
}

func pipeClose(t value.Thread, args []value.Value) (value.Value, error) {
	write := false
	if !args[1].Absent() {
		if !args[1].IsText() || args[1].Str() != "write" {
			return value.Value{}, value.Errorf(`pipe_close: the second argument can only be "write"`)
		}
		write = true
	}
	return value.True, t.Gate().PipeClose(arg.Handle(args[0]), write)
}
