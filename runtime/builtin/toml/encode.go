package toml

import (
	"math"
	"strconv"
	"strings"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// encoder writes a TOML document: the plain values of a table first, then
// its sub-tables under headers of their own.
type encoder struct {
	t    value.Thread
	out  []byte
	path []step // to the value that is written
}

type step struct {
	key   string
	index int // -1 for a key
}

func encode(t value.Thread, args []value.Value) (value.Value, error) {
	m, ok := args[0].AsMap()
	if !ok {
		return args[0], value.Errorf("toml_encode: a TOML document is a table — pass a map at the top level (got %s)", value.TypeName(args[0]))
	}
	e := encoder{t: t}
	if err := e.table(m); err != nil {
		return args[0], err
	}
	return builtin.OwnText(t, e.out)
}

func (e *encoder) write(s string) (err error) {
	if e.out, err = builtin.Grow(e.t, e.out, len(s)); err == nil {
		e.out = append(e.out, s...)
	}
	return err
}

// where names the value that is being written: a.b[0].
func (e *encoder) where() string {
	if len(e.path) == 0 {
		return "the value"
	}
	var b strings.Builder
	for i, s := range e.path {
		switch {
		case s.index >= 0:
			b.WriteString("[" + strconv.Itoa(s.index) + "]")
		case i > 0:
			b.WriteString("." + s.key)
		default:
			b.WriteString(s.key)
		}
	}
	return b.String()
}

func (e *encoder) enter(s step) error {
	if len(e.path) >= value.MaxNesting {
		return value.ErrNested()
	}
	e.path = append(e.path, s)
	return e.t.Work(1)
}

func (e *encoder) leave() { e.path = e.path[:len(e.path)-1] }

func (e *encoder) table(m *value.Map) error {
	for k, v := range m.All() {
		if _, sub := v.AsMap(); sub {
			continue
		}
		if err := e.enter(step{k.String(), -1}); err != nil {
			return err
		}
		if err := e.write(key(k.String()) + " = "); err != nil {
			return err
		}
		if err := e.value(v); err != nil {
			return err
		}
		e.leave()
		if err := e.write("\n"); err != nil {
			return err
		}
	}
	for k, v := range m.All() {
		sub, ok := v.AsMap()
		if !ok {
			continue
		}
		if err := e.enter(step{k.String(), -1}); err != nil {
			return err
		}
		if err := e.header(); err != nil {
			return err
		}
		if err := e.table(sub); err != nil {
			return err
		}
		e.leave()
	}
	return nil
}

func (e *encoder) header() error {
	names := make([]string, len(e.path))
	for i, s := range e.path {
		names[i] = key(s.key)
	}
	blank := ""
	if len(e.out) > 0 {
		blank = "\n"
	}
	return e.write(blank + "[" + strings.Join(names, ".") + "]\n")
}

func (e *encoder) value(v value.Value) error {
	switch v.Kind() {
	case value.KText:
		return e.write(quote(v.Str()))
	case value.KInt, value.KBool:
		return e.write(value.Display(v))
	case value.KFloat:
		return e.write(float(v.Float()))
	case value.KList:
		if err := e.write("["); err != nil {
			return err
		}
		for i, x := range v.Items() {
			if i > 0 {
				if err := e.write(", "); err != nil {
					return err
				}
			}
			if err := e.enter(step{"", i}); err != nil {
				return err
			}
			if err := e.value(x); err != nil {
				return err
			}
			e.leave()
		}
		return e.write("]")
	case value.KMap, value.KModule:
		m, _ := v.AsMap()
		return e.inline(m)
	case value.KNothing, value.KUnset:
		return value.Errorf("toml_encode: TOML has no null — %s is nothing (drop the key or give it a value)", e.where())
	}
	return value.Errorf("toml_encode: %s cannot be written as TOML: %s (use text, numbers, booleans, lists and maps)", e.where(), value.TypeName(v))
}

func (e *encoder) inline(m *value.Map) error {
	if err := e.write("{"); err != nil {
		return err
	}
	first := true
	for k, v := range m.All() {
		if !first {
			if err := e.write(", "); err != nil {
				return err
			}
		}
		first = false
		if err := e.write(key(k.String()) + " = "); err != nil {
			return err
		}
		if err := e.enter(step{k.String(), -1}); err != nil {
			return err
		}
		if err := e.value(v); err != nil {
			return err
		}
		e.leave()
	}
	return e.write("}")
}

func key(s string) string {
	for i := 0; i < len(s); i++ {
		if !isBare(s[i]) {
			return quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}

func quote(s string) string {
	b := value.AppendQuoted(nil, s) // escapes as TOML does, but for DEL
	return strings.ReplaceAll(string(b), "\x7f", `\u007f`)
}

func float(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	return string(value.AppendFloat(nil, f))
}
