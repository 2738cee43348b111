package confine

import "golang.org/x/sys/unix"

const nativeArch = unix.AUDIT_ARCH_X86_64

// Calls that only this machine has.
var (
	refusedHere = []uintptr{
		unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB, unix.SYS_USTAT, unix.SYS_SYSFS, unix.SYS__SYSCTL,
	}
	metadataHere = []uintptr{
		unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
	}
	modeRulesHere = []modeRule{
		{call: unix.SYS_CHMOD, mode: 1, metadata: true},
		{call: unix.SYS_OPEN, mode: 2, creates: 1},
		{call: unix.SYS_CREAT, mode: 1},
		{call: unix.SYS_MKNOD, mode: 1},
	}
)
