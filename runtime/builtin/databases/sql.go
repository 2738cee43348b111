// Package databases holds the builtins for SQL databases, Redis and MongoDB
// (60 §60.10, §60.11).
package databases

import (
	"math/big"
	"strings"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/builtin/json"
	"github.com/synrun/synrun/runtime/value"
)

func open(t value.Thread, args []value.Value) (value.Value, error) {
	target, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	mode := ""
	if args[1].IsText() {
		mode = args[1].Str()
	}
	return value.True, t.Gate().OpenDB(t.At(), target, mode)
}

func closeDB(t value.Thread, args []value.Value) (value.Value, error) {
	var target *string
	if !args[0].Absent() {
		s, err := builtin.RawStr(t, args[0])
		if err != nil {
			return value.Value{}, err
		}
		target = &s
	}
	return value.True, t.Gate().CloseDB(target)
}

// params converts a list of parameters; anything else is none.
func params(t value.Thread, v value.Value) ([]gate.Param, error) {
	if !v.IsList() {
		return nil, nil
	}
	list := make([]gate.Param, len(v.Items()))
	for i, item := range v.Items() {
		p, err := param(t, item)
		if err != nil {
			return nil, err
		}
		list[i] = p
	}
	return list, nil
}

func param(t value.Thread, v value.Value) (gate.Param, error) {
	switch v.Kind() {
	case value.KUnset, value.KNothing:
		return nil, nil
	case value.KBool:
		return v.Bool(), nil
	case value.KInt:
		return v.Int(), nil
	case value.KFloat:
		return v.Float(), nil
	case value.KText:
		return v.Str(), nil
	case value.KBytes:
		return v.Bytes(), nil
	case value.KSecret:
		return v.Secret().Plain, nil
	}
	s, err := value.DisplayIn(t, v)
	if err != nil {
		return nil, err
	}
	if v.IsList() && numbersOnly(v.Items()) {
		return gate.Numbers{Display: s, Compact: strings.ReplaceAll(s, " ", "")}, nil
	}
	return s, nil
}

func numbersOnly(items []value.Value) bool {
	for _, v := range items {
		if !v.IsNumber() && !v.IsDecimal() {
			return false
		}
	}
	return len(items) > 0
}

// rows builds the maps of a result.
type rows struct {
	t    value.Thread
	keys []*value.Text
	list *value.Builder
}

func (r *rows) Columns(names []string) error {
	for _, n := range names {
		r.keys = append(r.keys, value.OfText(n).Text())
	}
	return nil
}

func (r *rows) Row(cells []gate.Cell) error {
	if err := r.t.Charge(value.MapSize + len(cells)*value.EntrySize); err != nil {
		return err
	}
	if err := r.t.Work(1); err != nil {
		return err
	}
	m := value.NewMap(len(cells))
	for i := range cells {
		v, err := cell(r.t, &cells[i])
		if err != nil {
			return err
		}
		m.SetText(r.keys[i], v)
	}
	return r.list.AddFresh(m.Value())
}

func cell(t value.Thread, c *gate.Cell) (value.Value, error) {
	switch c.Kind {
	case gate.CellInt:
		return value.OfInt(c.Int), nil
	case gate.CellFloat:
		return value.OfFloat(c.Float), nil
	case gate.CellText:
		return arg.Text(t, c.Text)
	case gate.CellBytes:
		return arg.Bytes(t, []byte(c.Text))
	case gate.CellBool:
		return value.OfBool(c.Int != 0), nil
	case gate.CellDecimal:
		if v, ok := decimal(c.Text); ok {
			return v, nil
		}
		return arg.Text(t, c.Text)
	case gate.CellJSON:
		v, err := json.Parse(t, c.Text, false)
		if _, bad := err.(*json.Bad); bad {
			return arg.Text(t, c.Text)
		}
		return v, err
	}
	return value.Nothing, nil
}

// decimal reads plain decimal digits, keeping the zeros at the end.
func decimal(s string) (value.Value, bool) {
	whole, fraction, _ := strings.Cut(s, ".")
	mant, ok := new(big.Int).SetString(whole+fraction, 10)
	if !ok {
		return value.Value{}, false
	}
	return value.OfDecimal(mant, len(fraction)), true
}

func query(t value.Thread, args []value.Value) (value.Value, error) {
	text, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	list, err := params(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	r := &rows{t: t, list: value.NewBuilder(t, 0)}
	if err := t.Gate().Query(t.At(), text, list, r); err != nil {
		return value.Value{}, err
	}
	return r.list.List(), nil
}

func exec(t value.Thread, args []value.Value) (value.Value, error) {
	text, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	list, err := params(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	done, err := t.Gate().Exec(t.At(), text, list)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "rows_affected", done.Rows, "last_id", done.LastID)
}

func batch(t value.Thread, args []value.Value) (value.Value, error) {
	text, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	var lists [][]gate.Param
	if args[1].IsList() {
		for _, item := range args[1].Items() {
			list, err := params(t, item)
			if err != nil {
				return value.Value{}, err
			}
			lists = append(lists, list)
		}
	}
	n, err := t.Gate().Batch(t.At(), text, lists)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "rows_affected", n)
}

func tables(t value.Thread, _ []value.Value) (value.Value, error) {
	list, err := t.Gate().Tables(t.At())
	if err != nil {
		return value.Value{}, err
	}
	return arg.Texts(t, list)
}
