package tables

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// pivot is pivot(rows, index, columns, values, agg?).
func pivot(t value.Thread, args []value.Value) (value.Value, error) {
	const who = "pivot"
	rows, err := rowsOf(who, args[0])
	if err != nil {
		return args[0], err
	}
	var names [3]*value.Text
	for i := range names {
		v := args[i+1]
		if !v.IsText() {
			return args[0], value.Errorf("pivot: the column must be a text, got %s", value.TypeName(v))
		}
		names[i] = v.Text()
	}
	maps, err := rowMaps(t, who, rows)
	if err != nil {
		return args[0], err
	}
	if err := checkColumns(t, who, maps, names[:]); err != nil {
		return args[0], err
	}
	p := pivoting{t: t, agg: args[4], index: names[0], columns: names[1], values: names[2],
		lines: builtin.NewKeys(t, who), heads: builtin.NewKeys(t, who), cells: map[[2]int]*value.Builder{}}
	for i, m := range maps {
		if err := p.put(rows[i], m); err != nil {
			return args[0], err
		}
	}
	return p.table()
}

type pivoting struct {
	t                      value.Thread
	agg                    value.Value
	index, columns, values *value.Text
	lines, heads           *builtin.Keys
	lineKeys               []value.Value             // by line
	titles                 []*value.Text             // by head: the name of the column
	cells                  map[[2]int]*value.Builder // the rows in each
}

func (p *pivoting) put(row value.Value, m *value.Map) error {
	at := cell(m, p.index)
	line, fresh, err := p.lines.Find(at)
	if err != nil {
		return err
	}
	if fresh {
		p.lineKeys = append(p.lineKeys, at)
	}
	// Columns are told apart by their names: 1 and "1" are one column.
	name, err := value.Key(p.t, cell(m, p.columns))
	if err != nil {
		return err
	}
	head, fresh, err := p.heads.Find(name.Value())
	if err != nil {
		return err
	}
	if fresh {
		p.titles = append(p.titles, name)
	}
	b := p.cells[[2]int{line, head}]
	if b == nil {
		if err := p.t.Charge(128); err != nil {
			return err
		}
		b = value.NewBuilder(p.t, 0)
		p.cells[[2]int{line, head}] = b
	}
	return b.Add(row)
}

func (p *pivoting) table() (value.Value, error) {
	out := value.NewBuilder(p.t, len(p.lineKeys))
	for line, at := range p.lineKeys {
		width := len(p.titles) + 1
		if err := p.t.Charge(value.MapSize + width*value.EntrySize); err != nil {
			return at, err
		}
		if err := p.t.Work(width); err != nil {
			return at, err
		}
		m := value.NewMap(width)
		m.SetText(p.index, at)
		for head, title := range p.titles {
			v := value.Nothing
			if b := p.cells[[2]int{line, head}]; b != nil {
				var err error
				if v, err = p.cell(b.List(), title); err != nil {
					return at, err
				}
			}
			m.SetText(title, v)
		}
		if err := out.AddFresh(m.Value()); err != nil {
			return at, err
		}
	}
	return out.List(), nil
}

func (p *pivoting) cell(rows value.Value, title *value.Text) (value.Value, error) {
	if !p.agg.Absent() {
		v, err := p.t.Call(p.agg, rows.Share())
		return v.Share(), err
	}
	items := rows.Items()
	if len(items) > 1 {
		return rows, value.Errorf("pivot: %d rows fall in the same cell (%s = %s) — pass agg, e.g. sum_of(%s)",
			len(items), p.columns.String(), title.String(), builtin.Quote(p.values.String()))
	}
	m, _ := items[0].AsMap()
	return cell(m, p.values), nil
}
