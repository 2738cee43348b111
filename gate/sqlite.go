package gate

import (
	"context"
	"encoding/binary"
	"math"
	"strconv"
	"strings"
	"sync"
	"time"
	"unsafe"

	"modernc.org/libc"
	lite "modernc.org/sqlite/lib"
)

// sqlite is one database file. The lower interface of the library is used,
// because the storage class of a value is wanted and not the declared type of
// its column, and because statements are looked at before they run.
type sqlite struct {
	g   *Gate
	tls *libc.TLS
	db  uintptr
	// Callbacks are pointers to these closures; they live as long as the
	// connection.
	authorize func(tls *libc.TLS, arg uintptr, action int32, a, b, c, d uintptr) int32
	progress  func(tls *libc.TLS, arg uintptr) int32
	busy      func(tls *libc.TLS, arg uintptr, n int32) int32
	refused   bool // the authorizer refused to open a file
	// slots is memory of the library for two pointers, in which it returns
	// what it has more than one of.
	slots uintptr
}

const pointerSize = int(unsafe.Sizeof(uintptr(0)))

// slot reads one of the returned pointers.
func (s *sqlite) slot(i int) uintptr {
	b := libc.GoBytes(s.slots+uintptr(i*pointerSize), pointerSize)
	if pointerSize == 4 {
		return uintptr(binary.NativeEndian.Uint32(b))
	}
	return uintptr(binary.NativeEndian.Uint64(b))
}

var prepareLibrary = sync.OnceFunc(lite.PatchIssue199)

// callback is the address of a function as the library calls it: a pointer to
// the closure.
func callback[F any](f *F) uintptr { return *(*uintptr)(unsafe.Pointer(f)) }

const busyWait = 5 * time.Second

// openSQLite opens a file whose path holds no links, or a database in memory
// when file is empty.
func (g *Gate) openSQLite(file, mode string) (engine, error) {
	prepareLibrary()
	flags := int32(lite.SQLITE_OPEN_READWRITE | lite.SQLITE_OPEN_CREATE)
	if mode == "readonly" {
		flags = lite.SQLITE_OPEN_READONLY
	}
	if file == "" {
		file = memoryTarget
	} else {
		// A link that was put there since the check is not followed.
		flags |= lite.SQLITE_OPEN_NOFOLLOW
	}
	s := &sqlite{g: g, tls: libc.NewTLS()}
	name, err := libc.CString(file)
	if err != nil {
		s.tls.Close()
		return nil, ioError(err.Error(), err)
	}
	defer libc.Xfree(s.tls, name)
	s.slots = libc.Xcalloc(s.tls, 2, 8)
	rc := lite.Xsqlite3_open_v2(s.tls, name, s.slots, flags|lite.SQLITE_OPEN_EXRESCODE, 0)
	s.db = s.slot(0)
	if rc != lite.SQLITE_OK {
		err := s.errorText(rc)
		s.close()
		return nil, err
	}
	s.guard()
	return s, nil
}

// guard keeps the database to its own file and to the limits of the run.
func (s *sqlite) guard() {
	s.authorize = func(_ *libc.TLS, _ uintptr, action int32, a, b, _, _ uintptr) int32 {
		switch action {
		case lite.SQLITE_ATTACH:
			// VACUUM attaches a nameless temporary database of its own.
			if a == 0 || libc.GoString(a) != "" {
				s.refused = true
				return lite.SQLITE_DENY
			}
		case lite.SQLITE_PRAGMA:
			switch strings.ToLower(libc.GoString(a)) {
			case "temp_store_directory", "data_store_directory": // name another folder
				return lite.SQLITE_DENY
			case "soft_heap_limit", "hard_heap_limit": // belong to the whole process
				if b != 0 {
					return lite.SQLITE_DENY
				}
			}
		case lite.SQLITE_FUNCTION:
			if b != 0 && strings.EqualFold(libc.GoString(b), "load_extension") {
				return lite.SQLITE_DENY
			}
		}
		return lite.SQLITE_OK
	}
	s.progress = func(*libc.TLS, uintptr) int32 {
		if s.g.Stopped() != nil {
			return 1
		}
		return 0
	}
	var since time.Time
	s.busy = func(_ *libc.TLS, _ uintptr, n int32) int32 {
		if n == 0 {
			since = time.Now()
		}
		if s.g.Stopped() != nil || time.Since(since) > busyWait {
			return 0
		}
		time.Sleep(time.Duration(min(n+1, 20)) * time.Millisecond)
		return 1
	}
	lite.Xsqlite3_set_authorizer(s.tls, s.db, callback(&s.authorize), 0)
	lite.Xsqlite3_progress_handler(s.tls, s.db, 2000, callback(&s.progress), 0)
	lite.Xsqlite3_busy_handler(s.tls, s.db, callback(&s.busy), 0)
	if m := s.g.cfg.Limits.Memory; m > 0 && m < 1e9 {
		lite.Xsqlite3_limit(s.tls, s.db, lite.SQLITE_LIMIT_LENGTH, int32(m))
	}
}

func (s *sqlite) close() {
	if s.tls == nil {
		return
	}
	if s.db != 0 {
		lite.Xsqlite3_close_v2(s.tls, s.db)
	}
	libc.Xfree(s.tls, s.slots)
	s.tls.Close()
	s.tls, s.db, s.slots = nil, 0, 0
}

func (s *sqlite) errorText(rc int32) error {
	if s.db != 0 {
		if p := lite.Xsqlite3_errmsg(s.tls, s.db); p != 0 {
			return ioError(libc.GoString(p), nil)
		}
	}
	return ioError(libc.GoString(lite.Xsqlite3_errstr(s.tls, rc)), nil)
}

const attachText = ": ATTACH and VACUUM INTO are not available — open the file with db_open"

// statement is a prepared statement.
type statement struct {
	s *sqlite
	p uintptr
}

// prepare compiles one statement. p is 0 for a text without any.
func (s *sqlite) prepare(caller, text string) (statement, error) {
	if opensFile(text) {
		return statement{}, usage(caller + attachText)
	}
	if i := strings.IndexByte(text, 0); i >= 0 {
		return statement{}, ioError(caller+": a NUL character in the statement", nil)
	}
	z, err := libc.CString(text)
	if err != nil {
		return statement{}, ioError(err.Error(), err)
	}
	defer libc.Xfree(s.tls, z)
	s.refused = false
	rc := lite.Xsqlite3_prepare_v2(s.tls, s.db, z, -1, s.slots, s.slots+uintptr(pointerSize))
	p, tail := s.slot(0), s.slot(1)
	if rc != lite.SQLITE_OK {
		if s.refused {
			return statement{}, usage(caller + attachText)
		}
		return statement{}, s.errorText(rc)
	}
	st := statement{s, p}
	if tail != 0 && !blankSQL(text[tail-z:]) {
		st.finalize()
		return statement{}, usage(caller + ": one statement per call")
	}
	return st, nil
}

func (st statement) finalize() {
	if st.p != 0 {
		lite.Xsqlite3_finalize(st.s.tls, st.p)
	}
}

// bind fills the placeholders in order.
func (st statement) bind(caller string, params []Param) error {
	s := st.s
	want := 0
	if st.p != 0 {
		want = int(lite.Xsqlite3_bind_parameter_count(s.tls, st.p))
	}
	if want != len(params) {
		return usage(caller + ": the statement has " + strconv.Itoa(want) + " parameter(s) but " + strconv.Itoa(len(params)) + " value(s) were passed")
	}
	for i, p := range params {
		n := int32(i + 1)
		var rc int32
		switch v := p.(type) {
		case nil:
			rc = lite.Xsqlite3_bind_null(s.tls, st.p, n)
		case int64:
			rc = lite.Xsqlite3_bind_int64(s.tls, st.p, n, v)
		case float64:
			rc = lite.Xsqlite3_bind_double(s.tls, st.p, n, v)
		case bool:
			rc = st.bindText(n, strconv.FormatBool(v))
		case Numbers:
			rc = st.bindText(n, v.Display)
		case string:
			rc = st.bindText(n, v)
		case []byte:
			rc = st.bindBlob(n, v)
		}
		if rc != lite.SQLITE_OK {
			return s.errorText(rc)
		}
	}
	return nil
}

// transient tells the library to copy what it is given.
const transient = ^uintptr(0)

// lend hands bytes to bind in memory of the library, which copies them.
func (st statement) lend(v string, bind func(p uintptr, n int32) int32) int32 {
	if len(v) > math.MaxInt32-1 {
		return lite.SQLITE_TOOBIG
	}
	p := libc.Xmalloc(st.s.tls, libc.Tsize_t(len(v)+1))
	if p == 0 {
		return lite.SQLITE_NOMEM
	}
	defer libc.Xfree(st.s.tls, p)
	copy(libc.GoBytes(p, len(v)), v)
	return bind(p, int32(len(v)))
}

func (st statement) bindText(n int32, v string) int32 {
	return st.lend(v, func(p uintptr, size int32) int32 {
		return lite.Xsqlite3_bind_text(st.s.tls, st.p, n, p, size, transient)
	})
}

func (st statement) bindBlob(n int32, v []byte) int32 {
	return st.lend(unsafeString(v), func(p uintptr, size int32) int32 {
		return lite.Xsqlite3_bind_blob(st.s.tls, st.p, n, p, size, transient)
	})
}

// step runs to the next row; more is false at the end.
func (st statement) step(caller string) (more bool, err error) {
	s := st.s
	switch rc := lite.Xsqlite3_step(s.tls, st.p); rc {
	case lite.SQLITE_ROW:
		return true, nil
	case lite.SQLITE_DONE:
		return false, nil
	default:
		if s.refused {
			return false, usage(caller + attachText)
		}
		return false, s.errorText(rc)
	}
}

func (st statement) cell(i int32) Cell {
	s := st.s
	switch lite.Xsqlite3_column_type(s.tls, st.p, i) {
	case lite.SQLITE_INTEGER:
		return Cell{Kind: CellInt, Int: lite.Xsqlite3_column_int64(s.tls, st.p, i)}
	case lite.SQLITE_FLOAT:
		return Cell{Kind: CellFloat, Float: lite.Xsqlite3_column_double(s.tls, st.p, i)}
	case lite.SQLITE_TEXT:
		p := lite.Xsqlite3_column_text(s.tls, st.p, i)
		return Cell{Kind: CellText, Text: Text(foreign(p, lite.Xsqlite3_column_bytes(s.tls, st.p, i)))}
	case lite.SQLITE_BLOB:
		p := lite.Xsqlite3_column_blob(s.tls, st.p, i)
		return Cell{Kind: CellBytes, Text: string(foreign(p, lite.Xsqlite3_column_bytes(s.tls, st.p, i)))}
	}
	return Cell{}
}

// foreign is memory of the library as a slice; it has to be copied at once.
func foreign(p uintptr, n int32) []byte {
	if p == 0 || n == 0 {
		return nil
	}
	return libc.GoBytes(p, int(n))
}

func (s *sqlite) query(_ context.Context, caller, text string, params []Param, to RowSink) error {
	st, err := s.prepare(caller, text)
	if err != nil {
		return err
	}
	defer st.finalize()
	if err := st.bind(caller, params); err != nil || st.p == 0 {
		return err
	}
	n := lite.Xsqlite3_column_count(s.tls, st.p)
	names := make([]string, n)
	for i := range n {
		names[i] = libc.GoString(lite.Xsqlite3_column_name(s.tls, st.p, i))
	}
	if err := to.Columns(names); err != nil {
		return err
	}
	row := make([]Cell, n)
	for {
		more, err := st.step(caller)
		if err != nil || !more {
			return err
		}
		if n == 0 {
			continue
		}
		for i := range n {
			row[i] = st.cell(i)
		}
		if err := to.Row(row); err != nil {
			return err
		}
	}
}

// prepareChange prepares a statement that must not return rows.
func (s *sqlite) prepareChange(caller, text string) (statement, error) {
	st, err := s.prepare(caller, text)
	if err != nil || st.p == 0 {
		return st, err
	}
	if lite.Xsqlite3_column_count(s.tls, st.p) > 0 && firstWord(text) != "PRAGMA" {
		what := "returns rows (RETURNING)"
		if lite.Xsqlite3_stmt_readonly(s.tls, st.p) != 0 {
			what = "returns rows"
		}
		st.finalize()
		return statement{}, usage(caller + ": this statement " + what + " — run it with sql(statement, params) to get them (nothing was executed)")
	}
	return st, nil
}

// run executes a prepared statement to its end and counts the rows it changed.
func (st statement) run(caller string) (int64, error) {
	if st.p == 0 {
		return 0, nil
	}
	s := st.s
	before := lite.Xsqlite3_total_changes64(s.tls, s.db)
	for {
		more, err := st.step(caller)
		if err != nil {
			return 0, err
		}
		if !more {
			break
		}
	}
	if lite.Xsqlite3_total_changes64(s.tls, s.db) == before {
		return 0, nil
	}
	return lite.Xsqlite3_changes64(s.tls, s.db), nil
}

func (s *sqlite) exec(_ context.Context, caller, text string, params []Param) (Changed, error) {
	st, err := s.prepareChange(caller, text)
	if err != nil {
		return Changed{}, err
	}
	defer st.finalize()
	if err := st.bind(caller, params); err != nil {
		return Changed{}, err
	}
	n, err := st.run(caller)
	return Changed{Rows: n, LastID: lite.Xsqlite3_last_insert_rowid(s.tls, s.db)}, err
}

func (s *sqlite) batch(_ context.Context, caller, text string, lists [][]Param) (int64, error) {
	st, err := s.prepareChange(caller, text)
	if err != nil {
		return 0, err
	}
	defer st.finalize()
	total := int64(0)
	for _, params := range lists {
		if err := st.bind(caller, params); err != nil {
			return total, err
		}
		n, err := st.run(caller)
		if err != nil {
			return total, err
		}
		total += n
		if st.p != 0 {
			lite.Xsqlite3_reset(s.tls, st.p)
			lite.Xsqlite3_clear_bindings(s.tls, st.p)
		}
		if e := s.g.Stopped(); e != nil {
			return total, e
		}
	}
	return total, nil
}

func (s *sqlite) tables(ctx context.Context) ([]string, error) {
	var names firstColumn
	err := s.query(ctx, "sql_tables", "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", nil, &names)
	return names.list, err
}

// firstColumn collects the texts of one column.
type firstColumn struct{ list []string }

func (f *firstColumn) Columns([]string) error { return nil }
func (f *firstColumn) Row(c []Cell) error {
	f.list = append(f.list, c[0].Text)
	return nil
}
