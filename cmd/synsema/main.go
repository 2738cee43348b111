// Command synsema runs, checks and tests Synsema programs.
package main

import (
	"os"

	"github.com/synrun/synrun/cli"
	"github.com/synrun/synrun/cli/synsema"
)

func main() { os.Exit(synsema.Main(os.Args[1:], cli.Process())) }
