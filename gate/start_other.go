//go:build !unix

package gate

import (
	"errors"
	"os"
)

var errNoDuplicate = errors.New("one pipe for two streams is not available on this system")

func duplicate(*os.File) (*os.File, error) { return nil, errNoDuplicate }

// SignalName is the short name of a signal.
func SignalName(int) string { return "unknown" }

// There are no sandboxes on this system, and so nothing to hold for one.
type placeholder struct{}

func (*placeholder) release() {}

func bare(string) bool { return false }

func (s *Sandbox) hold(string, bool) error { return errors.ErrUnsupported }

func ownedByUser(os.FileInfo) bool { return false }
