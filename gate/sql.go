package gate

import (
	"context"
	"strings"
	"sync"

	"github.com/synrun/synrun/caps"
)

// Cell is one value that comes out of a database.
type Cell struct {
	Kind  CellKind
	Int   int64
	Float float64
	// Text is the content of every other kind: text, bytes, the digits of a
	// decimal, a JSON document.
	Text string
}

// CellKind says which field of a Cell counts.
type CellKind uint8

// The kinds of a Cell.
const (
	CellNull CellKind = iota
	CellInt
	CellFloat
	CellText
	CellBytes
	CellBool // Int is 0 or 1
	CellDecimal
	CellJSON
)

// Param is one value that goes into a statement: nil, int64, float64, string,
// []byte, bool, or a Numbers. Everything else is sent as its display text.
type Param any

// Numbers is a list of numbers, in its display form and without blanks.
type Numbers struct{ Display, Compact string }

// Changed is what a statement did.
type Changed struct{ Rows, LastID int64 }

// RowSink takes the rows of a result as they come: first the columns, once,
// then each row, whose slice is used again for the next.
type RowSink interface {
	Columns(names []string) error
	Row(cells []Cell) error
}

// engine is an open SQL database.
type engine interface {
	query(ctx context.Context, caller, text string, params []Param, to RowSink) error
	exec(ctx context.Context, caller, text string, params []Param) (Changed, error)
	batch(ctx context.Context, caller, text string, lists [][]Param) (int64, error)
	tables(ctx context.Context) ([]string, error)
	closer
}

type closer interface{ close() }

// family of a connection.
type family string

const (
	familySQL   family = "SQL"
	familyRedis family = "Redis"
	familyMongo family = "MongoDB"
)

// connection is an open database under its key.
type connection struct {
	key     string
	request caps.Request
	family  family
	closer
}

// connections are the open databases of an interpreter and its workers, in the
// order of their opening: the first is the one that everything uses. The lock
// is held during an operation: one connection does one thing at a time.
type connections struct {
	mu   sync.Mutex
	list []*connection
}

func (c *connections) closeAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range c.list {
		one.close()
	}
	c.list = nil
}

func (c *connections) find(key string) *connection {
	for _, one := range c.list {
		if one.key == key {
			return one
		}
	}
	return nil
}

// schemeOf is the engine of a target, "" for a file of SQLite.
func schemeOf(target string) string {
	scheme, _, ok := strings.Cut(target, "://")
	if !ok {
		return ""
	}
	switch scheme = strings.ToLower(scheme); scheme {
	case "postgres", "postgresql", "mysql", "mongodb", "mongodb+srv", "redis", "rediss":
		return scheme
	}
	return ""
}

const memoryTarget = ":memory:"

// OpenDB opens a database; the first one opened is the default. mode is for
// SQLite: readwrite, readonly or memory.
func (g *Gate) OpenDB(at At, target, mode string) error {
	if e := g.native(at, noDatabases); e != nil {
		return e
	}
	scheme := schemeOf(target)
	if scheme == "" && mode == "memory" {
		target = memoryTarget
	}
	d, err := g.decidePath(at, g.caps.Platform().Request(caps.DB, target))
	if err != nil {
		return err
	}
	key, file := target, ""
	if scheme != "" {
		key = d.shown()
		if err := d.allow(); err != nil {
			return err
		}
	} else {
		p, cause := d.place()
		if cause != caps.None {
			return d.refuse(cause)
		}
		if target != memoryTarget {
			if file, err = locate(p.path); p.path == "" || err != nil {
				file = "/" // no file can be there
			}
		}
		if err := d.allow(); err != nil {
			return err
		}
	}
	g.sql.mu.Lock()
	defer g.sql.mu.Unlock()
	if g.sql.find(key) != nil {
		return nil
	}
	if e := g.acquire(); e != nil {
		return e
	}
	c := &connection{key: key, request: d.d.Request}
	switch scheme {
	case "":
		c.family = familySQL
		c.closer, err = g.openSQLite(file, mode)
	case "postgres", "postgresql":
		c.family = familySQL
		c.closer, err = g.openPostgres(target)
	case "mysql":
		c.family = familySQL
		c.closer, err = g.openMySQL(target)
	case "redis", "rediss":
		c.family = familyRedis
		c.closer, err = g.openRedis(target)
	default:
		c.family = familyMongo
		c.closer, err = g.openMongo(target)
	}
	if err != nil {
		g.free()
		if e := g.Stopped(); e != nil {
			return e
		}
		return err
	}
	g.sql.list = append(g.sql.list, c)
	return nil
}

// CloseDB closes a connection, the default one without a target. An unknown
// target is closed already.
func (g *Gate) CloseDB(target *string) error {
	if g.cfg.Pure {
		return g.native(At{Source: "db_close()"}, noDatabases)
	}
	c := g.sql
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, one := range c.list {
		if target == nil || one.key == *target || schemeOf(*target) != "" && one.key == g.caps.Platform().Request(caps.DB, *target).Scope() {
			one.close()
			g.free()
			c.list = append(c.list[:i:i], c.list[i+1:]...)
			break
		}
	}
	return nil
}

// use finds the default connection, asks for it and locks it for an operation
// of the wanted family; release unlocks.
func (g *Gate) use(at At, wanted family) (c *connection, release func(), err error) {
	if e := g.native(at, noDatabases); e != nil {
		return nil, nil, e
	}
	g.sql.mu.Lock()
	if len(g.sql.list) == 0 {
		g.sql.mu.Unlock()
		return nil, nil, ioError(`No database connection. Use db_open("path.db") first.`, nil)
	}
	c = g.sql.list[0]
	if err := g.ask(at, c.request); err != nil {
		g.sql.mu.Unlock()
		return nil, nil, err
	}
	if c.family != wanted {
		g.sql.mu.Unlock()
		return nil, nil, usage(wrongDatabase(wanted, c.family))
	}
	return c, g.sql.mu.Unlock, nil
}

func wrongDatabase(wanted, have family) string {
	switch {
	case have == familyRedis && wanted == familySQL:
		return "this is a Redis connection — use the redis_* builtins (redis_get/redis_set/redis_lock/…), not sql()/sql_exec()"
	case have == familyRedis:
		return "this is a Redis connection — use the redis_* builtins (redis_get/redis_set/redis_lock/…), not the mongo_* builtins"
	case have == familySQL && wanted == familyRedis:
		return "this is a SQL connection — use sql()/sql_exec(), not the redis_* builtins"
	case have == familySQL:
		return "this is a SQL connection — use sql()/sql_exec(), not the mongo_* builtins"
	case wanted == familyRedis:
		return "this is a MongoDB connection — use the mongo_* builtins (mongo_find/…), not the redis_* builtins"
	}
	return "this is a MongoDB connection — use mongo_* builtins (mongo_find/…), not sql()/sql_exec()"
}

// ended prefers the end of the run to what it did to an operation.
func (g *Gate) ended(err error) error {
	if err == nil {
		return nil
	}
	if e := g.Stopped(); e != nil {
		return e
	}
	return err
}

// Query runs a statement on the default database and hands its rows over.
func (g *Gate) Query(at At, text string, params []Param, to RowSink) error {
	c, release, err := g.use(at, familySQL)
	if err != nil {
		return err
	}
	defer release()
	return g.ended(c.closer.(engine).query(g.ctx, "sql", text, params, to))
}

// Exec runs a statement that returns no rows.
func (g *Gate) Exec(at At, text string, params []Param) (Changed, error) {
	c, release, err := g.use(at, familySQL)
	if err != nil {
		return Changed{}, err
	}
	defer release()
	ch, err := c.closer.(engine).exec(g.ctx, "sql_exec", text, params)
	return ch, g.ended(err)
}

// Batch runs a statement once for every list of parameters.
func (g *Gate) Batch(at At, text string, lists [][]Param) (int64, error) {
	c, release, err := g.use(at, familySQL)
	if err != nil {
		return 0, err
	}
	defer release()
	n, err := c.closer.(engine).batch(g.ctx, "sql_batch", text, lists)
	return n, g.ended(err)
}

// Tables lists the tables of the default database.
func (g *Gate) Tables(at At) ([]string, error) {
	c, release, err := g.use(at, familySQL)
	if err != nil {
		return nil, err
	}
	defer release()
	list, err := c.closer.(engine).tables(g.ctx)
	return list, g.ended(err)
}
