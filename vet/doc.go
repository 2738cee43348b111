// Package vet says what can be said of a plugin without running it: whether its
// manifest is valid, whether its program is, what the program asks for and
// whether its ceiling grants it, and whether it keeps the promise of its
// manifest.
package vet
