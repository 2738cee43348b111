package runtime

import (
	"math"
	"sync"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin/all"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// tableRow is one builtin as the machine calls it.
type tableRow struct {
	*value.Builtin
	// slots is the number of argument slots that the function sees.
	slots int
	rest  bool
	// keys are the keyword-only parameters behind a rest parameter.
	keys int
	// plain builtins call nothing of the program and ask for nothing outside.
	plain bool
}

type table struct {
	rows  []tableRow
	index map[string]int
}

var (
	tableOnce sync.Once
	tableMade *table
)

// theTable is made on first use.
func theTable() *table {
	tableOnce.Do(func() { tableMade = makeTable() })
	return tableMade
}

func makeTable() *table {
	t := &table{index: make(map[string]int, 700)}
	add := func(row *sig.Row, fn value.Func, fresh bool, inPlace value.Change) {
		b := value.NewBuiltin(row, fn, fresh)
		b.InPlace = inPlace
		r := makeRow(b)
		r.Number = len(t.rows) + 1
		t.index[row.Name] = len(t.rows)
		t.rows = append(t.rows, r)
	}
	for _, defs := range all.Tables() {
		for _, d := range defs {
			add(d.Row, nativeOnly(d.Row.Name, d.Fn), d.Fresh, d.InPlace)
		}
	}
	for _, d := range coreTable() {
		add(d.Row, d.Fn, d.Fresh, nil)
	}
	for _, family := range sig.Families() {
		for _, row := range family {
			if _, ok := t.index[row.Name]; !ok {
				add(row, notExecuted(row), false, nil)
			}
		}
	}
	return t
}

// nativeOnly is the function of a builtin. What the pure profile replaces fails
// there before it looks at its arguments.
func nativeOnly(name string, fn value.Func) value.Func {
	if !gate.NativeOnly(name) {
		return fn
	}
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		if err := t.Gate().Native(name); err != nil {
			return value.Value{}, err
		}
		return fn(t, args)
	}
}

func makeRow(b *value.Builtin) tableRow {
	row := b.Row
	r := tableRow{Builtin: b, slots: len(row.Params), rest: b.Max < 0, plain: plainFamily(row)}
	if r.rest {
		for _, p := range row.Params {
			if p.Passing == sig.KeyOnly {
				r.keys++
			}
		}
	}
	return r
}

func builtinTable() []tableRow { return theTable().rows }

// builtinIndex is the number of a builtin in the table, -1 for other names.
func builtinIndex(name string) int {
	if i, ok := theTable().index[name]; ok {
		return i
	}
	return -1
}

var constants = map[string]float64{"pi": math.Pi, "tau": 2 * math.Pi, "e": math.E}

// builtinValue is the value that the global scope gives a name at start.
func builtinValue(name string) value.Value {
	if i := builtinIndex(name); i >= 0 {
		return builtinTable()[i].Value()
	}
	switch name {
	case "inf":
		return value.OfFloat(math.Inf(1))
	case "nan":
		return value.OfFloat(math.NaN())
	}
	if f, ok := constants[name]; ok {
		return value.OfFloat(f)
	}
	return value.Value{}
}

// plainBuiltin reports builtins during which nothing of the program runs.
func plainBuiltin(i int) bool { return builtinTable()[i].plain }

func plainFamily(r *sig.Row) bool {
	if r.Cap != "" {
		return false
	}
	switch r.Family {
	case "collections":
		return r != &sig.Contains // takes a predicate too
	case "conversion", "predicate", "text", "regex", "lists", "maps", "bytes", "hash", "bits", "math", "json":
		return true
	}
	return false
}
