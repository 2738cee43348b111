package csv

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// writer builds a CSV text.
type writer struct {
	t         value.Thread
	out       []byte
	delimiter byte
	eol       string
	formulas  bool
	missing   string
	special   [256]bool // bytes that make a field quoted
	columns   []string  // of the header, nil without
	byName    bool      // errors name columns, otherwise they number them
	lost      bool      // a lone missing cell was written as ""
}

func encode(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsList() {
		return args[0], value.Errorf("csv_encode expects a list of maps or a list of lists, got %s", value.TypeName(args[0]))
	}
	w := writer{t: t}
	if err := w.options(args[1]); err != nil {
		return args[0], err
	}
	if err := w.table(args[0].Items()); err != nil {
		return args[0], err
	}
	if w.lost {
		t.Gate().Notice("csv_encode one column", `warning: csv_encode: a one-column table writes nothing as "" (it reads back as empty text); pass {"missing": "NA"} and read it with {"missing": ["NA"]} for an exact round trip`)
	}
	return builtin.OwnText(t, w.out)
}

func (w *writer) options(v value.Value) error {
	o, err := optionsOf("csv_encode", v, "headers", "delimiter", "eol", "escape_formulas", "missing")
	if err != nil {
		return err
	}
	if v, ok := o.m.Get("headers"); ok {
		if w.columns, ok = texts(v); !ok {
			return value.Errorf(`csv_encode: option "headers" must be a list of texts, got %s`, value.TypeName(v))
		}
		if w.columns == nil {
			w.columns = []string{}
		}
	}
	if w.delimiter, err = o.delimiter(); err != nil {
		return err
	}
	w.eol = "\r\n"
	if v, ok := o.m.Get("eol"); ok {
		if w.eol = value.Display(v); !v.IsText() || w.eol != "\r\n" && w.eol != "\n" {
			return value.Errorf(`csv_encode: option "eol" must be "\r\n" or "\n", got %s`, builtin.Quote(w.eol))
		}
	}
	if w.formulas, err = o.flag("escape_formulas", false); err != nil {
		return err
	}
	if v, ok := o.m.Get("missing"); ok {
		if !v.IsText() {
			return value.Errorf(`csv_encode: option "missing" must be text, got %s`, value.TypeName(v))
		}
		if w.missing = v.Str(); w.missing == "" {
			return value.Errorf(`csv_encode: option "missing" cannot be empty — an empty field already reads as nothing; use a mark such as "NA" (and read it back with {"missing": ["NA"]})`)
		}
	}
	for _, c := range [...]byte{w.delimiter, '"', '\r', '\n'} {
		w.special[c] = true
	}
	return nil
}

func (w *writer) table(rows []value.Value) error {
	if len(rows) == 0 {
		if w.columns != nil {
			return w.header()
		}
		return nil
	}
	if first, ok := rows[0].AsMap(); ok {
		return w.maps(rows, first)
	}
	if !rows[0].IsList() {
		return value.Errorf("csv_encode expects rows that are maps or lists, got a %s as the first row", value.TypeName(rows[0]))
	}
	return w.lists(rows)
}

func (w *writer) header() error {
	for i, c := range w.columns {
		if i > 0 {
			w.out = append(w.out, w.delimiter)
		}
		if err := w.text(c); err != nil {
			return err
		}
	}
	w.out = append(w.out, w.eol...)
	return nil
}

func otherShape(n int, v value.Value, first string) error {
	return value.Errorf("csv_encode: row %d is a %s, but the first row is a %s; all rows must have the same shape", n, value.TypeName(v), first)
}

func (w *writer) maps(rows []value.Value, first *value.Map) error {
	w.byName = true
	selected := w.columns != nil
	var names []*value.Text
	if selected {
		for _, c := range w.columns {
			names = append(names, value.OfText(c).Text())
		}
	} else {
		for k := range first.All() {
			names = append(names, k)
			w.columns = append(w.columns, k.String())
		}
	}
	if err := w.header(); err != nil {
		return err
	}
	for i, row := range rows {
		m, ok := row.AsMap()
		if !ok {
			return otherShape(i+1, row, "map")
		}
		if !selected && m.Len() != len(names) {
			return value.Errorf(`csv_encode: row %d has %d key(s) but the first row has %d (%s); pass {"headers": [...]} to select the columns`,
				i+1, m.Len(), len(names), strings.Join(w.columns, ", "))
		}
		if err := w.t.Work(len(names)/2 + 1); err != nil {
			return err
		}
		for j, name := range names {
			v, ok := m.GetText(name)
			if !ok {
				return value.Errorf("csv_encode: row %d is missing the column %s (present in the header row)", i+1, builtin.Quote(name.String()))
			}
			if err := w.cell(i, j, name.String(), v, len(names)); err != nil {
				return err
			}
		}
		w.out = append(w.out, w.eol...)
	}
	return nil
}

func (w *writer) lists(rows []value.Value) error {
	width := len(rows[0].Items())
	if w.columns != nil {
		if len(w.columns) != width {
			return value.Errorf(`csv_encode: option "headers" has %d column(s) but the rows have %d`, len(w.columns), width)
		}
		if err := w.header(); err != nil {
			return err
		}
	}
	for i, row := range rows {
		if !row.IsList() {
			return otherShape(i+1, row, "list")
		}
		items := row.Items()
		if len(items) != width {
			return value.Errorf("csv_encode: row %d has %d field(s) but the first row has %d", i+1, len(items), width)
		}
		if err := w.t.Work(width/2 + 1); err != nil {
			return err
		}
		for j, v := range items {
			if err := w.cell(i, j, "", v, width); err != nil {
				return err
			}
		}
		if err := w.room(2); err != nil {
			return err
		}
		w.out = append(w.out, w.eol...)
	}
	return nil
}

func (w *writer) room(n int) (err error) {
	if len(w.out)+n+8 > cap(w.out) { // separators and line ends find room, too
		w.out, err = builtin.Grow(w.t, w.out, n+8)
	}
	return err
}

// cell writes the field of row i in column j, which has a name in a table of
// maps.
func (w *writer) cell(i, j int, name string, v value.Value, width int) error {
	if j > 0 {
		w.out = append(w.out, w.delimiter)
	}
	if err := w.room(32); err != nil {
		return err
	}
	column := func() string {
		if w.byName {
			return builtin.Quote(name)
		}
		return strconv.Itoa(j + 1)
	}
	switch v.Kind() {
	case value.KText:
		return w.text(v.Str())
	case value.KInt:
		if c := w.delimiter; c == '-' || c >= '0' && c <= '9' {
			return w.plain(strconv.FormatInt(v.Int(), 10))
		}
		w.out = strconv.AppendInt(w.out, v.Int(), 10)
	case value.KNothing, value.KUnset:
		switch {
		case w.missing != "":
			return w.plain(w.missing)
		case width == 1:
			w.lost = true
			w.out = append(w.out, `""`...)
		}
	case value.KBool, value.KFloat, value.KBig, value.KDecimal:
		s, err := value.DisplayIn(w.t, v)
		if err != nil {
			return err
		}
		return w.plain(s)
	case value.KBytes:
		if len(v.Bytes()) == 0 && width == 1 { // a blank line is no record
			return w.quoted("")
		}
		return w.plain(base64.StdEncoding.EncodeToString(v.Bytes()))
	case value.KSecret:
		return w.plain("[redacted]")
	case value.KList, value.KMap, value.KModule:
		return value.Errorf("csv_encode: row %d, column %s: nested %s values cannot be a CSV field; encode the field first with json_encode(...)", i+1, column(), value.TypeName(v))
	default:
		switch value.TypeName(v) {
		case "date", "datetime", "duration":
			return w.plain(value.Display(v))
		}
		return value.Errorf("csv_encode: row %d, column %s: cannot encode a %s as a CSV field; convert it with text(...) first", i+1, column(), value.TypeName(v))
	}
	return nil
}

// text writes a text. One that would read back as a missing value is quoted.
func (w *writer) text(s string) error {
	if w.formulas && s != "" && strings.IndexByte("=+-@\t\r", s[0]) >= 0 {
		s = "'" + s
	}
	if s == "" || s == w.missing {
		return w.quoted(s)
	}
	return w.plain(s)
}

// plain writes a field that is no text: it is quoted only where it must be.
func (w *writer) plain(s string) error {
	if w.needsQuotes(s) {
		return w.quoted(s)
	}
	return w.raw(s)
}

func (w *writer) needsQuotes(s string) bool {
	for i := 0; i < len(s); i++ {
		if w.special[s[i]] {
			return true
		}
	}
	return false
}

func (w *writer) raw(s string) error {
	if err := w.room(len(s)); err != nil {
		return err
	}
	w.out = append(w.out, s...)
	return nil
}

func (w *writer) quoted(s string) error {
	if err := w.room(len(s) + strings.Count(s, `"`) + 2); err != nil {
		return err
	}
	w.out = append(w.out, '"')
	for {
		i := strings.IndexByte(s, '"')
		if i < 0 {
			break
		}
		w.out = append(append(w.out, s[:i+1]...), '"')
		s = s[i+1:]
	}
	w.out = append(append(w.out, s...), '"')
	return nil
}
