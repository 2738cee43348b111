// Package confine builds the operating-system sandbox of a child process.
//
// A [Policy] says what the child may reach: files and folders to read, write or
// execute, and whether it may talk to the proxy of its host. [Start] starts the
// child in a sandbox made of layers, each of which holds without the others:
//
//   - Landlock: every access to a file that the policy does not name fails, and
//     so does every TCP connection but the one to the proxy
//   - seccomp: sockets by an allow-list of domain, type and protocol; no system
//     call that reaches other processes, the kernel's keys, mounts or devices
//   - a mount view in which everything is read-only that is not to be written
//     (Landlock does not stop chmod, utimes and the like), with a temporary
//     folder of its own
//   - a process namespace, so that nothing outlives it and it sees nobody else,
//     with a limit on its processes
//   - a network namespace with nothing in it but the socket of the proxy
//   - no capabilities, an empty bounding set, no_new_privs
//   - resource limits, a session and process group of its own, no descriptors
//     but the three it was given
//
// # How the child is made
//
// The sandbox is not built by a helper program, nor by running this program
// again: either costs a program start (the smallest Go program 1.1 ms, as much as
// all of the sandbox does), and a user of the library has no helper. Nor is it
// built by restricting a thread that then starts the child: a thread cannot enter
// a user namespace, and without one only root has namespaces. Instead everything the child has to do is written down beforehand as a list of
// system calls ([script]). A locked thread forks a child that shares its memory
// (as vfork does, so the size of the host does not matter), and the child works
// through the list without touching anything of the Go runtime. What fails is
// written into the shared list, so the parent knows which step it was.
//
// In a process namespace the first process is its init, with rules of its own
// about signals. So the child forks once more: the grandchild becomes the
// program, and the child an init of a hundred bytes, which waits for the
// program, reports how it ended, and ends with it everything in the namespace.
//
// What this machine can do is found out once, by trying ([Probe]).
package confine

import (
	"errors"
	"os"
	"time"
)

// Rights are what may be done with a file or a folder and all below it.
type Rights uint8

// The rights.
const (
	Read    Rights = 1 << iota // read files, list folders
	Write                      // write, create, remove, rename
	Execute                    // run
)

// Access lends a file or a folder. The path is absolute and real: it leads
// through no symbolic link, and one that appears later is not followed.
type Access struct {
	Path   string
	Rights Rights
}

// Policy is what a child may reach besides what every program needs: the
// system's libraries and public data, the devices that are no devices, and a
// temporary folder of its own.
type Policy struct {
	Files []Access
	// Protected are folders that stay read-only although an Access lends a folder
	// they lie in. An Access below one counts again.
	Protected []string
	// Quiet are files that look empty where there is a mount view.
	Quiet []string
	// Temp is an empty folder that becomes the child's own temporary folder.
	Temp string
	// Net gives the child TCP sockets that reach the proxy and nothing else.
	Net    bool
	Limits Limits

	off layer // layers that tests leave out
}

// ProxyPort is where a child with Policy.Net finds its proxy, on 127.0.0.1 of a
// network that holds nothing else.
const ProxyPort = 3128

// Limits bound a child. Zero is the default of each; CPU has none.
type Limits struct {
	Memory    int64         // private memory of each process, in bytes
	Processes int           // processes and threads at once
	FileSize  int64         // of a single file, in bytes
	Files     int           // open files of each process
	CPU       time.Duration // processor time of each process
}

const (
	defaultMemory    = 1 << 30
	defaultProcesses = 256
	defaultFileSize  = 1 << 30
	defaultFiles     = 4096
)

func (l Limits) filled() Limits {
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	if l.Processes <= 0 {
		l.Processes = defaultProcesses
	}
	if l.FileSize <= 0 {
		l.FileSize = defaultFileSize
	}
	if l.Files <= 0 {
		l.Files = defaultFiles
	}
	return l
}

// Command is the program to be started.
type Command struct {
	Path          string   // absolute
	Args          []string // the name first
	Dir           string
	Env           []string
	In, Out, Errs *os.File
}

// MissingError says what this machine lacks to enforce a policy.
type MissingError struct{ What string }

func (e *MissingError) Error() string { return "cannot be confined on this machine: " + e.What }

// SetupError is a step of building the sandbox that failed although the machine
// can do it in principle.
type SetupError struct {
	Step string
	Err  error
}

func (e *SetupError) Error() string { return e.Step + ": " + e.Err.Error() }
func (e *SetupError) Unwrap() error { return e.Err }

// ErrReconsider says that the machine turned out to be able to do less than was
// thought when the policy was made. It comes once at most.
var ErrReconsider = errors.New("the machine can do less than was thought")

// layer names a part of the sandbox, for tests.
type layer uint16

const (
	layerLandlock layer = 1 << iota
	layerSeccomp
	layerMounts
	layerProcesses
	layerNetwork
	layerPrivileges
	layerLimits
	layerDescriptors
	layerScope   // the part of Landlock that is about signals and sockets
	layerLandNet // the part of Landlock that is about TCP
)

var errNoProgram = errors.New("no program to start")
