package databases

import (
	"strconv"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
)

// word converts an argument of a Redis command: the server knows only strings
// of bytes.
func word(v value.Value) (string, error) {
	switch {
	case v.IsText():
		return v.Str(), nil
	case v.Kind() == value.KBytes:
		return string(v.Bytes()), nil
	case v.Kind() == value.KSecret:
		return v.Secret().Plain, nil
	case v.IsNumber(), v.IsDecimal():
		return value.Display(v), nil
	}
	return "", value.Errorf("redis values must be text, bytes or number (got %s); use json_encode(...) for structured data", value.TypeName(v))
}

func words(to []string, args []value.Value) ([]string, error) {
	for _, v := range args {
		if v.IsUnset() {
			continue
		}
		w, err := word(v)
		if err != nil {
			return nil, err
		}
		to = append(to, w)
	}
	return to, nil
}

// answer turns a reply into a value.
func answer(t value.Thread, reply any) (value.Value, error) {
	switch r := reply.(type) {
	case int64:
		return value.OfInt(r), nil
	case string:
		return bulk(t, r)
	case []any:
		list := value.NewBuilder(t, len(r))
		for _, item := range r {
			v, err := answer(t, item)
			if err != nil {
				return v, err
			}
			if err := list.AddFresh(v); err != nil {
				return v, err
			}
		}
		return list.List(), nil
	}
	return value.Nothing, nil
}

func bulk(t value.Thread, s string) (value.Value, error) {
	if utf8.ValidString(s) {
		return arg.Text(t, s)
	}
	return arg.Bytes(t, []byte(s))
}

type shape func(t value.Thread, reply any) (value.Value, error)

func nothing(value.Thread, any) (value.Value, error) { return value.Nothing, nil }

func truth(_ value.Thread, reply any) (value.Value, error) {
	n, ok := reply.(int64)
	return value.OfBool(ok && n != 0), nil
}

// pairsOf turns a flat list of names and values into a map.
func pairsOf(t value.Thread, reply any) (value.Value, error) {
	flat, _ := reply.([]any)
	if err := t.Charge(value.MapSize + len(flat)/2*value.EntrySize); err != nil {
		return value.Value{}, err
	}
	m := value.NewMap(len(flat) / 2)
	for i := 0; i+1 < len(flat); i += 2 {
		name, _ := flat[i].(string)
		v, err := answer(t, flat[i+1])
		if err != nil {
			return v, err
		}
		m.Set(name, v)
	}
	return m.Value(), nil
}

// command makes the builtin of a command whose arguments are those of the
// call.
func command(name string, as shape) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		w, err := words([]string{name}, args)
		if err != nil {
			return value.Value{}, err
		}
		return send(t, as, w)
	}
}

func send(t value.Thread, as shape, w []string) (value.Value, error) {
	reply, err := t.Gate().Redis(t.At(), w...)
	if err != nil {
		return value.Value{}, err
	}
	return as(t, reply)
}

func redisSet(t value.Thread, args []value.Value) (value.Value, error) {
	w, err := words([]string{"SET"}, args[:2])
	if err != nil {
		return value.Value{}, err
	}
	if !args[2].Absent() {
		ttl, err := word(args[2])
		if err != nil {
			return value.Value{}, err
		}
		w = append(w, "EX", ttl)
	}
	return send(t, nothing, w)
}

func redisMget(t value.Thread, args []value.Value) (value.Value, error) {
	keys, err := builtin.ListArg("redis_mget", args[0])
	if err != nil {
		return value.Value{}, err
	}
	if len(keys) == 0 {
		return value.NewFreshList(nil), nil
	}
	w, err := words([]string{"MGET"}, keys)
	if err != nil {
		return value.Value{}, err
	}
	return send(t, answer, w)
}

func fields(who string, w []string, v value.Value) ([]string, error) {
	m, ok := v.AsMap()
	if !ok {
		return nil, value.Errorf("%s: expected a map, got %s", who, value.TypeName(v))
	}
	for k, v := range m.All() {
		s, err := word(v)
		if err != nil {
			return nil, err
		}
		w = append(w, k.String(), s)
	}
	return w, nil
}

func redisMset(t value.Thread, args []value.Value) (value.Value, error) {
	w, err := fields("redis_mset", []string{"MSET"}, args[0])
	if err != nil {
		return value.Value{}, err
	}
	return send(t, nothing, w)
}

func redisHset(t value.Thread, args []value.Value) (value.Value, error) {
	key, err := word(args[0])
	if err != nil {
		return value.Value{}, err
	}
	w, err := fields("redis_hset", []string{"HSET", key}, args[1])
	if err != nil {
		return value.Value{}, err
	}
	return send(t, answer, w)
}

func redisLock(t value.Thread, args []value.Value) (value.Value, error) {
	key, err := word(args[0])
	if err != nil {
		return value.Value{}, err
	}
	ttl := int64(30000)
	if !args[1].Absent() {
		if ttl, err = arg.Int(args[1]); err != nil {
			return value.Value{}, err
		}
	}
	token, err := t.Gate().LockToken()
	if err != nil {
		return value.Value{}, err
	}
	reply, err := t.Gate().Redis(t.At(), "SET", key, token, "NX", "PX", strconv.FormatInt(ttl, 10))
	if err != nil || reply == nil {
		return value.Nothing, err
	}
	return arg.Text(t, token)
}

func redisUnlock(t value.Thread, args []value.Value) (value.Value, error) {
	w, err := words(nil, args[:2])
	if err != nil {
		return value.Value{}, err
	}
	reply, err := t.Gate().RedisUnlock(t.At(), w[0], w[1])
	if err != nil {
		return value.Value{}, err
	}
	return truth(t, reply)
}
