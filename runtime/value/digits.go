package value

import (
	"fmt"
	"math/big"
)

// Package big converts between integers and digits in one go, which takes
// seconds for millions of digits. Here a long number is halved until its parts
// are short, so that what it takes is counted as it goes and can be interrupted.
const (
	partDigits = 1 << 14 // digits that are read in one go
	partBits   = 1 << 17 // bits that are written in one go
)

// ParseDigits reads an integer from digits of a base from 2 to 62, as package
// big has them, without a sign. The only error is the end of the run.
func ParseDigits(t Thread, s string, base int) (*big.Int, error) {
	return (&converter{t: t, base: base}).parse(s)
}

// AppendDigits appends an integer in a base from 2 to 62, as package big has
// them. The only error is the end of the run.
func AppendDigits(t Thread, dst []byte, n *big.Int, base int) ([]byte, error) {
	if n.BitLen() <= partBits {
		return n.Append(dst, base), nil
	}
	if n.Sign() < 0 {
		dst = append(dst, '-')
	}
	return (&converter{t: t, base: base}).append(dst, new(big.Int).Abs(n), 0)
}

type converter struct {
	t      Thread
	base   int
	powers []*big.Int // base ** (partDigits << i)
}

func (c *converter) power(i int) (*big.Int, error) {
	if c.powers == nil {
		c.powers = []*big.Int{new(big.Int).Exp(big.NewInt(int64(c.base)), big.NewInt(partDigits), nil)}
	}
	for len(c.powers) <= i {
		p := c.powers[len(c.powers)-1]
		if err := payBig(c.t, 2*p.BitLen(), MulWork(p.BitLen(), p.BitLen())); err != nil {
			return nil, err
		}
		c.powers = append(c.powers, new(big.Int).Mul(p, p))
	}
	return c.powers[i], nil
}

func (c *converter) parse(s string) (*big.Int, error) {
	if len(s) <= partDigits {
		n, ok := new(big.Int).SetString(s, c.base)
		if !ok {
			return nil, fmt.Errorf("invalid digits of base %d", c.base)
		}
		return n, c.t.Work(len(s) / 64)
	}
	i := 0
	for partDigits<<(i+1) < len(s) {
		i++
	}
	cut := len(s) - partDigits<<i
	high, err := c.parse(s[:cut])
	if err != nil {
		return nil, err
	}
	low, err := c.parse(s[cut:])
	if err != nil {
		return nil, err
	}
	p, err := c.power(i)
	if err != nil {
		return nil, err
	}
	if err := payBig(c.t, high.BitLen()+p.BitLen(), MulWork(high.BitLen(), p.BitLen())); err != nil {
		return nil, err
	}
	return high.Add(high.Mul(high, p), low), nil
}

// append writes n with at least so many digits.
func (c *converter) append(dst []byte, n *big.Int, least int) ([]byte, error) {
	if n.BitLen() <= partBits {
		part := n.Append(nil, c.base)
		for range least - len(part) {
			dst = append(dst, '0')
		}
		return append(dst, part...), c.t.Work(len(part) / 64)
	}
	i := 0
	p, err := c.power(0)
	for err == nil && 2*p.BitLen() < n.BitLen() { // the next power is still less than n
		i++
		p, err = c.power(i)
	}
	if err != nil {
		return dst, err
	}
	if err := payBig(c.t, n.BitLen(), 2*MulWork(n.BitLen(), p.BitLen())); err != nil {
		return dst, err
	}
	high, low := new(big.Int).QuoRem(n, p, new(big.Int))
	if dst, err = c.append(dst, high, least-partDigits<<i); err != nil {
		return dst, err
	}
	return c.append(dst, low, partDigits<<i)
}
