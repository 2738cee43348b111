package module

import "strings"

// slashed writes a path with forward slashes.
func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }
