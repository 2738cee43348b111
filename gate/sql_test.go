package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// table is a RowSink that writes everything into one text.
type table struct{ b strings.Builder }

func (r *table) Columns(names []string) error {
	r.b.WriteString(strings.Join(names, ","))
	return nil
}

func (r *table) Row(cells []Cell) error {
	r.b.WriteString("|")
	for i, c := range cells {
		if i > 0 {
			r.b.WriteString(",")
		}
		switch c.Kind {
		case CellNull:
			r.b.WriteString("null")
		case CellInt:
			r.b.WriteString("i" + number(float64(c.Int)))
		case CellFloat:
			r.b.WriteString("f" + number(c.Float))
		case CellText:
			r.b.WriteString("t" + c.Text)
		case CellBytes:
			r.b.WriteString("b" + c.Text)
		}
	}
	return nil
}

func query(t *testing.T, w *world, text string, params ...Param) string {
	t.Helper()
	var r table
	if err := w.Query(at("sql"), text, params, &r); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return r.b.String()
}

func execSQL(t *testing.T, w *world, text string, params ...Param) Changed {
	t.Helper()
	c, err := w.Exec(at("sql_exec"), text, params)
	if err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return c
}

func TestSQLite(t *testing.T) {
	w := open(t, setup{require: []string{"db=*.db"}})
	_, err := w.Tables(at("sql_tables"))
	fails(t, err, `No database connection. Use db_open("path.db") first.`)
	fails(t, w.OpenDB(at("db_open"), "/tmp/a.db", ""), `Capability not granted: db("/tmp/a.db") …`)
	fails(t, w.OpenDB(at("db_open"), "a.db", ""), "")
	execSQL(t, w, "CREATE TABLE t(id INTEGER PRIMARY KEY, d DATE, b BOOLEAN, x)")
	if c := execSQL(t, w, "INSERT INTO t(d, b, x) VALUES(?, ?, ?)", "2024-01-02", int64(1), []byte("raw")); c != (Changed{1, 1}) {
		t.Errorf("%+v", c)
	}
	execSQL(t, w, "INSERT INTO t(d, b, x) VALUES(?, ?, ?);", nil, true, 2.5)
	execSQL(t, w, "INSERT INTO t(d, b, x) VALUES('', ?, ?)", Numbers{"[1, 2]", "[1,2]"}, []byte{})
	want := "id,d,b,x|i1,t2024-01-02,i1,braw|i2,null,ttrue,f2.5|i3,t,t[1, 2],b"
	if got := query(t, w, "SELECT * FROM t -- all of it"); got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
	if got := query(t, w, "INSERT INTO t(x) VALUES('a'), ('') RETURNING id, x"); got != "id,x|i4,ta|i5,t" {
		t.Errorf("%q", got)
	}
	for _, tt := range []struct{ text, want string }{
		{"SELECT 1; SELECT 2", "sql: one statement per call"},
		{"SELECT 1; -- a note", ""},
		{"SELECT ?", "sql: the statement has 1 parameter(s) but 0 value(s) were passed"},
		{"SELECT * FROM none", "no such table: none"},
		{"SELECT '\x00'", "sql: a NUL character in the statement"},
		{"", ""},
		{"-- nothing", ""},
	} {
		var r table
		fails(t, w.Query(at("sql"), tt.text, nil, &r), tt.want)
	}
	for _, tt := range []struct{ text, want string }{
		{"SELECT 1", "sql_exec: this statement returns rows — run it with sql(statement, params) to get them (nothing was executed)"},
		{"DELETE FROM t RETURNING id", "sql_exec: this statement returns rows (RETURNING) — run it with sql(statement, params) to get them (nothing was executed)"},
		{"DELETE FROM t WHERE x = 'RETURNING' /* RETURNING */", ""},
		{"PRAGMA journal_mode = MEMORY", ""},
	} {
		_, err := w.Exec(at("sql_exec"), tt.text, nil)
		fails(t, err, tt.want)
	}
	n, err := w.Batch(at("sql_batch"), "INSERT INTO t(id, x) VALUES(?, ?)", [][]Param{{int64(10), "a"}, {int64(11), "b"}, {int64(10), "c"}})
	fails(t, err, "UNIQUE constraint failed: t.id")
	if got := query(t, w, "SELECT id FROM t WHERE id > 9"); got != "id|i10|i11" || n != 2 {
		t.Errorf("%s %d", got, n)
	}
	execSQL(t, w, "BEGIN")
	execSQL(t, w, "DELETE FROM t")
	execSQL(t, w, "ROLLBACK")
	if got := query(t, w, "SELECT count(*) AS n FROM t"); !strings.HasPrefix(got, "n|i") || got == "n|i0" {
		t.Error(got)
	}
	execSQL(t, w, "VACUUM")
	if list, err := w.Tables(at("sql_tables")); err != nil || strings.Join(list, " ") != "t" {
		t.Error(list, err)
	}
	_, err = w.Redis(at("redis_get"), "GET", "x")
	fails(t, err, "this is a SQL connection — use sql()/sql_exec(), not the redis_* builtins")
	fails(t, w.CloseDB(nil), "")
}

const noAttach = ": ATTACH and VACUUM INTO are not available — open the file with db_open"

func TestSQLiteStaysInItsFile(t *testing.T) {
	w := open(t, setup{require: []string{"db=d/*"}, files: map[string]string{
		"d/x": "", "out/secret.db": "", "d/link.db": "-> ../out/secret.db", "d/folder": "-> ../out", "d/in.db": "-> real.db",
	}})
	fails(t, w.OpenDB(at("db_open"), "d/link.db", ""), `Capability not granted: db("d/link.db")`+byLink)
	fails(t, w.OpenDB(at("db_open"), "d/folder/new.db", ""), `Capability not granted: db("d/folder/new.db")`+byLink)
	fails(t, w.OpenDB(at("db_open"), "d/in.db", ""), "")
	execSQL(t, w, "CREATE TABLE t(x)")
	if _, err := os.Stat(filepath.Join(w.dir, "d/real.db")); err != nil {
		t.Error("the link that stays inside was not followed")
	}
	for _, text := range []string{
		"ATTACH 'out/secret.db' AS o", "attach database 'x' as y", " /* c */ ATTACH ':memory:' AS m", "VACUUM INTO 'copy.db'",
		"VACUUM main INTO 'copy.db'", "-- c\nVACUUM\nINTO 'x'", ";ATTACH 'x' AS y", "EXPLAIN ATTACH 'x' AS y",
	} {
		var r table
		fails(t, w.Query(at("sql"), text, nil, &r), "sql"+noAttach)
		_, err := w.Exec(at("sql_exec"), text, nil)
		fails(t, err, "sql_exec"+noAttach)
	}
	for _, text := range []string{"PRAGMA temp_store_directory = '/tmp'", "SELECT load_extension('x')", "PRAGMA hard_heap_limit = 1"} {
		if err := w.Query(at("sql"), text, nil, &table{}); err == nil {
			t.Errorf("%s ran", text)
		}
	}
	fails(t, w.CloseDB(nil), "")
	// A target is a name, never a URI.
	fails(t, w.OpenDB(at("db_open"), "d/file:x?mode=memory", ""), "")
	execSQL(t, w, "CREATE TABLE t(x)")
	if _, err := os.Stat(filepath.Join(w.dir, "d/file:x?mode=memory")); err != nil {
		t.Error(err)
	}
	fails(t, w.OpenDB(at("db_open"), "d/none.db", "readonly"), "unable to open database file")
	for _, name := range []string{"copy.db", "x", "d/none.db"} {
		if _, err := os.Stat(filepath.Join(w.dir, name)); err == nil {
			t.Errorf("%s was made", name)
		}
	}
}

func TestConnectionsAreFoundByKey(t *testing.T) {
	w := open(t, setup{require: []string{"db"}})
	for _, target := range []string{"a.db", "./a.db", "a.db"} {
		fails(t, w.OpenDB(at("db_open"), target, ""), "")
	}
	if len(w.sql.list) != 2 {
		t.Error(len(w.sql.list))
	}
	execSQL(t, w, "CREATE TABLE t(x)")
	other := "./a.db"
	fails(t, w.CloseDB(&other), "")
	unknown := "b.db"
	fails(t, w.CloseDB(&unknown), "")
	if got := query(t, w, "SELECT count(*) AS n FROM t"); got != "n|i0" {
		t.Error(got)
	}
}

func TestASlowStatementEndsWithTheRun(t *testing.T) {
	w := open(t, setup{require: []string{"db"}, config: func(c *Config) { c.Limits.Time = 3e8 }})
	fails(t, w.OpenDB(at("db_open"), "x", "memory"), "")
	err := w.Query(at("sql"), "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c", nil, &table{})
	fails(t, err, "limit exceeded: time (0.3s)")
}

func TestTargets(t *testing.T) {
	for _, tt := range []struct{ target, want string }{
		{"postgres://u:p%40@h:1/db?sslmode=disable", "u p@ [h:1] db"},
		{"mongodb://a,b:2/x", "  [a:9 b:2] x"},
		{"redis://:pw@[::1]/3", " pw [[::1]:9] 3"},
		{"mysql://u@h/a/b", "u  [h:9] a"},
	} {
		d, err := parseTarget(tt.target, "9")
		if err != nil {
			t.Errorf("%s: %v", tt.target, err)
			continue
		}
		if got := d.user + " " + d.password + " [" + strings.Join(d.hosts, " ") + "] " + d.database; got != tt.want {
			t.Errorf("%s: %s", tt.target, got)
		}
	}
	for _, bad := range []string{"postgres:///db", "postgres://%2ftmp/db", "postgres://[::1/db", "mysql://h/d?a=%zz"} {
		if _, err := parseTarget(bad, "9"); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
	if got := dollars(`SELECT ?, '?', "?", a::jsonb = ?`); got != `SELECT $1, '?', "?", a::jsonb = $2` {
		t.Error(got)
	}
	for in, want := range map[string]string{
		"2024-01-02": "2024-01-02", "2024-01-02 03:04:05": "2024-01-02T03:04:05", "2024-01-02 03:04:05.25+00": "2024-01-02T03:04:05.25+00:00",
		"2024-01-02 03:04:05-05": "2024-01-02T03:04:05-05:00", "2024-01-02 03:04:05+05:30": "2024-01-02T03:04:05+05:30", "infinity": "infinity",
	} {
		if got := isoTime(in); got != want {
			t.Errorf("%s: %s", in, got)
		}
	}
}
