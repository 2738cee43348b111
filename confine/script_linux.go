package confine

import (
	"syscall"
	"unsafe"
)

// step is one system call of the child.
type step struct {
	call uintptr
	args [6]uintptr
	// first and third, where set, hold the first and the third argument: the
	// result of an earlier step.
	first, third *uintptr
	result       *uintptr // takes the result
	optional     bool     // may fail
	name         string
}

// script is everything a child does between its birth and its program. The
// child shares memory with its parent, so it is also where it leaves its result.
//
// While the child runs nothing of the Go runtime works in it: no allocation, no
// stack growth, no write barrier, no panic. All of it is in perform and child.
type script struct {
	setup   []step // the child builds the sandbox around itself
	program []step // becomes the program: the child, or its child with split
	init    []step // becomes the init
	split   bool
	flags   uintptr // of the clone that makes the child

	failed *step // the step that failed
	errno  uintptr
	keep   []any // what the arguments point at
}

// bytes keeps data for the child and returns its address.
func (s *script) bytes(b []byte) uintptr {
	if len(b) == 0 {
		b = make([]byte, 1)
	}
	s.keep = append(s.keep, b)
	return uintptr(unsafe.Pointer(unsafe.SliceData(b)))
}

// text keeps a string as C wants it.
func (s *script) text(t string) uintptr { return s.bytes(append([]byte(t), 0)) }

// texts keeps a list of strings as C wants it.
func (s *script) texts(list []string) uintptr {
	ptrs := make([]uintptr, len(list)+1)
	for i, t := range list {
		ptrs[i] = s.text(t)
	}
	s.keep = append(s.keep, ptrs)
	return uintptr(unsafe.Pointer(unsafe.SliceData(ptrs)))
}

// word keeps a place for a result.
func (s *script) word() *uintptr {
	w := new(uintptr)
	s.keep = append(s.keep, w)
	return w
}

// keepWords keeps a block of words and returns its address.
func (s *script) keepWords(w []uintptr) uintptr {
	s.keep = append(s.keep, w)
	return uintptr(unsafe.Pointer(unsafe.SliceData(w)))
}

func do(name string, call uintptr, args ...uintptr) step {
	st := step{call: call, name: name}
	copy(st.args[:], args)
	return st
}

// try is do for a step that may fail.
func try(name string, call uintptr, args ...uintptr) step {
	st := do(name, call, args...)
	st.optional = true
	return st
}

// rawVfork clones this thread into a process that runs on the same stack while
// this one waits.
//
//go:noescape
func rawVfork(flags uintptr) (pid uintptr)

// child is the life of the child. It does not return.
//
//go:noinline
//go:norace
//go:nosplit
func child(s *script) {
	if !perform(s, &s.setup) {
		leave()
	}
	if !s.split {
		perform(s, &s.program)
		leave()
	}
	pid := rawVfork(syscall.CLONE_VM | syscall.CLONE_VFORK | uintptr(syscall.SIGCHLD))
	if pid == 0 {
		grandchild(s)
	}
	if int(pid) < 0 {
		setFailed(s, (*step)(unsafe.Pointer(unsafe.SliceData(s.program))), -pid)
	}
	if s.failed == nil {
		perform(s, &s.init)
	}
	leave()
}

// grandchild is a function of its own so that it dirties no slot of child's
// frame: that is still needed.
//
//go:noinline
//go:norace
//go:nosplit
func grandchild(s *script) {
	perform(s, &s.program)
	leave()
}

//go:noinline
//go:norace
//go:nosplit
func leave() {
	for {
		_, _, _ = syscall.RawSyscall(syscall.SYS_EXIT_GROUP, 127, 0, 0)
	}
}

// perform does the steps in order, up to the first that fails.
//
//go:noinline
//go:norace
//go:nosplit
func perform(s *script, steps *[]step) bool {
	n := len(*steps)
	at := unsafe.Pointer(unsafe.SliceData(*steps))
	for range n {
		st := (*step)(at)
		if st.first != nil {
			st.args[0] = *st.first
		}
		if st.third != nil {
			st.args[2] = *st.third
		}
		r, _, e := syscall.RawSyscall6(st.call, st.args[0], st.args[1], st.args[2], st.args[3], st.args[4], st.args[5])
		switch {
		case e == 0:
			if st.result != nil {
				*st.result = r
			}
		case !st.optional:
			setFailed(s, st, uintptr(e))
			return false
		}
		at = unsafe.Add(at, unsafe.Sizeof(step{}))
	}
	return true
}

// setFailed stores a pointer without the barrier that the collector may want:
// the child has no part in a collection, and the step is kept by its script.
//
//go:norace
//go:nosplit
func setFailed(s *script, st *step, e uintptr) {
	*(*uintptr)(unsafe.Pointer(&s.failed)) = uintptr(unsafe.Pointer(st))
	s.errno = e
}
