package runtime

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/hint"
)

// variable gives the content of a variable, unset when it is not bound.
func (m *Machine) variable(fr *frame, kind, slot uint16) value.Value {
	switch kind {
	case inReg:
		return m.stack[fr.base+int(slot)]
	case inCell:
		return cellOf(m.stack[fr.base+int(slot)]).v
	case inFree:
		return fr.fn.free[slot].v
	case inGlobal:
		return m.globals[slot]
	default:
		return fr.fn.env.get(int(slot))
	}
}

// slot gives the address of a variable for an update in place.
func (m *Machine) slot(fr *frame, kind, slot uint16) *value.Value {
	switch kind {
	case inReg:
		return &m.stack[fr.base+int(slot)]
	case inCell:
		return &cellOf(m.stack[fr.base+int(slot)]).v
	case inFree:
		return &fr.fn.free[slot].v
	case inGlobal:
		return &m.globals[slot]
	default:
		return fr.fn.env.slot(int(slot))
	}
}

func (m *Machine) equal(a, b value.Value) (bool, error) {
	eq, clash, err := value.Equal(m, a, b)
	if clash {
		return false, value.NewError(value.MixMsg)
	}
	return eq, err
}

// matches is the equality of patterns; its clash has its own wording and no
// location.
func (m *Machine) matches(a, b value.Value) (bool, error) {
	eq, clash, err := value.Equal(m, a, b)
	if clash {
		return false, value.Errorf("match: %s", value.MixMsg)
	}
	return eq, err
}

// contains is `in` (20 §7.3).
func (m *Machine) contains(x, in value.Value, not bool) (bool, error) {
	switch in.Kind() {
	case value.KList:
		for i, item := range in.Items() {
			eq, clash, err := value.Equal(m, item, x)
			if err != nil {
				return false, err
			}
			if clash {
				word := "`in`"
				if not {
					word = "`not in`"
				}
				return false, value.NewError(word + ": " + value.MixMsg)
			}
			if eq {
				return true, nil
			}
			if i&1023 == 1023 {
				if err := m.Work(64); err != nil {
					return false, err
				}
			}
		}
		return false, nil
	case value.KMap, value.KModule:
		mp, _ := in.AsMap()
		if x.IsText() || x.IsInt() {
			k, err := value.KeyOf(m, x)
			if err != nil {
				return false, err
			}
			_, ok := mp.GetKey(k)
			return ok, nil
		}
		key, err := value.RawIn(m, x)
		return mp.Has(key), err
	case value.KText:
		if !x.IsText() {
			return false, value.Errorf("`in` on text looks for a piece of text, got %s — convert it first: text(x) in s", value.TypeName(x))
		}
		return strings.Contains(in.Str(), x.Str()), nil
	case value.KBytes:
		b := in.Bytes()
		switch {
		case x.Kind() == value.KBytes:
			return strings.Contains(string(b), string(x.Bytes())), nil
		case x.IsInt() && x.Int() >= 0 && x.Int() <= 255:
			for _, c := range b {
				if int64(c) == x.Int() {
					return true, nil
				}
			}
			return false, nil
		}
		return false, value.Errorf("contains(bytes, ...): expected bytes or an integer 0..=255, got %s", value.TypeName(x))
	}
	return false, value.Errorf("`in` needs a list, map, text or bytes on its right, got %s", value.TypeName(in))
}

// template joins pieces by their text forms; a secret makes all a secret.
func (m *Machine) template(parts []value.Value) (value.Value, error) {
	if hasSecret(parts) {
		return m.secretTemplate(parts)
	}
	b, err := m.appendParts(parts)
	if err != nil {
		return value.Value{}, err
	}
	if err := m.Charge(len(b) + value.TextSize); err != nil {
		return value.Value{}, err
	}
	return value.TextOfBytes(b), nil
}

func hasSecret(parts []value.Value) bool {
	for _, p := range parts {
		if p.Kind() == value.KSecret {
			return true
		}
	}
	return false
}

// appendParts writes the text forms into the machine's buffer, which the next
// call writes to again.
func (m *Machine) appendParts(parts []value.Value) ([]byte, error) {
	b := m.pieces[:0]
	for _, p := range parts {
		if p.IsText() {
			if s := p.Str(); len(s) <= cap(b)-len(b) {
				b = append(b, s...)
				continue
			}
		}
		var err error
		if b, err = value.AppendDisplay(m, b, p); err != nil {
			return b, err
		}
	}
	if cap(b) <= 4096 {
		m.pieces = b
	}
	return b, nil
}

// addTemplate is `x = x + template`: the pieces are written behind a text
// without making one of them first.
func (m *Machine) addTemplate(fr *frame, in *instr) error {
	slot := m.slot(fr, in.a, in.b)
	x := *slot
	if in.d == 1 {
		x = m.stack[fr.base+int(in.c)+1]
	}
	parts := m.stack[fr.base+int(in.c)+2:][:in.e]
	if !x.IsText() || hasSecret(parts) {
		y, err := m.template(parts)
		if err != nil {
			return err
		}
		m.stack[fr.base+int(in.c)] = y
		return m.addTo(fr, in)
	}
	b, err := m.appendParts(parts)
	if err != nil {
		return err
	}
	if in.d == 1 {
		x.Release()
	}
	v, err := value.GrowBytes(m, x.Text(), b)
	if err != nil {
		return err
	}
	*slot = v
	return nil
}

func (m *Machine) secretTemplate(parts []value.Value) (value.Value, error) {
	v := value.OfText("")
	var err error
	for _, p := range parts {
		if v, err = value.JoinHole(m, v, p); err != nil {
			return v, err
		}
	}
	return v, nil
}

// newList makes a list of registers; the compiler has settled their holders.
func (m *Machine) newList(items []value.Value) (value.Value, error) {
	if err := m.Charge(value.ListSize + len(items)*value.SlotSize); err != nil {
		return value.Value{}, err
	}
	own := make([]value.Value, len(items))
	copy(own, items)
	for _, v := range own {
		v.Share()
	}
	return value.NewFreshList(own), nil
}

func (m *Machine) putPairs(mp *value.Map, pairs []value.Value) error {
	for i := 0; i < len(pairs); i += 2 {
		k, err := value.KeyOf(m, pairs[i])
		if err != nil {
			return err
		}
		if err := mp.PutKey(m, k, pairs[i+1]); err != nil {
			return err
		}
	}
	return nil
}

// index reads x[i] (20 §8.2).
func (m *Machine) index(x, i value.Value) (value.Value, error) {
	switch x.Kind() {
	case value.KMap:
		k, err := value.KeyOf(m, i)
		if err != nil {
			return value.Value{}, err
		}
		if v, ok := x.Map().GetKey(k); ok {
			return v, nil
		}
		return value.Value{}, value.NewError("Map has no key '" + k.String() + "'")
	case value.KModule:
		k, err := value.Key(m, i)
		if err != nil {
			return value.Value{}, err
		}
		if v, ok := envOf(x).exported(k.String()); ok {
			return v, nil
		}
		return value.Value{}, value.NewError("Map has no key '" + k.String() + "'")
	case value.KList:
		n, err := builtin.Index(i)
		if err != nil {
			return value.Value{}, err
		}
		items := x.Items()
		if p, ok := position(n, len(items)); ok {
			return items[p], nil
		}
		return value.Value{}, value.Errorf("Index %d out of bounds (list length %d)", n, len(items))
	case value.KText:
		n, err := builtin.Index(i)
		if err != nil {
			return value.Value{}, err
		}
		t := x.Text()
		if p, ok := position(n, t.Len()); ok {
			return t.At(p), nil
		}
		return value.Value{}, value.Errorf("Index %d out of bounds (text length %d)", n, t.Len())
	case value.KBytes:
		n, err := builtin.Index(i)
		if err != nil {
			return value.Value{}, err
		}
		b := x.Bytes()
		if p, ok := position(n, len(b)); ok {
			return value.OfInt(int64(b[p])), nil
		}
		return value.Value{}, value.Errorf("Index %d out of bounds (bytes length %d)", n, len(b))
	case value.KObject:
		if o, ok := x.Object().(value.Indexed); ok {
			return o.Index(m, i)
		}
	}
	return value.Value{}, value.NewError("Cannot index into " + value.TypeName(x))
}

// part is a call of get, builtin row, with n arguments, that reads a part
// without giving it a second holder.
func (m *Machine) part(args []value.Value, n, row int) (value.Value, error) {
	if m.levels >= maxLevels {
		return value.Value{}, errRecursion()
	}
	if n == 2 {
		args[2] = value.Nothing
	}
	return m.rows[row].Fn(m, args)
}

func position(i, n int) (int, bool) {
	if i < 0 {
		i += n
	}
	return i, i >= 0 && i < n
}

// member reads x.name and name of x (20 §8.3). inOf marks the b.c of `a of
// b.c`.
func (m *Machine) member(x value.Value, name *value.Text, inOf bool) (value.Value, error) {
	switch x.Kind() {
	case value.KMap:
		if v, ok := x.Map().GetText(name); ok {
			return v, nil
		}
	case value.KModule:
		if v, ok := envOf(x).exported(name.String()); ok {
			return v, nil
		}
		if msg := envOf(x).unexported(name.String()); msg != "" {
			return value.Value{}, value.NewError(msg)
		}
	default:
		msg := fmt.Sprintf("Cannot access property '%s' of %s", name, value.TypeName(x))
		if h := hint.Method(name.String()); h != "" {
			msg += " — Synsema has no methods: " + h
		}
		return value.Value{}, value.NewError(msg)
	}
	msg := "Map has no key '" + name.String() + "'"
	if h := hint.Method(name.String()); h != "" {
		msg += " — if you meant a method, Synsema has no methods: " + h
	}
	if inOf {
		msg += ofNote
	}
	return value.Value{}, value.NewError(msg)
}

// rangeStart checks the arguments of a counting loop and completes them to
// start, end and step.
func (m *Machine) rangeStart(state []value.Value, n int) error {
	var args [3]int
	for i := range n {
		k, err := builtin.Index(state[i])
		if err != nil {
			return err
		}
		args[i] = k
	}
	start, end, step := args[0], args[1], 1
	switch n {
	case 1:
		start, end = 0, args[0]
	case 3:
		step = args[2]
	}
	if step == 0 {
		return value.Errorf("range() arg 3 must not be zero")
	}
	state[0], state[1], state[2] = value.OfInt(int64(start)), value.OfInt(int64(end)), value.OfInt(int64(step))
	return nil
}

// iterable gives what `each` walks.
func (m *Machine) iterable(v value.Value) (value.Value, error) {
	switch v.Kind() {
	case value.KList, value.KMap, value.KText, value.KBytes:
		return v, nil
	case value.KModule:
		mp, _ := v.AsMap()
		return mp.Value(), nil
	}
	return v, value.NewError("Cannot iterate over " + value.TypeName(v) +
		" — each walks a list, the keys of a map, the characters of a text or the values of bytes")
}

// walk gives the next item of what is no list.
func walk(x value.Value, pos int) (v value.Value, next int, ok bool) {
	switch x.Kind() {
	case value.KMap:
		k, _, next, ok := x.Map().Next(pos)
		if !ok {
			return value.Value{}, next, false
		}
		return k.Value(), next, true
	case value.KText:
		s := x.Str()
		if pos >= len(s) {
			return value.Value{}, pos, false
		}
		if c := s[pos]; c < utf8.RuneSelf {
			return value.OfRune(rune(c)), pos + 1, true
		}
		r, w := utf8.DecodeRuneInString(s[pos:])
		return value.OfRune(r), pos + w, true
	case value.KBytes:
		if b := x.Bytes(); pos < len(b) {
			return value.OfInt(int64(b[pos])), pos + 1, true
		}
	}
	return value.Value{}, pos, false
}

func matchList(v value.Value, n int, more bool) bool {
	if !v.IsList() {
		return false
	}
	l := len(v.Items())
	return l == n || more && l >= n
}

const (
	variantKey = "__variant"
	enumKey    = "__enum"
)

var variantText = value.Constant(variantKey).Text()

func isEnum(v value.Value) bool { return v.IsMap() && v.Map().Has(enumKey) }

// matchVariant tests a variant pattern and hands out the payload.
func (m *Machine) matchVariant(fr *frame, in *instr, regs *[1 << 16]value.Value) (bool, error) {
	p := fr.fn.proto
	name := p.consts[in.c].Text()
	enum := regs[in.b].Map()
	def, ok := enum.GetText(name)
	if !ok {
		_, err := m.member(regs[in.b], name, false)
		return false, err
	}
	var full string
	var fields []string
	switch def.Kind() {
	case value.KMaker:
		full, fields = def.Maker().Name, def.Maker().Fields
	case value.KMap:
		v, _ := def.Map().Get(variantKey)
		full = value.Display(v)
	}
	v := regs[in.a]
	if !v.IsMap() {
		return false, nil
	}
	got, ok := v.Map().Get(variantKey)
	if !ok || !got.IsText() || got.Str() != full {
		return false, nil
	}
	if in.e < 0 {
		return true, nil
	}
	dst := p.fields[in.e]
	if len(dst) != len(fields) {
		return false, value.Errorf("variant %s binds %d fields, got %d", full, len(fields), len(dst))
	}
	for i, f := range fields {
		x, ok := v.Map().Get(f)
		if !ok {
			return false, nil
		}
		regs[dst[i]] = x
	}
	return true, nil
}

// newEnum makes the map of an enum: its name, then its variants.
func newEnum(d *enumDef) value.Value {
	m := value.NewMap(len(d.variants) + 1)
	m.Set(enumKey, value.OfText(d.name))
	for _, v := range d.variants {
		name := v.Name[len(d.name)+1:]
		if len(v.Fields) == 0 {
			x := value.NewMap(1)
			x.Set(variantKey, value.OfText(v.Name))
			m.Set(name, x.Value().Share())
			continue
		}
		mk := *v
		m.Set(name, mk.Value())
	}
	return m.Value()
}
