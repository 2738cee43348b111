package databases

import (
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
)

// toDoc turns a map into a document.
func toDoc(t value.Thread, m *value.Map, depth int) (gate.Doc, error) {
	d := make(gate.Doc, 0, m.Len())
	for k, v := range m.All() {
		x, err := toField(t, v, depth)
		if err != nil {
			return nil, err
		}
		d = append(d, gate.Field{Name: k.String(), Value: x})
	}
	return d, nil
}

const deepest = 100 // MongoDB takes no deeper documents

func toField(t value.Thread, v value.Value, depth int) (any, error) {
	if depth > deepest {
		return nil, value.ErrNested()
	}
	switch v.Kind() {
	case value.KUnset, value.KNothing:
		return nil, nil
	case value.KBool:
		return v.Bool(), nil
	case value.KInt:
		return v.Int(), nil
	case value.KFloat:
		return v.Float(), nil
	case value.KBig, value.KDecimal:
		return gate.Digits(value.Display(v)), nil
	case value.KText:
		return v.Str(), nil
	case value.KBytes:
		return v.Bytes(), nil
	case value.KSecret:
		return v.Secret().Plain, nil
	case value.KMap, value.KModule:
		m, _ := v.AsMap()
		return toDoc(t, m, depth+1)
	case value.KList:
		list := make([]any, 0, len(v.Items()))
		for _, item := range v.Items() {
			x, err := toField(t, item, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, x)
		}
		return list, nil
	}
	return value.DisplayIn(t, v)
}

// fromField turns what a database holds into a value.
func fromField(t value.Thread, x any) (value.Value, error) {
	switch x := x.(type) {
	case bool:
		return value.OfBool(x), nil
	case int64:
		return value.OfInt(x), nil
	case float64:
		return value.OfFloat(x), nil
	case string:
		return arg.Text(t, x)
	case []byte:
		return arg.Bytes(t, x)
	case gate.Digits:
		if v, ok := decimal(string(x)); ok {
			return v, nil
		}
		return arg.Text(t, string(x))
	case gate.Doc:
		if err := t.Charge(value.MapSize + len(x)*value.EntrySize); err != nil {
			return value.Value{}, err
		}
		m := value.NewMap(len(x))
		for _, f := range x {
			v, err := fromField(t, f.Value)
			if err != nil {
				return v, err
			}
			m.Set(f.Name, v)
		}
		return m.Value(), nil
	case []any:
		list := value.NewBuilder(t, len(x))
		for _, item := range x {
			v, err := fromField(t, item)
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

// needMap is a document that has to be one.
func needMap(t value.Thread, who string, v value.Value) (gate.Doc, error) {
	m, ok := v.AsMap()
	if !ok {
		return nil, value.Errorf("%s: expected a map, got %s", who, value.TypeName(v))
	}
	return toDoc(t, m, 0)
}

// filter is a map, or anything else for all documents.
func filter(t value.Thread, v value.Value) (gate.Doc, error) {
	if m, ok := v.AsMap(); ok {
		return toDoc(t, m, 0)
	}
	return nil, nil
}

func needMaps(t value.Thread, who string, v value.Value) ([]gate.Doc, error) {
	if !v.IsList() {
		return nil, value.Errorf("%s: expected a list of maps", who)
	}
	var docs []gate.Doc
	for _, item := range v.Items() {
		m, ok := item.AsMap()
		if !ok {
			return nil, value.Errorf("%s: each element must be a map, got %s", who, value.TypeName(item))
		}
		d, err := toDoc(t, m, 0)
		if err != nil {
			return nil, err
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// collect gathers documents into a list.
func collect(t value.Thread) (*value.Builder, func(gate.Doc) error) {
	list := value.NewBuilder(t, 0)
	return list, func(d gate.Doc) error {
		v, err := fromField(t, d)
		if err != nil {
			return err
		}
		if err := t.Work(1); err != nil {
			return err
		}
		return list.AddFresh(v)
	}
}

func find(t value.Thread, args []value.Value, o gate.MongoFind) (*value.Builder, error) {
	coll, err := builtin.RawStr(t, args[0])
	if err != nil {
		return nil, err
	}
	match, err := filter(t, args[1])
	if err != nil {
		return nil, err
	}
	list, each := collect(t)
	return list, t.Gate().MongoFind(t.At(), coll, match, o, each)
}

func mongoFind(t value.Thread, args []value.Value) (value.Value, error) {
	var o gate.MongoFind
	if opts, ok := args[2].AsMap(); ok {
		if err := findOptions(t, opts, &o); err != nil {
			return value.Value{}, err
		}
	}
	list, err := find(t, args, o)
	if err != nil {
		return value.Value{}, err
	}
	return list.List(), nil
}

// findOptions takes what is understood, always in the same order.
func findOptions(t value.Thread, opts *value.Map, o *gate.MongoFind) error {
	for _, opt := range []struct {
		key string
		to  *int64
	}{{"limit", &o.Limit}, {"skip", &o.Skip}} {
		if v, _ := opts.Get(opt.key); !v.Absent() {
			n, err := arg.Int(v)
			if err != nil {
				return err
			}
			*opt.to = max(n, 0)
		}
	}
	for _, opt := range []struct {
		key string
		to  *gate.Doc
	}{{"sort", &o.Sort}, {"fields", &o.Fields}} {
		if v, _ := opts.Get(opt.key); !v.Absent() {
			d, err := needMap(t, "mongo_find", v)
			if err != nil {
				return err
			}
			*opt.to = d
		}
	}
	return nil
}

func mongoFindOne(t value.Thread, args []value.Value) (value.Value, error) {
	list, err := find(t, args, gate.MongoFind{Limit: 1})
	if err != nil {
		return value.Value{}, err
	}
	if list.Len() == 0 {
		return value.Nothing, nil
	}
	return list.List().Items()[0], nil
}

func insert(t value.Thread, coll value.Value, docs []gate.Doc) (value.Value, error) {
	name, err := builtin.RawStr(t, coll)
	if err != nil {
		return value.Value{}, err
	}
	if len(docs) == 0 {
		return value.NewFreshList(nil), nil
	}
	ids, err := t.Gate().MongoInsert(t.At(), name, docs)
	if err != nil {
		return value.Value{}, err
	}
	return fromField(t, ids)
}

func mongoInsert(t value.Thread, args []value.Value) (value.Value, error) {
	d, err := needMap(t, "mongo_insert", args[1])
	if err != nil {
		return value.Value{}, err
	}
	ids, err := insert(t, args[0], []gate.Doc{d})
	if err != nil {
		return value.Value{}, err
	}
	return ids.Items()[0], nil
}

func mongoInsertMany(t value.Thread, args []value.Value) (value.Value, error) {
	docs, err := needMaps(t, "mongo_insert_many", args[1])
	if err != nil {
		return value.Value{}, err
	}
	return insert(t, args[0], docs)
}

func mongoUpdate(t value.Thread, args []value.Value) (value.Value, error) {
	coll, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	match, err := filter(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	update, err := needMap(t, "mongo_update", args[2])
	if err != nil {
		return value.Value{}, err
	}
	matched, modified, err := t.Gate().MongoUpdate(t.At(), coll, match, update)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "matched", matched, "modified", modified)
}

func mongoDelete(t value.Thread, args []value.Value) (value.Value, error) {
	coll, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	match, err := filter(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	n, err := t.Gate().MongoDelete(t.At(), coll, match)
	if err != nil {
		return value.Value{}, err
	}
	return arg.Record(t, "deleted", n)
}

func mongoCount(t value.Thread, args []value.Value) (value.Value, error) {
	coll, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	match, err := filter(t, args[1])
	if err != nil {
		return value.Value{}, err
	}
	n, err := t.Gate().MongoCount(t.At(), coll, match)
	return value.OfInt(n), err
}

func mongoAggregate(t value.Thread, args []value.Value) (value.Value, error) {
	coll, err := builtin.RawStr(t, args[0])
	if err != nil {
		return value.Value{}, err
	}
	stages, err := needMaps(t, "mongo_aggregate", args[1])
	if err != nil {
		return value.Value{}, err
	}
	list, each := collect(t)
	if err := t.Gate().MongoAggregate(t.At(), coll, stages, each); err != nil {
		return value.Value{}, err
	}
	return list.List(), nil
}

func mongoCollections(t value.Thread, _ []value.Value) (value.Value, error) {
	names, err := t.Gate().MongoCollections(t.At())
	if err != nil {
		return value.Value{}, err
	}
	return arg.Texts(t, names)
}
