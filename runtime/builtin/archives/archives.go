// Package archives holds the builtins for zip and tar archives (60 §60.5).
package archives

import (
	"math"
	"strings"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.ZipCreate, Fn: zipCreate},
	{Row: &sig.TarCreate, Fn: tarCreate},
	{Row: &sig.ZipExtract, Fn: zipExtract, Fresh: true},
	{Row: &sig.TarExtract, Fn: tarExtract, Fresh: true},
}

func zipCreate(t value.Thread, args []value.Value) (value.Value, error) {
	if _, err := options("zip_create", args[1]); err != nil {
		return value.Value{}, err
	}
	list, err := entries("zip_create", args[0])
	if err != nil {
		return value.Value{}, err
	}
	b, err := t.Gate().ZipCreate(t.At(), list)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Bytes(t, b)
}

func tarCreate(t value.Thread, args []value.Value) (value.Value, error) {
	opts, err := options("tar_create", args[1], "gzip")
	if err != nil {
		return value.Value{}, err
	}
	gzip := false
	if v, ok := opts["gzip"]; ok {
		if !v.IsBool() {
			return value.Value{}, value.Errorf(`tar_create: option "gzip" must be true or false, got %s`, value.TypeName(v))
		}
		gzip = v.Bool()
	}
	list, err := entries("tar_create", args[0])
	if err != nil {
		return value.Value{}, err
	}
	b, err := t.Gate().TarCreate(t.At(), list, gzip)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Bytes(t, b)
}

// options reads an options map of which only these keys are known.
func options(who string, v value.Value, known ...string) (map[string]value.Value, error) {
	if v.Absent() {
		return nil, nil
	}
	m, ok := v.AsMap()
	if !ok {
		return nil, value.Errorf("%s: opts must be a map, got %s", who, value.TypeName(v))
	}
	valid := strings.Join(known, ", ")
	if valid == "" {
		valid = "(none)"
	}
	opts := map[string]value.Value{}
	for k, v := range m.All() {
		if !isOneOf(k.String(), known) {
			return nil, value.Errorf(`%s: unknown option "%s"; valid options are: %s`, who, k, valid)
		}
		opts[k.String()] = v
	}
	return opts, nil
}

func isOneOf(s string, list []string) bool {
	for _, x := range list {
		if s == x {
			return true
		}
	}
	return false
}

// entries checks what an archive is to be made of, each entry in the order of
// the rules.
func entries(who string, v value.Value) ([]gate.ArchiveEntry, error) {
	if !v.IsList() {
		return nil, value.Errorf("%s: entries must be a list of {path, bytes} or {path, from}, got %s", who, value.TypeName(v))
	}
	items := v.Items()
	if len(items) == 0 {
		return nil, value.Errorf("%s: entries is empty", who)
	}
	list := make([]gate.ArchiveEntry, len(items))
	for i, item := range items {
		var err error
		if list[i], err = entry(who, i, item); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func entry(who string, i int, v value.Value) (e gate.ArchiveEntry, err error) {
	m, ok := v.AsMap()
	if !ok {
		return e, value.Errorf("%s: entry %d must be a map, got %s", who, i, value.TypeName(v))
	}
	for k := range m.All() {
		if !isOneOf(k.String(), []string{"path", "bytes", "from"}) {
			return e, value.Errorf(`%s: entry %d has an unknown key "%s" (valid: path, bytes, from)`, who, i, k)
		}
	}
	path, _ := m.Get("path")
	if !path.IsText() {
		return e, value.Errorf(`%s: entry %d needs a text "path"`, who, i)
	}
	clean, wrong := gate.ArchiveName(path.Str())
	if wrong != "" {
		return e, value.Errorf(`%s: entry path "%s" %s`, who, path.Str(), wrong)
	}
	e.Path = clean
	content, hasBytes := m.Get("bytes")
	from, hasFrom := m.Get("from")
	if hasBytes {
		switch {
		case content.IsText():
			e.Bytes = []byte(content.Str())
		case content.Kind() == value.KBytes:
			e.Bytes = content.Bytes()
		default:
			return e, value.Errorf(`%s: entry %d "bytes" must be bytes or text, got %s`, who, i, value.TypeName(content))
		}
	}
	if hasFrom {
		if !from.IsText() {
			return e, value.Errorf(`%s: entry %d "from" must be a path, got %s`, who, i, value.TypeName(from))
		}
		e.From, e.HasFrom = from.Str(), true
	}
	switch {
	case hasBytes && hasFrom:
		return e, value.Errorf(`%s: entry %d has both "bytes" and "from"; pass one`, who, i)
	case !hasBytes && !hasFrom:
		return e, value.Errorf(`%s: entry %d needs "bytes" or "from"`, who, i)
	}
	return e, nil
}

func zipExtract(t value.Thread, args []value.Value) (value.Value, error) {
	return extract(t, "zip_extract", args, t.Gate().ZipExtract)
}

func tarExtract(t value.Thread, args []value.Value) (value.Value, error) {
	return extract(t, "tar_extract", args, t.Gate().TarExtract)
}

type extractor func(at gate.At, archive []byte, dest string, lim gate.ExtractLimits) ([]string, error)

func extract(t value.Thread, who string, args []value.Value, act extractor) (value.Value, error) {
	if args[0].Kind() != value.KBytes {
		return value.Value{}, value.Errorf("%s: the archive must be bytes, got %s", who, value.TypeName(args[0]))
	}
	if !args[1].IsText() || args[1].Str() == "" {
		return value.Value{}, value.Errorf("%s: dest must be a non-empty directory path", who)
	}
	opts, err := options(who, args[2], "max_entries", "max_bytes")
	if err != nil {
		return value.Value{}, err
	}
	lim := gate.ExtractLimits{MaxEntries: 10000, MaxBytes: 512 << 20}
	for _, o := range []struct {
		key string
		to  *float64
	}{{"max_entries", &lim.MaxEntries}, {"max_bytes", &lim.MaxBytes}} {
		v, ok := opts[o.key]
		if !ok {
			continue
		}
		n, isNumber := arg.Float(v)
		switch {
		case !isNumber:
			return value.Value{}, value.Errorf(`%s: option "%s" must be a number, got %s`, who, o.key, value.TypeName(v))
		case !(n >= 1): // a whole number is needed: what is below one is none
			return value.Value{}, value.Errorf(`%s: option "%s" must be a positive number, got %s`, who, o.key, value.Display(v))
		}
		*o.to = math.Trunc(n)
	}
	names, err := act(t.At(), args[0].Bytes(), args[1].Str(), lim)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Texts(t, names)
}
