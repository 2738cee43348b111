package arg

import (
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/value"
)

// Event makes the map of an event; name is the name its handle was given in a
// map of handles, if it was.
func Event(t value.Thread, ev gate.Event, name string) (value.Value, error) {
	pairs := make([]any, 0, 12)
	pairs = append(pairs, "type", ev.Type)
	switch {
	case ev.Source == "watch":
		pairs = append(pairs, "path", ev.Path, "is_dir", ev.IsDir)
	case ev.Exit != nil:
		signal := value.Nothing
		if ev.Exit.Signal != 0 {
			signal = value.OfInt(int64(ev.Exit.Signal))
		}
		exit, err := Record(t, "exit_code", ev.Exit.Code, "signal", signal)
		if err != nil {
			return exit, err
		}
		pairs = append(pairs, "data", exit)
	case ev.IsBinary:
		data, err := Bytes(t, ev.Binary)
		if err != nil {
			return data, err
		}
		pairs = append(pairs, "data", data)
	default:
		pairs = append(pairs, "data", ev.Text)
	}
	pairs = append(pairs, "source", ev.Source, "handle", ev.Handle)
	if name != "" {
		pairs = append(pairs, "name", name)
	}
	return Record(t, pairs...)
}

// Handles reads a collection of handles: a list, or a map from names. What
// cannot be one is an error that calls it a handle of family; with "" it is 0.
func Handles(who, family string, v value.Value) (ids []int64, names map[int64]string, err error) {
	read := func(item value.Value) (int64, error) {
		if family == "" {
			return Handle(item), nil
		}
		return OpenHandle(who, family, item)
	}
	if v.IsList() {
		for _, item := range v.Items() {
			id, err := read(item)
			if err != nil {
				return nil, nil, err
			}
			ids = append(ids, id)
		}
		return ids, nil, nil
	}
	m, ok := v.AsMap()
	if !ok {
		return nil, nil, value.Errorf("%s: expected a list of connection handles or a name→handle map, got %s", who, value.TypeName(v))
	}
	names = map[int64]string{}
	for k, item := range m.All() {
		id, err := read(item)
		if err != nil {
			return nil, nil, err
		}
		ids = append(ids, id)
		names[id] = k.String()
	}
	return ids, names, nil
}

// Select is the builtin of that name and those that allow one family only;
// word is what messages call a handle of it.
func Select(t value.Thread, who, family, word string, args []value.Value) (value.Value, error) {
	if _, _, err := Handles(who, "", args[0]); err != nil {
		return value.Value{}, err
	}
	seconds, err := Wait(args[1])
	if err != nil {
		return value.Value{}, err
	}
	ids, names, err := Handles(who, word, args[0]) // which handles comes after how long
	if err != nil {
		return value.Value{}, err
	}
	ev, ok, err := t.Gate().Select(who, ids, seconds, family)
	if err != nil || !ok {
		return value.Nothing, err
	}
	return Event(t, ev, names[ev.Handle])
}
