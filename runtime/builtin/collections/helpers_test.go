package collections

import "github.com/synrun/synrun/runtime/value"

func evenNumber(args []value.Value) (value.Value, error) {
	return value.OfBool(args[0].Int()%2 == 0), nil
}
