package csv

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/conversion"
	"github.com/synrun/synrun/runtime/value"
)

const (
	who       = "csv_parse"
	maxDigits = 4300
)

// parser builds rows from records.
type parser struct {
	reader
	t       value.Thread
	meter   builtin.Meter
	headers bool
	numbers bool
	types   *value.Map // by column name
	missing []string

	names []*value.Text // of the columns, with headers
	kinds []string      // types by position, "" for untyped
	width int
	rows  *value.Builder
	// short remembers short fields: columns repeat them, and then their rows
	// share a text.
	short [256]value.Value

	// Errors have an order of precedence over the whole file: worst is the
	// one found so far, the lower its rank the more it counts.
	worst error
	rank  int
}

const (
	rankRagged = iota + 1
	rankHeader
	rankColumn
	rankCell
)

func (p *parser) fault(rank int, format string, args ...any) {
	if p.worst == nil || rank < p.rank {
		p.worst, p.rank = value.Errorf(format, args...), rank
	}
}

// fieldSize is what a field of the record being read costs.
const fieldSize = 24

func parse(t value.Thread, args []value.Value) (value.Value, error) {
	if !args[0].IsText() {
		return args[0], value.Errorf("csv_parse expects text as the first argument, got %s", value.TypeName(args[0]))
	}
	p := parser{t: t, meter: builtin.Meter{T: t}, rows: value.NewBuilder(t, 0)}
	if err := p.options(args[1]); err != nil {
		return args[0], err
	}
	p.s, p.line = strings.TrimPrefix(args[0].Str(), "\ufeff"), 1
	if err := t.Work(len(p.s) / 64); err != nil {
		return args[0], err
	}
	p.room = func(n int) error {
		if err := t.Charge(n * fieldSize); err != nil {
			return err
		}
		return t.Work(n / 16)
	}
	for p.next() {
		if err := p.record(); err != nil {
			return args[0], err
		}
	}
	if p.err != nil {
		return args[0], p.err
	}
	if p.open > 0 {
		return args[0], value.Errorf("csv_parse: unclosed quote in the field that starts on line %d", p.open)
	}
	if p.worst != nil {
		return args[0], p.worst
	}
	return p.rows.List(), p.meter.Flush()
}

func (p *parser) options(v value.Value) error {
	o, err := optionsOf(who, v, "headers", "delimiter", "numbers", "types", "missing")
	if err != nil {
		return err
	}
	if p.headers, err = o.flag("headers", true); err != nil {
		return err
	}
	if p.delimiter, err = o.delimiter(); err != nil {
		return err
	}
	if p.numbers, err = o.flag("numbers", false); err != nil {
		return err
	}
	if v, ok := o.m.Get("types"); ok {
		if p.types, ok = v.AsMap(); !ok {
			return value.Errorf(`csv_parse: option "types" must be a map, got %s`, value.TypeName(v))
		}
		if !p.headers {
			return value.Errorf(`csv_parse: "types" names columns, so it needs headers (drop {"headers": false})`)
		}
		for name, kind := range p.types.All() {
			if !kind.IsText() || article(kind.Str()) == "" {
				return value.Errorf(`csv_parse: type of column %s must be "int", "float", "decimal", "text", "bool", "date" or "datetime", got %s`,
					builtin.Quote(name.String()), value.Display(kind))
			}
		}
	}
	if v, ok := o.m.Get("missing"); ok {
		if v.IsText() {
			p.missing = []string{v.Str()}
		} else if p.missing, ok = texts(v); !ok {
			return value.Errorf(`csv_parse: option "missing" must be a text or a list of texts, got %s`, value.TypeName(v))
		}
	}
	return nil
}

// article names a column type for an error, "" for no type.
func article(kind string) string {
	switch kind {
	case "int":
		return "an int"
	case "float", "decimal", "text", "bool", "date", "datetime":
		return "a " + kind
	}
	return ""
}

func (p *parser) record() error {
	if p.width == 0 { // records have at least one field
		p.width = len(p.fields)
		if p.headers {
			return p.header()
		}
	}
	if len(p.fields) != p.width {
		from := "the header row"
		if !p.headers {
			from = "the first row"
		}
		p.fault(rankRagged, "csv_parse: line %d: record has %d field(s), but %d were expected from the first record (%s)",
			p.start, len(p.fields), p.width, from)
	}
	if p.worst != nil { // only worse errors are of interest now
		return p.meter.Spend(0)
	}
	if p.headers {
		return p.mapRow()
	}
	items := make([]value.Value, p.width)
	for i := range items {
		items[i] = p.value(i)
		if err := p.meter.Spend(value.SlotSize + value.TextSize + len(p.fields[i].s)); err != nil {
			return err
		}
	}
	if err := p.meter.Spend(value.ListSize); err != nil {
		return err
	}
	return p.rows.AddFresh(value.NewFreshList(items))
}

func (p *parser) header() error {
	p.names = make([]*value.Text, p.width)
	p.kinds = make([]string, p.width)
	seen := map[string]bool{}
	for i, f := range p.fields {
		if err := p.meter.Spend(value.TextSize + 64); err != nil {
			return err
		}
		p.names[i] = value.OfPart(f.s, false).Text()
		p.names[i].Hash()
		if seen[f.s] && (p.worst == nil || p.rank > rankHeader) {
			p.fault(rankHeader, `csv_parse: duplicate header %s on line 1; headers must be unique to build maps (use {"headers": false} for positional rows)`, builtin.Quote(f.s))
		}
		seen[f.s] = true
	}
	if p.types == nil {
		return nil
	}
	for name, kind := range p.types.All() {
		if !seen[name.String()] {
			p.fault(rankColumn, `csv_parse: "types" names column %s, which is not in the header`, builtin.Quote(name.String()))
			continue
		}
		for i, n := range p.names {
			if n.String() == name.String() {
				p.kinds[i] = kind.Str()
			}
		}
	}
	return nil
}

func (p *parser) mapRow() error {
	m := value.NewMap(p.width)
	for i := range p.fields {
		var v value.Value
		if p.kinds[i] != "" {
			v = p.typed(i)
			if p.worst != nil {
				return nil
			}
		} else {
			v = p.value(i)
		}
		m.SetText(p.names[i], v)
		if err := p.meter.Spend(value.EntrySize + value.TextSize + len(p.fields[i].s)); err != nil {
			return err
		}
	}
	if err := p.meter.Spend(value.MapSize); err != nil {
		return err
	}
	return p.rows.AddFresh(m.Value())
}

// isMissing tells that an unquoted field stands for no value.
func (p *parser) isMissing(f field) bool {
	if f.quoted {
		return false
	}
	if f.s == "" {
		return true
	}
	for _, mark := range p.missing {
		if f.s == mark {
			return true
		}
	}
	return false
}

// value gives an untyped field.
func (p *parser) value(i int) value.Value {
	f := p.fields[i]
	if p.isMissing(f) {
		return value.Nothing
	}
	if p.numbers && !f.quoted {
		if v, ok := number(f.s); ok {
			return v
		}
	}
	return p.text(f.s)
}

func (p *parser) text(s string) value.Value {
	switch n := len(s); {
	case n == 0 || n > 16:
		return value.OfPart(s, false)
	default:
		known := &p.short[s[0]*3+s[n-1]*5+s[n/2]*7+byte(n)]
		if known.IsUnset() || known.Str() != s {
			*known = value.OfPart(s, false)
		}
		return *known
	}
}

// number reads a field as a number: digits with a sign, or a finite float
// written with digits, point, exponent and signs only.
func number(s string) (value.Value, bool) {
	if v, digits, ok := integer(s); ok {
		return v, digits <= maxDigits
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-' {
			return value.Value{}, false
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	return value.OfFloat(f), err == nil
}

// integer reads digits with an optional sign. More than maxDigits digits are
// counted, but not read.
func integer(s string) (v value.Value, digits int, ok bool) {
	rest := s
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		rest = rest[1:]
	}
	if rest == "" {
		return v, 0, false
	}
	n := int64(0)
	for i := 0; i < len(rest); i++ {
		c := rest[i]
		if c < '0' || c > '9' {
			return v, 0, false
		}
		if i < 18 {
			n = n*10 + int64(c-'0')
		}
	}
	switch {
	case len(rest) > maxDigits:
		return v, len(rest), true
	case len(rest) > 18:
		big, _ := new(big.Int).SetString(s, 10)
		return value.OfBig(big), len(rest), true
	case s[0] == '-':
		n = -n
	}
	return value.OfInt(n), len(rest), true
}

// typed gives a field of a column with a type.
func (p *parser) typed(i int) value.Value {
	f, kind := p.fields[i], p.kinds[i]
	if p.isMissing(f) {
		return value.Nothing
	}
	if kind == "text" {
		return p.text(f.s)
	}
	if f.s == "" {
		return value.Nothing
	}
	s := strings.TrimFunc(f.s, unicode.IsSpace)
	column := builtin.Quote(p.names[i].String())
	v, ok := value.Value{}, false
	switch kind {
	case "int":
		digits := 0
		v, digits, ok = integer(s)
		if digits > maxDigits {
			p.fault(rankCell, "csv_parse: line %d, column %s: an integer with %d digits; the limit is 4300 — read the column as text", p.start, column, digits)
			return v
		}
	case "float":
		var overflow bool
		v, overflow, ok = conversion.ParseFloat(s)
		if ok && overflow {
			p.fault(rankCell, "csv_parse: line %d, column %s: %s is out of range for a float — read the column as decimal or text", p.start, column, builtin.Quote(f.s))
			return v
		}
	case "decimal":
		v, ok = conversion.ParseDecimal(s)
	case "bool":
		switch strings.ToLower(s) {
		case "true", "1", "yes":
			v, ok = value.True, true
		case "false", "0", "no":
			v, ok = value.False, true
		}
	default:
		v, ok = p.when(kind, s)
	}
	if !ok {
		p.fault(rankCell, "csv_parse: line %d, column %s: %s is not %s", p.start, column, builtin.Quote(f.s), article(kind))
	}
	return v
}
