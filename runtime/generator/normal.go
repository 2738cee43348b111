package generator

import "math"

// ziggurat holds the 256 layers of equal area under the normal curve.
type ziggurat struct {
	w, f [256]float64
	k    [256]uint64
}

const (
	zigguratEdge  = 3.6541528853610088
	zigguratArea  = 0.004928673233974652
	zigguratScale = 1 << 52
	edgeInverse   = 0.27366123732975828
)

func makeTables() *ziggurat {
	z := new(ziggurat)
	density := func(x float64) float64 { return math.Exp(-(x * x) / 2) }
	x := zigguratEdge
	z.w[255] = x / zigguratScale
	z.f[255] = density(x)
	z.k[0] = uint64(x * z.f[255] / zigguratArea * zigguratScale)
	z.w[0] = zigguratArea / z.f[255] / zigguratScale
	z.f[0] = 1
	for i := 254; i >= 1; i-- {
		y := math.Sqrt(-2 * math.Log(zigguratArea/x+z.f[i+1]))
		z.k[i+1] = uint64(y / x * zigguratScale)
		z.w[i] = y / zigguratScale
		z.f[i] = density(y)
		x = y
	}
	return z
}

// Normal draws from the standard normal distribution.
func (g *Generator) Normal() float64 {
	z := tables()
	for {
		r := g.Uint64()
		i := int(r & 0xff)
		r >>= 8
		negative := r&1 == 1
		bits := r >> 1 & 0x000fffffffffffff
		x := float64(bits) * z.w[i]
		if negative {
			x = -x
		}
		if bits < z.k[i] {
			return x
		}
		if i == 0 {
			return g.tail(bits>>8&1 == 1)
		}
		if float64((z.f[i-1]-z.f[i])*g.Float())+z.f[i] < math.Exp(-(x*x)/2) {
			return x
		}
	}
}

// tail draws beyond the edge of the lowest layer.
func (g *Generator) tail(negative bool) float64 {
	for {
		x := -edgeInverse * math.Log1p(-g.Float())
		y := -math.Log1p(-g.Float())
		if 2*y > x*x {
			if negative {
				return -(zigguratEdge + x)
			}
			return zigguratEdge + x
		}
	}
}
