package databases_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/builtin/databases"
	"github.com/synrun/synrun/runtime/value"
)

// server is a Redis server that answers each command with the next reply.
type server struct {
	net.Listener
	mu    sync.Mutex
	sent  string // the last command but those of the client itself
	reply string // what follows it, in the protocol's words
}

func serve(t *testing.T) *server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{Listener: l}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go s.speak(c)
		}
	}()
	return s
}

func (s *server) speak(c net.Conn) {
	defer func() { _ = c.Close() }()
	r := bufio.NewReader(c)
	for {
		words, err := command(r)
		if err != nil {
			return
		}
		reply := "+OK\r\n"
		switch words[0] {
		case "ping", "PING":
			reply = "+PONG\r\n"
		case "hello":
			reply = "-ERR unknown command\r\n"
		case "select", "client":
		default:
			s.mu.Lock()
			s.sent, reply = strings.Join(words, " "), s.reply
			s.mu.Unlock()
		}
		if _, err := io.WriteString(c, reply); err != nil {
			return
		}
	}
}

// command reads an array of texts that say their lengths.
func command(r *bufio.Reader) ([]string, error) {
	number := func(mark byte) (int, error) {
		l, err := r.ReadString('\n')
		if err != nil || l[0] != mark {
			return 0, fmt.Errorf("%q: %w", l, err)
		}
		return strconv.Atoi(strings.TrimSpace(l[1:]))
	}
	n, err := number('*')
	if err != nil {
		return nil, err
	}
	words := make([]string, n)
	for i := range words {
		size, err := number('$')
		if err != nil {
			return nil, err
		}
		b := make([]byte, size+2)
		if _, err := io.ReadFull(r, b); err != nil {
			return nil, err
		}
		words[i] = string(b[:size])
	}
	return words, nil
}

func start(t *testing.T) *builtintest.Thread {
	t.Helper()
	p := caps.DefaultPlatform("")
	set := caps.New(caps.Config{Platform: p})
	for _, g := range []string{":memory:", "redis://127.0.0.1", "redis://127.0.0.1/2"} {
		set.Grant(p.Item(caps.DB, g), caps.At{})
	}
	g, err := gate.New(gate.Config{Caps: set, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return &builtintest.Thread{G: g}
}

// call shows what a builtin of the table gives; an error is its text.
func call(t *testing.T, th *builtintest.Thread, name string, args ...any) string {
	t.Helper()
	for _, d := range databases.Table {
		if d.Row.Name != name {
			continue
		}
		slots := make([]value.Value, max(len(d.Row.Params), len(args)))
		for i, a := range args {
			slots[i] = builtintest.Of(a)
		}
		v, err := d.Fn(th, slots)
		if err != nil {
			return "! " + err.Error()
		}
		return value.Display(v)
	}
	t.Fatalf("no builtin %s", name)
	return ""
}

type list = []any

// bulk is a text as the protocol writes it.
func bulk(s string) string { return fmt.Sprintf("$%d\r\n%s\r\n", len(s), s) }

func TestRedisBuiltins(t *testing.T) {
	s, th := serve(t), start(t)
	if got := call(t, th, "db_open", "redis://"+s.Addr().String()+"/2"); got != "true" {
		t.Fatal(got)
	}
	const nothing, two = "$-1\r\n", ":2\r\n"
	secret, bytes := value.OfSecret("K", "plain", false), value.OfBytes([]byte{0xff})
	tested := map[string]bool{"redis_lock": true}
	for _, c := range []struct {
		name  string
		args  list
		sent  string
		reply string
		want  string
	}{
		{"redis_get", list{"k"}, "GET k", bulk("é"), "é"},
		{"redis_get", list{"k"}, "GET k", bulk("\xff"), "bytes(ff)"},
		{"redis_get", list{bytes}, "GET \xff", nothing, "nothing"},
		{"redis_get", list{2.5}, "GET 2.5", "-ERR wrong kind\r\n", "! db error: ERR wrong kind"},
		{"redis_set", list{"k", secret}, "SET k plain", "+OK\r\n", "nothing"},
		{"redis_set", list{"k", 1, 60}, "SET k 1 EX 60", "+OK\r\n", "nothing"},
		{"redis_set", list{"k", "v", nil}, "SET k v", "+OK\r\n", "nothing"},
		{"redis_del", list{"a", "b"}, "DEL a b", two, "2"},
		{"redis_exists", list{"a", 1}, "EXISTS a 1", two, "2"},
		{"redis_mget", list{list{"a", "b"}}, "MGET a b", "*2\r\n" + bulk("x") + nothing, `["x", nothing]`},
		{"redis_mset", list{map[string]any{"a": 1}}, "MSET a 1", "+OK\r\n", "nothing"},
		{"redis_keys", list{"*"}, "KEYS *", "*1\r\n" + bulk("k"), `["k"]`},
		{"redis_type", list{"k"}, "TYPE k", "+list\r\n", "list"},
		{"redis_incr", list{"k"}, "INCR k", two, "2"},
		{"redis_decr", list{"k"}, "DECR k", ":-1\r\n", "-1"},
		{"redis_incrby", list{"k", 5}, "INCRBY k 5", two, "2"},
		{"redis_expire", list{"k", 5}, "EXPIRE k 5", ":1\r\n", "true"},
		{"redis_expire", list{"k", 5}, "EXPIRE k 5", ":0\r\n", "false"},
		{"redis_persist", list{"k"}, "PERSIST k", ":1\r\n", "true"},
		{"redis_ttl", list{"k"}, "TTL k", ":-2\r\n", "-2"},
		{"redis_hget", list{"k", "f"}, "HGET k f", nothing, "nothing"},
		{"redis_hset", list{"k", map[string]any{"f": "v"}}, "HSET k f v", two, "2"},
		{"redis_hgetall", list{"k"}, "HGETALL k", "*4\r\n" + bulk("a") + bulk("1") + bulk("b") + bulk("\xff"), `{a: "1", b: bytes(ff)}`},
		{"redis_hdel", list{"k", "f", "g"}, "HDEL k f g", two, "2"},
		{"redis_hincrby", list{"k", "f", -3}, "HINCRBY k f -3", two, "2"},
		{"redis_lpush", list{"k", "a", "b"}, "LPUSH k a b", two, "2"},
		{"redis_rpush", list{"k", "a"}, "RPUSH k a", two, "2"},
		{"redis_lpop", list{"k"}, "LPOP k", bulk("a"), "a"},
		{"redis_rpop", list{"k"}, "RPOP k", nothing, "nothing"},
		{"redis_lrange", list{"k", 0, -1}, "LRANGE k 0 -1", "*2\r\n" + bulk("a") + "*1\r\n:1\r\n", `["a", [1]]`},
		{"redis_llen", list{"k"}, "LLEN k", two, "2"},
		{"redis_sadd", list{"k", "a"}, "SADD k a", two, "2"},
		{"redis_srem", list{"k", "a"}, "SREM k a", two, "2"},
		{"redis_smembers", list{"k"}, "SMEMBERS k", "*0\r\n", "[]"},
		{"redis_sismember", list{"k", "a"}, "SISMEMBER k a", ":1\r\n", "true"},
		{"redis_unlock", list{"k", "t"}, `EVAL if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) else return 0 end 1 k t`, ":0\r\n", "false"},
		{"redis_lock", list{"k", 500}, "", nothing, "nothing"},
	} {
		s.mu.Lock()
		s.sent, s.reply = "", c.reply
		s.mu.Unlock()
		got := call(t, th, c.name, c.args...)
		s.mu.Lock()
		if got != c.want || c.sent != "" && s.sent != c.sent {
			t.Errorf("%s%v: sent %q, got %s; want %q, %s", c.name, c.args, s.sent, got, c.sent, c.want)
		}
		s.mu.Unlock()
		tested[c.name] = true

		if c.name == "redis_mset" || c.name == "redis_hset" || c.name == "redis_mget" {
			continue
		}
		for i := range c.args { // a value that is none
			wrong := append(list{}, c.args...)
			wrong[i] = list{1}
			want := "! redis values must be text, bytes or number (got list); use json_encode(...) for structured data"
			if c.name == "redis_lock" && i == 1 {
				want = "! expected a number"
			}
			if got := call(t, th, c.name, wrong...); got != want {
				t.Errorf("%s%v: %s, want %s", c.name, wrong, got, want)
			}
		}
	}
	s.mu.Lock()
	s.reply = "+OK\r\n"
	s.mu.Unlock()
	token := call(t, th, "redis_lock", "k")
	if want := "SET k " + token + " NX PX 30000"; len(token) != 32 || s.sent != want {
		t.Errorf("sent %q, want %q", s.sent, want)
	}
	for want, got := range map[string]string{
		"! redis_mset: expected a map, got list": call(t, th, "redis_mset", list{1}),
		"! redis_hset: expected a map, got text": call(t, th, "redis_hset", "k", "v"),
		"! redis_mget expects a list, got text":  call(t, th, "redis_mget", "k"),
		"[]":                                     call(t, th, "redis_mget", list{}),
		"! redis values must be text, bytes or number (got nothing); use json_encode(...) for structured data":                 call(t, th, "redis_mget", list{nil}),
		"! redis values must be text, bytes or number (got map); use json_encode(...) for structured data":                     call(t, th, "redis_mset", map[string]any{"a": map[string]any{}}),
		"! redis values must be text, bytes or number (got bool); use json_encode(...) for structured data":                    call(t, th, "redis_hset", true, map[string]any{}),
		"! this is a Redis connection — use the redis_* builtins (redis_get/redis_set/redis_lock/…), not sql()/sql_exec()":     call(t, th, "sql", "SELECT 1"),
		"! this is a Redis connection — use the redis_* builtins (redis_get/redis_set/redis_lock/…), not the mongo_* builtins": call(t, th, "mongo_count", "c"),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	for _, d := range databases.Table {
		if strings.HasPrefix(d.Row.Name, "redis_") && !tested[d.Row.Name] {
			t.Errorf("%s is not tested", d.Row.Name)
		}
	}
}

// Every builtin of a server database says that it needs one, and which.
func TestOtherConnections(t *testing.T) {
	th := start(t)
	doc := map[string]any{"a": 1}
	args := map[string]list{
		"redis_mget": {list{"k"}}, "redis_mset": {doc}, "redis_hset": {"k", doc}, "redis_lock": {"k"},
		"mongo_insert": {"c", doc}, "mongo_insert_many": {"c", list{doc}}, "mongo_update": {"c", nil, doc}, "mongo_aggregate": {"c", list{doc}},
		"mongo_find": {"c", doc}, "mongo_find_one": {"c"}, "mongo_delete": {"c"}, "mongo_count": {"c"}, "mongo_collections": {},
	}
	each := func(want string) {
		t.Helper()
		for _, d := range databases.Table {
			family, _, _ := strings.Cut(d.Row.Name, "_")
			if family != "redis" && family != "mongo" {
				continue
			}
			a, ok := args[d.Row.Name]
			if !ok {
				a = list{"a", "b", "c"}[:len(d.Row.Params)]
			}
			if got := call(t, th, d.Row.Name, a...); got != strings.ReplaceAll(want, "FAMILY", family) {
				t.Errorf("%s: %s", d.Row.Name, got)
			}
		}
	}
	each(`! No database connection. Use db_open("path.db") first.`)
	if got := call(t, th, "db_open", ":memory:"); got != "true" {
		t.Fatal(got)
	}
	each("! this is a SQL connection — use sql()/sql_exec(), not the FAMILY_* builtins")
}

// Documents and filters are looked at before a connection is.
func TestMongoArguments(t *testing.T) {
	th := start(t)
	doc, text := map[string]any{"a": 1}, "x"
	const unconnected = `! No database connection. Use db_open("path.db") first.`
	for _, c := range []struct {
		name string
		args list
		want string
	}{
		{"mongo_find", list{"c", nil, map[string]any{"sort": 1, "fields": "x"}}, "! mongo_find: expected a map, got number"},
		{"mongo_find", list{"c", nil, map[string]any{"fields": "x"}}, "! mongo_find: expected a map, got text"},
		{"mongo_find", list{"c", nil, map[string]any{"limit": list{}}}, "! expected a number"},
		{"mongo_find", list{"c", nil, map[string]any{"skip": nil, "limit": -1}}, unconnected},
		{"mongo_find", list{5, text, text}, unconnected},
		{"mongo_find_one", list{"c", text}, unconnected},
		{"mongo_insert", list{"c", text}, "! mongo_insert: expected a map, got text"},
		{"mongo_insert", list{"c", nil}, "! mongo_insert: expected a map, got nothing"},
		{"mongo_insert_many", list{"c", doc}, "! mongo_insert_many: expected a list of maps"},
		{"mongo_insert_many", list{"c", list{doc, 1}}, "! mongo_insert_many: each element must be a map, got number"},
		{"mongo_insert_many", list{"c", list{}}, "[]"},
		{"mongo_update", list{"c", doc, 5}, "! mongo_update: expected a map, got number"},
		{"mongo_aggregate", list{"c", doc}, "! mongo_aggregate: expected a list of maps"},
		{"mongo_aggregate", list{"c", list{true}}, "! mongo_aggregate: each element must be a map, got bool"},
		{"mongo_delete", list{nil, text}, unconnected},
		{"mongo_count", list{"c", 5}, unconnected},
	} {
		for range 8 { // whatever the order in which a map is read
			if got := call(t, th, c.name, c.args...); got != c.want {
				t.Fatalf("%s%v: %s, want %s", c.name, c.args, got, c.want)
			}
		}
	}
}
