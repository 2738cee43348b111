//go:build services

package gate

import (
	"os"
	"strings"
	"testing"
)

// These tests talk to real servers, whose URLs come in variables; see the
// target test-services of the Makefile. Every one of them has to be there.

func service(t *testing.T, variable string) string {
	t.Helper()
	url := os.Getenv(variable)
	if url == "" {
		t.Fatalf("%s is not set", variable)
	}
	return url
}

// fullTable is a RowSink like table that also tells the kinds of databases
// with servers.
type fullTable struct{ table }

func (r *fullTable) Row(cells []Cell) error {
	for i, c := range cells {
		switch c.Kind {
		case CellBool:
			cells[i] = Cell{Kind: CellText, Text: "bool " + number(float64(c.Int))}
		case CellDecimal:
			cells[i] = Cell{Kind: CellText, Text: "decimal " + c.Text}
		case CellJSON:
			cells[i] = Cell{Kind: CellText, Text: "json " + c.Text}
		}
	}
	return r.table.Row(cells)
}

func rowsOf(t *testing.T, w *world, text string, params ...Param) string {
	t.Helper()
	var r fullTable
	if err := w.Query(at("sql"), text, params, &r); err != nil {
		t.Errorf("%s: %v", text, err)
	}
	return r.b.String()
}

func TestPostgres(t *testing.T) {
	url := service(t, "SYNRUN_TEST_POSTGRES")
	w := open(t, setup{require: []string{"db"}})
	fails(t, w.OpenDB(at("db_open"), url, ""), "")
	execSQL(t, w, "DROP TABLE IF EXISTS synrun_t")
	execSQL(t, w, "CREATE TABLE synrun_t(a int, b text, c numeric(10,2), d jsonb, e bytea, f timestamptz, g bool, h float8, i date, j int[])")
	execSQL(t, w, "SET TIME ZONE 'UTC'")
	c := execSQL(t, w, "INSERT INTO synrun_t VALUES(?, ?, ?, ?::jsonb, ?, ?, ?, ?, ?, NULL)",
		int64(1), "it's ?", "1.50", `{"k": [1]}`, []byte{0, 255}, "2024-01-02 03:04:05+00", true, 2.5, "2024-05-06")
	if c != (Changed{1, 0}) {
		t.Errorf("%+v", c)
	}
	want := "a,b,c,d,e,f,g,h,i,j|i1,tit's ?,tdecimal 1.50,tjson {\"k\": [1]},b\x00\xff,t2024-01-02T03:04:05+00:00,tbool 1,f2.5,t2024-05-06,null"
	if got := rowsOf(t, w, "SELECT * FROM synrun_t WHERE b = ? AND a = ?", "it's ?", int64(1)); got != want {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
	n, err := w.Batch(at("sql_batch"), "INSERT INTO synrun_t(a) VALUES(?)", [][]Param{{int64(2)}, {int64(3)}, {nil}})
	if n != 3 || err != nil {
		t.Error(n, err)
	}
	if got := rowsOf(t, w, "INSERT INTO synrun_t(a) VALUES(?) RETURNING a", int64(9)); got != "a|i9" {
		t.Error(got)
	}
	execSQL(t, w, "BEGIN")
	execSQL(t, w, "DELETE FROM synrun_t")
	execSQL(t, w, "ROLLBACK")
	if got := rowsOf(t, w, "SELECT count(*) AS n FROM synrun_t"); got != "n|i5" {
		t.Error(got)
	}
	fails(t, w.Query(at("sql"), "SELECT nope", nil, &table{}), `db error: column "nope" does not exist`)
	fails(t, w.Query(at("sql"), "SELECT 1; SELECT $$;$$", nil, &table{}), "sql: one statement per call")
	if got := rowsOf(t, w, "SELECT $$a;b$$ AS x"); got != "x|ta;b" {
		t.Error(got)
	}
	list, err := w.Tables(at("sql_tables"))
	if err != nil || !strings.Contains(" "+strings.Join(list, " ")+" ", " synrun_t ") {
		t.Error(list, err)
	}
	execSQL(t, w, "DROP TABLE synrun_t")
	fails(t, w.CloseDB(&url), "")
	wrong := strings.Replace(url, "@", "x@", 1)
	err = w.OpenDB(at("db_open"), wrong, "")
	if err == nil || !strings.HasPrefix(err.Error(), "db error: ") {
		t.Error(err)
	}
}

func TestMySQL(t *testing.T) {
	url := service(t, "SYNRUN_TEST_MYSQL")
	w := open(t, setup{require: []string{"db"}})
	fails(t, w.OpenDB(at("db_open"), url, ""), "")
	execSQL(t, w, "DROP TABLE IF EXISTS synrun_t")
	execSQL(t, w, "CREATE TABLE synrun_t(id bigint AUTO_INCREMENT PRIMARY KEY, b text, c decimal(10,2), e blob, f datetime, g bool, h double, u bigint unsigned)")
	c := execSQL(t, w, "INSERT INTO synrun_t(b, c, e, f, g, h, u) VALUES(?, ?, ?, ?, ?, ?, ?)", "xé", "1.50", []byte{0, 255}, "2024-01-02 03:04:05", true, 2.5, int64(7))
	if c != (Changed{1, 1}) {
		t.Errorf("%+v", c)
	}
	want := "id,b,c,e,f,g,h,u|i1,txé,tdecimal 1.50,b\x00\xff,t2024-01-02T03:04:05,i1,f2.5,i7"
	for _, got := range []string{rowsOf(t, w, "SELECT * FROM synrun_t WHERE id = ?", int64(1)), rowsOf(t, w, "SELECT * FROM synrun_t")} {
		if got != want {
			t.Errorf("\n got %q\nwant %q", got, want)
		}
	}
	if n, err := w.Batch(at("sql_batch"), "INSERT INTO synrun_t(b) VALUES(?)", [][]Param{{"p"}, {"q"}}); n != 2 || err != nil {
		t.Error(n, err)
	}
	execSQL(t, w, "BEGIN")
	execSQL(t, w, "DELETE FROM synrun_t")
	execSQL(t, w, "ROLLBACK")
	if got := rowsOf(t, w, "SELECT count(*) AS n FROM synrun_t"); got != "n|i3" {
		t.Error(got)
	}
	fails(t, w.Query(at("sql"), "SELECT * FROM nope", nil, &table{}), "db error: Table '…")
	fails(t, w.Query(at("sql"), "SELECT 1; SELECT 2", nil, &table{}), "sql: one statement per call")
	// The server must not be able to ask for a file of this machine.
	if err := w.Query(at("sql"), "LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE synrun_t", nil, &table{}); err == nil {
		t.Error("a local file was sent")
	}
	execSQL(t, w, "DROP TABLE synrun_t")
}

func TestRedis(t *testing.T) {
	w := open(t, setup{require: []string{"db"}})
	fails(t, w.OpenDB(at("db_open"), service(t, "SYNRUN_TEST_REDIS"), ""), "")
	do := func(words ...string) any {
		t.Helper()
		reply, err := w.Redis(at("redis"), words...)
		if err != nil {
			t.Errorf("%v: %v", words, err)
		}
		return reply
	}
	do("DEL", "synrun:k", "synrun:l")
	if got := do("GET", "synrun:k"); got != nil {
		t.Error(got)
	}
	do("SET", "synrun:k", "\x00\xff")
	if got := do("GET", "synrun:k"); got != "\x00\xff" {
		t.Error(got)
	}
	if got := do("RPUSH", "synrun:l", "a", "b"); got != int64(2) {
		t.Error(got)
	}
	if got, ok := do("LRANGE", "synrun:l", "0", "-1").([]any); !ok || len(got) != 2 || got[1] != "b" {
		t.Error(got)
	}
	if got, err := w.RedisUnlock(at("redis_unlock"), "synrun:k", "other"); got != int64(0) || err != nil {
		t.Error(got, err)
	}
	if got, err := w.RedisUnlock(at("redis_unlock"), "synrun:k", "\x00\xff"); got != int64(1) || err != nil {
		t.Error(got, err)
	}
	_, err := w.Redis(at("redis"), "INCR", "synrun:l")
	fails(t, err, "db error: WRONGTYPE …")
	do("DEL", "synrun:l")
	_, err = w.Exec(at("sql_exec"), "SELECT 1", nil)
	fails(t, err, "this is a Redis connection — use the redis_* builtins (redis_get/redis_set/redis_lock/…), not sql()/sql_exec()")
}

func TestMongo(t *testing.T) {
	w := open(t, setup{require: []string{"db"}})
	fails(t, w.OpenDB(at("db_open"), service(t, "SYNRUN_TEST_MONGO"), ""), "")
	const coll = "synrun_t"
	_, err := w.MongoDelete(at("mongo_delete"), coll, nil)
	fails(t, err, "")
	ids, err := w.MongoInsert(at("mongo_insert_many"), coll, []Doc{
		{{"n", int64(1)}, {"s", "x"}, {"d", Doc{{"a", []any{int64(1), 2.5, nil, true}}}}},
		{{"n", int64(1) << 40}, {"b", []byte{1, 2}}},
	})
	if err != nil || len(ids) != 2 || len(ids[0].(string)) != 24 {
		t.Fatal(ids, err)
	}
	find := func(filter Doc, o MongoFind) (docs []Doc) {
		t.Helper()
		fails(t, w.MongoFind(at("mongo_find"), coll, filter, o, func(d Doc) error { docs = append(docs, d); return nil }), "")
		return docs
	}
	docs := find(Doc{{"_id", ids[0]}}, MongoFind{})
	if len(docs) != 1 || docs[0][1] != (Field{"n", int64(1)}) || docs[0][3].Value.(Doc)[0].Value.([]any)[1] != 2.5 {
		t.Errorf("%+v", docs)
	}
	if docs = find(Doc{{"_id", Doc{{"$in", []any{ids[0], ids[1]}}}}}, MongoFind{Sort: Doc{{"n", int64(-1)}}, Fields: Doc{{"n", int64(1)}, {"_id", int64(0)}}}); len(docs) != 2 || docs[0][0].Value != int64(1)<<40 {
		t.Errorf("%+v", docs)
	}
	if docs = find(nil, MongoFind{Limit: 1, Skip: 1}); len(docs) != 1 {
		t.Errorf("%+v", docs)
	}
	matched, modified, err := w.MongoUpdate(at("mongo_update"), coll, nil, Doc{{"$set", Doc{{"z", "y"}}}})
	if matched != 2 || modified != 2 || err != nil {
		t.Error(matched, modified, err)
	}
	_, _, err = w.MongoUpdate(at("mongo_update"), coll, nil, Doc{{"z", "y"}})
	if err == nil {
		t.Error("an update without operators")
	}
	if n, err := w.MongoCount(at("mongo_count"), coll, Doc{{"s", "x"}}); n != 1 || err != nil {
		t.Error(n, err)
	}
	sum := 0
	err = w.MongoAggregate(at("mongo_aggregate"), coll, []Doc{{{"$match", Doc{{"z", "y"}}}}, {{"$count", "n"}}}, func(d Doc) error { sum = int(d[0].Value.(int64)); return nil })
	if sum != 2 || err != nil {
		t.Error(sum, err)
	}
	names, err := w.MongoCollections(at("mongo_collections"))
	if err != nil || !strings.Contains(" "+strings.Join(names, " ")+" ", " "+coll+" ") {
		t.Error(names, err)
	}
	if n, err := w.MongoDelete(at("mongo_delete"), coll, nil); n != 2 || err != nil {
		t.Error(n, err)
	}
}
