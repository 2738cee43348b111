package gate

import (
	"context"
	"database/sql/driver"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

// mariadb is a connection to MySQL or MariaDB. The driver is used without
// database/sql: one connection, and transactions are statements.
type mariadb struct {
	target *dbTarget
	conn   driver.Conn
}

func (g *Gate) openMySQL(target string) (engine, error) {
	t, err := parseTarget(target, "3306")
	if err != nil {
		return nil, ioError("db_open: "+err.Error(), err)
	}
	cfg := mysql.NewConfig()
	cfg.User, cfg.Passwd, cfg.Net, cfg.Addr, cfg.DBName = t.user, t.password, "tcp", t.hosts[0], t.database
	cfg.Timeout = connectWait
	cfg.DialFunc = g.dialTarget(t)
	cfg.Logger = &mysql.NopLogger{}
	switch strings.ToUpper(t.params["ssl-mode"]) {
	case "REQUIRED":
		cfg.TLS = t.secure(false)
	case "VERIFY_CA", "VERIFY_IDENTITY":
		cfg.TLS = t.secure(true)
	}
	m := &mariadb{target: t}
	connector, err := mysql.NewConnector(cfg)
	if err != nil {
		return nil, m.wrap(err)
	}
	ctx, cancel := context.WithTimeout(g.ctx, connectWait)
	defer cancel()
	if m.conn, err = connector.Connect(ctx); err != nil {
		return nil, m.wrap(err)
	}
	return m, nil
}

func (m *mariadb) close() { _ = m.conn.Close() }

func (m *mariadb) wrap(err error) error {
	if err == nil {
		return nil
	}
	var server *mysql.MySQLError
	if errors.As(err, &server) {
		return ioError("db error: "+server.Message, err)
	}
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	return ioError("db error: "+m.target.scrub(netText(rootCause(err))), err)
}

func one(caller, text string) error {
	if !oneStatement(sqlTokens{s: text, backslash: true}) {
		return usage(caller + ": one statement per call")
	}
	return nil
}

// named turns parameters into what the driver takes.
func named(params []Param) []driver.NamedValue {
	list := make([]driver.NamedValue, len(params))
	for i, p := range params {
		switch v := p.(type) {
		case Numbers:
			p = v.Display
		case bool:
			if p = int64(0); v {
				p = int64(1)
			}
		}
		list[i] = driver.NamedValue{Ordinal: i + 1, Value: p}
	}
	return list
}

// rows starts a query: without parameters as text, so that every statement is
// allowed, else prepared.
func (m *mariadb) rows(ctx context.Context, text string, params []Param) (driver.Rows, func(), error) {
	if len(params) == 0 {
		r, err := m.conn.(driver.QueryerContext).QueryContext(ctx, text, nil)
		return r, func() {}, err
	}
	st, err := m.conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	if n := st.NumInput(); n != len(params) {
		st.Close()
		return nil, nil, wrongCount(n, len(params))
	}
	r, err := st.(driver.StmtQueryContext).QueryContext(ctx, named(params))
	if err != nil {
		st.Close()
		return nil, nil, err
	}
	return r, func() { st.Close() }, nil
}

func wrongCount(want, have int) error {
	return usage("the statement has " + strconv.Itoa(want) + " parameter(s) but " + strconv.Itoa(have) + " value(s) were passed")
}

func (m *mariadb) query(ctx context.Context, caller, text string, params []Param, to RowSink) error {
	if err := one(caller, text); err != nil {
		return err
	}
	r, done, err := m.rows(ctx, text, params)
	if err != nil {
		return m.wrap(err)
	}
	defer done()
	defer r.Close()
	names := r.Columns()
	if err := to.Columns(names); err != nil {
		return err
	}
	kinds := make([]string, len(names))
	if typed, ok := r.(driver.RowsColumnTypeDatabaseTypeName); ok {
		for i := range kinds {
			kinds[i] = typed.ColumnTypeDatabaseTypeName(i)
		}
	}
	values, cells := make([]driver.Value, len(names)), make([]Cell, len(names))
	for {
		err := r.Next(values)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return m.wrap(err)
		}
		for i, v := range values {
			cells[i] = mysqlCell(kinds[i], v)
		}
		if err := to.Row(cells); err != nil {
			return err
		}
	}
}

func mysqlCell(kind string, v driver.Value) Cell {
	switch v := v.(type) {
	case nil:
		return Cell{}
	case int64:
		return Cell{Kind: CellInt, Int: v}
	case uint64:
		if v > math.MaxInt64 {
			return Cell{Kind: CellDecimal, Text: strconv.FormatUint(v, 10)}
		}
		return Cell{Kind: CellInt, Int: int64(v)}
	case float32:
		return Cell{Kind: CellFloat, Float: float64(v)}
	case float64:
		return Cell{Kind: CellFloat, Float: v}
	case time.Time:
		return Cell{Kind: CellText, Text: v.Format("2006-01-02T15:04:05.999999")}
	case string:
		return mysqlText(kind, v)
	case []byte:
		return mysqlText(kind, string(v))
	}
	return Cell{}
}

func mysqlText(kind, s string) Cell {
	kind = strings.TrimPrefix(kind, "UNSIGNED ")
	switch kind {
	case "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT", "YEAR":
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return Cell{Kind: CellInt, Int: n}
		}
		return Cell{Kind: CellDecimal, Text: s}
	case "FLOAT", "DOUBLE":
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return Cell{Kind: CellFloat, Float: f}
		}
	case "DECIMAL":
		return Cell{Kind: CellDecimal, Text: s}
	case "JSON":
		return Cell{Kind: CellJSON, Text: s}
	case "BLOB", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB", "BINARY", "VARBINARY", "BIT", "GEOMETRY":
		return Cell{Kind: CellBytes, Text: s}
	case "DATE", "DATETIME", "TIMESTAMP":
		return Cell{Kind: CellText, Text: isoTime(s)}
	}
	return Cell{Kind: CellText, Text: Text([]byte(s))}
}

func (m *mariadb) exec(ctx context.Context, caller, text string, params []Param) (Changed, error) {
	if err := one(caller, text); err != nil {
		return Changed{}, err
	}
	if len(params) == 0 {
		r, err := m.conn.(driver.ExecerContext).ExecContext(ctx, text, nil)
		return m.changed(r, err)
	}
	st, err := m.conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
	if err != nil {
		return Changed{}, m.wrap(err)
	}
	defer st.Close()
	return m.execPrepared(ctx, st, params)
}

func (m *mariadb) execPrepared(ctx context.Context, st driver.Stmt, params []Param) (Changed, error) {
	if n := st.NumInput(); n != len(params) {
		return Changed{}, wrongCount(n, len(params))
	}
	r, err := st.(driver.StmtExecContext).ExecContext(ctx, named(params))
	return m.changed(r, err)
}

func (m *mariadb) changed(r driver.Result, err error) (Changed, error) {
	if err != nil {
		return Changed{}, m.wrap(err)
	}
	rows, _ := r.RowsAffected()
	id, _ := r.LastInsertId()
	return Changed{Rows: rows, LastID: id}, nil
}

func (m *mariadb) batch(ctx context.Context, caller, text string, lists [][]Param) (int64, error) {
	if err := one(caller, text); err != nil || len(lists) == 0 {
		return 0, err
	}
	st, err := m.conn.(driver.ConnPrepareContext).PrepareContext(ctx, text)
	if err != nil {
		return 0, m.wrap(err)
	}
	defer st.Close()
	total := int64(0)
	for _, params := range lists {
		c, err := m.execPrepared(ctx, st, params)
		if err != nil {
			return total, err
		}
		total += c.Rows
	}
	return total, nil
}

func (m *mariadb) tables(ctx context.Context) ([]string, error) {
	var names firstColumn
	err := m.query(ctx, "sql_tables", "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' ORDER BY BINARY table_name", nil, &names)
	return names.list, err
}
