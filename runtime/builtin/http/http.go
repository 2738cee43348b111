// Package http holds the builtins of the HTTP client (60 §60.9).
package http

import (
	"strings"
	"time"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/builtin/json"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.Http, Fn: request("http", false), Fresh: true},
	{Row: &sig.HttpBytes, Fn: request("http_bytes", true), Fresh: true},
	{Row: &sig.HttpGet, Fn: get, Fresh: true},
	{Row: &sig.HttpPost, Fn: sending("http_post", "POST"), Fresh: true},
	{Row: &sig.HttpPut, Fn: sending("http_put", "PUT"), Fresh: true},
	{Row: &sig.HttpDelete, Fn: remove, Fresh: true},
	{Row: &sig.Fetch, Fn: fetch, Fresh: true},
	{Row: &sig.MultipartEncode, Fn: multipart, Fresh: true},
}

// call collects the arguments of a request.
type call struct {
	t     value.Thread
	who   string
	q     gate.HTTPRequest
	bytes bool
}

func start(t value.Thread, who, method string, url value.Value) (*call, error) {
	c := &call{t: t, who: who, q: gate.HTTPRequest{Method: method, Timeout: defaultTimeout}}
	var err error
	c.q.URL, err = builtin.RawStr(t, url)
	return c, err
}

func (c *call) headers(v value.Value) (err error) {
	c.q.Headers, err = arg.Pairs(c.t, v, true)
	return err
}

func (c *call) query(v value.Value) (err error) {
	if _, c.q.HasQuery = v.AsMap(); c.q.HasQuery {
		c.q.Query, err = arg.Pairs(c.t, v, false)
	}
	return err
}

func (c *call) body(v value.Value) error {
	switch {
	case v.Absent():
		return nil
	case v.IsList(), v.Kind() == value.KMap, v.Kind() == value.KModule:
		s, err := json.Text(c.t, c.who, v)
		if err != nil {
			return err
		}
		c.q.Body, c.q.ContentType = []byte(s), "application/json"
	default:
		b, err := arg.Content(c.t, v)
		if err != nil {
			return err
		}
		c.q.Body = b
	}
	c.q.HasBody = true
	return nil
}

const defaultTimeout = 30 * time.Second

// timeout takes whole seconds, at least one; anything that is no such number
// is the default.
func (c *call) timeout(v value.Value) {
	if f, ok := arg.Float(v); ok && f > 0 {
		c.q.Timeout = time.Duration(min(max(arg.Whole(f), 1), 1<<33)) * time.Second
	}
}

func (c *call) send() (value.Value, error) {
	resp, err := c.t.Gate().HTTP(c.t.At(), c.q)
	if err != nil {
		return value.Value{}, err
	}
	t := c.t
	pairs := []any{"status", resp.Status, "ok", resp.Status >= 200 && resp.Status <= 299}
	if c.bytes {
		b, err := arg.Bytes(t, resp.Body)
		if err != nil {
			return b, err
		}
		pairs = append(pairs, "bytes", b)
	} else {
		body := gate.Text(resp.Body)
		parsed := value.Nothing
		if strings.Contains(strings.ToLower(resp.Header("content-type")), "json") {
			v, err := json.Parse(t, body, false)
			switch {
			case err == nil:
				parsed = v
			case !isBad(err) && !value.Catchable(err):
				return v, err
			}
		}
		pairs = append(pairs, "body", body, "json", parsed)
	}
	if len(resp.Headers) > 0 {
		m := value.NewMap(len(resp.Headers))
		for _, h := range resp.Headers {
			v, err := arg.Text(t, h[1])
			if err != nil {
				return v, err
			}
			m.Set(h[0], v)
		}
		pairs = append(pairs, "headers", m.Value())
	}
	if resp.Error != "" {
		pairs = append(pairs, "error", resp.Error)
	}
	return arg.Record(t, pairs...)
}

func isBad(err error) bool {
	_, ok := err.(*json.Bad)
	return ok
}

// all fills in the optional arguments, of which those that a builtin does not
// have are unset.
func (c *call) all(headers, query, body, timeout value.Value) (value.Value, error) {
	if err := c.headers(headers); err != nil {
		return value.Value{}, err
	}
	if err := c.query(query); err != nil {
		return value.Value{}, err
	}
	if err := c.body(body); err != nil {
		return value.Value{}, err
	}
	c.timeout(timeout)
	return c.send()
}

func request(who string, bytes bool) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		method, err := builtin.RawStr(t, args[0])
		if err != nil {
			return value.Value{}, err
		}
		c, err := start(t, who, method, args[1])
		if err != nil {
			return value.Value{}, err
		}
		c.bytes = bytes
		return c.all(args[2], args[3], args[4], args[5])
	}
}

func get(t value.Thread, args []value.Value) (value.Value, error) {
	c, err := start(t, "http_get", "GET", args[0])
	if err != nil {
		return value.Value{}, err
	}
	return c.all(args[1], args[2], value.Value{}, args[3])
}

func sending(who, method string) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		c, err := start(t, who, method, args[0])
		if err != nil {
			return value.Value{}, err
		}
		return c.all(args[2], value.Value{}, args[1], args[3])
	}
}

func remove(t value.Thread, args []value.Value) (value.Value, error) {
	c, err := start(t, "http_delete", "DELETE", args[0])
	if err != nil {
		return value.Value{}, err
	}
	return c.all(args[1], value.Value{}, value.Value{}, args[2])
}

func fetch(t value.Thread, args []value.Value) (value.Value, error) {
	c, err := start(t, "fetch", "GET", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if opts, ok := args[1].AsMap(); ok {
		for _, v := range args[2:] {
			if !v.IsUnset() {
				return value.Value{}, value.Errorf("fetch: the options map is the last argument (method, headers, body and timeout are its keys)")
			}
		}
		return c.options(opts)
	}
	if !args[1].Absent() {
		if c.q.Method, err = builtin.RawStr(t, args[1]); err != nil {
			return value.Value{}, err
		}
	}
	return c.all(args[2], value.Value{}, args[3], args[4])
}

func (c *call) options(opts *value.Map) (value.Value, error) {
	for k, v := range opts.All() {
		switch key := k.String(); key {
		case "method", "headers", "body", "timeout":
		case "tls_pin", "attested":
			if v.Absent() {
				return value.Value{}, value.Errorf("fetch: %s is nothing; pass the value, or leave the key out", key)
			}
		default:
			return value.Value{}, value.Errorf(`fetch: unknown option "%s" (valid options: method, headers, body, timeout, tls_pin, attested)`, k)
		}
	}
	get := func(key string) value.Value { v, _ := opts.Get(key); return v }
	var err error
	if v := get("method"); !v.Absent() {
		if c.q.Method, err = builtin.RawStr(c.t, v); err != nil {
			return value.Value{}, err
		}
	}
	if v := get("tls_pin"); !v.Absent() {
		if c.q.Pin, err = Pin("fetch", v); err != nil {
			return value.Value{}, err
		}
	}
	c.q.Attested = !get("attested").Absent()
	return c.all(get("headers"), value.Value{}, get("body"), get("timeout"))
}
