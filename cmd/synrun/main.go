// Command synrun runs plugin tools for AI agents under a capability ceiling
// and keeps a record.
package main

import (
	"os"
	"runtime/debug"
	"time"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synrun"
)

func main() {
	startQuickly()
	os.Exit(synrun.Main(os.Args[1:], cli.Process()))
}

// startQuickly lets the garbage be in a process that is gone after a moment, as
// most are. One that stays collects it as any other.
func startQuickly() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.SetGCPercent(400)
	time.AfterFunc(time.Second, func() { debug.SetGCPercent(100) })
}
