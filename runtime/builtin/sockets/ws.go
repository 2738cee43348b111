package sockets

import (
	"math"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/builtin/http"
	"github.com/synrun/synrun/runtime/value"
)

const wsFamily = "connection"

func wsConnect(t value.Thread, args []value.Value) (value.Value, error) {
	url, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	headers, err := arg.Pairs(t, args[1], true)
	if err != nil {
		return value.Value{}, err
	}
	o := newOptions("ws_connect", args[2], "timeout", "max_message_size", "subprotocols", "max_queue", "max_queue_bytes", "on_full",
		"reconnect", "keepalive", "tls_pin", "attested")
	ws := gate.WSOptions{
		Headers: headers, Timeout: o.number("timeout", arg.DefaultWait, math.MaxInt32),
		MaxMessage: int64(o.number("max_message_size", 16<<20, 64<<20)), MaxQueue: int(max(o.number("max_queue", 1024, 1_000_000), 1)),
		MaxBytes: int64(o.number("max_queue_bytes", 64<<20, 1<<30)), OnFull: o.onFull(),
	}
	if v, ok := o.get("subprotocols"); ok {
		if !v.IsList() {
			o.fail("subprotocols must be a list of texts, got %s", value.TypeName(v))
		} else {
			for _, item := range v.Items() {
				if !item.IsText() {
					o.fail("subprotocols must be a list of texts, got a list with %s", value.TypeName(item))
					break
				}
				ws.Subprotocols = append(ws.Subprotocols, item.Str())
			}
		}
	}
	o.reconnect(&ws)
	o.keepalive(&ws)
	if v, ok := o.get("tls_pin"); ok {
		if ws.Pin, err = http.Pin("ws_connect", v); err != nil {
			return value.Value{}, err
		}
	}
	if o.err != nil {
		return value.Value{}, o.err
	}
	_, ws.Attested = o.get("attested")
	id, err := t.Gate().WSConnect(t.At(), url, ws)
	if err != nil {
		return value.Value{}, err
	}
	return value.OfInt(id), nil
}

func (o *options) sub(key string, known ...string) (*options, bool) {
	v, ok := o.get(key)
	if !ok {
		return nil, false
	}
	inner := newOptions(o.who+": "+key, v, known...)
	return inner, true
}

func (o *options) reconnect(ws *gate.WSOptions) {
	ws.MaxRetries, ws.Backoff, ws.BackoffMax = 10, 0.5, 30
	if v, ok := o.get("reconnect"); ok && v.IsBool() {
		ws.Reconnect = v.Bool()
		return
	}
	r, ok := o.sub("reconnect", "max_retries", "backoff", "backoff_max", "on_reconnect")
	if !ok {
		return
	}
	ws.Reconnect = true
	ws.MaxRetries = int(r.number("max_retries", 10, math.MaxInt32))
	ws.Backoff = r.number("backoff", 0.5, 3600)
	ws.BackoffMax = r.number("backoff_max", 30, 3600)
	if v, ok := r.get("on_reconnect"); ok {
		items := []value.Value{v}
		if v.IsList() {
			items = v.Items()
		}
		for _, item := range items {
			data, isText, err := payload("ws_connect", "a WebSocket", item)
			if err != nil {
				r.fail("on_reconnect must be what to send again: text, bytes or a list of them")
				break
			}
			ws.Resend = append(ws.Resend, gate.WSMessage{Data: data, IsText: isText})
		}
	}
	if o.err == nil {
		o.err = r.err
	}
}

func (o *options) keepalive(ws *gate.WSOptions) {
	k, ok := o.sub("keepalive", "interval", "timeout")
	if !ok {
		return
	}
	ws.Keepalive = k.number("interval", 30, math.MaxInt32)
	ws.PongTimeout = k.number("timeout", ws.Keepalive, math.MaxInt32)
	if o.err == nil {
		o.err = k.err
	}
}

func wsSend(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("ws_send", wsFamily, args[0])
	if err != nil {
		return value.Value{}, err
	}
	data, isText, err := payload("ws_send", "a WebSocket", args[1])
	if err != nil {
		return value.Value{}, err
	}
	return value.True, t.Gate().WSSend("ws_send", id, data, isText)
}

func wsRecv(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("ws_recv", wsFamily, args[0])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	ev, ok, err := t.Gate().WSReceive(id, seconds)
	if err != nil || !ok {
		return value.Nothing, err
	}
	return plain(t, ev)
}

func wsSelect(t value.Thread, args []value.Value) (value.Value, error) {
	return arg.Select(t, "ws_select", gate.WSFamily, wsFamily, args)
}

// wsSelectAll waits for one message and takes all others that are ready.
func wsSelectAll(t value.Thread, args []value.Value) (value.Value, error) {
	ids, names, err := arg.Handles("ws_select_all", wsFamily, args[0])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	list := value.NewBuilder(t, 0)
	closed := map[int64]bool{}
	for {
		ev, ok, err := t.Gate().Select("ws_select_all", ids, seconds, gate.WSFamily)
		if err != nil {
			return value.Value{}, err
		}
		if !ok || closed[ev.Handle] {
			return list.List(), nil
		}
		closed[ev.Handle] = ev.Type == "close"
		v, err := arg.Event(t, ev, names[ev.Handle])
		if err != nil {
			return v, err
		}
		if err := list.AddFresh(v); err != nil {
			return v, err
		}
		seconds = 0
	}
}

// wsBroadcast sends a message to every open connection and counts them.
func wsBroadcast(t value.Thread, args []value.Value) (value.Value, error) {
	ids, _, err := arg.Handles("ws_broadcast", "", args[0])
	if err != nil {
		return value.Value{}, err
	}
	data, isText, err := payload("ws_broadcast", "a WebSocket", args[1])
	if err != nil {
		return value.Value{}, err
	}
	n := int64(0)
	for _, id := range ids {
		if t.Gate().WSStatus(id) != "open" {
			continue
		}
		if err := t.Gate().WSSend("ws_broadcast", id, data, isText); err == nil {
			n++
		} else if !value.Catchable(err) {
			return value.Value{}, err
		}
	}
	return value.OfInt(n), nil
}

func wsStatus(t value.Thread, args []value.Value) (value.Value, error) {
	return arg.Text(t, t.Gate().WSStatus(arg.Handle(args[0])))
}

func wsStats(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("ws_stats", wsFamily, args[0])
	if err != nil {
		return value.Value{}, err
	}
	s, err := t.Gate().WSStats(id)
	if err != nil {
		return value.Value{}, err
	}
	pong := value.Nothing
	if s.HasPong {
		pong = value.OfFloat(s.PongAgo)
	}
	protocol := value.Nothing
	if s.Subprotocol != "" {
		protocol = value.OfText(s.Subprotocol)
	}
	return arg.Record(t, "sent", s.Sent, "received", s.Received, "reconnects", s.Reconnects, "queued", s.Queued,
		"queued_bytes", s.QueuedBytes, "last_pong_ago", pong, "status", s.Status, "subprotocol", protocol, "role", "client")
}

func wsClose(t value.Thread, args []value.Value) (value.Value, error) {
	return value.True, t.Gate().WSClose(arg.Handle(args[0]))
}
