package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Interrupted is the exit code of a command that a signal ended.
const Interrupted = 130

// Signals calls stop at the first SIGINT or SIGTERM and ends the process at
// the second. A write to a closed pipe becomes an error instead of a signal.
// The context ends with the command that asked.
func Signals(ctx context.Context, stop func()) {
	ch := make(chan os.Signal, 4)
	signal.Notify(ch, os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
	go func() {
		defer signal.Stop(ch)
		again := false
		for {
			select {
			case <-ctx.Done():
				return
			case s := <-ch:
				if s == syscall.SIGPIPE {
					continue
				}
				if again {
					os.Exit(Interrupted)
				}
				again = true
				stop()
			}
		}
	}()
}
