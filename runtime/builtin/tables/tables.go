// Package tables holds the builtins for tables: lists of maps, each a row,
// whose keys are the columns. Grouping, counting, joining, pivoting, and what
// is missing.
package tables

import (
	"slices"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family. group_by and join, which other families list, are
// here as functions.
var Table = []builtin.Def{
	{Row: &sig.CountBy, Fn: countBy, Fresh: true},
	{Row: &sig.Summarize, Fn: summarize, Fresh: true},
	{Row: &sig.Pivot, Fn: pivot, Fresh: true},
	{Row: &sig.Count, Fn: count},
	{Row: &sig.CountMissing, Fn: countMissing},
	{Row: &sig.IsMissing, Fn: isMissing},
	{Row: &sig.FillMissing, Fn: fillMissing, Fresh: true},
	{Row: &sig.DropMissing, Fn: dropMissing, Fresh: true},
	{Row: &sig.FillNan, Fn: fillNaN, Fresh: true},
	{Row: &sig.SumOf, Fn: aggregate("sum_of")},
	{Row: &sig.MeanOf, Fn: aggregate("mean_of")},
	{Row: &sig.MinOf, Fn: aggregate("min_of")},
	{Row: &sig.MaxOf, Fn: aggregate("max_of")},
	{Row: &sig.MedianOf, Fn: aggregate("median_of")},
	{Row: &sig.QuantileOf, Fn: aggregate("quantile_of")},
	{Row: &sig.FirstOf, Fn: aggregate("first_of")},
	{Row: &sig.NUniqueOf, Fn: aggregate("n_unique_of")},
}

// rowsOf checks the list of rows that every builtin here starts with. It is
// marked as shared, since callbacks may run while it is walked.
func rowsOf(who string, v value.Value) ([]value.Value, error) {
	if !v.IsList() {
		return nil, value.Errorf("%s: expected a list of rows (maps), got %s", who, value.TypeName(v))
	}
	return v.Share().Items(), nil
}

// rowMaps gives the rows as maps.
func rowMaps(t value.Thread, who string, rows []value.Value) ([]*value.Map, error) {
	if err := t.Charge(8 * len(rows)); err != nil {
		return nil, err
	}
	out := make([]*value.Map, len(rows))
	for i, v := range rows {
		m, ok := v.AsMap()
		if !ok {
			return nil, value.Errorf("%s: every row must be a map, got %s", who, value.TypeName(v))
		}
		out[i] = m
	}
	return out, t.Work(len(rows) / 8)
}

// columnsOf gives the columns of all rows in order of appearance.
func columnsOf(t value.Thread, rows []*value.Map) ([]*value.Text, error) {
	seen := value.NewMap(8)
	var out []*value.Text
	for _, m := range rows {
		if err := t.Work(m.Len()/4 + 1); err != nil {
			return nil, err
		}
		for k := range m.All() {
			if _, ok := seen.GetText(k); !ok {
				if err := seen.Put(t, k, value.True); err != nil {
					return nil, err
				}
				out = append(out, k)
			}
		}
	}
	return out, nil
}

// checkColumns refuses names that no row has. An empty table has no columns
// to be wrong about.
func checkColumns(t value.Thread, who string, rows []*value.Map, names []*value.Text) error {
	if len(rows) == 0 {
		return nil
	}
	for _, name := range names {
		if slices.ContainsFunc(rows, func(m *value.Map) bool { _, ok := m.GetText(name); return ok }) {
			continue
		}
		columns, err := columnsOf(t, rows)
		if err != nil {
			return err
		}
		shown := make([]string, 0, 12)
		for _, c := range columns[:min(12, len(columns))] {
			shown = append(shown, c.String())
		}
		return value.Errorf("%s: no row has a column %s (columns: %s)", who, builtin.Quote(name.String()), builtin.QuoteJoin(shown))
	}
	return nil
}

// cell is the value of a column; a row that lacks it has nothing there.
func cell(m *value.Map, column *value.Text) value.Value {
	if v, ok := m.GetText(column); ok {
		return v.Share()
	}
	return value.Nothing
}

// names reads a column name or a list of column names.
func names(v value.Value) (list []*value.Text, single, ok bool) {
	if v.IsText() {
		return []*value.Text{v.Text()}, true, true
	}
	if !v.IsList() {
		return nil, false, false
	}
	for _, x := range v.Items() {
		if !x.IsText() {
			return nil, false, false
		}
		list = append(list, x.Text())
	}
	return list, false, true
}

// key is what rows are grouped by: a column, several columns, or a function.
type key struct {
	fn      *builtin.Caller
	columns []*value.Text
	single  bool
	rows    []*value.Map // unless fn
}

func keyOf(t value.Thread, who string, v value.Value) (*key, error) {
	if v.Callable() {
		return &key{fn: builtin.NewCaller(t, v)}, nil
	}
	columns, single, ok := names(v)
	if !ok {
		return nil, value.Errorf("%s: the key must be a column name, a list of column names or a function, got %s", who, value.TypeName(v))
	}
	return &key{columns: columns, single: single}, nil
}

// over checks the rows that columns are read from.
func (k *key) over(t value.Thread, who string, rows []value.Value) (err error) {
	if k.fn != nil {
		return nil
	}
	if k.rows, err = rowMaps(t, who, rows); err != nil {
		return err
	}
	return checkColumns(t, who, k.rows, k.columns)
}

// of gives the key of row i.
func (k *key) of(t value.Thread, i int, row value.Value) (value.Value, error) {
	switch {
	case k.fn != nil:
		return k.fn.Call1(row)
	case k.single:
		return cell(k.rows[i], k.columns[0]), nil
	}
	if err := t.Charge(value.MapSize + len(k.columns)*value.EntrySize); err != nil {
		return value.Value{}, err
	}
	m := value.NewMap(len(k.columns))
	for _, c := range k.columns {
		m.SetText(c, cell(k.rows[i], c))
	}
	return m.Value(), nil
}

// group is the rows with one key.
type group struct {
	key  value.Value // of the first row
	rows *value.Builder
}

// groups distributes rows by their keys, in order of first appearance.
func groups(t value.Thread, who string, rows []value.Value, k *key) ([]group, error) {
	if err := k.over(t, who, rows); err != nil {
		return nil, err
	}
	keys := builtin.NewKeys(t, who)
	var out []group
	var held []value.Value // the keys
	builtin.Hold(t, &held)
	for i, row := range rows {
		v, err := k.of(t, i, row)
		if err != nil {
			return nil, err
		}
		n, fresh, err := keys.Find(v)
		if err != nil {
			return nil, err
		}
		if fresh {
			out = append(out, group{v.Share(), value.NewBuilder(t, 0)})
			if k.fn != nil {
				held = append(held, v)
			}
		}
		if err := out[n].rows.Add(row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// pairs makes the list of {key, ‹second›} of groups.
func pairs(t value.Thread, gs []group, second string, of func(group) value.Value) (value.Value, error) {
	if err := t.Charge(value.ListSize + len(gs)*(value.SlotSize+value.MapSize+2*value.EntrySize)); err != nil {
		return value.Value{}, err
	}
	first, other := value.OfASCII("key").Text(), value.OfASCII(second).Text()
	out := make([]value.Value, len(gs))
	for i, g := range gs {
		m := value.NewMap(2)
		m.SetText(first, g.key)
		m.SetText(other, of(g))
		out[i] = m.Value()
	}
	return value.NewFreshList(out), nil
}

// GroupBy is group_by(rows, key), in either order when key is a function.
func GroupBy(t value.Thread, args []value.Value) (value.Value, error) {
	const who = "group_by"
	list, by := args[0], args[1]
	if list.Callable() {
		if by.Callable() {
			return list, builtin.TwoTasks(who)
		}
		list, by = by, list
	}
	rows, err := rowsOf(who, list)
	if err != nil {
		return list, err
	}
	k, err := keyOf(t, who, by)
	if err != nil {
		return list, err
	}
	gs, err := groups(t, who, rows, k)
	if err != nil {
		return list, err
	}
	return pairs(t, gs, "items", func(g group) value.Value { return g.rows.List() })
}

func countBy(t value.Thread, args []value.Value) (value.Value, error) {
	const who = "count_by"
	rows, err := rowsOf(who, args[0])
	if err != nil {
		return args[0], err
	}
	var k *key
	if !args[1].Absent() {
		if k, err = keyOf(t, who, args[1]); err != nil {
			return args[0], err
		}
		if err := k.over(t, who, rows); err != nil {
			return args[0], err
		}
	}
	keys := builtin.NewKeys(t, who)
	var gs []group
	var counts []int64
	var held []value.Value // the keys
	builtin.Hold(t, &held)
	for i, row := range rows {
		v := row
		if k != nil {
			if v, err = k.of(t, i, row); err != nil {
				return args[0], err
			}
		}
		n, fresh, err := keys.Find(v)
		if err != nil {
			return args[0], err
		}
		if fresh {
			gs = append(gs, group{key: v.Share()})
			held = append(held, v)
			counts = append(counts, 0)
		}
		counts[n]++
	}
	order := make([]int, len(gs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(counts[b] - counts[a]) })
	sorted := make([]group, len(gs))
	for i, n := range order {
		sorted[i] = gs[n]
	}
	next := 0
	return pairs(t, sorted, "count", func(group) value.Value {
		next++
		return value.OfInt(counts[order[next-1]])
	})
}

func summarize(t value.Thread, args []value.Value) (value.Value, error) {
	const who = "summarize"
	rows, err := rowsOf(who, args[0])
	if err != nil {
		return args[0], err
	}
	aggregates, ok := args[2].AsMap()
	if !ok {
		return args[0], value.Errorf("summarize: the aggregates must be a map of name to function, got %s", value.TypeName(args[2]))
	}
	for name, fn := range aggregates.All() {
		if !fn.Callable() {
			return args[0], value.Errorf("summarize: the aggregate %s must be a function, got %s", builtin.Quote(name.String()), value.TypeName(fn))
		}
	}
	args[2].Share()
	k, err := keyOf(t, who, args[1])
	if err != nil {
		return args[0], err
	}
	columns := k.columns
	if k.fn != nil {
		columns = []*value.Text{value.OfASCII("key").Text()}
	}
	for name := range aggregates.All() {
		if slices.ContainsFunc(columns, func(c *value.Text) bool { return c.String() == name.String() }) {
			return args[0], value.Errorf("summarize: the aggregate %s has the name of a key column — it would overwrite the key; name it differently (e.g. %s)",
				builtin.Quote(name.String()), builtin.Quote(name.String()+"_agg"))
		}
	}
	gs, err := groups(t, who, rows, k)
	if err != nil {
		return args[0], err
	}
	out := value.NewBuilder(t, len(gs))
	var held []value.Value // the results of aggregates
	builtin.Hold(t, &held)
	for _, g := range gs {
		width := len(columns) + aggregates.Len()
		if err := t.Charge(value.MapSize + width*value.EntrySize); err != nil {
			return args[0], err
		}
		m := value.NewMap(width)
		if k.fn != nil || k.single {
			m.SetText(columns[0], g.key)
		} else {
			for c, v := range g.key.Map().All() {
				m.SetText(c, v.Share())
			}
		}
		items := g.rows.List().Share()
		for name, fn := range aggregates.All() {
			v, err := t.Call(fn, items)
			if err != nil {
				return args[0], err
			}
			if v.Kind() >= value.KBig {
				held = append(held, v)
			}
			m.SetText(name, v.Share())
		}
		if err := out.AddFresh(m.Value()); err != nil {
			return args[0], err
		}
	}
	return out.List(), nil
}
