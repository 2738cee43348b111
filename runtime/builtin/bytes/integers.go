package bytes

import (
	"math/big"
	"slices"

	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/value"
)

// maxSize bounds the size that int_to_bytes pads to.
const maxSize = 1 << 24

func bytesToInt(t value.Thread, args []value.Value) (value.Value, error) {
	v := args[0]
	switch v.Kind() {
	case value.KBytes:
	case value.KSecret:
		return v, value.Errorf("bytes_to_int: cannot convert a secret")
	default:
		return v, value.Errorf("bytes_to_int expects bytes, got %s", value.TypeName(v))
	}
	if err := room(t, len(v.Bytes())); err != nil {
		return v, err
	}
	return value.OfBig(new(big.Int).SetBytes(v.Bytes())), nil
}

func intToBytes(t value.Thread, args []value.Value) (value.Value, error) {
	b, err := bigEndian(t, "int_to_bytes", args[0], args[1])
	if err != nil {
		return args[0], err
	}
	return value.OfBytes(b), nil
}

func intToBytesLE(t value.Thread, args []value.Value) (value.Value, error) {
	b, err := bigEndian(t, "int_to_bytes_le", args[0], args[1])
	if err != nil {
		return args[0], err
	}
	slices.Reverse(b)
	return value.OfBytes(b), nil
}

func bigEndian(t value.Thread, who string, v, sizeArg value.Value) ([]byte, error) {
	switch {
	case v.IsInteger() && v.BigInt().Sign() >= 0:
	case v.IsNumber() || v.IsDecimal():
		return nil, value.Errorf("%s: the value must be a non-negative integer (no floats/decimals/negatives)", who)
	default:
		return nil, value.Errorf("%s expects a non-negative integer, got %s", who, value.TypeName(v))
	}
	n := v.BigInt()
	need := (n.BitLen() + 7) / 8
	size := need
	if !sizeArg.IsUnset() {
		if !sizeArg.IsNumber() && !sizeArg.IsDecimal() {
			return nil, value.Errorf("%s: size must be a non-negative integer, got %s", who, value.TypeName(sizeArg))
		}
		whole, ok := builtin.Integer(sizeArg)
		if !ok || whole.Sign() < 0 || sizeArg.IsFloat() || sizeArg.IsDecimal() {
			return nil, value.Errorf("%s: size must be a non-negative integer", who)
		}
		if whole.Cmp(big.NewInt(maxSize)) > 0 {
			return nil, value.Errorf("%s: result too large", who)
		}
		if size = int(whole.Int64()); need > size {
			return nil, value.Errorf("%s: the value needs %d bytes and does not fit in size %d", who, need, size)
		}
	}
	if err := room(t, size); err != nil {
		return nil, err
	}
	return n.FillBytes(make([]byte, size)), nil
}
