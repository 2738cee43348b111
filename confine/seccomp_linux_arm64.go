package confine

import "golang.org/x/sys/unix"

const nativeArch = unix.AUDIT_ARCH_AARCH64

// Calls that only this machine has: none.
var (
	refusedHere   []uintptr
	metadataHere  []uintptr
	modeRulesHere []modeRule
)
