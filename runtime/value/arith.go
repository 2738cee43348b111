package value

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// Op is a binary operator.
type Op uint8

const (
	Add Op = iota
	Sub
	Mul
	Div
	FloorDiv
	Mod
	Pow
	Lt
	Le
	Gt
	Ge
)

var opText = [...]string{"+", "-", "*", "/", "//", "%", "**", "<", "<=", ">", ">="}

// String is the operator as it is written.
func (o Op) String() string { return opText[o] }

const (
	divZero = "Division by zero"
	modZero = "Modulo by zero"
	powZero = "Zero cannot be raised to a negative power"
)

func zeroDivisor(op Op) string {
	if op == Mod {
		return modZero
	}
	return divZero
}

// Binary computes an arithmetic operator on any two values.
func Binary(t Thread, op Op, a, b Value) (Value, error) {
	if op == Pow && isZero(a) && isNegative(b) && !clash(a, b) {
		return Value{}, NewError(powZero)
	}
	return binary(t, op, opText[op], a, b)
}

// BinaryFor is an operator in the service of a builtin, whose name stands in
// the error of a result that is too large. ** makes no test for a zero base
// here, which IEEE raises to infinity.
func BinaryFor(t Thread, name string, op Op, a, b Value) (Value, error) {
	return binary(t, op, name, a, b)
}

func isZero(v Value) bool { return isNumber(v.Kind()) && !Truth(v) }

func isNegative(v Value) bool {
	switch v.Kind() {
	case KInt:
		return v.Int() < 0
	case KFloat:
		return v.Float() < 0
	case KBig:
		return v.BigInt().Sign() < 0
	case KDecimal:
		return v.Decimal().Sign() < 0
	}
	return false
}

// clash reports a decimal next to a float.
func clash(a, b Value) bool {
	ka, kb := a.Kind(), b.Kind()
	return ka == KDecimal && kb == KFloat || ka == KFloat && kb == KDecimal
}

// binary words "result too large" for the operator or builtin of that name.
func binary(t Thread, op Op, name string, a, b Value) (Value, error) {
	ka, kb := a.Kind(), b.Kind()
	if ka == KInt && kb == KInt {
		if v, ok, err := intOp(op, a.Int(), b.Int()); ok || err != nil {
			return v, err
		}
	}
	if op == Add && (ka == KText || kb == KText || ka == KSecret || kb == KSecret) {
		return addText(t, a, b)
	}
	if ka == KObject || kb == KObject {
		return objectOp(t, op, a, b)
	}
	switch {
	case isNumber(ka) && isNumber(kb):
	case op == Add && ka == KList && kb == KList:
		return concatLists(t, a, b)
	case op == Add && ka == KBytes && kb == KBytes:
		x, y := a.Bytes(), b.Bytes()
		if err := t.Charge(len(x) + len(y)); err != nil {
			return Value{}, err
		}
		return OfBytes(append(append(make([]byte, 0, len(x)+len(y)), x...), y...)), nil
	default:
		return Value{}, unsupported(op, a, b)
	}
	if ka == KDecimal || kb == KDecimal {
		if ka == KFloat || kb == KFloat {
			return Value{}, NewError(MixMsg)
		}
		return decimalOp(t, op, name, AsDecimal(a), AsDecimal(b))
	}
	if ka == KFloat || kb == KFloat {
		return floatOp(op, ToFloat(a), ToFloat(b))
	}
	return bigOp(t, op, name, a.BigInt(), b.BigInt())
}

func isNumber(k Kind) bool { return k >= KInt && k <= KDecimal }

func unsupported(op Op, a, b Value) error {
	msg := fmt.Sprintf("Unsupported operation: %s %s %s", TypeName(a), op, TypeName(b))
	if op == Mod && a.Kind() == KText {
		msg += " — there is no %-formatting: use a template `…{x}…` or fmt(template, {name: value})"
	}
	return NewError(msg)
}

// Unsupported is the error of operands that do not go together.
func Unsupported(op Op, a, b Value) error { return unsupported(op, a, b) }

func objectOp(t Thread, op Op, a, b Value) (Value, error) {
	if o, ok := ObjectOf[Operand](a); ok {
		if v, ok, err := o.Binary(t, op, b, false); ok || err != nil {
			return v, err
		}
	}
	if o, ok := ObjectOf[Operand](b); ok {
		if v, ok, err := o.Binary(t, op, a, true); ok || err != nil {
			return v, err
		}
	}
	return Value{}, unsupported(op, a, b)
}

// addText is `+` with a text or a secret on at least one side (20 §7.1).
func addText(t Thread, a, b Value) (Value, error) {
	ka, kb := a.Kind(), b.Kind()
	if ka == KText && kb == KText {
		return Join(t, a.Text(), b.Text())
	}
	if ka == KText || kb == KText {
		other := a
		if ka == KText {
			other = b
		}
		switch other.Kind() {
		case KInt, KFloat, KBig, KDecimal, KBool, KObject:
			x, err := TextOf(t, a)
			if err != nil {
				return Value{}, err
			}
			y, err := TextOf(t, b)
			if err != nil {
				return Value{}, err
			}
			return Join(t, x.Text(), y.Text())
		case KSecret:
		default:
			msg := "Cannot add text and " + TypeName(other) + " — convert it on purpose: text(x), or interpolate it: `...{x}`"
			if other.Kind() == KBytes {
				msg += ` (for bytes: hex(b) or decode(b, "utf8"))`
			}
			return Value{}, NewError(msg)
		}
	}
	return joinSecret(t, a, b)
}

// joinSecret concatenates plaintexts; the result keeps the name of the
// leftmost secret.
func joinSecret(t Thread, a, b Value) (Value, error) {
	var sb strings.Builder
	name := ""
	for _, v := range [2]Value{a, b} {
		if v.Kind() == KSecret {
			if name == "" {
				name = v.Secret().Name
			}
			sb.WriteString(v.Secret().Plain)
			continue
		}
		s, err := DisplayIn(t, v)
		if err != nil {
			return Value{}, err
		}
		sb.WriteString(s)
	}
	return OfSecret(name, sb.String(), false), nil
}

// JoinHole joins the next piece of a template: any value is allowed, a
// secret makes the whole a secret.
func JoinHole(t Thread, a, b Value) (Value, error) {
	if a.Kind() == KSecret || b.Kind() == KSecret {
		return joinSecret(t, a, b)
	}
	y, err := TextOf(t, b)
	if err != nil {
		return Value{}, err
	}
	return Join(t, a.Text(), y.Text())
}

func concatLists(t Thread, a, b Value) (Value, error) {
	x, y := a.Items(), b.Items()
	if err := t.Charge(ListSize + (len(x)+len(y))*SlotSize); err != nil {
		return Value{}, err
	}
	items := make([]Value, 0, len(x)+len(y))
	return NewList(append(append(items, x...), y...)), nil
}

// Negate is unary minus.
func Negate(t Thread, v Value) (Value, error) {
	switch v.Kind() {
	case KInt:
		if v.Int() != math.MinInt64 {
			return OfInt(-v.Int()), nil
		}
		return OfBig(new(big.Int).Neg(v.BigInt())), nil
	case KBig:
		if err := t.Charge(NumberSize(v)); err != nil {
			return Value{}, err
		}
		return OfBig(new(big.Int).Neg(v.BigInt())), nil
	case KFloat:
		return OfFloat(-v.Float()), nil
	case KDecimal:
		if err := t.Charge(NumberSize(v)); err != nil {
			return Value{}, err
		}
		return NegDecimal(v.Decimal()), nil
	}
	if o, ok := ObjectOf[Object](v); ok {
		if n, ok := o.(Negatable); ok {
			return n.Negate(t)
		}
	}
	return Value{}, NewError("Cannot negate " + TypeName(v))
}
