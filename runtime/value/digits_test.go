package value

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, base := range []int{2, 8, 10, 36, 58, 62} {
		p := new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(partDigits<<2), nil)
		numbers := []*big.Int{big.NewInt(0), big.NewInt(7), p, new(big.Int).Sub(p, big.NewInt(1)), new(big.Int).Neg(p), new(big.Int).Mul(p, p)}
		for range 6 {
			words := make([]big.Word, 1+r.IntN(partBits/16))
			for i := range words {
				words[i] = big.Word(r.Uint64())
			}
			numbers = append(numbers, new(big.Int).SetBits(words))
		}
		for _, n := range numbers {
			want := n.Text(base)
			got, err := AppendDigits(&free{}, []byte("x"), n, base)
			if err != nil || string(got) != "x"+want {
				t.Fatalf("base %d: %d bits are not written as by package big (%v)", base, n.BitLen(), err)
			}
			back, err := ParseDigits(&free{}, strings.TrimPrefix(want, "-"), base)
			if err != nil || back.CmpAbs(n) != 0 {
				t.Fatalf("base %d: %d bits are not read as by package big (%v)", base, n.BitLen(), err)
			}
		}
	}
}

// limited ends the run after so many steps.
type limited struct {
	free
	steps int
}

var errSteps = errors.New("steps")

func (l *limited) Work(n int) error {
	if l.steps -= n; l.steps < 0 {
		return errSteps
	}
	return nil
}

func TestDigitsAreInterrupted(t *testing.T) {
	if _, err := ParseDigits(&limited{steps: 1 << 16}, strings.Repeat("z", 1<<20), 36); err != errSteps {
		t.Error(err)
	}
	n := new(big.Int).Lsh(big.NewInt(1), 1<<22)
	if _, err := AppendDigits(&limited{steps: 1 << 16}, nil, n, 10); err != errSteps {
		t.Error(err)
	}
}
