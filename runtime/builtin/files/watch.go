package files

import (
	"math"

	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
)

func watch(t value.Thread, args []value.Value) (value.Value, error) {
	path, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	o := gate.WatchOptions{
		Recursive: true, Interval: 0.5, Ignore: []string{".git", "node_modules", "target"}, MaxEntries: 100_000, MaxQueue: 4096,
	}
	if !args[1].Absent() {
		m, ok := args[1].AsMap()
		if !ok {
			return value.Value{}, value.Errorf("watch: options must be a map, got %s", value.TypeName(args[1]))
		}
		if err := watchOptions(m, &o); err != nil {
			return value.Value{}, err
		}
	}
	id, err := t.Gate().Watch(t.At(), path, o)
	if err != nil {
		return value.Value{}, err
	}
	return value.OfInt(id), nil
}

func watchOptions(m *value.Map, o *gate.WatchOptions) error {
	for k, v := range m.All() {
		if v.Absent() {
			continue
		}
		switch key := k.String(); key {
		case "recursive":
			if !v.IsBool() {
				return value.Errorf("watch: recursive must be a boolean, got %s", value.TypeName(v))
			}
			o.Recursive = v.Bool()
		case "interval":
			f, err := positive(key, v)
			if err != nil {
				return err
			}
			o.Interval = max(f, 0.02)
		case "max_entries", "max_queue":
			f, err := positive(key, v)
			if err != nil {
				return err
			}
			if key == "max_queue" {
				o.MaxQueue = int(min(max(f, 1), 1_000_000))
			} else {
				o.MaxEntries = int(min(max(f, 1), 5_000_000))
			}
		case "ignore":
			if !v.IsList() {
				return value.Errorf("watch: ignore must be a list of names, got %s", value.TypeName(v))
			}
			o.Ignore = nil
			for _, item := range v.Items() {
				if !item.IsText() {
					return value.Errorf("watch: ignore must be a list of names, got a list with %s", value.TypeName(item))
				}
				o.Ignore = append(o.Ignore, item.Str())
			}
		default:
			return value.Errorf(`watch: unknown option "%s" (valid options: recursive, interval, ignore, max_entries, max_queue)`, key)
		}
	}
	return nil
}

func positive(key string, v value.Value) (float64, error) {
	f, ok := arg.Float(v)
	switch {
	case !ok:
		return 0, value.Errorf("watch: %s must be a number, got %s", key, value.TypeName(v))
	case !(f > 0) || math.IsInf(f, 0):
		return 0, value.Errorf("watch: %s must be a positive number", key)
	}
	return f, nil
}

func watchRecv(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("watch_recv", "watch", args[0])
	if err != nil {
		return value.Value{}, err
	}
	seconds, err := arg.Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	ev, ok, err := t.Gate().WatchReceive(id, seconds)
	if err != nil || !ok {
		return value.Nothing, err
	}
	return arg.Event(t, ev, "")
}

func watchStats(t value.Thread, args []value.Value) (value.Value, error) {
	id, err := arg.OpenHandle("watch_stats", "watch", args[0])
	if err != nil {
		return value.Value{}, err
	}
	s, err := t.Gate().WatchStats(id)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "path", s.Path, "recursive", s.Recursive, "interval", s.Interval, "entries", s.Entries,
		"scans", s.Scans, "queued", s.Queued, "dropped", s.Dropped)
}

func watchClose(t value.Thread, args []value.Value) (value.Value, error) {
	return value.True, t.Gate().WatchClose(arg.Handle(args[0]))
}
