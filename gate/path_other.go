//go:build !unix

package gate

const openNonblock = 0
