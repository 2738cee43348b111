package confine

import (
	"errors"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	readRights  = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	writeRights = unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REFER |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_FIFO | unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	// fileRights are those that a rule about a single file may have.
	fileRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// landlockVersion asks the kernel; 0 is none.
func landlockVersion() int {
	v, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if e != 0 {
		return 0
	}
	return int(v)
}

// handled are all rights that a version of Landlock can withhold.
func handled(version int) (a unix.LandlockRulesetAttr) {
	a.Handled_access_fs = unix.LANDLOCK_ACCESS_FS_MAKE_SYM<<1 - 1 // all of the first version
	for _, later := range []struct {
		version         int
		fs, net, scopes uint64
	}{
		{2, unix.LANDLOCK_ACCESS_FS_REFER, 0, 0},
		{3, unix.LANDLOCK_ACCESS_FS_TRUNCATE, 0, 0},
		{4, 0, unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, 0},
		{5, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV, 0, 0},
		{6, 0, 0, unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL},
		{9, unix.LANDLOCK_ACCESS_FS_RESOLVE_UNIX, 0, 0},
	} {
		if version >= later.version {
			a.Handled_access_fs |= later.fs
			a.Handled_access_net |= later.net
			a.Scoped |= later.scopes
		}
	}
	return a
}

// rules is a Landlock ruleset in the making.
type rules struct {
	fd   int
	attr unix.LandlockRulesetAttr
}

func newRules(version int, off layer) (*rules, error) {
	r := &rules{attr: handled(version)}
	if off&layerScope != 0 {
		r.attr.Scoped = 0
	}
	if off&layerLandNet != 0 {
		r.attr.Handled_access_net = 0
	}
	// Fields that an older kernel does not know are 0, which it accepts.
	fd, _, e := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&r.attr)), unsafe.Sizeof(r.attr), 0)
	if e != 0 {
		return nil, os.NewSyscallError("landlock_create_ruleset", e)
	}
	r.fd = int(fd)
	return r, nil
}

func (r *rules) close() { unix.Close(r.fd) }

// mask is what a right means to Landlock.
func (r *rules) mask(rights Rights) uint64 {
	var m uint64
	if rights&Read != 0 {
		m |= readRights
	}
	if rights&Write != 0 {
		m |= writeRights
	}
	if rights&Execute != 0 {
		m |= unix.LANDLOCK_ACCESS_FS_EXECUTE
	}
	return m & r.attr.Handled_access_fs
}

// allow lends a path. Only a path of the system is allowed to lead through
// links; one that is not there is passed over.
func (r *rules) allow(a Access, follow bool) error {
	how := unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_MAGICLINKS}
	if !follow {
		how.Resolve |= unix.RESOLVE_NO_SYMLINKS
	}
	fd, err := unix.Openat2(unix.AT_FDCWD, a.Path, &how)
	switch {
	case errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) || follow && errors.Is(err, unix.EACCES):
		return nil
	case err != nil:
		return &os.PathError{Op: "lend", Path: a.Path, Err: err}
	}
	defer unix.Close(fd)
	mask := r.mask(a.Rights)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return &os.PathError{Op: "lend", Path: a.Path, Err: err}
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		mask &= fileRights
	}
	if mask == 0 {
		return nil
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: mask, Parent_fd: int32(fd)}
	_, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	runtime.KeepAlive(&attr)
	if e != 0 {
		return &os.PathError{Op: "lend", Path: a.Path, Err: e}
	}
	return nil
}

// allowPort lends connections to a TCP port.
func (r *rules) allowPort(port uint64) error {
	if r.attr.Handled_access_net == 0 {
		return nil
	}
	const rulePort = 2 // LANDLOCK_RULE_NET_PORT
	attr := [2]uint64{unix.LANDLOCK_ACCESS_NET_CONNECT_TCP, port}
	_, _, e := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.fd), rulePort, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if e != 0 {
		return os.NewSyscallError("landlock_add_rule", e)
	}
	return nil
}
