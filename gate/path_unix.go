//go:build unix

package gate

import "syscall"

// openNonblock keeps the opening of a named pipe or a device from waiting.
const openNonblock = syscall.O_NONBLOCK | syscall.O_NOCTTY
