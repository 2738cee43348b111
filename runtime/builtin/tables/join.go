package tables

import (
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// side is one operand of a join.
type side struct {
	rows    []value.Value
	maps    []*value.Map
	columns []*value.Text
}

func sideOf(t value.Thread, v value.Value) (s side, err error) {
	if s.rows, err = rowsOf("join", v); err != nil {
		return s, err
	}
	return s, nil
}

// Join is the table join: join(left, right, on, how = "inner"). It puts the
// right rows into a hash table and walks the left ones.
func Join(t value.Thread, args []value.Value) (value.Value, error) {
	left, err := sideOf(t, args[0])
	if err != nil {
		return args[0], err
	}
	right, err := sideOf(t, args[1])
	if err != nil {
		return args[0], err
	}
	how := "inner"
	if !args[3].IsUnset() {
		how = ""
		if args[3].IsText() {
			how = args[3].Str()
		}
	}
	switch how {
	case "inner", "left", "right", "outer", "semi", "anti":
	default:
		return args[0], value.Errorf(`join: how must be "inner", "left", "right", "outer", "semi" or "anti", got %s`, value.Display(args[3]))
	}
	on, _, ok := names(args[2])
	if !ok {
		return args[0], value.Errorf("join: the key must be a column name or a list of column names, got %s", value.TypeName(args[2]))
	}
	for _, s := range [2]*side{&left, &right} {
		if s.maps, err = rowMaps(t, "join", s.rows); err != nil {
			return args[0], err
		}
		if err := checkColumns(t, "join", s.maps, on); err != nil {
			return args[0], err
		}
		if s.columns, err = columnsOf(t, s.maps); err != nil {
			return args[0], err
		}
	}
	j := joiner{t: t, left: left, right: right, on: on, keys: builtin.NewKeys(t, "join")}
	return j.run(how)
}

type joiner struct {
	t           value.Thread
	left, right side
	on          []*value.Text
	keys        *builtin.Keys
	buckets     [][]int32 // right rows by key
	from, to    []*value.Text
	out         *value.Builder
}

// find numbers the key of a row; ok is false when a part of it is missing,
// for then it matches nothing.
func (j *joiner) find(m *value.Map) (n int, ok bool, err error) {
	if len(j.on) == 1 {
		v := cell(m, j.on[0])
		if v.Absent() {
			return 0, false, nil
		}
		n, _, err = j.keys.Find(v)
		return n, true, err
	}
	parts := make([]value.Value, len(j.on))
	for i, c := range j.on {
		if parts[i] = cell(m, c); parts[i].Absent() {
			return 0, false, nil
		}
	}
	n, _, err = j.keys.Find(value.NewFreshList(parts))
	return n, true, err
}

func (j *joiner) run(how string) (value.Value, error) {
	for i, m := range j.right.maps {
		n, ok, err := j.find(m)
		if err != nil {
			return value.Value{}, err
		}
		if !ok {
			continue
		}
		if n == len(j.buckets) {
			j.buckets = append(j.buckets, nil)
		}
		j.buckets[n] = append(j.buckets[n], int32(i))
	}
	if err := j.t.Charge(8 * len(j.right.rows)); err != nil {
		return value.Value{}, err
	}
	j.rename()
	j.out = value.NewBuilder(j.t, 0)
	matched := make([]bool, len(j.right.rows))
	for i, m := range j.left.maps {
		n, ok, err := j.find(m)
		if err != nil {
			return value.Value{}, err
		}
		var bucket []int32
		if ok && n < len(j.buckets) {
			bucket = j.buckets[n]
		}
		if err := j.leftRow(how, i, m, bucket, matched); err != nil {
			return value.Value{}, err
		}
	}
	if how == "right" || how == "outer" {
		for i, m := range j.right.maps {
			if !matched[i] {
				if err := j.add(nil, m); err != nil {
					return value.Value{}, err
				}
			}
		}
	}
	return j.out.List(), nil
}

func (j *joiner) leftRow(how string, i int, m *value.Map, bucket []int32, matched []bool) error {
	switch how {
	case "semi", "anti":
		if (len(bucket) > 0) == (how == "semi") {
			return j.out.Add(j.left.rows[i])
		}
		return nil
	}
	for _, r := range bucket {
		matched[r] = true
		if err := j.add(m, j.right.maps[r]); err != nil {
			return err
		}
	}
	if len(bucket) == 0 && (how == "left" || how == "outer") {
		return j.add(m, nil)
	}
	return nil
}

// rename gives the columns of the right table that are no keys, and what
// they are called in the result.
func (j *joiner) rename() {
	taken := map[string]bool{}
	for _, c := range j.left.columns {
		taken[c.String()] = true
	}
	isKey := map[string]bool{}
	for _, c := range j.on {
		isKey[c.String()] = true
	}
	for _, c := range j.right.columns {
		if isKey[c.String()] {
			continue
		}
		to := c
		if taken[c.String()] {
			to = value.OfText(c.String() + "_right").Text()
		}
		j.from, j.to = append(j.from, c), append(j.to, to)
	}
}

// add makes a row of the result; a nil side is missing.
func (j *joiner) add(left, right *value.Map) error {
	width := len(j.left.columns) + len(j.from)
	if err := j.t.Charge(value.MapSize + width*value.EntrySize); err != nil {
		return err
	}
	if err := j.t.Work(width/4 + 1); err != nil {
		return err
	}
	m := value.NewMap(width)
	for _, c := range j.left.columns {
		if left != nil {
			m.SetText(c, cell(left, c))
		} else {
			m.SetText(c, value.Nothing)
		}
	}
	if left == nil {
		for _, c := range j.on {
			m.SetText(c, cell(right, c))
		}
	}
	for i, c := range j.from {
		if right != nil {
			m.SetText(j.to[i], cell(right, c))
		} else {
			m.SetText(j.to[i], value.Nothing)
		}
	}
	return j.out.AddFresh(m.Value())
}
