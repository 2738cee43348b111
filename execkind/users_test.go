//go:build linux

package execkind_test

import (
	"os"
	"testing"

	"github.com/synrun/synrun/internal/poor"
)

// The sandbox that an ordinary user builds holds and lends what that of root
// does.
func TestAsOrdinaryUser(t *testing.T) {
	if os.Geteuid() != 0 {
		return // they run as one already
	}
	poor.Run(t, poor.Nobody, "", "TestRun|TestConfined|TestConfinedRecord|TestConfinedEnvironment|TestConfinedNet|TestNetAttacks|TestConfinedAtOnce|TestProgramsThatDoNotEnd")
}
