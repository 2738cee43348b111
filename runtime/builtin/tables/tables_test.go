package tables

import (
	"testing"

	. "github.com/synrun/synrun/runtime/builtin/builtintest"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// table under test, with the two functions that other families list.
var under = append(Rows{{Row: &sig.GroupBy, Fn: GroupBy}, {Row: &sig.Join, Fn: Join}}, Table...)

func row(pairs ...any) value.Value {
	m := value.NewMap(0)
	for i := 0; i < len(pairs); i += 2 {
		m.Set(pairs[i].(string), Of(pairs[i+1]).Share())
	}
	return m.Value().Share()
}

func TestTables(t *testing.T) {
	under.CheckRows(t, "tables")
	rows := List{row("g", "a", "n", 2), row("g", "b", "n", 5), row("g", "a", "n", nil)}
	sum := agg(t, "sum_of", "n")
	left := List{row("id", 1, "v", "l"), row("id", 2, "v", "m")}
	right := List{row("id", 2, "v", "r", "w", 9), row("id", 3, "v", "s", "w", 8)}
	under.Run(t, []Case{
		{"group_by", List{rows, "g"}, `[{key: "a", items: [{g: "a", n: 2}, {g: "a", n: nothing}]}, {key: "b", items: [{g: "b", n: 5}]}]`},
		{"group_by", List{List{row("a", 1)}, List{"a"}}, "[{key: {a: 1}, items: [{a: 1}]}]"},
		{"group_by", List{rows, "G"}, `group_by: no row has a column "G" (columns: "g", "n")`},
		{"group_by", List{List{}, "G"}, "[]"},
		{"group_by", List{List{1}, "G"}, "group_by: every row must be a map, got number"},
		{"group_by", List{5, "G"}, "group_by: expected a list of rows (maps), got number"},
		{"count_by", List{List{"x", "y", "y"}}, `[{key: "y", count: 2}, {key: "x", count: 1}]`},
		{"summarize", List{rows, "g", row("total", sum, "rows", agg(t, "count"))}, `[{g: "a", total: 2, rows: 2}, {g: "b", total: 5, rows: 1}]`},
		{"summarize", List{rows, "g", row("g", sum)}, `summarize: the aggregate "g" has the name of a key column — it would overwrite the key; name it differently (e.g. "g_agg")`},
		{"summarize", List{rows, "g", row("s", 5)}, `summarize: the aggregate "s" must be a function, got number`},
		{"join", List{left, right, "id"}, `[{id: 2, v: "m", v_right: "r", w: 9}]`},
		{"join", List{left, right, "id", "outer"}, `[{id: 1, v: "l", v_right: nothing, w: nothing}, {id: 2, v: "m", v_right: "r", w: 9}, {id: 3, v: nothing, v_right: "s", w: 8}]`},
		{"join", List{left, right, "id", "semi"}, `[{id: 2, v: "m"}]`},
		{"join", List{left, right, "id", "anti"}, `[{id: 1, v: "l"}]`},
		{"join", List{List{row("id", nil)}, List{row("id", nil)}, "id", "left"}, "[{id: nothing}]"},
		{"join", List{left, right, "id", "cross"}, `join: how must be "inner", "left", "right", "outer", "semi" or "anti", got cross`},
		{"pivot", List{List{row("m", "jan", "k", "x", "v", 1), row("m", "feb", "k", "y", "v", 2)}, "m", "k", "v"}, `[{m: "jan", x: 1, y: nothing}, {m: "feb", x: nothing, y: 2}]`},
		{"pivot", List{List{row("m", 1, "k", "x", "v", 1), row("m", 1, "k", "x", "v", 2)}, "m", "k", "v"}, `pivot: 2 rows fall in the same cell (k = x) — pass agg, e.g. sum_of("v")`},
		{"count", List{List{1, nil, 3}}, "2"},
		{"count_missing", List{List{1, nil}}, "1"},
		{"fill_missing", List{List{nil, row("a", nil)}, 0}, "[0, {a: 0}]"},
		{"fill_missing", List{List{row("a", nil, "b", nil)}, row("a", 1, "z", 2)}, "[{a: 1, b: nothing}]"},
		{"drop_missing", List{List{1, nil, row("a", nil)}}, "[1]"},
		{"drop_missing", List{List{row("a", 1), row("b", 2)}, List{"a"}}, "[{a: 1}]"},
		{"drop_missing", List{List{}, 5}, "drop_missing: the columns must be a name or a list of names, got number"},
		{"fill_nan", List{5, 0}, "fill_nan expects a list, got number"},
		{"sum_of", List{5}, "sum_of: the column must be a text, got number"},
	})
}

func agg(t *testing.T, name string, args ...any) value.Value {
	t.Helper()
	v, err := under.Call(&Thread{}, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAggregates(t *testing.T) {
	rows := Of(List{row("n", 2, "t", "x"), row("n", 5, "t", nil), row("n", 5.0, "t", "k")})
	for _, c := range []struct {
		agg  value.Value
		want string
	}{
		{agg(t, "sum_of", "n"), "12.0"},
		{agg(t, "mean_of", "n"), "4.0"},
		{agg(t, "min_of", "t"), "k"},
		{agg(t, "max_of", "n"), "5"},
		{agg(t, "median_of", "n"), "5.0"},
		{agg(t, "quantile_of", "n", 0.0), "2.0"},
		{agg(t, "first_of", "t"), "x"},
		{agg(t, "n_unique_of", "n"), "2"},
		{agg(t, "count"), "3"},
		{agg(t, "sum_of", "t"), `sum_of: column "t" has a text, expected numbers`},
		{agg(t, "sum_of", "z"), `sum_of: no row has a column "z" (columns: "n", "t")`},
	} {
		if got := Show(c.agg.Builtin().Fn(&Thread{}, []value.Value{rows})); got != c.want {
			t.Errorf("%s: got %s, want %s", value.Display(c.agg), got, c.want)
		}
	}
}
