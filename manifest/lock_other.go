//go:build !unix

package manifest

// lock does nothing where there are no advisory locks; writes are still whole.
func lock(string) (unlock func(), err error) { return func() {}, nil }
