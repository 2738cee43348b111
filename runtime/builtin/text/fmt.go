package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// format fills the holes of a template from a map (30 §30.4, fmt).
func format(t value.Thread, args []value.Value) (value.Value, error) {
	template, err := builtin.RawStr(t, args[0])
	if err != nil {
		return args[0], err
	}
	values := value.NewMap(0)
	if !args[1].Absent() {
		m, ok := args[1].AsMap()
		if !ok {
			return args[0], value.Errorf("fmt(template, values): values must be a map, got %s", value.TypeName(args[1]))
		}
		values = m
	}
	f := filler{t: t, values: values}
	for rest := template; ; {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			if err := f.write(rest); err != nil {
				return args[0], err
			}
			return builtin.OwnText(t, f.out)
		}
		if err := f.write(rest[:i]); err != nil {
			return args[0], err
		}
		n, err := f.brace(rest[i:])
		if err != nil {
			return args[0], err
		}
		rest = rest[i+n:]
	}
}

type filler struct {
	t      value.Thread
	values *value.Map
	out    []byte
}

func (f *filler) write(s string) (err error) {
	if f.out, err = builtin.Grow(f.t, f.out, len(s)); err == nil {
		f.out = append(f.out, s...)
	}
	return err
}

// brace handles what begins with a brace and tells how long it is.
func (f *filler) brace(s string) (int, error) {
	if len(s) > 1 && s[1] == s[0] {
		return 2, f.write(s[:1])
	}
	if s[0] == '}' {
		return 1, f.write("}")
	}
	end := strings.IndexAny(s[1:], "{}") + 1
	if end == 0 || s[end] != '}' {
		return 1, f.write("{")
	}
	inner := s[1:end]
	if v, ok := f.values.Get(inner); ok {
		return end + 1, f.value(v)
	}
	if !isPath(inner) {
		return 1, f.write("{")
	}
	first, rest, dotted := strings.Cut(inner, ".")
	if dotted {
		v, ok := f.values.Get(first)
		if !ok {
			return 1, f.write("{") // not one of ours
		}
		for ok && dotted {
			first, rest, dotted = strings.Cut(rest, ".")
			var m *value.Map
			if m, ok = v.AsMap(); ok {
				v, ok = m.Get(first)
			}
		}
		if ok {
			return end + 1, f.value(v)
		}
	}
	return 0, value.Errorf("fmt: no value for {%s} — pass it in the map, or write {{%s}} for a literal brace", inner, inner)
}

func (f *filler) value(v value.Value) (err error) {
	if v.IsText() {
		return f.write(v.Str())
	}
	if f.out, err = builtin.Grow(f.t, f.out, 32); err == nil {
		f.out, err = value.AppendDisplay(f.t, f.out, v)
	}
	return err
}

// isPath reports `name(.name)*`.
func isPath(s string) bool {
	start := true
	for _, r := range s {
		switch {
		case r == '_' || unicode.IsLetter(r):
			start = false
		case start:
			return false
		case r == '.':
			start = true
		case !unicode.IsDigit(r) && !unicode.IsNumber(r):
			return false
		}
	}
	return !start && utf8.ValidString(s)
}
