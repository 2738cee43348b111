package tables

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/mathfn"
	"github.com/synrun/synrun/runtime/builtin/statistics"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// newAggregate makes a function of a list of rows, called like the builtin
// that made it.
func newAggregate(name string, f func(t value.Thread, rows value.Value) (value.Value, error)) value.Value {
	row := &sig.Row{Name: name, Family: "tables", Params: []sig.Param{{Name: "rows", Opt: true, Rest: true}}}
	return value.NewBuiltin(row, func(t value.Thread, args []value.Value) (value.Value, error) {
		if len(args) == 0 {
			return f(t, value.Nothing)
		}
		return f(t, args[0])
	}, false).Value()
}

// aggregate makes one of the builtins that make an aggregate of a column.
func aggregate(kind string) value.Func {
	return func(_ value.Thread, args []value.Value) (value.Value, error) {
		if !args[0].IsText() {
			return args[0], value.Errorf("%s: the column must be a text, got %s", kind, value.TypeName(args[0]))
		}
		column := args[0].Text()
		var level value.Value
		if kind == "quantile_of" {
			level = args[1]
			if _, err := statistics.Level("quantile", level, 1); err != nil {
				return level, err
			}
		}
		return newAggregate(kind, func(t value.Thread, list value.Value) (value.Value, error) {
			rows, err := rowsOf(kind, list)
			if err != nil {
				return list, err
			}
			maps, err := rowMaps(t, kind, rows)
			if err != nil {
				return list, err
			}
			if err := checkColumns(t, kind, maps, []*value.Text{column}); err != nil {
				return list, err
			}
			if kind == "first_of" {
				if len(maps) == 0 {
					return value.Nothing, nil
				}
				return cell(maps[0], column), nil
			}
			present, err := presentCells(t, maps, column)
			if err != nil {
				return list, err
			}
			return compute(t, kind, column, present, level)
		}), nil
	}
}

func presentCells(t value.Thread, rows []*value.Map, column *value.Text) ([]value.Value, error) {
	if err := t.Charge(len(rows) * value.SlotSize); err != nil {
		return nil, err
	}
	out := make([]value.Value, 0, len(rows))
	for _, m := range rows {
		if v := cell(m, column); !v.Absent() {
			out = append(out, v)
		}
	}
	return out, nil
}

// compute reduces the present values of a column.
func compute(t value.Thread, kind string, column *value.Text, present []value.Value, level value.Value) (value.Value, error) {
	switch kind {
	case "n_unique_of":
		keys := builtin.NewKeys(t, kind)
		for _, v := range present {
			if _, _, err := keys.Find(v); err != nil {
				return v, err
			}
		}
		return value.OfInt(int64(keys.Len())), nil
	case "min_of", "max_of":
	default:
		if err := numeric(kind, column, present); err != nil {
			return value.Value{}, err
		}
	}
	if len(present) == 0 {
		if kind == "sum_of" {
			return value.OfInt(0), nil
		}
		return value.Nothing, nil
	}
	list := value.NewList(present)
	switch kind {
	case "sum_of":
		return builtin.Invoke(t, statistics.Table, &sig.Sum, list)
	case "mean_of":
		return builtin.Invoke(t, statistics.Table, &sig.Mean, list)
	case "min_of":
		return builtin.Invoke(t, mathfn.Table, &sig.Min, list)
	case "max_of":
		return builtin.Invoke(t, mathfn.Table, &sig.Max, list)
	case "median_of":
		return builtin.Invoke(t, statistics.Table, &sig.Median, list)
	}
	return builtin.Invoke(t, statistics.Table, &sig.Quantile, list, level)
}

// numeric checks the cells of a column that is computed with.
func numeric(kind string, column *value.Text, cells []value.Value) error {
	var float, decimal bool
	for _, v := range cells {
		if !v.IsNumber() && !v.IsDecimal() {
			return value.Errorf("%s: column %s has a %s, expected numbers", kind, builtin.Quote(column.String()), value.TypeName(v))
		}
		float = float || v.IsFloat()
		decimal = decimal || v.IsDecimal()
		if float && decimal {
			return builtin.Clash(kind)
		}
	}
	return nil
}
