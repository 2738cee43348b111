// Package output holds the builtins for the standard streams (60 §60.7).
package output

import (
	"github.com/synrun/synrun/gate"
	"github.com/synrun/synrun/runtime/builtin"
	"github.com/synrun/synrun/runtime/builtin/arg"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// Table binds the families output (but for exit, which is the machine's) and
// input.
var Table = []builtin.Def{
	{Row: &sig.Print, Fn: print},
	{Row: &sig.Eprint, Fn: eprint},
	{Row: &sig.Flush, Fn: flush},
	{Row: &sig.ReadLine, Fn: readLine},
}

// line joins the display forms with one blank.
func line(t value.Thread, args []value.Value) (string, error) {
	if len(args) == 1 {
		return value.DisplayIn(t, args[0])
	}
	var b []byte
	for i, v := range args {
		if i > 0 {
			b = append(b, ' ')
		}
		var err error
		if b, err = value.AppendDisplay(t, b, v); err != nil {
			return "", err
		}
	}
	return string(b), nil
}

func print(t value.Thread, args []value.Value) (value.Value, error) {
	return write(t, args, t.Gate().Print)
}

func eprint(t value.Thread, args []value.Value) (value.Value, error) {
	return write(t, args, t.Gate().Eprint)
}

func write(t value.Thread, args []value.Value, to func(gate.At, string) error) (value.Value, error) {
	s, err := line(t, args)
	if err != nil {
		return value.Value{}, err
	}
	at := t.At()
	at.Source = "print()"
	return value.Nothing, to(at, s)
}

func flush(t value.Thread, _ []value.Value) (value.Value, error) {
	return value.Nothing, t.Gate().Flush()
}

func readLine(t value.Thread, args []value.Value) (value.Value, error) {
	var prompt *string
	if !args[0].Absent() {
		s, err := value.RawIn(t, args[0])
		if err != nil {
			return value.Value{}, err
		}
		prompt = &s
	}
	s, ok, err := t.Gate().ReadLine(t.At(), prompt)
	if err != nil {
		return value.Value{}, err
	}
	if !ok {
		return value.Nothing, nil
	}
	return arg.Text(t, s)
}
