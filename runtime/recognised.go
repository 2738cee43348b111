package runtime

import (
	"github.com/synrun/synrun/caps"
	"github.com/synrun/synrun/runtime/value"
	"github.com/synrun/synrun/synsema/sig"
)

// notExecuted makes the function of a builtin that this runtime only knows:
// its capability is asked first, so that a program sees the same denial
// everywhere.
func notExecuted(row *sig.Row) value.Func {
	return func(t value.Thread, args []value.Value) (value.Value, error) {
		if row.Name == "private" {
			return value.Value{}, value.NewError("private: labels are off; run with --labels or serve --attested")
		}
		if err := t.Gate().Native(row.Name); err != nil {
			return value.Value{}, err
		}
		if row.Name == "term_open" && t.Gate().Pure() {
			return value.Nothing, nil // as where there is no terminal
		}
		if err := askRecognised(t, row, args); err != nil {
			return value.Value{}, err
		}
		return value.Value{}, value.NewError(row.Name + notExecutedText)
	}
}

// askRecognised asks for what the operation would ask for if it were executed.
// What it would do is known only roughly: the scope is read from the arguments
// where the capability tells what to look for, and left out otherwise.
func askRecognised(t value.Thread, row *sig.Row, args []value.Value) error {
	kind, ok := caps.ParseKind(row.Cap)
	if !ok || row.Cap == "" {
		return nil
	}
	switch kind {
	case caps.DB:
		return t.Gate().CheckDatabase(t.At())
	case caps.Net:
		for _, a := range args {
			if a.IsText() {
				if u, err := caps.ParseURL(a.Str()); err == nil {
					return t.Gate().CheckURL(t.At(), u)
				}
			}
		}
	case caps.FileRead:
		return checkRaw(t, kind, args[0])
	case caps.Spend:
		return checkRaw(t, kind, args[1])
	case caps.Sign, caps.Wallet:
		for _, a := range args {
			if a.Kind() == value.KSecret {
				return t.Gate().Check(t.At(), kind, &a.Secret().Name)
			}
		}
	}
	return t.Gate().Check(t.At(), kind, nil)
}

func checkRaw(t value.Thread, kind caps.Kind, v value.Value) error {
	scope, err := value.RawIn(t, v)
	if err != nil {
		return err
	}
	return t.Gate().Check(t.At(), kind, &scope)
}
