package synkind

import (
	"context"

	"github.com/synrun/synrun/manifest"
)

func (r *Runner) isolated(ctx context.Context, c *manifest.Call) (manifest.Outcome, error) {
	return manifest.Outcome{}, &manifest.StartError{Program: c.File, Reason: "isolation is not available here"}
}
