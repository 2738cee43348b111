package builtin

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/synrun/synrun/runtime/value"
)

// Keys numbers values by the canonical equality of 30 §30.1.4: two values
// get the same number exactly when `==` says so, all nan are one, and a
// decimal that would meet a float of the same numeric value is an error.
//
// Values are turned into byte strings that are equal exactly when the values
// are. Small integers and texts, by far the most frequent keys, have maps of
// their own and are never turned into anything.
type Keys struct {
	t     value.Thread
	who   string
	ints  map[int64]int32
	texts map[string]int32
	other map[string]int32
	seen  [][]byte // per group: what stood at each numeric place
	enc   keyEncoder
	n     int
}

// NewKeys starts an empty numbering; who prefixes the clash error.
func NewKeys(t value.Thread, who string) *Keys {
	return &Keys{t: t, who: who, enc: keyEncoder{t: t}}
}

// Len is the number of different values so far.
func (k *Keys) Len() int { return k.n }

const keyCost = 64 // about what one more group costs

// Find numbers v; fresh tells that it is the first of its kind.
func (k *Keys) Find(v value.Value) (n int, fresh bool, err error) {
	if err := k.t.Work(1); err != nil {
		return 0, false, err
	}
	switch v.Kind() {
	case value.KText:
		return k.text(v.Str())
	case value.KInt:
		return k.int(v.Int(), nil)
	case value.KBool:
		if v.Bool() {
			return k.int(1, nil)
		}
		return k.int(0, nil)
	}
	e := &k.enc
	e.buf, e.places = e.buf[:0], e.places[:0]
	if err := e.put(v, 0); err != nil {
		return 0, false, err
	}
	switch e.buf[0] {
	case 'i':
		return k.int(int64(binary.LittleEndian.Uint64(e.buf[1:])), e.places)
	case 's':
		return k.text(string(e.buf[9:]))
	}
	if i, ok := k.other[string(e.buf)]; ok {
		return int(i), false, k.meet(int(i), e.places)
	}
	if k.other == nil {
		k.other = map[string]int32{}
	}
	if err := k.t.Charge(keyCost + len(e.buf)); err != nil {
		return 0, false, err
	}
	k.other[string(e.buf)] = int32(k.n)
	return k.add(e.places)
}

func (k *Keys) text(s string) (int, bool, error) {
	if i, ok := k.texts[s]; ok {
		return int(i), false, nil
	}
	if k.texts == nil {
		k.texts = map[string]int32{}
	}
	if err := k.t.Charge(keyCost); err != nil {
		return 0, false, err
	}
	k.texts[s] = int32(k.n)
	return k.add(nil)
}

func (k *Keys) int(n int64, places []byte) (int, bool, error) {
	if i, ok := k.ints[n]; ok {
		return int(i), false, k.meet(int(i), places)
	}
	if k.ints == nil {
		k.ints = map[int64]int32{}
	}
	if err := k.t.Charge(keyCost); err != nil {
		return 0, false, err
	}
	k.ints[n] = int32(k.n)
	return k.add(places)
}

func (k *Keys) add(places []byte) (int, bool, error) {
	n := k.n
	k.n++
	if notable(places) {
		k.note(n, places)
	}
	return n, true, nil
}

func notable(places []byte) bool {
	for _, p := range places {
		if p != 0 {
			return true
		}
	}
	return false
}

func (k *Keys) note(n int, places []byte) {
	for len(k.seen) <= n {
		k.seen = append(k.seen, nil)
	}
	k.seen[n] = slices.Clone(places)
}

// meet joins what stands at the numeric places of a further value of group n.
func (k *Keys) meet(n int, places []byte) error {
	if !notable(places) {
		return nil
	}
	if n >= len(k.seen) || k.seen[n] == nil {
		k.note(n, places)
		return nil
	}
	for i, p := range k.seen[n] {
		p |= places[i]
		if p == isFloat|isDecimal {
			return Clash(k.who)
		}
		k.seen[n][i] = p
	}
	return nil
}

const (
	isFloat   = 1
	isDecimal = 2
)

type keyEncoder struct {
	t      value.Thread
	buf    []byte
	places []byte
	paid   int // bytes of buf that are charged
	tasks  uint64
}

func (e *keyEncoder) number(tag byte, n uint64, place byte) {
	e.buf = binary.LittleEndian.AppendUint64(append(e.buf, tag), n)
	if place != noPlace {
		e.places = append(e.places, place)
	}
}

const noPlace = 255

func (e *keyEncoder) bytes(tag byte, s string) {
	e.buf = append(binary.LittleEndian.AppendUint64(append(e.buf, tag), uint64(len(s))), s...)
}

func (e *keyEncoder) put(v value.Value, depth int) error {
	if depth > value.MaxNesting {
		return value.ErrNested()
	}
	switch v.Kind() {
	case value.KUnset, value.KNothing:
		e.buf = append(e.buf, 'n')
	case value.KBool:
		n := uint64(0)
		if v.Bool() {
			n = 1
		}
		e.number('i', n, 0)
	case value.KInt:
		e.number('i', uint64(v.Int()), 0)
	case value.KFloat:
		e.float(v.Float())
	case value.KBig:
		e.big(v.BigInt(), 0)
	case value.KDecimal:
		e.decimal(v.Decimal())
	case value.KText:
		e.bytes('s', v.Str())
	case value.KSecret:
		e.bytes('s', v.Secret().Plain)
	case value.KBytes:
		e.bytes('b', unsafeString(v.Bytes()))
	case value.KObject:
		return e.object(v, depth)
	case value.KList:
		items := v.Items()
		e.number('[', uint64(len(items)), noPlace)
		if err := e.t.Work(len(items)); err != nil {
			return err
		}
		for _, x := range items {
			if err := e.put(x, depth+1); err != nil {
				return err
			}
		}
	case value.KMap, value.KModule:
		return e.mapping(v, depth)
	default: // tasks: not equal to anything
		e.tasks++
		e.number('t', e.tasks, noPlace)
	}
	if len(e.buf) > e.paid {
		e.paid = 2*len(e.buf) + 1<<12
		return e.t.Charge(e.paid)
	}
	return nil
}

func (e *keyEncoder) mapping(v value.Value, depth int) error {
	m, _ := v.AsMap()
	if err := e.t.Work(m.Len()); err != nil {
		return err
	}
	type pair struct {
		k string
		v value.Value
	}
	pairs := make([]pair, 0, m.Len())
	for k, x := range m.All() {
		pairs = append(pairs, pair{k.String(), x})
	}
	slices.SortFunc(pairs, func(a, b pair) int { return strings.Compare(a.k, b.k) })
	e.number('{', uint64(len(pairs)), noPlace)
	for _, p := range pairs {
		e.bytes('k', p.k)
		if err := e.put(p.v, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (e *keyEncoder) object(v value.Value, depth int) error {
	o := v.Object()
	if p, ok := o.(Plain); ok {
		if w, ok := p.Plain(); ok {
			from := len(e.places)
			err := e.put(w, depth+1)
			clear(e.places[from:]) // it is no float: a decimal may equal it
			return err
		}
	}
	s := ""
	if k, ok := o.(Keyed); ok {
		s = k.Key()
	} else {
		s = o.Display()
	}
	e.bytes('o', o.TypeName()+"\x00"+s)
	return nil
}

func (e *keyEncoder) float(f float64) {
	switch {
	case math.IsNaN(f):
		e.number('f', math.Float64bits(math.NaN()), 0)
	case f == math.Trunc(f) && math.Abs(f) < 1<<63:
		e.number('i', uint64(int64(f)), isFloat)
	case f == math.Trunc(f) && !math.IsInf(f, 0):
		i, _ := big.NewFloat(f).Int(nil)
		e.big(i, isFloat)
	default:
		e.number('f', math.Float64bits(f), isFloat)
	}
}

func (e *keyEncoder) big(i *big.Int, place byte) {
	if i.IsInt64() {
		e.number('i', uint64(i.Int64()), place)
		return
	}
	tag := byte('B')
	if i.Sign() < 0 {
		tag = 'N'
	}
	e.bytes(tag, unsafeString(i.Bytes()))
	e.places = append(e.places, place)
}

func (e *keyEncoder) decimal(d *value.Decimal) {
	if i, ok := d.Integral(); ok {
		e.big(i, isDecimal)
		return
	}
	if d.Scale() <= 1100 {
		ten := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.Scale())), nil)
		if f, exact := new(big.Rat).SetFrac(d.Mant(), ten).Float64(); exact {
			e.number('f', math.Float64bits(f), isDecimal)
			return
		}
	}
	text := strings.TrimRight(string(d.Append(nil)), "0")
	e.bytes('D', text)
	e.places = append(e.places, isDecimal)
}
