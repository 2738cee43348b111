//go:build !linux || !(amd64 || arm64)

package confine

import "net"

// Child is a program that was started in its sandbox.
type Child struct {
	Pid   int
	Proxy net.Listener
}

// Exit is how the program ended, given how Pid did.
func (c *Child) Exit(code, signal int) (int, int) { return code, signal }

// Close gives up what is held for the child.
func (c *Child) Close() {}

// Probe tells what this machine can do.
func Probe() Features { return Features{} }

// Current is Probe.
func Current() Features { return Features{} }

// Start refuses: there is no sandbox for this system.
func Start(Command, *Policy) (*Child, error) {
	return nil, &MissingError{"there is no sandbox for this system"}
}
