//go:build linux

package confine

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

var errNothing = errors.New("nothing was gained")

func readAll(path string) error {
	b, err := os.ReadFile(path)
	if err == nil && len(b) == 0 {
		err = errNothing
	}
	return err
}

// call makes a system call whose result does not matter.
func call(n uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	r, _, e := unix.Syscall6(n, a[0], a[1], a[2], a[3], a[4], a[5])
	if e != 0 {
		return e
	}
	_ = r
	return nil
}

func at(path string) uintptr {
	b := append([]byte(path), 0)
	return uintptr(unsafe.Pointer(&b[0]))
}

func socket(domain, kind, protocol int) error {
	fd, err := unix.Socket(domain, kind, protocol)
	if err == nil {
		unix.Close(fd)
	}
	return err
}

func dial(network, address string) error {
	c, err := net.DialTimeout(network, address, 3*time.Second)
	if err != nil {
		return err
	}
	defer c.Close()
	if strings.HasPrefix(network, "unixgram") || network == "udp" {
		_, err = c.Write([]byte("x"))
		return err
	}
	_ = c.SetReadDeadline(time.Now().Add(3 * time.Second))
	_, err = c.Read(make([]byte, 1))
	return err
}

func address(text string) *unix.SockaddrInet4 {
	host, port, _ := net.SplitHostPort(text)
	n, _ := strconv.Atoi(port)
	a := &unix.SockaddrInet4{Port: n}
	copy(a.Addr[:], net.ParseIP(host).To4())
	return a
}

func withNet(p *Policy) { p.Net = true }

const files = layerLandlock | layerMounts

// attacks is the table. The order does not matter.
var attacks []attack

// parts are parts of attacks, played by programs that those start.
var parts = []attack{
	{name: "be root", run: func(*scene) error {
		if os.Geteuid() != 0 {
			return unix.EPERM
		}
		return nil
	}},
	{name: "start a daemon", run: func(s *scene) error {
		inner := *s
		inner.Attack, inner.Victim = "leave a mark later", os.Getpid()
		cmd := exec.Command(s.Exe)
		cmd.Env = []string{attackVariable + "=" + inner.json()}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		return cmd.Start()
	}},
	{name: "wait", run: func(*scene) error {
		time.Sleep(time.Minute)
		return nil
	}},
	{name: "leave a mark later", run: func(s *scene) error {
		// Only when the one that started it is gone.
		for n := 0; os.Getppid() == s.Victim && n < 10_000; n++ {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(300 * time.Millisecond)
		return os.WriteFile(filepath.Join(s.Work, "mark"), nil, 0o644)
	}},
}

func init() { attacks = slices.Concat(fileAttacks, unpackAttacks, kernelAttacks, socketAttacks) }

var fileAttacks = []attack{
	{name: "read the owner's secret", off: layerLandlock, run: func(s *scene) error { return readAll(s.secret()) }},
	{name: "read another user's file", off: layerLandlock, run: func(s *scene) error { return readAll(filepath.Join(s.Outside, "public.txt")) }},
	{name: "list a folder", off: layerLandlock, run: func(s *scene) error {
		_, err := os.ReadDir(s.Outside)
		return err
	}},
	{name: "read through a link", off: layerLandlock, run: func(s *scene) error {
		link := filepath.Join(s.Work, "link")
		_ = os.Remove(link)
		if err := os.Symlink(s.secret(), link); err != nil {
			return err
		}
		return readAll(link)
	}},
	{name: "read through /proc/self/root", off: layerLandlock, run: func(s *scene) error { return readAll("/proc/self/root" + s.secret()) }},
	{name: "read through the working folder", off: layerLandlock, run: func(s *scene) error { return readAll("../outside/secret.txt") }},
	{name: "read after a folder was swapped for a link", off: layerLandlock, run: func(s *scene) error {
		dir := filepath.Join(s.Work, "swap")
		_ = os.RemoveAll(dir)
		if err := os.Mkdir(dir, 0o755); err != nil {
			return err
		}
		if err := os.Rename(dir, dir+"-old"); err != nil {
			return err
		}
		defer os.RemoveAll(dir + "-old")
		if err := os.Symlink(s.Outside, dir); err != nil {
			return err
		}
		defer os.Remove(dir)
		return readAll(filepath.Join(dir, "secret.txt"))
	}},
	{name: "list the devices", off: layerLandlock, run: func(s *scene) error {
		_, err := os.ReadDir("/dev")
		return err
	}},
	{name: "create a file", off: files, run: func(s *scene) error {
		return os.WriteFile(filepath.Join(s.Outside, "new.txt"), nil, 0o644)
	}},
	{name: "overwrite a file", off: files, run: func(s *scene) error {
		return os.WriteFile(filepath.Join(s.Outside, "victim.txt"), []byte("x"), 0o644)
	}},
	{name: "append to a file", off: files, run: func(s *scene) error {
		f, err := os.OpenFile(filepath.Join(s.Outside, "victim.txt"), os.O_APPEND|os.O_WRONLY, 0)
		if err == nil {
			f.Close()
		}
		return err
	}},
	{name: "truncate a file by its path", off: files, run: func(s *scene) error { return os.Truncate(filepath.Join(s.Outside, "victim.txt"), 0) }},
	{name: "open for reading and truncate", off: files, run: func(s *scene) error {
		f, err := os.OpenFile(filepath.Join(s.Outside, "victim.txt"), os.O_TRUNC, 0)
		if err == nil {
			f.Close()
		}
		return err
	}},
	{name: "delete a file", off: files, run: func(s *scene) error { return os.Remove(filepath.Join(s.Outside, "victim.txt")) }},
	{name: "rename a file", off: files, run: func(s *scene) error {
		return os.Rename(filepath.Join(s.Outside, "victim.txt"), filepath.Join(s.Outside, "x.txt"))
	}},
	{name: "link a file", off: files, run: func(s *scene) error { return os.Link(s.secret(), filepath.Join(s.Outside, "linked")) }},
	{name: "make a link outside", off: files, run: func(s *scene) error { return os.Symlink("/", filepath.Join(s.Outside, "made")) }},
	{name: "make a folder", off: files, run: func(s *scene) error { return os.Mkdir(filepath.Join(s.Outside, "made"), 0o755) }},
	{name: "remove a folder", off: files, run: func(s *scene) error { return os.Remove(filepath.Join(s.Outside, "dir")) }},
	{name: "make a pipe", off: files, run: func(s *scene) error { return unix.Mkfifo(filepath.Join(s.Outside, "pipe"), 0o600) }},
	{name: "write what is lent to be read", off: files, run: func(s *scene) error {
		return os.WriteFile(filepath.Join(s.Read, "data.txt"), []byte("x"), 0o644)
	}},
	{name: "write a protected folder", off: layerMounts, run: func(s *scene) error {
		return os.WriteFile(filepath.Join(s.Work, ".host", "x"), nil, 0o644)
	}},
	{name: "replace a protected folder", off: layerMounts, also: []syscall.Errno{unix.EBUSY}, run: func(s *scene) error {
		dir := filepath.Join(s.Work, ".host")
		if err := unix.Rename(dir, dir+"-away"); err != nil {
			return err
		}
		return unix.Rename(dir+"-away", dir)
	}},
	{name: "change a mode", off: layerMounts, run: func(s *scene) error { return os.Chmod(s.secret(), 0o777) }},
	{name: "change the mode of a folder", off: layerMounts, run: func(s *scene) error { return os.Chmod(s.Outside, 0o777) }},
	{name: "change an owner", off: layerMounts, run: func(s *scene) error { return os.Chown(s.secret(), -1, os.Getegid()) }},
	{name: "change times", off: layerMounts, run: func(s *scene) error { return os.Chtimes(s.secret(), time.Unix(1, 0), time.Unix(1, 0)) }},
	{name: "set an attribute", off: layerMounts, run: func(s *scene) error { return unix.Setxattr(s.secret(), "user.x", []byte("y"), 0) }},
	{name: "change the mode of what is lent to be read", off: layerMounts, run: func(s *scene) error {
		return os.Chmod(filepath.Join(s.Read, "data.txt"), 0o777)
	}},
	{name: "change flags", off: layerMounts, run: func(s *scene) error {
		f, err := os.Open(filepath.Join(s.Read, "data.txt"))
		if err != nil {
			return err
		}
		defer f.Close()
		const noDump = 0x40 // anybody may set it on a file of their own
		return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, noDump)
	}},
	{name: "run another program", off: layerLandlock, run: func(s *scene) error { return exec.Command("/bin/true").Run() }},
	{name: "run what it wrote itself", off: layerLandlock, run: func(s *scene) error {
		b, err := os.ReadFile(s.Exe)
		if err != nil {
			return err
		}
		path := filepath.Join(s.Work, "mine")
		if err := os.WriteFile(path, b, 0o755); err != nil {
			return err
		}
		defer os.Remove(path)
		cmd := exec.Command(path, "-test.run=^$")
		cmd.Env = []string{"HOME=/"}
		return cmd.Run()
	}},
	{name: "run a program through the loader", off: layerLandlock, run: func(s *scene) error {
		for _, loader := range []string{"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"} {
			if _, err := os.Stat(loader); err == nil {
				out, err := exec.Command(loader, "/bin/true").CombinedOutput()
				if err != nil && strings.Contains(string(out), "cannot open shared object file") {
					return unix.EACCES // the loader could not read the program
				}
				return err
			}
		}
		return nil
	}},
	{name: "run a file without a name", off: layerSeccomp, run: func(s *scene) error {
		fd, err := unix.MemfdCreate("x", 0)
		if err != nil {
			return err
		}
		b, err := os.ReadFile(s.Exe)
		if err != nil {
			return err
		}
		if _, err := unix.Write(fd, b); err != nil {
			return err
		}
		cmd := exec.Command(fmt.Sprintf("/proc/self/fd/%d", fd), "-test.run=^$")
		cmd.Env = []string{"HOME=/"}
		return cmd.Run()
	}},
	{name: "make a set-id file", off: layerSeccomp, run: func(s *scene) error {
		path := filepath.Join(s.Work, "setid")
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			return err
		}
		return unix.Chmod(path, 0o4755)
	}},
	{name: "open a set-id file into being", off: layerSeccomp, run: func(s *scene) error {
		fd, err := unix.Open(filepath.Join(s.Work, "setid2"), unix.O_CREAT|unix.O_WRONLY, 0o4755)
		if err == nil {
			unix.Close(fd)
		}
		return err
	}},
	{name: "borrow rights of a set-id program", user: true, run: func(s *scene) error {
		cmd := exec.Command(filepath.Join(s.Outside, "program"))
		inner := *s
		inner.Attack = "be root"
		cmd.Env = []string{attackVariable + "=" + inner.json()}
		out, err := cmd.Output()
		if err == nil && string(out) != "OK\n" {
			err = unix.EPERM
		}
		return err
	}, policy: func(p *Policy) {
		p.Files = append(p.Files, Access{filepath.Join(filepath.Dir(p.Files[0].Path), "outside", "program"), Read | Execute})
	}},
	{name: "read an inherited descriptor", off: layerDescriptors, also: []syscall.Errno{unix.EBADF}, run: func(s *scene) error {
		n, err := unix.Pread(inherited, make([]byte, 4), 0)
		if err == nil && n == 0 {
			err = errNothing
		}
		return err
	}},
}

var kernelAttacks = []attack{
	{name: "trace another process", bare: true, off: layerSeccomp | layerLandlock | layerPrivileges, run: func(s *scene) error {
		if err := unix.PtraceSeize(s.Victim); err != nil {
			return err
		}
		return nil
	}},
	{name: "read another process's memory", bare: true, off: layerSeccomp | layerLandlock | layerPrivileges, run: func(s *scene) error {
		var b [8]byte
		local := unix.Iovec{Base: &b[0], Len: 8}
		remote := unix.RemoteIovec{Base: firstMapping(s.Victim), Len: 8}
		_, err := unix.ProcessVMReadv(s.Victim, []unix.Iovec{local}, []unix.RemoteIovec{remote}, 0)
		return err
	}},
	{name: "read the memory of the parent", off: layerLandlock, run: func(s *scene) error {
		pid := s.Victim // one that an ordinary user may look at
		if s.Confined {
			pid = os.Getppid()
		}
		f, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = f.ReadAt(make([]byte, 8), int64(firstMapping(pid)))
		return err
	}},
	{name: "see other processes", off: layerProcesses | layerLandlock, run: func(s *scene) error {
		if _, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", s.Victim)); err != nil {
			return unix.EACCES // there is no such process here, which is the point
		}
		return nil
	}},
	{name: "signal another process", off: layerProcesses | layerScope, also: []syscall.Errno{unix.ESRCH}, run: func(s *scene) error {
		return unix.Kill(s.Victim, 0)
	}},
	{name: "take a descriptor of another process", bare: true, off: layerSeccomp | layerLandlock | layerPrivileges, run: func(s *scene) error {
		pid := s.Victim
		fd, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			fd = 0 // there is no such process here; the call itself is what is refused
		}
		_, err = unix.PidfdGetfd(fd, 0, 0)
		return err
	}},
	{name: "mount", root: true, off: layerSeccomp | layerPrivileges | layerLandlock, run: func(s *scene) error {
		dir := filepath.Join(s.Work, "mnt")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
		if err := unix.Mount("tmpfs", dir, "tmpfs", 0, ""); err != nil {
			return err
		}
		return unix.Unmount(dir, unix.MNT_DETACH)
	}},
	{name: "change the root", root: true, off: layerSeccomp | layerPrivileges, run: func(s *scene) error { return unix.Chroot(s.Work) }},
	{name: "make a user namespace", off: layerSeccomp, run: func(s *scene) error {
		cmd := exec.Command(s.Exe, "-test.run=^$")
		cmd.Env = []string{"HOME=/"}
		cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER}
		return cmd.Run()
	}},
	{name: "leave a namespace", off: layerSeccomp, run: func(s *scene) error {
		err := unix.Unshare(unix.CLONE_FS | unix.CLONE_FILES)
		return err
	}},
	{name: "load a program into the kernel", root: true, off: 0, run: func(s *scene) error {
		var attr [64]byte // BPF_MAP_CREATE of an array
		attr[0], attr[4], attr[8], attr[12] = 2, 4, 4, 1
		return call(unix.SYS_BPF, 0, uintptr(unsafe.Pointer(&attr)), uintptr(len(attr)))
	}},
	{name: "set a ring up", off: layerSeccomp, run: func(s *scene) error {
		var params [120]byte
		return call(unix.SYS_IO_URING_SETUP, 4, uintptr(unsafe.Pointer(&params)))
	}},
	{name: "read the keys", off: layerSeccomp, run: func(s *scene) error {
		_, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_SESSION_KEYRING, true)
		return err
	}},
	{name: "add a key", off: layerSeccomp, run: func(s *scene) error {
		_, err := unix.AddKey("user", "synrun-test", []byte("x"), unix.KEY_SPEC_PROCESS_KEYRING)
		return err
	}},
	{name: "handle page faults", off: layerSeccomp, run: func(s *scene) error { return call(unix.SYS_USERFAULTFD, 1 /* user faults only */) }},
	{name: "measure the kernel", root: true, off: 0, run: func(s *scene) error {
		attr := unix.PerfEventAttr{Type: unix.PERF_TYPE_SOFTWARE, Config: unix.PERF_COUNT_SW_CPU_CLOCK}
		attr.Size = uint32(unsafe.Sizeof(attr))
		_, err := unix.PerfEventOpen(&attr, 0, -1, -1, 0)
		return err
	}},
	{name: "find a file by its number", off: layerSeccomp, run: func(s *scene) error {
		_, _, err := unix.NameToHandleAt(unix.AT_FDCWD, s.Work, 0)
		return err
	}},
	{name: "share memory with anybody", off: layerSeccomp, run: func(s *scene) error {
		id, err := unix.SysvShmGet(0, 4096, unix.IPC_CREAT|0o600)
		if err == nil {
			_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		}
		return err
	}},
	{name: "open a message queue", off: layerSeccomp | layerLandlock, run: func(s *scene) error {
		name := fmt.Sprintf("synrun-%d-%d", os.Getpid(), os.Geteuid())
		err := call(unix.SYS_MQ_OPEN, at(name), unix.O_CREAT|unix.O_RDWR, 0o600, 0)
		_ = call(unix.SYS_MQ_UNLINK, at(name))
		return err
	}},
	{name: "set the clock", off: layerSeccomp, run: func(s *scene) error {
		var t unix.Timex // reading it is allowed to anybody, setting nothing changes nothing
		_, err := unix.Adjtimex(&t)
		return err
	}},
	{name: "read the kernel's log", root: true, off: 0, run: func(s *scene) error {
		_, err := unix.Klogctl(10, nil) // SYSLOG_ACTION_SIZE_BUFFER
		return err
	}},
	{name: "change a setting of the kernel", root: true, off: 0, run: func(s *scene) error {
		const path = "/proc/sys/kernel/panic"
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err == nil {
			f.Close()
		}
		return err
	}},
	{name: "fork without end", off: layerLimits, also: []syscall.Errno{unix.EAGAIN}, policy: func(p *Policy) {
		p.Limits.Processes = 40
		real, _ := filepath.EvalSymlinks("/bin/sleep")
		p.Files = append(p.Files, Access{real, Read | Execute})
	}, run: func(s *scene) (err error) {
		var started []*os.Process
		for range 450 {
			var p *os.Process
			if p, err = os.StartProcess("/bin/sleep", []string{"sleep", "20"}, &os.ProcAttr{}); err != nil {
				break
			}
			started = append(started, p)
		}
		for _, p := range started {
			_ = p.Kill()
		}
		return err
	}},
	{name: "take all memory", off: layerLimits, also: []syscall.Errno{unix.ENOMEM}, run: func(s *scene) error {
		b, err := unix.Mmap(-1, 0, defaultMemory+defaultMemory/2, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
		if err == nil {
			b[0] = 1
			err = unix.Munmap(b)
		}
		return err
	}},
	{name: "write without end", off: layerLimits, also: []syscall.Errno{unix.EFBIG}, policy: func(p *Policy) { p.Limits.FileSize = 1 << 20 }, run: func(s *scene) error {
		signal.Ignore(unix.SIGXFSZ)
		f, err := os.Create(filepath.Join(s.Work, "big"))
		if err != nil {
			return err
		}
		defer os.Remove(f.Name())
		defer f.Close()
		_, err = f.WriteAt([]byte("x"), 8<<20)
		return err
	}},
	{name: "open without end", off: layerLimits, also: []syscall.Errno{unix.EMFILE}, policy: func(p *Policy) { p.Limits.Files = 64 }, run: func(s *scene) error {
		for range 128 {
			if _, err := unix.Open("/dev/null", unix.O_RDONLY, 0); err != nil {
				return err
			}
		}
		return nil
	}},
}

var socketAttacks = []attack{
	{name: "a Unix socket", off: layerSeccomp, run: func(s *scene) error { return dial("unix", s.Socket) }},
	{name: "an abstract Unix socket", off: layerSeccomp | layerScope, run: func(s *scene) error { return dial("unix", s.Abstract) }},
	{name: "a Unix datagram", off: layerSeccomp, run: func(s *scene) error { return dial("unixgram", s.Socket+"-dgram") }},
	{name: "a Unix socket of packets", off: layerSeccomp, run: func(s *scene) error { return socket(unix.AF_UNIX, unix.SOCK_SEQPACKET, 0) }},
	{name: "a pair turned to somebody else", off: layerSeccomp, run: func(s *scene) error {
		p, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
		if err != nil {
			return err
		}
		return unix.Sendto(p[0], []byte("x"), 0, &unix.SockaddrUnix{Name: s.Socket + "-dgram"})
	}},
	{name: "a Unix socket with net", off: layerSeccomp, policy: withNet, run: func(s *scene) error { return dial("unix", s.Socket) }},
	{name: "TCP", off: layerSeccomp | layerLandNet, run: func(s *scene) error { return dial("tcp", s.TCP) }},
	{name: "TCP of the sixth version", off: layerSeccomp | layerLandNet, run: func(s *scene) error { return socket(unix.AF_INET6, unix.SOCK_STREAM, 0) }},
	{name: "a socket of any kind", off: layerSeccomp, run: func(s *scene) (refusal error) {
		for family := range 64 {
			for kind := range 16 {
				switch err := socket(family, kind, 0); {
				case err == nil:
					return nil
				case !slices.Contains(notHere, err.(syscall.Errno)) && err != unix.EINVAL:
					refusal = err
				}
			}
		}
		return refusal
	}},
	{name: "TCP with net", off: layerNetwork | layerLandNet, policy: withNet, run: func(s *scene) error { return dial("tcp", s.TCP) }},
	{name: "listening", off: layerSeccomp | layerLandNet, run: func(s *scene) error {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err == nil {
			l.Close()
		}
		return err
	}},
	{name: "UDP", off: layerSeccomp, run: func(s *scene) error { return dial("udp", s.UDP) }},
	{name: "UDP with net", off: layerSeccomp | layerNetwork, policy: withNet, run: func(s *scene) error { return dial("udp", s.UDP) }},
	{name: "a name server", off: layerSeccomp | layerNetwork, policy: withNet, run: func(s *scene) error {
		resolver := net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "udp", s.UDP)
		}}
		ctx, cancel := context.WithTimeout(context.Background(), 3*time.Second)
		defer cancel()
		_, err := resolver.LookupHost(ctx, "secret.test.")
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			err = nil // it answered, which is all that is needed to tell it something
		}
		if err != nil && strings.Contains(err.Error(), "socket: "+unix.EPERM.Error()) {
			err = unix.EPERM // the resolver keeps the text only
		}
		return err
	}},
	{name: "multipath TCP", off: layerSeccomp, policy: withNet, run: func(s *scene) error {
		return socket(unix.AF_INET, unix.SOCK_STREAM, unix.IPPROTO_MPTCP)
	}},
	{name: "TCP fast open", off: layerSeccomp | layerNetwork | layerLandNet, policy: withNet, run: func(s *scene) error {
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		defer unix.Close(fd)
		return unix.Sendto(fd, []byte("x"), unix.MSG_FASTOPEN, address(s.TCP))
	}},
	{name: "TCP fast open by an option", off: layerSeccomp, policy: withNet, run: func(s *scene) error {
		fd, err := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
		if err != nil {
			return err
		}
		defer unix.Close(fd)
		return unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_FASTOPEN_CONNECT, 1)
	}},
	{name: "a virtual machine's socket", off: layerSeccomp, run: func(s *scene) error { return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0) }},
	{name: "a virtual machine's socket with net", off: layerSeccomp, policy: withNet, run: func(s *scene) error {
		return socket(unix.AF_VSOCK, unix.SOCK_STREAM, 0)
	}},
	{name: "a netlink socket", off: layerSeccomp, run: func(s *scene) error { return socket(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE) }},
	{name: "a cipher socket", off: layerSeccomp, run: func(s *scene) error { return socket(unix.AF_ALG, unix.SOCK_SEQPACKET, 0) }},
	{name: "a raw socket", root: true, off: 0, run: func(s *scene) error { return socket(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP) }},
	{name: "a packet socket", root: true, off: 0, run: func(s *scene) error { return socket(unix.AF_PACKET, unix.SOCK_RAW, 0) }},
}

// firstMapping is an address that a process has something at.
func firstMapping(pid int) uintptr {
	b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	text, _, _ := strings.Cut(string(b), "-")
	n, _ := strconv.ParseUint(text, 16, 64)
	return uintptr(n)
}
