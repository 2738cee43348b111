// Package value is what Synsema programs compute with: the Value, its kinds,
// text form, equality, order and arithmetic.
//
// A Value is two words: a pointer to a head that tells its kind, and a
// payload. Integers, floats, booleans and nothing live in the payload, their
// head is one of a few static ones, so they are never allocated. All other
// kinds are objects that begin with a Head; the payload is unused.
//
// Lists and maps are values in the language. They are implemented as shared
// objects with a sticky "shared" mark: whoever makes a second holder of a
// container (a variable, an argument, an element) calls Share, and whoever
// writes in place first asks Shared and copies if it is set. Marking too
// much costs one copy, marking too little is a bug; the constructors that
// take elements mark them.
//
// Texts are UTF-8, immutable but for Grow, which the same mark guards.
// Everything that can grow is charged to the Thread before it is allocated.
package value

import (
	"math"
	"math/big"
	"math/bits"
	"unsafe"
)

// Kind tells what a Value is. Kinds at or above KBig are heap objects, those
// at or above KText can grow in place while they have one holder.
type Kind uint8

const (
	KUnset   Kind = iota // no value: an argument that was not given, a variable not yet bound
	KNothing             // nothing
	KBool
	KInt // fits int64
	KFloat
	KBig // integer beyond int64
	KDecimal
	KBytes
	KSecret
	KTask    // task or lambda
	KBuiltin // builtin function
	KMaker   // constructor of a record type or an enum variant
	KObject  // an extended kind: time, complex, array, generator, handle
	KText
	KModule // the live namespace bound by `use`; type name "map"
	KList
	KMap
)

// Head begins every heap object.
type Head struct {
	kind   Kind
	shared bool
	held   uint16 // walks and pending updates that need the object as it is
	mark   uint32 // epoch of the last memory measurement that saw the object
}

// Value is one Synsema value. The zero Value is unset.
type Value struct {
	h *Head
	n uint64
}

var (
	nothingHead = Head{kind: KNothing}
	boolHead    = Head{kind: KBool}
	intHead     = Head{kind: KInt}
	floatHead   = Head{kind: KFloat}
)

// Nothing, True and False are the constants of the language.
var (
	Nothing = Value{&nothingHead, 0}
	True    = Value{&boolHead, 1}
	False   = Value{&boolHead, 0}
)

// Kind of v; KUnset for the zero Value.
func (v Value) Kind() Kind {
	if v.h == nil {
		return KUnset
	}
	return v.h.kind
}

// IsUnset reports whether v is no value at all (an absent argument).
func (v Value) IsUnset() bool { return v.h == nil }

// IsNothing reports whether v is `nothing`.
func (v Value) IsNothing() bool { return v.h == &nothingHead }

// Absent reports whether v is unset or nothing.
func (v Value) Absent() bool { return v.h == nil || v.h == &nothingHead }

// OfInt makes an integer.
func OfInt(i int64) Value { return Value{&intHead, uint64(i)} }

// OfFloat makes a float.
func OfFloat(f float64) Value { return Value{&floatHead, math.Float64bits(f)} }

// OfBool makes a boolean.
func OfBool(b bool) Value {
	if b {
		return True
	}
	return False
}

// IsInt reports an integer that fits int64 (KInt).
func (v Value) IsInt() bool { return v.h == &intHead }

// IsFloat reports a float.
func (v Value) IsFloat() bool { return v.h == &floatHead }

// IsBool reports a boolean.
func (v Value) IsBool() bool { return v.h == &boolHead }

// Int is the payload of a KInt.
func (v Value) Int() int64 { return int64(v.n) }

// Float is the payload of a KFloat.
func (v Value) Float() float64 { return math.Float64frombits(v.n) }

// Bool is the payload of a KBool.
func (v Value) Bool() bool { return v.n != 0 }

// SetInt overwrites *v with an integer; cheaper than an assignment when v
// already holds one.
func (v *Value) SetInt(i int64) {
	if v.h == &intHead {
		v.n = uint64(i)
		return
	}
	*v = Value{&intHead, uint64(i)}
}

// SetFloat overwrites *v with a float.
func (v *Value) SetFloat(f float64) {
	if v.h == &floatHead {
		v.n = math.Float64bits(f)
		return
	}
	*v = Value{&floatHead, math.Float64bits(f)}
}

// SetBool overwrites *v with a boolean.
func (v *Value) SetBool(b bool) {
	var n uint64
	if b {
		n = 1
	}
	if v.h == &boolHead {
		v.n = n
		return
	}
	*v = Value{&boolHead, n}
}

// Same reports whether a and b are the identical object or scalar.
func Same(a, b Value) bool { return a == b }

// Share marks a text or container as having more than one holder and returns
// v. The mark of constants is set already: several machines read them.
func (v Value) Share() Value {
	if v.h != nil && v.h.kind >= KText && !v.h.shared {
		v.h.shared = true
	}
	return v
}

// Shared reports whether a container may have more than one holder, so that
// it must not be changed in place.
func (v Value) Shared() bool { return v.h.shared || v.h.held > 0 }

// Hold keeps a container as it is until Release: a loop walks it, or an
// update of it is pending. A hold that is never released costs one copy.
func (v Value) Hold() {
	switch {
	case v.h == nil:
	case v.h.kind == KText:
		v.Text().hold()
	case v.h.kind >= KList:
		if v.h.held == 1<<16-1 {
			v.h.shared = true
			return
		}
		v.h.held++
	}
}

// Release undoes a Hold.
func (v Value) Release() {
	switch {
	case v.h == nil:
	case v.h.kind == KText:
		v.Text().release()
	case v.h.kind >= KList && v.h.held > 0:
		v.h.held--
	}
}

// Big is an integer that does not fit int64.
type Big struct {
	Head
	n big.Int
}

// roomyBig is a Big with room for the words of a small one: most integers
// beyond 64 bits take two or three.
type roomyBig struct {
	Big
	words [bigRoom]big.Word
}

const bigRoom = 4

// newBig makes an integer to compute about so many bits into, and then to
// finish.
func newBig(bitLen int) *Big {
	if bitLen >= bigRoom*bits.UintSize {
		return &Big{Head: Head{kind: KBig}}
	}
	o := &roomyBig{Big: Big{Head: Head{kind: KBig}}}
	o.n.SetBits(o.words[:0])
	return &o.Big
}

// finish gives the value of what was computed.
func (o *Big) finish() Value {
	if o.n.IsInt64() {
		return OfInt(o.n.Int64())
	}
	return Value{h: &o.Head}
}

// OfBig makes an integer of any size; i must not be changed afterwards.
func OfBig(i *big.Int) Value {
	if i.IsInt64() {
		return OfInt(i.Int64())
	}
	o := &Big{Head{kind: KBig}, *tight(i)}
	return Value{h: &o.Head}
}

// tight is an integer without the room that computing it left behind: a
// remainder lies where the number lay that was divided.
func tight(i *big.Int) *big.Int {
	if words := i.Bits(); cap(words) > 2*len(words)+8 {
		return new(big.Int).Set(i)
	}
	return i
}

// bigSize is what an integer of any size costs beside its words, of which
// math/big makes bigSpare more than it needs.
const (
	bigSize  = 64
	bigSpare = 4
)

// bigCost is what an integer of so many bits will cost.
func bigCost(bitLen int) int { return bigSize + 8*(bitLen/64+1+bigSpare) }

// NumberSize is what a KBig or KDecimal takes.
func NumberSize(v Value) int {
	if v.Kind() == KBig {
		return bigSize + 8*cap(v.BigInt().Bits())
	}
	d := v.Decimal()
	if d.big == nil {
		return decimalSize
	}
	return decimalSize + bigSize + 8*cap(d.big.Bits())
}

// BigInt is the integer of a KInt or KBig; not to be changed.
func (v Value) BigInt() *big.Int {
	if v.IsInt() {
		return big.NewInt(v.Int())
	}
	return &(*Big)(unsafe.Pointer(v.h)).n
}

// IsInteger reports an integer of any size.
func (v Value) IsInteger() bool { k := v.Kind(); return k == KInt || k == KBig }

// IsNumber reports an integer or float (type name "number").
func (v Value) IsNumber() bool { k := v.Kind(); return k == KInt || k == KFloat || k == KBig }

// Bytes is a bytes value.
type Bytes struct {
	Head
	B     []byte // never changed
	whole int    // length of what B is a part of, 0 when it is all
}

// OfBytes makes a bytes value; b must not be changed afterwards.
func OfBytes(b []byte) Value {
	o := &Bytes{Head: Head{kind: KBytes}, B: b}
	return Value{h: &o.Head}
}

// BytesPart makes a bytes value of a part of another one. It lies in the
// other's only if it is at least half of that: less would keep alive much
// more than it is.
func (v Value) BytesPart(from, to int) Value {
	o := (*Bytes)(unsafe.Pointer(v.h))
	whole := max(o.whole, len(o.B))
	part := o.B[from:to:to]
	if 2*len(part) < whole {
		return OfBytes(append([]byte(nil), part...))
	}
	p := &Bytes{Head{kind: KBytes}, part, whole}
	return Value{h: &p.Head}
}

// Bytes is the content of a KBytes; not to be changed.
func (v Value) Bytes() []byte { return (*Bytes)(unsafe.Pointer(v.h)).B }

// Secret is an opaque value: it has a name for people and a plaintext that
// only equality, headers, database parameters, HMAC and reveal may use.
type Secret struct {
	Head
	Name   string
	Plain  string
	Binary bool // made from bytes
}

// OfSecret makes a secret.
func OfSecret(name, plain string, binary bool) Value {
	o := &Secret{Head{kind: KSecret}, name, plain, binary}
	return Value{h: &o.Head}
}

// Secret is the object of a KSecret.
func (v Value) Secret() *Secret { return (*Secret)(unsafe.Pointer(v.h)) }

// Task is the part of a task or lambda that is visible to values; the
// machine's closure begins with it.
type Task struct {
	Head
	Name   string // "<lambda>" for a lambda
	Params []string
}

// InitTask prepares the head of a closure that embeds Task first.
func (t *Task) InitTask() { t.kind = KTask }

// Value of an initialised task.
func (t *Task) Value() Value { return Value{h: &t.Head} }

// Task is the object of a KTask.
func (v Value) Task() *Task { return (*Task)(unsafe.Pointer(v.h)) }

// Maker constructs records (`type`) or enum variants with fields.
type Maker struct {
	Head
	Name    string // "Point", or "Shape.circle"
	Fields  []string
	Keys    []*Text // the fields as keys
	Variant bool
	File    string // where it is defined: wrong counts are reported there
	Line    int32
	Col     int32
}

// Value of the maker.
func (m *Maker) Value() Value { m.kind = KMaker; return Value{h: &m.Head} }

// Maker is the object of a KMaker.
func (v Value) Maker() *Maker { return (*Maker)(unsafe.Pointer(v.h)) }

// Module is the live namespace bound by `use`.
type Module struct {
	Head
	// Snapshot gives the exported names with their present values.
	Snapshot func() *Map
	// Impl belongs to the machine.
	Impl any
}

// Value of the module.
func (m *Module) Value() Value { m.kind = KModule; return Value{h: &m.Head} }

// Module is the object of a KModule.
func (v Value) Module() *Module { return (*Module)(unsafe.Pointer(v.h)) }

// AsMap gives the map behind v: a map itself, or a snapshot of a module.
func (v Value) AsMap() (*Map, bool) {
	switch v.Kind() {
	case KMap:
		return v.Map(), true
	case KModule:
		return v.Module().Snapshot(), true
	}
	return nil, false
}

// Header gives the address of the object's head; nil for unset. Machines use
// it to compare identities and to reach objects that embed a Head.
func (v Value) Header() unsafe.Pointer { return unsafe.Pointer(v.h) }

// TypeName is what type_of gives.
func TypeName(v Value) string {
	switch v.Kind() {
	case KUnset, KNothing:
		return "nothing"
	case KBool:
		return "bool"
	case KInt, KFloat, KBig:
		return "number"
	case KDecimal:
		return "decimal"
	case KText:
		return "text"
	case KBytes:
		return "bytes"
	case KSecret:
		return "secret"
	case KTask, KBuiltin, KMaker:
		return "task"
	case KObject:
		return v.Object().TypeName()
	case KList:
		return "list"
	default:
		return "map"
	}
}

// Truth is the truth of v (20 §4).
func Truth(v Value) bool {
	switch v.Kind() {
	case KUnset, KNothing:
		return false
	case KBool, KInt:
		return v.n != 0
	case KFloat:
		return v.Float() != 0
	case KDecimal:
		return v.Decimal().Sign() != 0
	case KText:
		return v.Str() != ""
	case KBytes:
		return len(v.Bytes()) > 0
	case KSecret:
		return v.Secret().Plain != ""
	case KList:
		return len(v.List().items) > 0
	case KMap:
		return v.Map().Len() > 0
	case KModule:
		return v.Module().Snapshot().Len() > 0
	case KObject:
		return v.Object().Truth()
	}
	return true
}
