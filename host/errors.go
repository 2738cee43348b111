package host

// Error is a request that was not carried out: what a person sees, what they
// may try next, and how a command ends. Results of calls are never errors.
type Error struct {
	Code string // a stable word
	Text string
	Try  string // the next step; may be empty
	Exit int    // exit code of a command
}

func (e *Error) Error() string { return e.Text }

func usage(code, text, try string) *Error  { return &Error{code, text, try, 2} }
func failed(code, text, try string) *Error { return &Error{code, text, try, 1} }
