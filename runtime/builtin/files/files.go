// Package files holds the builtins for files and directories (60 §60.4) and
// for watching them (60 §60.8.4).
package files

import (
	"strings"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/builtin/regex"
	"github.com/synrun/synrun/runtime/builtin/text"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the family.
var Table = []builtin.Def{
	{Row: &sig.ReadFile, Fn: readFile},
	{Row: &sig.ReadFileBytes, Fn: readFileBytes},
	{Row: &sig.WriteFile, Fn: writeFile},
	{Row: &sig.AppendFile, Fn: appendFile},
	{Row: &sig.EditFile, Fn: editFile, Fresh: true},
	{Row: &sig.ListDir, Fn: listDir, Fresh: true},
	{Row: &sig.FileInfo, Fn: fileInfo, Fresh: true},
	{Row: &sig.FileExists, Fn: fileExists},
	{Row: &sig.Grep, Fn: grep, Fresh: true},
	{Row: &sig.DeleteFile, Fn: deleteFile},
	{Row: &sig.DeleteDir, Fn: deleteDir},
	{Row: &sig.Cwd, Fn: cwd},
	{Row: &sig.Watch, Fn: watch},
	{Row: &sig.WatchRecv, Fn: watchRecv, Fresh: true},
	{Row: &sig.WatchStats, Fn: watchStats, Fresh: true},
	{Row: &sig.WatchClose, Fn: watchClose},
}

func readFile(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	if args[1].IsUnset() {
		s, err := t.Gate().ReadFile(t.At(), path)
		if err != nil {
			return value.Value{}, err
		}
		return arg.Text(t, s)
	}
	if args[1].Absent() {
		return value.Value{}, value.Errorf("read_file: offset must be a line number, got nothing")
	}
	first, err := arg.Int(args[1])
	if err != nil {
		return value.Value{}, err
	}
	var count *int64
	if !args[2].IsUnset() {
		if args[2].Absent() {
			return value.Value{}, value.Errorf("read_file: limit must be a number of lines, got nothing")
		}
		n, err := arg.Int(args[2])
		if err != nil {
			return value.Value{}, err
		}
		count = &n
	}
	s, err := t.Gate().ReadLines(t.At(), path, first, count)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Text(t, s)
}

func readFileBytes(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	b, err := t.Gate().ReadBytes(t.At(), path)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Bytes(t, b)
}

func writeFile(t value.Thread, args []value.Value) (value.Value, error) {
	return put(t, args, t.Gate().WriteFile)
}

func appendFile(t value.Thread, args []value.Value) (value.Value, error) {
	return put(t, args, t.Gate().AppendFile)
}

func put(t value.Thread, args []value.Value, act func(gate.At, string, []byte) error) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	content, err := arg.Content(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	return value.True, act(t.At(), path, content)
}

func editFile(t value.Thread, args []value.Value) (value.Value, error) {
	var s [3]string
	for i := range s {
		var err error
		if s[i], err = builtin.RawStr(t, args[i]); err != nil {
			return value.Value{}, err
		}
	}
	n, err := t.Gate().EditFile(t.At(), s[0], s[1], s[2], arg.IsTrue(args[3]))
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "replaced", n)
}

func listDir(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	entries, err := t.Gate().ListDir(t.At(), path)
	if err != nil {
		return value.Value{}, err
	}
	list := value.NewBuilder(t, len(entries))
	for _, e := range entries {
		m, err := arg.Record(t, "name", e.Name, "is_dir", e.IsDir, "size", e.Size)
		if err != nil {
			return value.Value{}, err
		}
		if err := list.AddFresh(m); err != nil {
			return value.Value{}, err
		}
	}
	return list.List(), nil
}

func fileInfo(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	info, err := t.Gate().FileInfo(t.At(), path)
	if err != nil {
		return value.Value{}, err
	}
	modified := value.Nothing
	if info.HasModified {
		modified = value.OfInt(info.Modified)
	}
	return arg.Record(t, "exists", info.Exists, "is_dir", info.IsDir, "size", info.Size, "modified", modified)
}

func fileExists(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	info, err := t.Gate().FileInfo(t.At(), path)
	return value.OfBool(info.Exists), err
}

func grep(t value.Thread, args []value.Value) (value.Value, error) {
	target, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	q := gate.GrepQuery{Max: -1}
	if q.Pattern, err = builtin.RawStr(t, args[1]); err != nil {
		return value.Value{}, err
	}
	if opts, ok := args[2].AsMap(); ok {
		if err := grepOptions(t, opts, &q); err != nil {
			return value.Value{}, err
		}
	}
	found, truncated, err := t.Gate().Grep(t.At(), target, q)
	if err != nil {
		return value.Value{}, err
	}
	list := value.NewBuilder(t, len(found))
	for _, m := range found {
		row, err := arg.Record(t, "file", m.File, "line", m.Line, "col", m.Col, "text", m.Text)
		if err != nil {
			return value.Value{}, err
		}
		if err := list.AddFresh(row); err != nil {
			return value.Value{}, err
		}
	}
	return arg.Record(t, "matches", list.List(), "truncated", truncated)
}

func grepOptions(t value.Thread, opts *value.Map, q *gate.GrepQuery) error {
	get := func(key string) value.Value { v, _ := opts.Get(key); return v }
	anyCase := arg.IsTrue(get("ignore_case"))
	if anyCase {
		q.Lower = text.Lower
	}
	if v := get("glob"); v.IsText() {
		glob := v.Str()
		q.Glob = &glob
	}
	if v := get("max_results"); !v.Absent() {
		n, err := arg.Int(v)
		if err != nil {
			return err
		}
		q.Max = int(max(n, 0))
	}
	if !arg.IsTrue(get("regex")) {
		return nil
	}
	source := q.Pattern
	if anyCase {
		source = "(?i)" + source
	}
	q.Compile = func() (func(string) (int, error), error) {
		match, err := regex.Column(t, source)
		if err != nil && value.Catchable(err) {
			return nil, value.Errorf("grep: invalid regex pattern: %s", strings.TrimPrefix(value.Message(err), "invalid regex pattern "))
		}
		return match, err
	}
	return nil
}

func deleteFile(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	return value.True, t.Gate().DeleteFile(t.At(), path)
}

func deleteDir(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	recursive := false
	if !args[1].Absent() {
		opts, ok := args[1].AsMap()
		if !ok {
			return value.Value{}, value.Errorf("delete_dir: opts must be a map, got %s", value.TypeName(args[1]))
		}
		for k, v := range opts.All() {
			switch {
			case k.String() != "recursive":
				return value.Value{}, value.Errorf(`delete_dir: unknown option "%s" (valid options: recursive)`, k)
			case !v.IsBool():
				return value.Value{}, value.Errorf("delete_dir: option `recursive` must be true or false")
			}
			recursive = v.Bool()
		}
	}
	return value.True, t.Gate().DeleteDir(t.At(), path, recursive)
}

func cwd(t value.Thread, _ []value.Value) (value.Value, error) {
	dir, err := t.Gate().Cwd(t.At())
	if err != nil {
		return value.Value{}, err
	}
	return arg.Text(t, dir)
}
