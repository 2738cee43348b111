//go:build !windows

package module

// slashed writes a path with forward slashes; it is one already.
func slashed(p string) string { return p }
