package linalg

import (
	"errors"
	"testing"
)

// TestPay stops the loops at every call of pay: each of them gives its error.
func TestPay(t *testing.T) {
	const n = 3
	a := []float64{2, 1, 0, 1, 3, 1, 0, 1, 4}
	stop := errors.New("stop")
	for name, f := range map[string]func(Pay) error{
		"solve": func(p Pay) error { _, err := Solve(a, n, []float64{1, 2, 3}, 1, p); return err },
		"inv":   func(p Pay) error { _, err := Inverse(a, n, p); return err },
		"det":   func(p Pay) error { _, err := Det(a, n, p); return err },
	} {
		calls := 0
		if err := f(func(int) error { calls++; return nil }); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if calls < n {
			t.Errorf("%s pays %d times", name, calls)
		}
		for last := range calls {
			left := last
			err := f(func(int) error {
				if left == 0 {
					return stop
				}
				left--
				return nil
			})
			if err != stop {
				t.Errorf("%s, stopped at call %d: %v", name, last, err)
			}
		}
	}
}
