package confine

import (
	"maps"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// The filter lets every system call pass but those it names: a list of all that
// ordinary programs use would break them with each new libc. What it does not
// know (calls newer than it, another machine's calling convention) it refuses.
// Sockets are the other way round: none but those it names.
//
// Calls that pass whatever their arguments cost next to nothing, because the
// kernel remembers them. To know them it tries every call once when a filter is
// set; that is why the calls are searched as in a tree and not one by one.

const (
	// Where the fields of struct seccomp_data lie.
	atCall = 0
	atArch = 4
	atArgs = 16

	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	pass    = unix.SECCOMP_RET_ALLOW

	lastKnownCall = unix.SYS_RSEQ_SLICE_YIELD
)

// filter is a program in the making. Jumps are relative and only lead forward.
type filter []unix.SockFilter

func (f *filter) add(code uint16, k uint32, jt, jf uint8) {
	*f = append(*f, unix.SockFilter{Code: code, K: k, Jt: jt, Jf: jf})
}

func (f *filter) load(at uint32) { f.add(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, at, 0, 0) }

// arg loads the lower half of an argument: all the arguments looked at are ints
// for the kernel, which ignores the upper half too.
func (f *filter) arg(n uint32) { f.load(atArgs + 8*n) }

func (f *filter) ret(verdict uint32) { f.add(unix.BPF_RET|unix.BPF_K, verdict, 0, 0) }

// unless returns the verdict unless the loaded value is one of these.
func (f *filter) unless(verdict uint32, values ...uint32) {
	for i, v := range values {
		f.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, v, uint8(len(values)-i), 0)
	}
	f.ret(verdict)
}

// when returns the verdict when the loaded value is this one.
func (f *filter) when(value, verdict uint32) {
	f.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, value, 0, 1)
	f.ret(verdict)
}

// whenBits returns the verdict when the loaded value has one of these bits.
func (f *filter) whenBits(bits, verdict uint32) {
	f.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, bits, 0, 1)
	f.ret(verdict)
}

func (f *filter) and(mask uint32) { f.add(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, mask, 0, 0) }

// callRules are what is decided about single system calls.
type callRules map[uint32]filter

// call adds what is decided about one call by its arguments. What the body does
// not decide passes.
func (c callRules) call(number uintptr, body func(*filter)) {
	var f filter
	body(&f)
	f.ret(pass)
	c[uint32(number)] = f
}

// always adds a verdict that the arguments do not matter to.
func (c callRules) always(verdict uint32, numbers ...uintptr) {
	for _, n := range numbers {
		c[uint32(n)] = filter{{Code: unix.BPF_RET | unix.BPF_K, K: verdict}}
	}
}

// tree searches for the loaded number among sorted ones; every way through it
// ends with a verdict.
func (c callRules) tree(numbers []uint32) (f filter) {
	const few = 4
	if len(numbers) <= few {
		for _, n := range numbers {
			f.add(unix.BPF_JMP|unix.BPF_JEQ|unix.BPF_K, n, 0, uint8(len(c[n])))
			f = append(f, c[n]...)
		}
		f.ret(pass)
		return f
	}
	middle := len(numbers) / 2
	low, high := c.tree(numbers[:middle]), c.tree(numbers[middle:])
	// A conditional jump does not reach far enough over the lower half.
	f.add(unix.BPF_JMP|unix.BPF_JGE|unix.BPF_K, numbers[middle], 0, 1)
	f.add(unix.BPF_JMP|unix.BPF_JA, uint32(len(low)), 0, 0)
	return append(append(f, low...), high...)
}

// filterFor makes the filter. Without a mount view the calls that change what
// a file is (mode, owner, times, attributes) are refused altogether, since
// Landlock does not see them.
func filterFor(net, mounts bool) []unix.SockFilter {
	var f filter
	f.load(atArch)
	f.unless(refuse, nativeArch)
	f.load(atCall)
	// Also the second calling convention of x86-64, whose numbers are higher.
	f.add(unix.BPF_JMP|unix.BPF_JGT|unix.BPF_K, uint32(lastKnownCall), 0, 1)
	f.ret(unknown)
	rules := callRules{}
	rules.always(refuse, refused...)
	rules.always(refuse, refusedHere...)
	if !mounts {
		rules.always(refuse, metadata...)
		rules.always(refuse, metadataHere...)
	}
	rules.sockets(net)
	rules.byArguments(mounts)
	return append(f, rules.tree(slices.Sorted(maps.Keys(rules)))...)
}

func (c callRules) sockets(net bool) {
	const typeMask = 0xf // without SOCK_CLOEXEC and SOCK_NONBLOCK
	// A pair of stream sockets is connected for good; datagram ones could be
	// pointed at somebody else.
	c.call(unix.SYS_SOCKETPAIR, func(f *filter) {
		f.arg(0)
		f.unless(refuse, unix.AF_UNIX)
		f.arg(1)
		f.and(typeMask)
		f.unless(refuse, unix.SOCK_STREAM)
		f.arg(2)
		f.unless(refuse, 0)
	})
	if !net {
		c.always(refuse, unix.SYS_SOCKET, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4)
		return
	}
	c.call(unix.SYS_SOCKET, func(f *filter) {
		f.arg(0)
		f.unless(refuse, unix.AF_INET, unix.AF_INET6)
		f.arg(1)
		f.and(typeMask)
		f.unless(refuse, unix.SOCK_STREAM)
		f.arg(2)
		f.unless(refuse, 0, unix.IPPROTO_TCP) // no MPTCP
	})
	// Connecting and sending in one call passes by checks of connecting.
	for _, send := range []struct {
		call uintptr
		arg  uint32
	}{{unix.SYS_SENDTO, 3}, {unix.SYS_SENDMSG, 2}, {unix.SYS_SENDMMSG, 3}} {
		c.call(send.call, func(f *filter) {
			f.arg(send.arg)
			f.whenBits(unix.MSG_FASTOPEN, refuse)
		})
	}
	c.call(unix.SYS_SETSOCKOPT, func(f *filter) {
		f.arg(1)
		f.unless(pass, unix.IPPROTO_TCP)
		f.arg(2)
		f.when(unix.TCP_FASTOPEN, refuse)
		f.when(unix.TCP_FASTOPEN_CONNECT, refuse)
		f.when(unix.TCP_ULP, refuse)
	})
}

const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWTIME

// setID are the mode bits that would let a file hand on who wrote it.
const setID = unix.S_ISUID | unix.S_ISGID

func (c callRules) byArguments(mounts bool) {
	c.call(unix.SYS_CLONE, func(f *filter) {
		f.arg(0)
		f.whenBits(newNamespaces, refuse)
	})
	// Its arguments are in memory, where no filter looks; libc does without it.
	c.always(unknown, unix.SYS_CLONE3, unix.SYS_OPENAT2)
	c.call(unix.SYS_IOCTL, func(f *filter) {
		f.arg(1)
		f.when(unix.TIOCSTI, refuse) // types into a terminal
		f.when(unix.TIOCLINUX, refuse)
		if !mounts {
			f.when(unix.FS_IOC_SETFLAGS, refuse)
			const setXattr = 0x401c5820 // FS_IOC_FSSETXATTR
			f.when(setXattr, refuse)
		}
	})
	c.call(unix.SYS_PERSONALITY, func(f *filter) {
		f.arg(0)
		f.unless(refuse, 0, 0xffffffff)
	})
	for _, r := range modeRules {
		c.call(r.call, func(f *filter) {
			if r.creates != 0 {
				f.arg(r.creates)
				f.add(unix.BPF_JMP|unix.BPF_JSET|unix.BPF_K, unix.O_CREAT|(unix.O_TMPFILE&^unix.O_DIRECTORY), 1, 0)
				f.ret(pass)
			}
			if !mounts && r.creates == 0 && r.metadata {
				f.ret(refuse)
				return
			}
			f.arg(r.mode)
			f.whenBits(setID, refuse)
		})
	}
}

// modeRule says where a call takes the mode of a file: mode is that argument,
// and creates, where not 0, the one whose O_CREAT makes it count.
type modeRule struct {
	call          uintptr
	mode, creates uint32
	metadata      bool // changes a file that is there
}

var modeRules = append([]modeRule{
	{call: unix.SYS_FCHMOD, mode: 1, metadata: true},
	{call: unix.SYS_FCHMODAT, mode: 2, metadata: true},
	{call: unix.SYS_FCHMODAT2, mode: 2, metadata: true},
	{call: unix.SYS_OPENAT, mode: 3, creates: 2},
	{call: unix.SYS_MKNODAT, mode: 2},
}, modeRulesHere...)

var refused = []uintptr{
	// other processes
	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_KCMP, unix.SYS_PIDFD_GETFD,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_PERF_EVENT_OPEN,
	// mounts and namespaces
	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR,
	unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK, unix.SYS_MOUNT_SETATTR,
	unix.SYS_STATMOUNT, unix.SYS_LISTMOUNT, unix.SYS_LISTNS, unix.SYS_UNSHARE, unix.SYS_SETNS,
	// ways around the filter, and large parts of the kernel that few programs need
	unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER, unix.SYS_BPF, unix.SYS_USERFAULTFD,
	unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_LSM_SET_SELF_ATTR,
	unix.SYS_MBIND, unix.SYS_SET_MEMPOLICY, unix.SYS_SET_MEMPOLICY_HOME_NODE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES,
	// files without a name, which Landlock lets anybody run
	unix.SYS_MEMFD_CREATE, unix.SYS_MEMFD_SECRET,
	// files by number, and watching file systems
	unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT, unix.SYS_FANOTIFY_INIT, unix.SYS_FANOTIFY_MARK,
	// the machine itself
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD, unix.SYS_SYSLOG,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_ADJTIMEX, unix.SYS_CLOCK_ADJTIME,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_VHANGUP, unix.SYS_LOOKUP_DCOOKIE, unix.SYS_NFSSERVCTL,
	// memory and queues that are shared with everybody on the machine
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMCTL, unix.SYS_SEMTIMEDOP,
	unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK, unix.SYS_MQ_TIMEDSEND, unix.SYS_MQ_TIMEDRECEIVE, unix.SYS_MQ_NOTIFY, unix.SYS_MQ_GETSETATTR,
}

// metadata are the calls that change a file without opening it for writing.
var metadata = []uintptr{
	unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_SETXATTRAT,
	unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_REMOVEXATTRAT, unix.SYS_FILE_SETATTR,
}

// seccompCall asks the kernel about its filters.
func seccompCall(operation uintptr, about *uint32) error {
	_, _, e := unix.Syscall(unix.SYS_SECCOMP, operation, 0, uintptr(unsafe.Pointer(about)))
	if e != 0 {
		return e
	}
	return nil
}
