// Package linalg is linear algebra on row-major blocks of floats. Products,
// systems, inverses and determinants are short loops of their own, so that
// sums run from left to right and singular matrices show as results that are
// not finite; eigenvalues and singular values come from gonum.
package linalg

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Finite reports that all numbers are finite.
func Finite(xs []float64) bool {
	for _, x := range xs {
		if !(math.Abs(x) <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// Product writes the product of an n×k and a k×m matrix to c, which is zero.
// The inner loop walks rows of b and c; every element is still a sum from
// left to right.
func Product(c, a, b []float64, n, k, m int) {
	for i := range n {
		row := c[i*m : (i+1)*m]
		for j, x := range a[i*k : (i+1)*k] {
			other := b[j*m : (j+1)*m]
			other = other[:len(row)]
			for l, y := range other {
				row[l] += float64(x * y)
			}
		}
	}
}

// Dot is the sum of the products.
func Dot(a, b []float64) float64 {
	s := 0.0
	for i, x := range a {
		s += float64(x * b[i])
	}
	return s
}

// Pay is told how many multiplications come next, and may stop the work with
// an error.
type Pay func(products int) error

// factor brings a copy of an n×n matrix into LU form with partial pivoting:
// perm is the order of its rows, sign that of the permutation.
func factor(a []float64, n int, pay Pay) (lu []float64, perm []int, sign float64, err error) {
	lu = append([]float64(nil), a...)
	perm = make([]int, n)
	for i := range perm {
		perm[i] = i
	}
	sign = 1
	for k := range n {
		p := k
		for i := k + 1; i < n; i++ {
			if math.Abs(lu[i*n+k]) > math.Abs(lu[p*n+k]) {
				p = i
			}
		}
		if p != k {
			x, y := lu[k*n:(k+1)*n], lu[p*n:(p+1)*n]
			for j, v := range x {
				x[j], y[j] = y[j], v
			}
			perm[k], perm[p] = perm[p], perm[k]
			sign = -sign
		}
		pivot := lu[k*n+k]
		if pivot == 0 {
			continue // the column is zero from here on
		}
		if err := pay((n - k) * (n - k)); err != nil {
			return nil, nil, 0, err
		}
		top := lu[k*n+k+1 : (k+1)*n]
		for i := k + 1; i < n; i++ {
			f := lu[i*n+k] / pivot
			lu[i*n+k] = f
			if f == 0 {
				continue
			}
			row := lu[i*n+k+1 : (i+1)*n]
			row = row[:len(top)]
			for j, y := range top {
				row[j] -= float64(f * y)
			}
		}
	}
	return lu, perm, sign, nil
}

// Solve gives x with a·x = b for m right-hand sides; some are not finite when
// a is singular.
func Solve(a []float64, n int, b []float64, m int, pay Pay) ([]float64, error) {
	lu, perm, _, err := factor(a, n, pay)
	if err != nil {
		return nil, err
	}
	x := make([]float64, n*m)
	for i, p := range perm {
		copy(x[i*m:(i+1)*m], b[p*m:(p+1)*m])
	}
	for i := range n {
		if err := pay(i * m); err != nil {
			return nil, err
		}
		row := x[i*m : (i+1)*m]
		for k := range i {
			subtract(row, x[k*m:(k+1)*m], lu[i*n+k])
		}
	}
	for i := n - 1; i >= 0; i-- {
		if err := pay((n - i) * m); err != nil {
			return nil, err
		}
		row := x[i*m : (i+1)*m]
		for k := i + 1; k < n; k++ {
			subtract(row, x[k*m:(k+1)*m], lu[i*n+k])
		}
		for j := range row {
			row[j] /= lu[i*n+i]
		}
	}
	return x, nil
}

func subtract(row, other []float64, f float64) {
	other = other[:len(row)]
	for j, y := range other {
		row[j] -= float64(f * y)
	}
}

// Inverse of an n×n matrix; see Solve.
func Inverse(a []float64, n int, pay Pay) ([]float64, error) {
	id := make([]float64, n*n)
	for i := range n {
		id[i*n+i] = 1
	}
	return Solve(a, n, id, n, pay)
}

// Det is the determinant, 1 for a 0×0 matrix.
func Det(a []float64, n int, pay Pay) (float64, error) {
	lu, _, d, err := factor(a, n, pay)
	if err != nil {
		return 0, err
	}
	for i := range n {
		d *= lu[i*n+i]
	}
	return d, nil
}

// MaxProducts bounds the size of a decomposition, the product of its
// dimensions and the smaller or larger one of them again: unlike the loops of
// this package it cannot be stopped.
const MaxProducts = 1 << 32

// Eigen gives eigenvalues and, in the columns of vectors, right eigenvectors
// of a finite n×n matrix, n > 0. ok is false when the iteration fails.
func Eigen(a []float64, n int) (values []complex128, vectors func(i, j int) complex128, ok bool) {
	var e mat.Eigen
	if !e.Factorize(mat.NewDense(n, n, append([]float64(nil), a...)), mat.EigenRight) {
		return nil, nil, false
	}
	var v mat.CDense
	e.VectorsTo(&v)
	return e.Values(nil), v.At, true
}

// SVD decomposes a finite m×n matrix, both positive, into u (m×m), the
// singular values in descending order and the transpose of v (n×n).
func SVD(a []float64, m, n int) (u, s, vt []float64, ok bool) {
	var d mat.SVD
	if !d.Factorize(mat.NewDense(m, n, append([]float64(nil), a...)), mat.SVDFull) {
		return nil, nil, nil, false
	}
	var um, vm mat.Dense
	d.UTo(&um)
	d.VTo(&vm)
	u, vt = make([]float64, m*m), make([]float64, n*n)
	for i := range m {
		for j := range m {
			u[i*m+j] = um.At(i, j)
		}
	}
	for i := range n {
		for j := range n {
			vt[i*n+j] = vm.At(j, i)
		}
	}
	return u, d.Values(nil), vt, true
}

// LeastSquares gives the shortest x that minimises |a·x - b| for each of the
// columns of b, and the rank: singular values up to 2^-52·max(m,n) times the
// largest count as zero.
func LeastSquares(a []float64, m, n int, b []float64, cols int) (x []float64, rank int) {
	x = make([]float64, n*cols)
	var d mat.SVD
	if !d.Factorize(mat.NewDense(m, n, append([]float64(nil), a...)), mat.SVDThin) {
		for i := range x {
			x[i] = math.NaN()
		}
		return x, 0
	}
	var u, v mat.Dense
	d.UTo(&u)
	d.VTo(&v)
	s := d.Values(nil)
	limit := 0x1p-52 * float64(max(m, n)) * s[0]
	for k, sk := range s {
		if sk <= limit {
			break
		}
		rank++
		for c := range cols {
			p := 0.0
			for i := range m {
				p += float64(u.At(i, k) * b[i*cols+c])
			}
			p /= sk
			for j := range n {
				x[j*cols+c] += float64(p * v.At(j, k))
			}
		}
	}
	return x, rank
}
