package gate

import (
	"context"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// postgres is a connection to PostgreSQL. Parameters and results travel as
// text: the server knows best what a column takes.
type postgres struct {
	target *dbTarget
	conn   *pgconn.PgConn
}

func (g *Gate) openPostgres(target string) (engine, error) {
	t, err := parseTarget(target, "5432")
	if err != nil {
		return nil, ioError("db_open: "+err.Error(), err)
	}
	// The library insists on reading its settings from a text and from its
	// environment. It gets an empty text; whatever it found is replaced.
	cfg, err := pgconn.ParseConfig("host=localhost sslmode=disable user=- password=- dbname=- passfile=/dev/null")
	if err != nil {
		return nil, ioError("db_open: "+t.scrub(err.Error()), err)
	}
	host, port, _ := strings.Cut(t.hosts[0], ":")
	if i := strings.LastIndexByte(t.hosts[0], ':'); i >= 0 {
		host, port = t.host, t.hosts[0][i+1:]
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, ioError("db_open: "+errTarget.Error(), errTarget)
	}
	cfg.Host, cfg.Port, cfg.User, cfg.Password, cfg.Database = host, uint16(n), t.user, t.password, t.database
	if cfg.User == "" {
		cfg.User = "postgres"
	}
	if cfg.Database == "" {
		cfg.Database = cfg.User
	}
	cfg.TLSConfig, cfg.Fallbacks, cfg.ValidateConnect, cfg.AfterConnect = nil, nil, nil, nil
	cfg.RuntimeParams = map[string]string{"datestyle": "ISO", "intervalstyle": "iso_8601"}
	cfg.ConnectTimeout = connectWait
	cfg.KerberosSrvName, cfg.KerberosSpn = "", ""
	cfg.DialFunc = g.dialTarget(t)
	cfg.LookupFunc = func(_ context.Context, host string) ([]string, error) { return []string{host}, nil }
	switch t.params["sslmode"] {
	case "disable":
	case "require", "prefer", "allow":
		cfg.TLSConfig = t.secure(false)
	default:
		cfg.TLSConfig = t.secure(true)
	}
	ctx, cancel := context.WithTimeout(g.ctx, connectWait)
	defer cancel()
	conn, err := pgconn.ConnectConfig(ctx, cfg)
	if err != nil {
		return nil, (&postgres{target: t}).wrap(err)
	}
	return &postgres{target: t, conn: conn}, nil
}

func (p *postgres) close() {
	ctx, cancel := context.WithTimeout(context.Background(), pipeWait)
	defer cancel()
	_ = p.conn.Close(ctx)
}

func (p *postgres) wrap(err error) error {
	if err == nil {
		return nil
	}
	var server *pgconn.PgError
	if errors.As(err, &server) {
		return ioError("db error: "+server.Message, err)
	}
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	return ioError("db error: "+p.target.scrub(netText(rootCause(err))), err)
}

// rootCause is the innermost error: what happened, without what was tried.
func rootCause(err error) error {
	for {
		inner := errors.Unwrap(err)
		if inner == nil {
			return err
		}
		err = inner
	}
}

// dollars turns every ? outside of quotes into $1, $2 and so on.
func dollars(s string) string {
	if strings.IndexByte(s, '?') < 0 {
		return s
	}
	var b strings.Builder
	n := 0
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '?':
			n++
			b.WriteByte('$')
			b.WriteString(strconv.Itoa(n))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

func (p *postgres) prepare(caller, text string) (string, error) {
	if !oneStatement(sqlTokens{s: text, dollar: true}) {
		return "", usage(caller + ": one statement per call")
	}
	return dollars(text), nil
}

// wire is a parameter as it is sent.
func wire(params []Param) (values [][]byte, formats []int16) {
	for _, p := range params {
		var b []byte
		format := int16(0)
		switch v := p.(type) {
		case int64:
			b = strconv.AppendInt(nil, v, 10)
		case float64:
			b = strconv.AppendFloat(nil, v, 'g', -1, 64)
		case bool:
			b = strconv.AppendBool(nil, v)
		case Numbers:
			b = []byte(v.Compact)
		case string:
			b = []byte(v)
		case []byte:
			b, format = v, 1
			if b == nil {
				b = []byte{}
			}
		}
		values, formats = append(values, b), append(formats, format)
	}
	return values, formats
}

func (p *postgres) query(ctx context.Context, caller, text string, params []Param, to RowSink) error {
	text, err := p.prepare(caller, text)
	if err != nil {
		return err
	}
	values, formats := wire(params)
	r := p.conn.ExecParams(ctx, text, values, nil, formats, nil)
	fields := r.FieldDescriptions()
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	if err = to.Columns(names); err == nil {
		cells := make([]Cell, len(fields))
		for err == nil && r.NextRow() {
			for i, b := range r.Values() {
				cells[i] = postgresCell(fields[i].DataTypeOID, b)
			}
			err = to.Row(cells)
		}
	}
	_, closing := r.Close()
	if err != nil {
		return err
	}
	return p.wrap(closing)
}

// Object identifiers of the types that are more than text.
const (
	oidBool, oidBytea, oidInt8, oidInt2, oidInt4, oidOid = 16, 17, 20, 21, 23, 26
	oidJSON, oidJSONB, oidFloat4, oidFloat8, oidNumeric  = 114, 3802, 700, 701, 1700
	oidDate, oidTimestamp, oidTimestampTZ                = 1082, 1114, 1184
)

func postgresCell(oid uint32, b []byte) Cell {
	if b == nil {
		return Cell{}
	}
	s := string(b)
	switch oid {
	case oidBool:
		c := Cell{Kind: CellBool}
		if s == "t" {
			c.Int = 1
		}
		return c
	case oidInt2, oidInt4, oidInt8, oidOid:
		if n, err := strconv.ParseInt(s, 10, 64); err == nil {
			return Cell{Kind: CellInt, Int: n}
		}
	case oidFloat4, oidFloat8:
		if f, err := strconv.ParseFloat(s, 64); err == nil {
			return Cell{Kind: CellFloat, Float: f}
		}
	case oidNumeric:
		return Cell{Kind: CellDecimal, Text: s}
	case oidJSON, oidJSONB:
		return Cell{Kind: CellJSON, Text: s}
	case oidBytea:
		if raw, err := hex.DecodeString(strings.TrimPrefix(s, `\x`)); err == nil {
			return Cell{Kind: CellBytes, Text: string(raw)}
		}
	case oidDate, oidTimestamp, oidTimestampTZ:
		return Cell{Kind: CellText, Text: isoTime(s)}
	}
	return Cell{Kind: CellText, Text: Text(b)}
}

func changedBy(tag pgconn.CommandTag) int64 {
	if tag.Insert() || tag.Update() || tag.Delete() || strings.HasPrefix(tag.String(), "MERGE") {
		return tag.RowsAffected()
	}
	return 0
}

func (p *postgres) exec(ctx context.Context, caller, text string, params []Param) (Changed, error) {
	text, err := p.prepare(caller, text)
	if err != nil {
		return Changed{}, err
	}
	values, formats := wire(params)
	tag, err := p.conn.ExecParams(ctx, text, values, nil, formats, nil).Close()
	return Changed{Rows: changedBy(tag)}, p.wrap(err)
}

func (p *postgres) batch(ctx context.Context, caller, text string, lists [][]Param) (int64, error) {
	text, err := p.prepare(caller, text)
	if err != nil || len(lists) == 0 {
		return 0, err
	}
	const name = "synsema_batch"
	if _, err := p.conn.Prepare(ctx, name, text, nil); err != nil {
		return 0, p.wrap(err)
	}
	defer func() { _ = p.conn.Deallocate(context.WithoutCancel(ctx), name) }()
	total := int64(0)
	for _, params := range lists {
		values, formats := wire(params)
		tag, err := p.conn.ExecPrepared(ctx, name, values, formats, nil).Close()
		if err != nil {
			return total, p.wrap(err)
		}
		total += changedBy(tag)
	}
	return total, nil
}

func (p *postgres) tables(ctx context.Context) ([]string, error) {
	var names firstColumn
	err := p.query(ctx, "sql_tables", `SELECT table_name FROM information_schema.tables
		WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE' ORDER BY table_name COLLATE "C"`, nil, &names)
	return names.list, err
}
