package confine

// Features are what this machine can do. The zero value is a machine that can
// confine nothing.
type Features struct {
	Landlock      int  // version; 0 is none
	Seccomp       bool // system calls can be filtered
	Namespaces    bool // mount and process namespaces
	UserNamespace bool // made by way of a user namespace; false: by the privileges of root
	Network       bool // network namespaces
	FreshProc     bool // a process namespace gets a /proc of its own
	ProcessLimit  bool // a process namespace has a limit of its own
}

// missing says what a policy needs that the machine lacks.
func (p *Policy) missing(can Features) error {
	lacks := func(what string) error { return &MissingError{what} }
	switch {
	case can.Landlock == 0:
		return lacks("files need Landlock")
	case !can.Seccomp:
		return lacks("system calls need seccomp filters")
	case p.Net && !(can.Network && can.Namespaces):
		return lacks("net needs a network namespace")
	case can.Namespaces:
		return nil
	case can.Landlock < 3:
		return lacks("files need a mount namespace or Landlock 3")
	case can.Landlock < 6:
		return lacks("other processes need a process namespace or Landlock 6")
	}
	for _, v := range p.views() {
		if !v.writable {
			return lacks("the host's folders in what may be written need a mount namespace")
		}
	}
	return nil
}
