package confine

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

const sizeofMountAttr = unsafe.Sizeof(unix.MountAttr{})

// mountAttr builds the argument of mount_setattr.
func (b *builder) mountAttr(set uint64) uintptr {
	a := &unix.MountAttr{Attr_set: set}
	b.script.keep = append(b.script.keep, a)
	return uintptr(unsafe.Pointer(a))
}

// mounts makes the view of the file system. Copies of what is to differ are
// taken first; then all is made read-only; then the copies are put in place.
func (b *builder) mounts() {
	s := b.script
	s.setup = append(s.setup, do(stepView, unix.SYS_MOUNT, 0, s.text("/"), 0, unix.MS_REC|unix.MS_PRIVATE, 0))
	if b.on(layerMounts) {
		const plain = unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV
		var places []string
		var copies []*uintptr
		replace := func(path, by string, attr uint64) {
			if _, err := os.Lstat(path); err != nil {
				return // it is not there, so nothing is lent
			}
			places, copies = append(places, path), append(copies, b.copyTree(by, attr))
		}
		var all uint64 = unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID
		for _, v := range b.policy.views() {
			if v.path == "/" { // the first one
				all = unix.MOUNT_ATTR_NOSUID
				continue
			}
			attr := uint64(plain)
			if !v.writable {
				attr |= unix.MOUNT_ATTR_RDONLY
			}
			replace(v.path, v.path, attr)
		}
		for _, path := range b.policy.Quiet {
			replace(path, os.DevNull, unix.MOUNT_ATTR_NOSUID)
		}
		s.setup = append(s.setup, do(stepView, unix.SYS_MOUNT_SETATTR, cwd, s.text("/"), unix.AT_RECURSIVE,
			b.mountAttr(all), sizeofMountAttr))
		for i, path := range places {
			fd := b.openPlace(path)
			move := do(stepView, unix.SYS_MOVE_MOUNT, 0, s.text(""), 0, s.text(""), unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH)
			move.first, move.third = copies[i], fd
			s.setup = append(s.setup, move)
		}
		const tmp = unix.MS_NOSUID | unix.MS_NODEV
		b.fresh("make the temporary folder", "tmpfs", b.policy.Temp, "mode=0700,size=268435456,nr_inodes=65536", tmp, Read|Write)
		const shared = "/dev/shm"
		if st, err := os.Lstat(shared); err == nil && st.IsDir() {
			b.fresh("make the shared memory folder", "tmpfs", shared, "mode=0700,size=67108864,nr_inodes=4096", tmp|unix.MS_NOEXEC, Read|Write)
		}
	}
	if b.freshProc() {
		b.fresh("make the process list", "proc", "/proc", "", unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC|unix.MS_RDONLY, Read)
	}
}

const stepView = "make the mount view"

// openPlace opens a path for mounting, through no links.
func (b *builder) openPlace(path string) (fd *uintptr) {
	s := b.script
	how := &unix.OpenHow{Flags: unix.O_PATH | unix.O_CLOEXEC, Resolve: unix.RESOLVE_NO_SYMLINKS}
	s.keep = append(s.keep, how)
	open := do(stepView, unix.SYS_OPENAT2, cwd, s.text(path), uintptr(unsafe.Pointer(how)), unix.SizeofOpenHow)
	open.result = s.word()
	s.setup = append(s.setup, open)
	return open.result
}

// copyTree copies a mounted folder or file, with all that is mounted in it.
func (b *builder) copyTree(path string, attr uint64) (copied *uintptr) {
	s := b.script
	fd := b.openPlace(path)
	tree := do(stepView, unix.SYS_OPEN_TREE, 0, s.text(""), unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC|unix.AT_EMPTY_PATH|unix.AT_RECURSIVE)
	tree.first, tree.result = fd, s.word()
	change := do(stepView, unix.SYS_MOUNT_SETATTR, 0, s.text(""), unix.AT_EMPTY_PATH|unix.AT_RECURSIVE, b.mountAttr(attr), sizeofMountAttr)
	change.first = tree.result
	s.setup = append(s.setup, tree, change)
	return tree.result
}

// fresh mounts a file system that is empty or new, and lends it.
func (b *builder) fresh(name, kind, path, data string, flags uintptr, rights Rights) {
	if path == "" {
		return
	}
	s := b.script
	s.setup = append(s.setup, do(name, unix.SYS_MOUNT, s.text(kind), s.text(path), s.text(kind), flags, s.text(data)))
	// struct landlock_path_beneath_attr: the rights, then the descriptor, which
	// is the result of opening.
	rule := []uintptr{uintptr(b.rules.mask(rights)), 0}
	open := do(name, unix.SYS_OPENAT, cwd, s.text(path), unix.O_PATH|unix.O_CLOEXEC)
	open.result = &rule[1]
	s.setup = append(s.setup, open, do(name, unix.SYS_LANDLOCK_ADD_RULE, uintptr(b.rules.fd), unix.LANDLOCK_RULE_PATH_BENEATH, s.keepWords(rule), 0))
}
