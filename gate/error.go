package gate

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"syscall"
)

// Kind says what an Error is about; it decides whether a program may catch it.
type Kind uint8

// The kinds of error.
const (
	// KindIO is an operation that was allowed and failed. Catchable.
	KindIO Kind = iota
	// KindDenied is a refused capability check. Catchable.
	KindDenied
	// KindUsage is an argument that the operation does not take. Catchable.
	KindUsage
	// KindLimit is a limit of the host that the run went over. It ends the run.
	KindLimit
	// KindCancelled is a run that its host stopped. It ends the run.
	KindCancelled
	// KindInternal is a fault of the host itself, such as a record that
	// cannot be written. It ends the run.
	KindInternal
)

// Error is what every method of a Gate fails with. Text is the whole message
// as a program sees it, without a place in the source.
type Error struct {
	Kind Kind
	Text string
	// What names the limit of a KindLimit error: time, memory, output, …
	What string
	// Cause is the underlying error, for hosts only: it may hold what a
	// program must not see.
	Cause error
}

func (e *Error) Error() string { return e.Text }

// Unwrap gives the underlying error.
func (e *Error) Unwrap() error { return e.Cause }

// Catchable reports whether try/recover may see the error.
func (e *Error) Catchable() bool { return e.Kind < KindLimit }

func ioError(text string, cause error) *Error { return &Error{Kind: KindIO, Text: text, Cause: cause} }
func usage(text string) *Error                { return &Error{Kind: KindUsage, Text: text} }
func denied(text string) *Error               { return &Error{Kind: KindDenied, Text: text} }

// Cancelled is the cause to cancel a run's context with: the program ends
// with `cancelled: <reason>`, or `cancelled` when there is no reason.
func Cancelled(reason string) *Error {
	text := "cancelled"
	if reason != "" {
		text += ": " + reason
	}
	return &Error{Kind: KindCancelled, Text: text}
}

// stopError turns the cause of an ended context into the error of the run.
func stopError(ctx context.Context) *Error {
	var e *Error
	cause := context.Cause(ctx)
	switch {
	case errors.As(cause, &e):
		return e
	case cause == nil || errors.Is(cause, context.Canceled):
		return Cancelled("")
	case errors.Is(cause, context.DeadlineExceeded):
		return &Error{Kind: KindCancelled, Text: "cancelled: deadline exceeded", Cause: cause}
	}
	return &Error{Kind: KindCancelled, Text: "cancelled: " + cause.Error(), Cause: cause}
}

// osText is the text of an operating-system error without the operation and
// the path around it: those are the host's spelling, not the program's.
func osText(err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		return errno.Error()
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file or directory"
	case errors.Is(err, fs.ErrExist):
		return "file exists"
	case errors.Is(err, fs.ErrPermission):
		return "permission denied"
	}
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return strings.TrimSpace(pe.Err.Error())
	}
	return strings.TrimSpace(err.Error())
}
