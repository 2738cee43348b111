// Command synrun runs plugin tools for AI agents under a capability ceiling
// and keeps a record.
package main

import (
	"os"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synrun"
)

func main() { os.Exit(synrun.Main(os.Args[1:], cli.Process())) }
